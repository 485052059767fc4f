/**
 * What accounts have and may spend. Spending is counted on the balance row, by fragments of the
 * statements that reserve (`countSpent`, `isWithinCaps`). Days and months are numbers that the
 * program computes; they never go back, so that clocks that differ around midnight count for one
 * day or the other and reset nothing.
 */
import type { AccountId } from '../../domain/ids.ts';
import type { Funds, PeriodSpending, Spending } from '../../domain/ledger/ledger.ts';
import { dayAt, monthAt } from '../../domain/policy/hours.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { write } from '../../kit/postgres/callable.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { statement } from '../../kit/postgres/statement.ts';

const spentOf = (period: 'day' | 'month'): string =>
  `case when :${period}::int > b.spend_${period} then 0 else b.spent_${period}_micros end`;

/** Assignments that count an amount as spent; parameters: `today`. */
export function countSpent(amount: string): string {
  return `
    spent_day_micros = ${spentOf('day')} + ${amount},
    spent_month_micros = ${spentOf('month')} + ${amount},
    spend_day = greatest(b.spend_day, :day::int),
    spend_month = greatest(b.spend_month, :month::int)`;
}

/** A condition: this additional amount exceeds no cap; parameters: `today`. */
export function isWithinCaps(amount: string): string {
  return `(b.day_cap_micros is null or ${spentOf('day')} + ${amount} <= b.day_cap_micros)
      and (b.month_cap_micros is null
           or ${spentOf('month')} + ${amount} <= b.month_cap_micros)`;
}

/** The parameters by which spending is counted. */
export function today(atMs: number): { readonly day: number; readonly month: number } {
  return { day: dayAt(atMs), month: monthAt(atMs) };
}

/** Columns of a `SpendingRow`; parameters: `today`. */
const SPENDING = `
    b.day_cap_micros, b.month_cap_micros, ${spentOf('day')} as spent_day_micros,
    ${spentOf('month')} as spent_month_micros`;

type SpendingRow = {
  readonly dayCapMicros: Micros | undefined;
  readonly monthCapMicros: Micros | undefined;
  readonly spentDayMicros: Micros;
  readonly spentMonthMicros: Micros;
};

function withSpending<Row extends SpendingRow>(row: Row) {
  const { dayCapMicros, monthCapMicros, spentDayMicros, spentMonthMicros, ...rest } = row;
  const spending: Spending = {
    day: { capMicros: dayCapMicros, spentMicros: spentDayMicros },
    month: { capMicros: monthCapMicros, spentMicros: spentMonthMicros },
  };
  return { ...rest, spending };
}

/**
 * An account's funds, locked until the transaction ends, and the versions its snapshot must have.
 */
export type LockedFunds = Funds & {
  readonly accountVersion: number;
  readonly settingsVersion: number;
};

const LOCK_FUNDS = statement<Omit<LockedFunds, 'spending'> & SpendingRow>(
  'lock-funds',
  `select b.account_id, b.available_micros, b.postpaid, b.version as account_version, ${SPENDING},
         (select version from settings_version) as settings_version
  from balances b
  where b.account_id = any (:accountIds::bigint[])
  order by b.account_id
  for update`,
);

/**
 * Locks the funds of accounts, in id order, so that two groups can never wait for each other in a
 * cycle. `atMs` selects the day and month of their spending.
 */
export async function lockFunds(
  transaction: Transaction,
  accountIds: readonly AccountId[],
  atMs: number,
): Promise<readonly LockedFunds[]> {
  return (await transaction.run(LOCK_FUNDS, { accountIds, ...today(atMs) })).map(withSpending);
}

export type Balance = {
  readonly availableMicros: Micros;
  readonly postpaid: boolean;
  readonly spending: Spending;
  /** The account is alerted below this; undefined: never. */
  readonly lowMicros: Micros | undefined;
  /** When staff are alerted to spending, in percent of a cap. */
  readonly spendAlarmPercent: number;
  /** Of the account: what was decided with an older snapshot must be decided again. */
  readonly accountVersion: number;
};

const READ_BALANCE = statement<Omit<Balance, 'spending'> & SpendingRow>(
  'read-balance',
  `select b.available_micros, b.postpaid, b.version as account_version, b.spend_alarm_percent,
         b.low_micros, ${SPENDING}
  from balances b where b.account_id = :accountId`,
);

/** What an account may spend at a moment; undefined for an unknown account. */
export async function readBalance(
  reader: Reader,
  accountId: AccountId,
  atMs: number,
): Promise<Balance | undefined> {
  const [row] = await reader.read(READ_BALANCE, { accountId, ...today(atMs) });
  return row && withSpending(row);
}

