/** The ledger: transfers, and the balances that they move. */
import type { AccountId, TransferId } from '../domain/ids.ts';
import { TRANSFER_SIDES, type LedgerAccount, type TransferKind } from '../domain/ledger/ledger.ts';
import type { Micros } from '../domain/pricing/money.ts';
import { numberList } from '../kit/postgres/lists.ts';
import type { Reader, Transaction } from '../kit/postgres/pool.ts';
import { rowsOf, statement } from '../kit/postgres/statement.ts';
import { countSpent, isWithinCaps, today } from './balances.ts';

/** The cause by which what was held for look-ups of a large request is given back. */
export const HELD_LOOKUPS = 'the look-ups of a large request are charged';

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

const WRITE = statement(
  'write-transfers',
  `with given as (
    select * from ${rowsOf({
      accountId: 'bigint',
      id: 'bigint',
      kind: 'text',
      debit: 'text',
      credit: 'text',
      amountMicros: 'bigint',
      messages: 'int',
      cause: 'text',
      refersTo: 'bigint',
    })}
  ), written as (
    insert into transfers (account_id, id, kind, debit, credit, amount_micros, messages, cause,
                           refers_to, created_at)
    select account_id, id, kind, debit, credit, amount_micros, messages, cause, refers_to, @atMs
    from given
  ), moved as (
    select account_id,
           sum(case when credit = 'available' then amount_micros
                    when debit = 'available' then -amount_micros end) as change,
           greatest(0,
             coalesce(sum(amount_micros) filter (where kind in ('reserve', 'lookup')), 0)
             - coalesce(sum(amount_micros) filter (where cause = '${HELD_LOOKUPS}'), 0)) as spent
    from given
    where 'available' in (debit, credit)
    group by account_id
  )
  update balances b set available_micros = b.available_micros + m.change,
                        ${countSpent('m.spent')}
  from moved m where b.account_id = m.account_id`,
);

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
  const rows = transfers
    .filter(({ amountMicros }) => amountMicros !== 0n)
    .map((it) => ({ ...it, ...TRANSFER_SIDES[it.kind] }));
  if (rows.length > 0) await transaction.run(WRITE, { rows, atMs, ...today(atMs) });
}

/** All that a group reserves of one account, if its snapshot is still true. */
export type WholeReservation = {
  readonly accountId: AccountId;
  readonly id: TransferId;
  readonly amountMicros: Micros;
  readonly messages: number;
  /** balances.version that the group's requests were judged by. */
  readonly accountVersion: number;
};

const RESERVE_WHOLE = statement<{
  readonly accountId: AccountId;
  readonly availableMicros: Micros;
  readonly checked: unknown;
}>(
  'reserve-whole',
  `with wanted as (
    select * from unnest(:accountId::bigint[], :id::bigint[], :amountMicros::bigint[],
                         :messages::int[], :accountVersion::bigint[])
      as t (account_id, id, amount_micros, messages, version)
  ), locked as (
    select account_id from balances where account_id = any (:accountId::bigint[])
    order by account_id
    for update
  ), moved as (
    update balances b set available_micros = b.available_micros - w.amount_micros,
                          ${countSpent('w.amount_micros')}
    from wanted w, locked l
    where b.account_id = w.account_id and l.account_id = b.account_id and b.version = w.version
      and (b.postpaid or b.available_micros >= w.amount_micros)
      and ${isWithinCaps('w.amount_micros')}
      and (select version from settings_version) = :settingsVersion
    returning b.account_id, b.available_micros
  ), written as (
    insert into transfers (account_id, id, kind, debit, credit, amount_micros, messages,
                           created_at)
    select account_id, id, 'reserve', 'available', 'reserved', amount_micros, messages, @atMs
    from wanted
    where amount_micros > 0
  )
  select account_id, available_micros,
         require_all((select count(*) from moved), cardinality(:accountId::bigint[])) as checked
  from moved
  union all
  select null, null, require_all((select count(*) from moved), cardinality(:accountId::bigint[]))
  where not exists (select 1 from moved)`,
);

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
  const left = await transaction.run(RESERVE_WHOLE, {
    accountId: numberList(reservations.map((it) => it.accountId)),
    id: numberList(reservations.map((it) => it.id)),
    amountMicros: numberList(reservations.map((it) => it.amountMicros)),
    messages: numberList(reservations.map((it) => it.messages)),
    accountVersion: numberList(reservations.map((it) => it.accountVersion)),
    ...now,
    ...today(now.atMs),
  });
  return new Map(left.map(({ accountId, availableMicros }) => [accountId, availableMicros]));
}

export type FoundTransfer = { readonly id: TransferId; readonly amountMicros: Micros };

const FIND = statement<FoundTransfer>(
  'find-transfer',
  `select id, amount_micros from transfers
  where account_id = :accountId and kind = :kind and cause = :cause
  order by id limit 1`,
);

/** The first transfer of an account with this kind and cause: a reference used once is found. */
export async function findTransfer(
  reader: Reader,
  accountId: AccountId,
  sought: { readonly kind: TransferKind; readonly cause: string },
): Promise<FoundTransfer | undefined> {
  return (await reader.read(FIND, { ...sought, accountId }))[0];
}

/** A transfer and where the account stood after it. */
export type TransferRecord = {
  readonly id: TransferId;
  readonly kind: TransferKind;
  readonly debit: LedgerAccount;
  readonly credit: LedgerAccount;
  readonly amountMicros: Micros;
  readonly messages: number;
  readonly cause: string | undefined;
  readonly refersTo: TransferId | undefined;
  readonly createdAtMs: number;
  readonly availableMicros: Micros;
  readonly reservedMicros: Micros;
};

/** Of transfers of one millisecond, those first that others may have stood on. */
const WITHIN_MOMENT = `
  array_position(
    array['credit', 'reserve', 'post', 'release', 'lookup', 'refund', 'correction'], kind)`;

const runningSum = (side: LedgerAccount): string => `
  (sum(case when credit = '${side}' then amount_micros
            when debit = '${side}' then -amount_micros else 0 end)
     over (order by created_at, ${WITHIN_MOMENT}, id))::bigint as ${side}_micros`;

const LIST = statement<TransferRecord>(
  'list-transfers',
  `select * from (
    select id, kind, debit, credit, amount_micros, messages, cause, refers_to, created_at,
           ${runningSum('available')}, ${runningSum('reserved')}
    from transfers where account_id = :accountId
  ) as t
  order by created_at desc, ${WITHIN_MOMENT} desc, id desc
  limit :most`,
);

/** The latest transfers of an account, newest first, each with the standing after it. */
export async function listTransfers(
  reader: Reader,
  accountId: AccountId,
  most: number,
): Promise<readonly TransferRecord[]> {
  return reader.read(LIST, { accountId, most });
}
