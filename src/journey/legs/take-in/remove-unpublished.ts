/**
 * What becomes of a batch that was begun and cannot be published: nobody was told of it, so nothing
 * of it stays.
 */
import type { TransferId } from '../../../domain/ids.ts';
import { limit } from '../../../domain/limits.ts';
import { CommitUnknown } from '../../../kit/postgres/faults.ts';
import { writeTransfers } from '../../../store/ledger/write-transfers.ts';
import {
  fenceBatch,
  removeBatch,
  removeLeftOut,
  removeMessages,
  type BatchName,
  type BatchTry,
} from '../../../store/messages/remove-batches.ts';
import { releaseBatch } from '../../charge/release-batch.ts';
import type { JourneyParts } from '../../parts.ts';

type Parts = Pick<JourneyParts, 'db' | 'ids' | 'clock' | 'log' | 'leftBehind'>;

/**
 * Gives a try up: nobody can publish it any more, its credit is released and its idempotency key
 * is free. What was written of it is removed by a job. When the store cannot be reached, this node
 * does it later, and others once its lease has ended.
 */
export async function giveUp(parts: Parts, batch: BatchTry): Promise<void> {
  try {
    await fence(parts, batch);
  } catch (error) {
    parts.log.warn({ error }, 'an unpublished batch is left to be released later');
    parts.leftBehind.add(batch);
  }
}

/** Gives up what could not be given up before. */
export async function giveUpAgain(parts: Parts): Promise<void> {
  for (const batch of parts.leftBehind) {
    await fence(parts, batch);
    parts.leftBehind.delete(batch);
  }
}

/**
 * What is to be said of an error before a batch is published: a commit whose answer was lost is as
 * good as one that failed, because nobody publishes what it has written.
 */
export function beforePublished(error: unknown): unknown {
  return error instanceof CommitUnknown ? error.cause : error;
}

/** Gives a batch up and removes it, a piece at a time so that nobody waits for all of it. */
export async function removeUnpublished(
  parts: Parts,
  batch: BatchName & Partial<BatchTry>,
): Promise<void> {
  await fence(parts, batch);
  for (const remove of [removeMessages, removeLeftOut]) {
    const removeFrom = (after: number): Promise<number | undefined> => {
      const piece = { after, most: limit('removedMessages') };
      return parts.db.transact((transaction) => remove(transaction, batch, piece));
    };
    let after = await removeFrom(0);
    while (after !== undefined) after = await removeFrom(after);
  }
  await parts.db.transact((transaction) => removeBatch(transaction, batch));
}

async function fence(
  { db, ids, clock }: Parts,
  batch: BatchName & Partial<BatchTry>,
): Promise<void> {
  await db.transact(async (transaction) => {
    const fenced = await fenceBatch(transaction, batch);
    if (fenced === undefined) return;
    const id = ids.next() as TransferId;
    const release = releaseBatch({ accountId: batch.accountId, id, ...fenced });
    await writeTransfers(transaction, [release], clock.nowMs());
  });
}
