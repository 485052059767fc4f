/** What accounts have spent, as every page and report tells it. */
import type { AccountId } from '../../domain/ids.ts';
import { SPENDING_KINDS } from '../../domain/ledger/ledger.ts';
import { dayAt, momentOf } from '../../domain/policy/hours.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { firstIdAt } from '../../kit/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { only, statement } from '../../kit/postgres/statement.ts';

/** Ids carry the second in which they were made, which is some time before they are written. */
const ID_SLACK_MS = 86_400_000;

const SPENT_KINDS = SPENDING_KINDS.map((kind) => `'${kind}'`).join(', ');

type Spent = { readonly spentMicros: Micros };

const SPENT_ON_DAYS = statement<Spent>(
  'spent-on-days',
  `select coalesce(-sum(change_micros), 0)::bigint as spent_micros
  from (
    select account_id, day, kind, change_micros from ledger_sums
    union all
    select account_id, day, kind, change_micros from ledger_changes
  ) as s
  where account_id = :accountId and kind in (${SPENT_KINDS})
    and day >= (@sinceMs at time zone 'Asia/Karachi')::date
    and day < (@untilMs at time zone 'Asia/Karachi')::date`,
);

/** Where a span begins or ends within a day. */
const SPENT_BETWEEN = statement<Spent>(
  'spent-between',
  `select coalesce(sum(case when debit = 'available' then amount_micros else -amount_micros end), 0)
    ::bigint as spent_micros
  from transfers
  where account_id = :accountId and id >= :fromId and id < :belowId
    and kind in (${SPENT_KINDS}) and 'available' in (debit, credit)
    and created_at >= @sinceMs and created_at < @untilMs`,
);

/**
 * What an account has spent in a span of time: charged or still reserved, look-ups included, less
 * what came back meanwhile. Below zero when more came back than went.
 */
export async function readSpent(
  reader: Reader,
  accountId: AccountId,
  { sinceMs, untilMs }: { readonly sinceMs: number; readonly untilMs: number },
): Promise<Micros> {
  const isWhole = [sinceMs, untilMs].every((atMs) => momentOf(dayAt(atMs), 0) === atMs);
  const span = { accountId, sinceMs, untilMs };
  if (isWhole) return only(await reader.read(SPENT_ON_DAYS, span)).spentMicros;
  const [fromId, belowId] = [sinceMs - ID_SLACK_MS, untilMs + ID_SLACK_MS].map(firstIdAt);
  return only(await reader.read(SPENT_BETWEEN, { ...span, fromId, belowId })).spentMicros;
}
