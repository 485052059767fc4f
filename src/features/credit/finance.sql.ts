/** What finance asks each morning, of all accounts at once. */
import type { AccountId } from '../../domain/ids.ts';
import { SPENDING_KINDS } from '../../domain/ledger/ledger.ts';
import { dayAt } from '../../domain/policy/hours.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { read } from '../../kit/postgres/callable.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { statement } from '../../kit/postgres/statement.ts';

const SPENT_KINDS = SPENDING_KINDS.map((kind) => `'${kind}'`).join(', ');

type Turnover = { readonly spentMicros: Micros };

/**
 * What all accounts have spent on the day of Pakistan that holds a moment, less what came back; by
 * the key of each account: no index has the day alone.
 */
export const readTurnover = read.value<{ readonly atMs: number }, Turnover>(
  'spent-by-all',
  `select (coalesce((
      select -sum(s.change) from accounts a
      cross join lateral (
        select sum(change_micros) as change from ledger_sums
        where account_id = a.id and day = (@atMs at time zone 'Asia/Karachi')::date
          and kind in (${SPENT_KINDS})
      ) s), 0)
    + coalesce((
      select -sum(change_micros) from ledger_changes
      where day = (@atMs at time zone 'Asia/Karachi')::date and kind in (${SPENT_KINDS})), 0)
    )::bigint as spent_micros`,
);

export type StandingAccount = {
  readonly id: AccountId;
  readonly name: string;
  readonly postpaid: boolean;
  readonly availableMicros: Micros;
  readonly lowMicros: Micros | undefined;
  readonly spentTodayMicros: Micros;
};

const standing = (which: string): string => `
  select a.id, a.name, b.postpaid, b.available_micros, b.low_micros,
    case when b.spend_day = :day then b.spent_day_micros else 0 end as spent_today_micros
  from balances b join accounts a on a.id = b.account_id
  where a.state = 'active' and ${which}
  order by b.available_micros, a.id limit :most`;

const DEBTORS = statement<StandingAccount>('list-debtors', standing('b.available_micros < 0'));

const NEAR_ZERO = statement<StandingAccount>(
  'list-near-zero',
  standing(`b.available_micros >= 0 and (b.available_micros < b.low_micros
    or (b.spend_day = :day and b.available_micros < b.spent_day_micros))`),
);

/** Accounts that owe, the most first. */
export function listDebtors(
  reader: Reader,
  ask: { readonly atMs: number; readonly most: number },
): Promise<readonly StandingAccount[]> {
  return reader.read(DEBTORS, { day: dayAt(ask.atMs), most: ask.most });
}

/** Accounts below their own alarm, or with less left than they have spent today; least first. */
export function listNearZero(
  reader: Reader,
  ask: { readonly atMs: number; readonly most: number },
): Promise<readonly StandingAccount[]> {
  return reader.read(NEAR_ZERO, { day: dayAt(ask.atMs), most: ask.most });
}
