/**
 * How spending is counted on the balance row, as pieces of the statements that reserve. Days and
 * months are numbers that the program works out; they never go back, so that clocks which differ
 * around midnight count for one day or the other and reset nothing.
 */
import type { AccountId } from '../../domain/ids.ts';
import type { Spending } from '../../domain/ledger/spending.ts';
import { micros } from '../../domain/pricing/money.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';

const spentOf = (period: 'day' | 'month', now: string): string =>
  `case when ${now}::int > b.spend_${period} then 0 else b.spent_${period}_micros end`;

/** Assignments that count an amount as spent. */
export function countSpent(amount: string, day: string, month: string): string {
  return `
    spent_day_micros = ${spentOf('day', day)} + ${amount},
    spent_month_micros = ${spentOf('month', month)} + ${amount},
    spend_day = greatest(b.spend_day, ${day}::int),
    spend_month = greatest(b.spend_month, ${month}::int)`;
}

/** A condition: with this amount more no cap is exceeded. */
export function isWithinCaps(amount: string, day: string, month: string): string {
  return `(b.day_cap_micros is null
           or ${spentOf('day', day)} + ${amount} <= b.day_cap_micros)
      and (b.month_cap_micros is null
           or ${spentOf('month', month)} + ${amount} <= b.month_cap_micros)`;
}

/** Columns that tell what is spent on a day and what may be. */
export function spendingColumns(day: string, month: string): string {
  return `
    b.day_cap_micros, b.month_cap_micros,
    ${spentOf('day', day)} as spent_day_micros,
    ${spentOf('month', month)} as spent_month_micros`;
}

export type SpendingRow = {
  readonly day_cap_micros: number | null;
  readonly month_cap_micros: number | null;
  readonly spent_day_micros: number;
  readonly spent_month_micros: number;
};

export function spendingOf(row: SpendingRow): Spending {
  const cap = (stored: number | null) => (stored === null ? undefined : micros(BigInt(stored)));
  return {
    day: { capMicros: cap(row.day_cap_micros), spentMicros: micros(BigInt(row.spent_day_micros)) },
    month: {
      capMicros: cap(row.month_cap_micros),
      spentMicros: micros(BigInt(row.spent_month_micros)),
    },
  };
}

const SET_CAPS = `
  update balances set day_cap_micros = $2, month_cap_micros = $3, spend_alarm_percent = $4,
                      alarmed_day = 0, alarmed_month = 0
  where account_id = $1`;

/** What an account may spend; undefined: as much as it has. */
export async function updateSpendCaps(
  transaction: Transaction,
  accountId: AccountId,
  caps: {
    readonly dayMicros: bigint | undefined;
    readonly monthMicros: bigint | undefined;
    readonly alarmPercent: number;
  },
): Promise<void> {
  const values = [accountId, caps.dayMicros ?? null, caps.monthMicros ?? null, caps.alarmPercent];
  await transaction.run('update-spend-caps', SET_CAPS, values);
}

const RAISE_ALARMS = `
  with near as (
    select b.account_id,
           b.spend_day > b.alarmed_day
             and b.spent_day_micros * 100.0 >= b.day_cap_micros * b.spend_alarm_percent::numeric
             as of_day,
           b.spend_month > b.alarmed_month
             and b.spent_month_micros * 100.0 >= b.month_cap_micros * b.spend_alarm_percent::numeric
             as of_month
    from balances b
    where b.day_cap_micros is not null or b.month_cap_micros is not null
  )
  update balances b set
    alarmed_day = case when near.of_day then b.spend_day else b.alarmed_day end,
    alarmed_month = case when near.of_month then b.spend_month else b.alarmed_month end
  from near
  where near.account_id = b.account_id
    -- Asked of the row once more, should another node have been quicker.
    and (near.of_day and b.spend_day > b.alarmed_day
         or near.of_month and b.spend_month > b.alarmed_month)
  returning b.account_id, coalesce(near.of_day, false) as of_day,
            coalesce(near.of_month, false) as of_month, b.day_cap_micros, b.month_cap_micros,
            b.spent_day_micros, b.spent_month_micros`;

export type SpendingAlarm = {
  readonly accountId: AccountId;
  readonly period: 'day' | 'month';
  readonly spending: Spending;
};

/** Accounts that have spent most of what they may since the last call: each cap once a period. */
export async function raiseSpendingAlarms(
  transaction: Transaction,
): Promise<readonly SpendingAlarm[]> {
  type Row = SpendingRow & {
    readonly account_id: AccountId;
    readonly of_day: boolean;
    readonly of_month: boolean;
  };
  const rows = await transaction.run<Row>('raise-spending-alarms', RAISE_ALARMS, []);
  return rows.flatMap((row) => {
    const alarm = { accountId: row.account_id, spending: spendingOf(row) };
    return [
      ...(row.of_day ? [{ ...alarm, period: 'day' as const }] : []),
      ...(row.of_month ? [{ ...alarm, period: 'month' as const }] : []),
    ];
  });
}
