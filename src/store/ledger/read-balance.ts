import type { AccountId } from '../../domain/ids.ts';
import type { Spending } from '../../domain/ledger/spending.ts';
import { dayAt, monthAt } from '../../domain/policy/zone.ts';
import { micros, type Micros } from '../../domain/pricing/money.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { spendingColumns, spendingOf, type SpendingRow } from './spending.ts';

export type Balance = {
  readonly availableMicros: Micros;
  readonly postpaid: boolean;
  readonly spending: Spending;
  /** When staff are told of spending, in percent of a cap. */
  readonly spendAlarmPercent: number;
  /** Of the account: what was decided by an older snapshot is to be decided again. */
  readonly accountVersion: number;
};

type Row = {
  readonly available_micros: number;
  readonly postpaid: boolean;
  readonly version: number;
  readonly spend_alarm_percent: number;
} & SpendingRow;

const READ_BALANCE = `
  select b.available_micros, b.postpaid, b.version, b.spend_alarm_percent,
         ${spendingColumns('$2', '$3')}
  from balances b where b.account_id = $1`;

/** What an account may spend at a moment; undefined for an unknown account. */
export async function readBalance(
  reader: Reader,
  accountId: AccountId,
  atMs: number,
): Promise<Balance | undefined> {
  const values = [accountId, dayAt(atMs), monthAt(atMs)];
  const [row] = await reader.read<Row>('read-balance', READ_BALANCE, values);
  if (row === undefined) return undefined;
  return {
    availableMicros: micros(BigInt(row.available_micros)),
    postpaid: row.postpaid,
    accountVersion: row.version,
    spending: spendingOf(row),
    spendAlarmPercent: row.spend_alarm_percent,
  };
}
