import type { AccountId, TransferId } from '../../domain/ids.ts';
import { TRANSFER_SIDES, type TransferKind } from '../../domain/ledger/ledger.ts';
import { dayAt, monthAt } from '../../domain/policy/zone.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { HELD_LOOKUPS } from './read-totals.ts';
import { countSpent } from './spending.ts';

/** One row of the ledger: what it moves and for how many messages. Zero amounts are not written. */
export type Transfer = {
  readonly accountId: AccountId;
  readonly id: TransferId;
  readonly kind: TransferKind;
  readonly amountMicros: Micros;
  readonly messages: number;
  readonly cause?: string;
  readonly refersTo?: TransferId;
};

const WRITE_TRANSFERS = `
  with given as (
    select * from unnest(
      $1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::int[],
      $8::text[], $9::bigint[]
    ) as t (account_id, id, kind, debit, credit, amount_micros, messages, cause, refers_to)
  ), written as (
    insert into transfers (account_id, id, kind, debit, credit, amount_micros, messages, cause,
                           refers_to, created_at)
    select account_id, id, kind, debit, credit, amount_micros, messages, cause, refers_to,
           to_timestamp($10::float8 / 1000)
    from given
  ), moved as (
    select account_id,
           sum(case when credit = 'available' then amount_micros
                    when debit = 'available' then -amount_micros end) as change,
           greatest(0,
             coalesce(sum(amount_micros) filter (where kind in ('reserve', 'lookup')), 0)
             - coalesce(sum(amount_micros) filter (where cause = $13), 0)) as spent
    from given
    where 'available' in (debit, credit)
    group by account_id
  )
  update balances b set available_micros = b.available_micros + m.change,
                        ${countSpent('m.spent', '$11', '$12')}
  from moved m where b.account_id = m.account_id`;

/**
 * Writes transfers and moves the available balances that they touch. The check on balances refuses
 * what would make a prepaid one negative, whatever the callers believed. What is reserved and what
 * look-ups cost counts as spent, once where that was held before; what comes back makes no room for
 * more. Posts touch no balance, and so wait for no lock.
 */
export async function writeTransfers(
  transaction: Transaction,
  transfers: readonly Transfer[],
  atMs: number,
): Promise<void> {
  const rows = transfers.filter(({ amountMicros }) => amountMicros !== 0n);
  if (rows.length === 0) return;
  await transaction.run('write-transfers', WRITE_TRANSFERS, [
    rows.map((row) => row.accountId),
    rows.map((row) => row.id),
    rows.map((row) => row.kind),
    rows.map((row) => TRANSFER_SIDES[row.kind].debit),
    rows.map((row) => TRANSFER_SIDES[row.kind].credit),
    rows.map((row) => row.amountMicros),
    rows.map((row) => row.messages),
    rows.map((row) => row.cause ?? null),
    rows.map((row) => row.refersTo ?? null),
    atMs,
    dayAt(atMs),
    monthAt(atMs),
    HELD_LOOKUPS,
  ]);
}
