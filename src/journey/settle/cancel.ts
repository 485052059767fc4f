/**
 * Cancels what is waiting. The queue row decides: once a node has taken a message to send, it
 * cannot be cancelled, and a cancelled one is never taken. A message that its batch has not let
 * into the queue yet gets its row first.
 */
import type { AccountId, MessageId } from '../../domain/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { lockFunds } from '../../store/ledger/balances.ts';
import type { HeldLease } from '../../store/nodes/nodes.ts';
import { queueUnfed } from '../../store/queue/insert-queue.ts';
import type { DueMessage } from '../../store/queue/leased.ts';
import { freeNext, takeWaiting } from '../../store/queue/take-due.ts';
import { judge, writeContextOf, type SettleDeps } from './settle.ts';
import { writeResults } from './write-results.ts';

export type CancelDeps = SettleDeps & { readonly lease: Pick<HeldLease, 'current'> };

/** Cancels a message of an account; false when no message with this id is waiting. */
export async function cancelMessage(
  deps: CancelDeps,
  accountId: AccountId,
  id: number,
): Promise<boolean> {
  return (await cancelMessages(deps, accountId, [id as MessageId])) > 0;
}

/** Cancels those of some messages of an account that wait; how many. */
export function cancelMessages(
  deps: CancelDeps,
  accountId: AccountId,
  messageIds: readonly MessageId[],
): Promise<number> {
  return deps.db.transact(async (transaction) => {
    const atMs = deps.clock.nowMs();
    await lockFunds(transaction, [accountId], atMs);
    const take = (some: readonly MessageId[]) =>
      takeWaiting(transaction, deps.lease.current(), { accountId, messageIds: some });
    let taken = await take(messageIds);
    if (taken.length < messageIds.length) {
      const found = new Set(taken.map(({ messageId }) => messageId));
      const others = messageIds.filter((id) => !found.has(id));
      await queueUnfed(transaction, { accountId, messageIds: others, atMs });
      taken = [...taken, ...(await take(others))];
    }
    await withdraw(deps, transaction, taken);
    return taken.length;
  });
}

/**
 * Ends messages taken by this transaction, with the code that ends anything withdrawn: state, money
 * and events. The accounts' balances are locked. Commits, unless there are none.
 */
export async function withdraw(
  deps: CancelDeps,
  transaction: Transaction,
  taken: readonly DueMessage[],
): Promise<void> {
  if (taken.length === 0) return;
  const nowMs = deps.clock.nowMs();
  const lease = deps.lease.current();
  // Nobody else would make the messages behind a chat message due.
  const chats = taken.filter(({ alphabet }) => alphabet === 'chat');
  for (const [linkId, lanes] of Map.groupBy(chats, (due) => due.linkId)) {
    await freeNext(transaction, linkId, { lanes, atMs: nowMs });
  }
  const judgements = taken.map((due) => {
    const message = { ...due, sender: { name: '', route: 'simple' as const } };
    const result = { kind: 'withdrawn', state: 'rejected', reason: 'cancelled' } as const;
    const results = [{ part: 0, ...result }];
    return judge(deps, { linkId: due.linkId, lease, message, results }, nowMs);
  });
  const group = { judgements, late: [], receipts: [], others: [], overtaken: [] };
  await writeResults(transaction, group, writeContextOf(deps, nowMs));
}
