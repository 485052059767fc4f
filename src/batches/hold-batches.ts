/**
 * Pauses, resumes and cancels batches for their accounts: what is waiting is postponed, put back or
 * ended, a piece at a time, so that nobody waits for all of it. The state of the batch, which is
 * stored first, says what is left to do, whoever does it: a crash loses nothing. Nothing of a
 * paused or cancelled batch leaves meanwhile, because route checks that state as well.
 */
import type { AccountId, BatchId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { Hold } from '../domain/message/hold.ts';
import { isTransient } from '../kit/postgres/faults.ts';
import type { Transaction } from '../kit/postgres/pool.ts';
import { type CancelDeps, withdraw } from '../journey/settle/cancel.ts';
import { lockFunds } from '../store/ledger/balances.ts';
import {
  askHold,
  findHeld,
  lockBatch,
  setHold,
  type HeldBatch,
} from '../store/batches/batch-holds.ts';
import type { BatchName } from '../store/batches/remove-batches.ts';
import {
  anyWaiting,
  LONGEST_PAUSE_MS,
  putBackBatch,
  putOffBatch,
  queueRest,
} from '../store/queue/held-queue.ts';
import { takeBatch } from '../store/queue/take-due.ts';

const PIECE = limit('feedMessages');
/** The caller waits for this many pieces; the job does the rest. */
const PIECES_AT_ONCE = 5;

/** Continues with every batch that has something left to do. */
export async function holdBatches(deps: CancelDeps): Promise<void> {
  const nowMs = deps.clock.nowMs();
  for (const { isForgotten, ...batch } of await findHeld(deps.db, {
    beforeMs: nowMs - LONGEST_PAUSE_MS,
  })) {
    if (isForgotten) await cancelForgotten(deps, batch, nowMs);
    while (await holdPiece(deps, batch));
  }
}

/**
 * Continues with one batch for a moment, which is enough for a small one. What was asked is stored
 * already: a lock that is waited for too long leaves the rest to the job, and is no fault of it.
 */
export async function holdBatch(
  deps: CancelDeps,
  accountId: AccountId,
  id: BatchId,
): Promise<void> {
  try {
    for (let piece = 0; piece < PIECES_AT_ONCE; piece += 1) {
      if (!(await holdPiece(deps, { accountId, id }))) return;
    }
  } catch (error) {
    if (!isTransient(error)) throw error;
    deps.log.warn({ error, batch: id }, 'what was asked of a batch is left to the job');
  }
}

/** Cancels what was paused too long ago, releasing its price. */
async function cancelForgotten(
  { db, log }: CancelDeps,
  batch: BatchName,
  nowMs: number,
): Promise<void> {
  log.info({ batch: batch.id }, 'a batch that was paused for too long is cancelled');
  await db.transact((transaction) => askHold(transaction, batch, { wish: 'cancel', atMs: nowMs }));
}

/** False when there is nothing to do now. Funds are locked before the batch, as in publishing. */
function holdPiece(deps: CancelDeps, batch: BatchName): Promise<boolean> {
  const { db, clock } = deps;
  return db.transact(async (transaction) => {
    const nowMs = clock.nowMs();
    await lockFunds(transaction, [batch.accountId], nowMs);
    const held = await lockBatch(transaction, batch);
    return held?.hold === undefined ? false : PIECES[held.hold](deps, transaction, held);
  });
}

type Piece = (deps: CancelDeps, transaction: Transaction, batch: HeldBatch) => Promise<boolean>;

const nothing: Piece = async () => false;

const PIECES: Readonly<Record<Hold, Piece>> = {
  async pausing(_, transaction, batch) {
    if ((await putOffBatch(transaction, { ...batch, most: PIECE })) > 0) return true;
    await setHold(transaction, batch, 'paused');
    return false;
  },
  paused: nothing,
  async resuming({ clock }, transaction, batch) {
    const waitedMs = clock.nowMs() - (batch.heldAtMs ?? clock.nowMs());
    if ((await putBackBatch(transaction, batch, { waitedMs, most: PIECE })) > 0) return true;
    await setHold(transaction, batch, undefined);
    return false;
  },
  async cancelling(deps, transaction, batch) {
    const most = PIECE;
    const fed = await queueRest(transaction, batch, { most, atMs: deps.clock.nowMs() });
    const taken = await takeBatch(transaction, deps.lease.current(), { ...batch, most });
    if (taken.length > 0) {
      await withdraw(deps, transaction, taken);
      return true;
    }
    // A message that somebody is looking at right now is left for next time.
    if (!fed && !(await anyWaiting(transaction, batch))) {
      await setHold(transaction, batch, 'cancelled');
    }
    return fed;
  },
  cancelled: nothing,
};