/** What an account may spend; undefined: its whole balance. */
export const updateSpendCaps = write.run<{
  dayMicros: bigint | undefined;
  monthMicros: bigint | undefined;
  alarmPercent: number;
  accountId: AccountId;
}>(
  'update-spend-caps',
  `update balances set day_cap_micros = :dayMicros, month_cap_micros = :monthMicros,
    spend_alarm_percent = :alarmPercent, alarmed_day = 0, alarmed_month = 0,
    capped_day = 0, capped_month = 0
  where account_id = :accountId`,
);

type AlarmRow = SpendingRow & {
  readonly accountId: AccountId;
  readonly ofDay: boolean;
  readonly ofMonth: boolean;
};

const RAISE_ALARMS = statement<AlarmRow>(
  'raise-spending-alarms',
  `with near as (
    select b.account_id,
           b.spend_day > b.alarmed_day
             and b.spent_day_micros * 100.0 >= b.day_cap_micros * b.spend_alarm_percent::numeric
             as of_day,
           b.spend_month > b.alarmed_month
             and b.spent_month_micros * 100.0 >= b.month_cap_micros * b.spend_alarm_percent::numeric
             as of_month
    from balances b
    where b.day_cap_micros is not null or b.month_cap_micros is not null
  ), locked as (
    select b.account_id from balances b join near using (account_id)
    where near.of_day or near.of_month order by b.account_id for update of b
  )
  update balances b set
    alarmed_day = case when near.of_day then b.spend_day else b.alarmed_day end,
    alarmed_month = case when near.of_month then b.spend_month else b.alarmed_month end
  from near join locked using (account_id)
  where near.account_id = b.account_id
    -- Asked of the row once more, should another node have been quicker.
    and (near.of_day and b.spend_day > b.alarmed_day
         or near.of_month and b.spend_month > b.alarmed_month)
  returning b.account_id, coalesce(near.of_day, false) as of_day,
            coalesce(near.of_month, false) as of_month, b.day_cap_micros, b.month_cap_micros,
            b.spent_day_micros, b.spent_month_micros`,
);

type SpendingAlarm = {
  readonly accountId: AccountId;
  readonly period: 'day' | 'month';
  readonly spending: Spending;
};

/** Accounts that came close to a cap since the last call: each cap once per period. */
export async function raiseSpendingAlarms(
  transaction: Transaction,
): Promise<readonly SpendingAlarm[]> {
  return (await transaction.run(RAISE_ALARMS)).flatMap((row) => {
    const { ofDay, ofMonth, ...alarm } = withSpending(row);
    return [
      ...(ofDay ? [{ ...alarm, period: 'day' as const }] : []),
      ...(ofMonth ? [{ ...alarm, period: 'month' as const }] : []),
    ];
  });
}

/** The balance below which the account is alerted; undefined: never. */
export const updateLowCredit = write.run<{ accountId: AccountId; lowMicros: Micros | undefined }>(
  'set-low-credit',
  `update balances set low_micros = :lowMicros, is_low = false where account_id = :accountId`,
);

/** A balance that has fallen below its threshold since the last look. */
export type LowCredit = {
  readonly accountId: AccountId;
  readonly availableMicros: Micros;
  readonly lowMicros: Micros;
};

const MARK_LOW = statement<LowCredit & { readonly isLow: boolean }>(
  'mark-low-credit',
  `with locked as (
    select account_id from balances
    where low_micros is not null and is_low <> (available_micros < low_micros)
    order by account_id for update
  )
  update balances b set is_low = b.available_micros < b.low_micros
  from locked where b.account_id = locked.account_id
  returning b.account_id, b.available_micros, coalesce(b.low_micros, 0) as low_micros, b.is_low`,
);

/** Balances that have fallen below their thresholds since the last call, each once. */
export async function markLowCredit(transaction: Transaction): Promise<readonly LowCredit[]> {
  const crossed = await transaction.run(MARK_LOW);
  return crossed.flatMap(({ isLow, ...low }) => (isLow ? [low] : []));
}

/** A spending cap that has refused something. */
export type ReachedCap = { readonly accountId: AccountId; readonly period: 'day' | 'month' };

const MARK_CAPPED = statement<{ readonly accountId: AccountId } & SpendingRow>(
  'mark-capped',
  `update balances b set
    capped_day = case when :period = 'day' then :day::int else b.capped_day end,
    capped_month = case when :period = 'month' then :month::int else b.capped_month end
  where b.account_id = :accountId
    and case :period when 'day' then b.capped_day < :day::int and b.day_cap_micros is not null
        else b.capped_month < :month::int and b.month_cap_micros is not null end
  returning b.account_id, ${SPENDING}`,
);

/**
 * Records that an account is told of a cap in this period; undefined: it already was, or no longer
 * has one.
 */
export async function markCapped(
  transaction: Transaction,
  reached: ReachedCap,
  atMs: number,
): Promise<PeriodSpending | undefined> {
  const [row] = await transaction.run(MARK_CAPPED, { ...reached, ...today(atMs) });
  return row && withSpending(row).spending[reached.period];
}
