import type { AccountId, TransferId } from '../../domain/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { lockFunds } from '../../store/balances.ts';
import type { Transfer } from '../../store/transfers.ts';
import { findFailedBefore, findRefundable } from '../../store/messages/find-refundable.ts';
import type { Closing, Submission } from '../../store/messages/move-messages.ts';

/**
 * Refunds for messages that fail now and whose tariffs say so, and for charges that come to such
 * messages after they have failed, as where a lost answer was explained after its receipt: each a
 * new transfer that names the first. Call it when this group's charges are recorded and its last
 * words are not.
 */
export async function refund(
  transaction: Transaction,
  group: { readonly closings: readonly Closing[]; readonly submissions: readonly Submission[] },
  { newId, nowMs }: { readonly newId: () => number; readonly nowMs: number },
): Promise<readonly Transfer[]> {
  const failing = group.closings.filter(
    ({ state }) => state !== 'delivered' && state !== 'unknown',
  );
  const charged = group.submissions.flatMap(({ settleId, ...it }) =>
    settleId === undefined || (it.state !== 'sent' && it.state !== 'waiting')
      ? []
      : [{ ...it, settleId }],
  );
  const [refundable, failedBefore] = await Promise.all([
    findRefundable(transaction, failing),
    findFailedBefore(transaction, charged),
  ]);
  const late = charged.filter(({ messageId }) => failedBefore.has(messageId));
  const all = [...refundable, ...late];
  const accounts: readonly AccountId[] = [...new Set(all.map(({ accountId }) => accountId))];
  if (accounts.length > 0) await lockFunds(transaction, accounts, nowMs);
  return all.map(({ accountId, postedMicros, settleId }) => ({
    accountId,
    id: newId() as TransferId,
    kind: 'refund',
    amountMicros: postedMicros,
    messages: 1,
    refersTo: settleId,
  }));
}
