import type { AccountId, BatchId, TransferId } from '../../domain/ids.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { numberList, textList } from '../../kit/postgres/lists.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import type { SavedLookup } from './find-lookups.ts';

const SAVE_LOOKUPS = `
  insert into lookups (account_id, recipient, operator_id, looked_up_at)
  select t.account_id, t.recipient, t.operator_id, to_timestamp(t.at_ms / 1000)
  from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::float8[])
    as t (account_id, recipient, operator_id, at_ms)
  on conflict (account_id, recipient) do update
  set operator_id = excluded.operator_id, looked_up_at = excluded.looked_up_at`;

/** Saves first look-ups, each account's numbers once, in place of what has become too old. */
export async function saveLookups(
  transaction: Transaction,
  lookups: readonly SavedLookup[],
): Promise<void> {
  if (lookups.length === 0) return;
  await transaction.run('save-lookups', SAVE_LOOKUPS, [
    numberList(lookups.map((it) => it.accountId)),
    textList(lookups.map((it) => it.recipient)),
    numberList(lookups.map((it) => it.operatorId)),
    numberList(lookups.map((it) => it.lookedUpAtMs)),
  ]);
}

/** What one request was charged for its look-ups. */
export type ChargedLookups = {
  readonly accountId: AccountId;
  readonly requestId: BatchId;
  readonly transferId: TransferId;
  readonly first: number;
  readonly again: number;
  readonly amountMicros: Micros;
};

const INSERT_CHARGES = `
  insert into lookup_charges (account_id, request_id, transfer_id, first_lookups, again_lookups,
                              amount_micros, created_at)
  select t.*, to_timestamp($7::float8 / 1000)
  from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::int[], $5::int[], $6::bigint[]) as t`;

/** Writes what requests were charged for, so that the ledger can be explained. */
export async function insertLookupCharges(
  transaction: Transaction,
  charges: readonly ChargedLookups[],
  atMs: number,
): Promise<void> {
  if (charges.length === 0) return;
  await transaction.run('insert-lookup-charges', INSERT_CHARGES, [
    numberList(charges.map((it) => it.accountId)),
    numberList(charges.map((it) => it.requestId)),
    numberList(charges.map((it) => it.transferId)),
    numberList(charges.map((it) => it.first)),
    numberList(charges.map((it) => it.again)),
    numberList(charges.map((it) => it.amountMicros)),
    atMs,
  ]);
}

const FORGET_LOOKUPS = `
  delete from lookups where ctid = any (array(
    select ctid from lookups
    where looked_up_at < to_timestamp($1::float8 / 1000)
    order by looked_up_at
    limit $2
    for update skip locked
  ))
  returning 1`;

/** Removes the oldest look-ups from before a moment, no more than `most`; gives how many. */
export async function forgetLookups(
  transaction: Transaction,
  beforeMs: number,
  most: number,
): Promise<number> {
  return (await transaction.run('forget-lookups', FORGET_LOOKUPS, [beforeMs, most])).length;
}
