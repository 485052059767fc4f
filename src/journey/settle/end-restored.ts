/**
 * Ends what a restored database would send again. A message that waited in the backup may have been
 * sent since: its attempt counts as one whose answer is lost and stays unexplained, so that it
 * becomes UNKNOWN and what no operator has taken is released. The code that settles every other
 * attempt moves its state, its money and its events.
 */
import type { NodeLease } from '../../domain/carrier/carrier.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { PartResult } from '../../domain/message/outgoing.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { lockBatch } from '../../store/batches/batch-holds.ts';
import type { BatchName } from '../../store/batches/remove-batches.ts';
import { queueRest } from '../../store/queue/held-queue.ts';
import { listDueFeeds, takeRestored } from '../../store/queue/restored.ts';
import type { DueMessage } from '../../store/queue/leased.ts';
import { createParkedNames } from './match-receipts.ts';
import { judge, writeContextOf, type SettleDeps } from './settle.ts';
import { writeResults } from './write-results.ts';

const PIECE = limit('feedMessages');
/** Where a queue row says nothing about its link. */
const NO_LINK = 0;

type EndRestoredDeps = Pick<SettleDeps, 'db' | 'clock' | 'random' | 'ids' | 'routing'> & {
  /** Of nobody: it is only held within a commit. */
  readonly lease: NodeLease;
};

/**
 * Ends every message that was due, in pieces; repeated after a crash, it goes on with the rest. No
 * node may be at work. Gives how many messages of each account.
 */
export async function endRestored(deps: EndRestoredDeps): Promise<ReadonlyMap<AccountId, number>> {
  const { db, clock } = deps;
  const ended = new Map<AccountId, number>();
  const endAll = async (): Promise<void> => {
    for (let taken = await endPiece(deps); taken.length > 0; taken = await endPiece(deps)) {
      for (const { accountId } of taken) ended.set(accountId, (ended.get(accountId) ?? 0) + 1);
    }
  };
  await endAll();
  const atMs = clock.nowMs();
  for (const batch of await db.transact((transaction) => listDueFeeds(transaction, { atMs }))) {
    while (await db.transact((transaction) => queueSome(transaction, batch, atMs))) await endAll();
  }
  return ended;
}

/** Queues the next of what a large batch has not queued yet; false if there is nothing left. */
async function queueSome(
  transaction: Transaction,
  batch: BatchName,
  atMs: number,
): Promise<boolean> {
  const found = await lockBatch(transaction, batch);
  return found !== undefined && queueRest(transaction, found, { most: PIECE, atMs });
}

function endPiece(deps: EndRestoredDeps): Promise<readonly DueMessage[]> {
  return deps.db.transact(async (transaction) => {
    const atMs = deps.clock.nowMs();
    const taken = await takeRestored(transaction, deps.lease, { atMs, most: PIECE });
    if (taken.length === 0) return taken;
    const judgements = taken.map((due) => {
      const message = { ...due, sender: { name: '', route: 'simple' as const } };
      const { linkId } = due;
      return judge(deps, { linkId, lease: deps.lease, message, results: lostParts(due) }, atMs);
    });
    const group = { judgements, late: [], receipts: [], others: [], overtaken: [] };
    const context = writeContextOf({ ...deps, parked: createParkedNames() }, atMs);
    await writeResults(transaction, group, context);
    return taken;
  });
}

/**
 * The parts that an operator may have. An attempt that was lost before the backup is recorded
 * already; of a message that its batch had not queued yet nobody knows the link.
 */
function lostParts(due: DueMessage): readonly PartResult[] {
  const { linkId, parts, partsTaken, lostUntilMs } = due;
  const isKnown = lostUntilMs !== undefined || linkId === NO_LINK;
  const numbers = Array.from({ length: isKnown ? 0 : parts }, (_, index) => index + 1);
  const lost = numbers.filter((part) => !partsTaken.includes(part));
  return [
    ...lost.map((part) => ({ part, kind: 'ambiguous' as const })),
    { part: 0, kind: 'unexplained' },
  ];
}
