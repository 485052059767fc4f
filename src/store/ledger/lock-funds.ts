import type { AccountId } from '../../domain/ids.ts';
import type { Funds } from '../../domain/ledger/ledger.ts';
import { dayAt, monthAt } from '../../domain/policy/zone.ts';
import { micros } from '../../domain/pricing/money.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { spendingColumns, spendingOf, type SpendingRow } from './spending.ts';

/**
 * An account's funds, locked until the transaction ends, and the versions its snapshot must have.
 */
export type LockedFunds = Funds & {
  readonly accountVersion: number;
  readonly settingsVersion: number;
};

type Row = {
  readonly account_id: number;
  readonly available_micros: number;
  readonly postpaid: boolean;
  readonly version: number;
  readonly settings_version: number;
} & SpendingRow;

const LOCK_FUNDS = `
  select b.account_id, b.available_micros, b.postpaid, b.version,
         ${spendingColumns('$2', '$3')},
         (select version from settings_version) as settings_version
  from balances b
  where b.account_id = any ($1::bigint[])
  order by b.account_id
  for update`;

/**
 * Locks the funds of accounts, in id order, so that two groups can never wait for each other in a
 * circle. `atMs` says for which day and month their spending is told.
 */
export async function lockFunds(
  transaction: Transaction,
  accountIds: readonly AccountId[],
  atMs: number,
): Promise<readonly LockedFunds[]> {
  const values = [accountIds, dayAt(atMs), monthAt(atMs)];
  const rows = await transaction.run<Row>('lock-funds', LOCK_FUNDS, values);
  return rows.map((row) => ({
    accountId: row.account_id as AccountId,
    availableMicros: micros(BigInt(row.available_micros)),
    postpaid: row.postpaid,
    spending: spendingOf(row),
    accountVersion: row.version,
    settingsVersion: row.settings_version,
  }));
}
