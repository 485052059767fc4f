/** What accounts have saved about ported numbers, and charges for look-ups. */
import type { AccountId, BatchId, OperatorId, TransferId } from '../../domain/ids.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import { rowsOf } from '../../kit/postgres/statement.ts';

type SavedLookup = {
  readonly accountId: AccountId;
  readonly recipient: string;
  readonly operatorId: OperatorId;
  readonly lookedUpAtMs: number;
};

const COLUMNS = `l.account_id, l.recipient::text, l.operator_id, l.looked_up_at`;

/** What an account has saved about these numbers since a time (milliseconds since 1970). */
export const findLookups = read.many<
  { accountId: AccountId; recipients: readonly string[]; sinceMs: number },
  SavedLookup
>(
  'find-lookups',
  `select ${COLUMNS}
  from lookups l
  where account_id = :accountId and recipient = any (:recipients::bigint[])
    and looked_up_at >= @sinceMs`,
);

/**
 * The same for numbers of several accounts, whatever their age. Sent after the lock on their
 * balances, it sees what was committed by then, and nobody can add to it before the end.
 */
export const findLookupsOf = write.many<
  { rows: readonly { readonly accountId: AccountId; readonly recipient: string }[] },
  SavedLookup
>(
  'find-lookups-of',
  `select ${COLUMNS}
  from ${rowsOf({ accountId: 'bigint', recipient: 'bigint' })}
  join lookups l on l.account_id = t.account_id and l.recipient = t.recipient`,
);

/** What accounts, or one of them, have saved about a number; newest first. For staff. */
export const listLookups = read.many<
  { accountId: AccountId | undefined; recipient: string },
  SavedLookup
>(
  'list-lookups',
  `select ${COLUMNS}
  from lookups l
  where recipient = :recipient::bigint and (:accountId::bigint is null or account_id = :accountId)
  order by looked_up_at desc
  limit 100`,
);

/** Saves first look-ups, each account's numbers once, replacing what has expired. */
export const saveLookups = write.rows<SavedLookup>(
  'save-lookups',
  `insert into lookups (account_id, recipient, operator_id, looked_up_at)
  select t.*
  from ${rowsOf({
    accountId: 'bigint',
    recipient: 'bigint',
    operatorId: 'smallint',
    lookedUpAtMs: 'timestamptz',
  })}
  on conflict (account_id, recipient) do update
  set operator_id = excluded.operator_id, looked_up_at = excluded.looked_up_at`,
);

/** What one request was charged for its look-ups. */
type ChargedLookups = {
  readonly accountId: AccountId;
  readonly requestId: BatchId;
  readonly transferId: TransferId;
  readonly first: number;
  readonly again: number;
  readonly amountMicros: Micros;
};

/** Writes what requests were charged for, so that the ledger can be explained. */
export const insertLookupCharges = write.rows<ChargedLookups, { readonly atMs: number }>(
  'insert-lookup-charges',
  `insert into lookup_charges (account_id, request_id, transfer_id, first_lookups, again_lookups,
                              amount_micros, created_at)
  select t.*, @atMs
  from ${rowsOf({
    accountId: 'bigint',
    requestId: 'bigint',
    transferId: 'bigint',
    first: 'int',
    again: 'int',
    amountMicros: 'bigint',
  })}`,
);

/** Removes the oldest look-ups from before a time, at most `most`; returns how many. */
export const forgetLookups = write.count<{ beforeMs: number; most: number }>(
  'forget-lookups',
  `delete from lookups where ctid = any (array(
    select ctid from lookups
    where looked_up_at < @beforeMs
    order by looked_up_at
    limit :most
    for update skip locked
  ))
  returning account_id`,
);
