import type { ChatDraftRequest } from '../../domain/chat/taking.ts';
import type { AccountId, TransferId } from '../../domain/ids.ts';
import { judgeOf } from '../../domain/ledger/ledger.ts';
import { micros } from '../../domain/pricing/money.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { lockFunds } from '../../store/ledger/lock-funds.ts';
import type { Transfer } from '../../store/ledger/write-transfers.ts';
import type { Reservation } from './reserve.ts';

/** What became of the wish to reserve: as for texts, without look-ups. */
export type ChatReservations = {
  readonly reservations: readonly Reservation[];
  readonly transfers: readonly Transfer[];
};

/**
 * Locks the accounts of a group, judges its requests in order of arrival, and reserves for those
 * that fit: what of a request has passed is reserved whole or not at all.
 */
export async function reserveChat(
  transaction: Transaction,
  drafts: readonly ChatDraftRequest[],
  { newId, nowMs }: { readonly newId: () => number; readonly nowMs: number },
): Promise<ChatReservations> {
  const accountIds = [...new Set(drafts.map(({ account }) => account.id))];
  const locked = await lockFunds(transaction, accountIds, nowMs);
  const funds = new Map(locked.map((fund) => [fund.accountId, fund]));
  const judge = judgeOf(locked);
  const sums = new Map<AccountId, { readonly id: TransferId; sum: bigint; messages: number }>();
  const reservations = drafts.map((draft): Reservation => {
    const { account, priceMicros, passed } = draft;
    const fund = funds.get(account.id);
    if (fund?.accountVersion !== account.version) return { kind: 'stale_account' };
    if (fund.settingsVersion !== draft.settingsVersion) return { kind: 'stale_settings' };
    const claim = { accountId: account.id, amountMicros: priceMicros };
    const { granted, availableMicros, overCap: over } = judge(claim);
    if (over !== undefined) return { kind: 'over_cap', over };
    if (!granted) return { kind: 'insufficient', availableMicros };
    const known = sums.get(account.id);
    const row = known ?? { id: newId() as TransferId, sum: 0n, messages: 0 };
    row.sum += priceMicros;
    row.messages += passed.length;
    sums.set(account.id, row);
    const remainingMicros = availableMicros;
    return { kind: 'reserved', reserveId: row.id, remainingMicros, lookups: undefined };
  });
  const transfers = [...sums].map(([accountId, { id, sum, messages }]): Transfer => ({
    accountId,
    id,
    kind: 'reserve',
    amountMicros: micros(sum),
    messages,
  }));
  return { reservations, transfers };
}
