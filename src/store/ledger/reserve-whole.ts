import type { AccountId, TransferId } from '../../domain/ids.ts';
import { micros, type Micros } from '../../domain/pricing/money.ts';
import { dayAt, monthAt } from '../../domain/policy/zone.ts';
import { numberList } from '../../kit/postgres/lists.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { countSpent, isWithinCaps } from './spending.ts';

/** All that a group reserves of one account, if its snapshot is still true. */
export type WholeReservation = {
  readonly accountId: AccountId;
  readonly id: TransferId;
  readonly amountMicros: Micros;
  readonly messages: number;
  /** balances.version that the group's requests were judged by. */
  readonly accountVersion: number;
};

const RESERVE_WHOLE = `
  with wanted as (
    select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::int[], $5::bigint[])
      as t (account_id, id, amount_micros, messages, version)
  ), locked as (
    select account_id from balances where account_id = any ($1::bigint[])
    order by account_id
    for update
  ), moved as (
    update balances b set available_micros = b.available_micros - w.amount_micros,
                          ${countSpent('w.amount_micros', '$8', '$9')}
    from wanted w, locked l
    where b.account_id = w.account_id and l.account_id = b.account_id and b.version = w.version
      and (b.postpaid or b.available_micros >= w.amount_micros)
      and ${isWithinCaps('w.amount_micros', '$8', '$9')}
      and (select version from settings_version) = $6
    returning b.account_id, b.available_micros
  ), written as (
    insert into transfers (account_id, id, kind, debit, credit, amount_micros, messages,
                           created_at)
    select account_id, id, 'reserve', 'available', 'reserved', amount_micros, messages,
           to_timestamp($7::float8 / 1000)
    from wanted
    where amount_micros > 0
  )
  select account_id, available_micros,
         require_all((select count(*) from moved), cardinality($1::bigint[]))
  from moved
  union all
  select null, null, require_all((select count(*) from moved), cardinality($1::bigint[]))
  where not exists (select 1 from moved)`;

type Row = { readonly account_id: number | null; readonly available_micros: number };

/**
 * Reserves for a whole group without asking first. When an account has changed, has too little or
 * may spend no more, or the settings have changed, the transaction fails with NOT_ALL and nothing
 * has happened. Gives what is left of each account.
 */
export async function reserveWhole(
  transaction: Transaction,
  reservations: readonly WholeReservation[],
  now: { readonly settingsVersion: number; readonly atMs: number },
): Promise<ReadonlyMap<AccountId, Micros>> {
  const rows = await transaction.run<Row>('reserve-whole', RESERVE_WHOLE, [
    numberList(reservations.map((it) => it.accountId)),
    numberList(reservations.map((it) => it.id)),
    numberList(reservations.map((it) => it.amountMicros)),
    numberList(reservations.map((it) => it.messages)),
    numberList(reservations.map((it) => it.accountVersion)),
    now.settingsVersion,
    now.atMs,
    dayAt(now.atMs),
    monthAt(now.atMs),
  ]);
  return new Map(
    rows.map((row) => [row.account_id as AccountId, micros(BigInt(row.available_micros))]),
  );
}
