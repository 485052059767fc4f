import type { AccountId } from '../../domain/ids.ts';
import type { Week } from '../../domain/policy/hours.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { weekOfRow, type WeekRow } from './read-policy.ts';

const UPSERT_HOURS = `
  insert into promotional_hours (account_id, week) values ($1, $2)
  on conflict (account_id) do update set week = excluded.week`;

/** Sets the promotional hours of an account, or everybody's. */
export async function upsertHours(
  transaction: Transaction,
  accountId: AccountId | undefined,
  week: Week,
): Promise<void> {
  const stored = week.map((day) => (day === undefined ? null : [day.opens, day.closes]));
  await transaction.run('upsert-hours', UPSERT_HOURS, [accountId ?? null, JSON.stringify(stored)]);
}

const DELETE_HOURS = `delete from promotional_hours where account_id = $1 returning account_id`;

/** Takes an account's own hours away; false when it has none. */
export async function deleteHours(
  transaction: Transaction,
  accountId: AccountId,
): Promise<boolean> {
  return (await transaction.run('delete-hours', DELETE_HOURS, [accountId])).length === 1;
}

export type HoursRecord = { readonly accountId: AccountId | undefined; readonly week: Week };

const LIST_HOURS = `
  select account_id, week from promotional_hours order by account_id nulls first`;

/** Everybody's hours, then those of accounts that have their own. */
export async function listHours(reader: Reader): Promise<readonly HoursRecord[]> {
  type Row = { readonly account_id: AccountId | null; readonly week: WeekRow };
  const rows = await reader.read<Row>('list-hours', LIST_HOURS, []);
  return rows.map(({ account_id: id, week }) => ({
    accountId: id ?? undefined,
    week: weekOfRow(week),
  }));
}
