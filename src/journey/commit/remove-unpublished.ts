/**
 * Removes a batch that was begun and cannot be published: no caller knows of it, so nothing of it
 * is kept.
 */
import type { AccountId, TransferId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { CommitUnknown } from '../../kit/postgres/faults.ts';
import { type Transfer, writeTransfers } from '../../store/ledger/ledger.ts';
import {
  fenceBatch,
  removeBatch,
  removeLeftOut,
  removeMessages,
  type BatchName,
  type BatchTry,
} from '../../store/batches/remove-batches.ts';
import type { JourneyDeps } from '../deps.ts';

type Deps = Pick<JourneyDeps, 'db' | 'ids' | 'clock' | 'log' | 'leftBehind'>;

/**
 * Gives up a try: nobody can publish it any more, its credit is released and its idempotency key is
 * free. A job removes what was written. If the store cannot be reached, this node tries again
 * later, and other nodes do once its lease has ended.
 */
export async function giveUp(deps: Deps, batch: BatchTry): Promise<void> {
  try {
    await fence(deps, batch);
  } catch (error) {
    deps.log.warn({ error }, 'an unpublished batch will be released later');
    deps.leftBehind.add(batch);
  }
}

/** Gives up what could not be given up earlier. */
export async function giveUpAgain(deps: Deps): Promise<void> {
  for (const batch of deps.leftBehind) {
    await fence(deps, batch);
    deps.leftBehind.delete(batch);
  }
}

/**
 * How to report an error from before publication: a commit whose answer was lost counts as failed,
 * because nobody publishes what it wrote.
 */
export function beforePublished(error: unknown): unknown {
  return error instanceof CommitUnknown ? error.cause : error;
}

/** Gives a batch up and removes it, piece by piece so that nobody waits for all of it. */
export async function removeUnpublished(
  deps: Deps,
  batch: BatchName & Partial<BatchTry>,
): Promise<void> {
  await fence(deps, batch);
  for (const remove of [removeMessages, removeLeftOut]) {
    const removeFrom = (after: number): Promise<number | undefined> => {
      const piece = { ...batch, after, most: limit('removedMessages') };
      return deps.db.transact((transaction) => remove(transaction, piece));
    };
    let after = await removeFrom(0);
    while (after !== undefined) after = await removeFrom(after);
  }
  await deps.db.transact((transaction) => removeBatch(transaction, batch));
}

async function fence(
  { db, ids, clock }: Deps,
  batch: BatchName & Partial<BatchTry>,
): Promise<void> {
  await db.transact(async (transaction) => {
    const fenced = await fenceBatch(transaction, batch);
    // Nothing is reserved for a batch before it is published; an older version did reserve.
    if (fenced === undefined || fenced.priceMicros === 0n) return;
    const id = ids.next() as TransferId;
    const release = releaseBatch({ accountId: batch.accountId, id, ...fenced });
    await writeTransfers(transaction, [release], clock.nowMs());
  });
}

/** The transfer that releases the reservation of a batch that was never published. */
export function releaseBatch(batch: {
  readonly accountId: AccountId;
  readonly id: TransferId;
  readonly priceMicros: Micros;
  readonly recipients: number;
}): Transfer {
  const { accountId, id, priceMicros, recipients } = batch;
  const cause = 'a large request could not be written to its end';
  return { accountId, id, kind: 'release', amountMicros: priceMicros, messages: recipients, cause };
}
