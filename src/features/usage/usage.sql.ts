/** What an account has sent, added up. */
import { DAY_MS } from '../../domain/durations.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import {
  ALPHABETS,
  BATCH_STATES,
  IS_HELD_SQL,
  MESSAGE_STATES,
  stateOf,
  TOLD_STATE_SQL,
  type MessageState,
} from '../../domain/message/message.ts';
import { dayAt, momentOf } from '../../domain/policy/hours.ts';
import { TEST_TARIFF } from '../../domain/testing/test-mode.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { firstIdAt } from '../../kit/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { statement } from '../../kit/postgres/statement.ts';

export const USAGE_KEYS = ['day', 'operator', 'template', 'sender', 'hour', 'batch'] as const;
type UsageKey = (typeof USAGE_KEYS)[number];

/** Sums do not know these: each message is read. */
export const isReadWhole = (by: UsageKey): boolean => by === 'hour' || by === 'batch';

export type UsageRow = {
  /**
   * A day or an hour of Pakistan, or the id of an operator, a template, a sender, a chat number or
   * a batch ('': of none).
   */
  readonly key: string;
  readonly isChat: boolean;
  readonly state: MessageState;
  readonly messages: number;
  readonly parts: number;
  readonly priceMicros: Micros;
  readonly postedMicros: Micros;
};

/** @param more keys that only messages have. */
const keyOf = (more: string): string => `case :by::text
      when 'day' then to_char(m.day, 'YYYY-MM-DD')
      when 'operator' then m.operator_id::text
      when 'template' then m.template_id::text${more}
      else m.sender_id::text end`;

type Row = Omit<UsageRow, 'state'> & { readonly state: number };

const sumOf = (counted: string, more = ''): string => `
  select ${keyOf(more)} as key, m.is_chat, m.state, sum(m.messages)::bigint as messages,
    sum(m.parts)::bigint as parts, sum(m.price_micros)::bigint as price_micros,
    sum(m.posted_micros)::bigint as posted_micros
  from (${counted}) as m
  group by 1, 2, 3
  having sum(m.messages) <> 0
  order by 1, 2, 3
  limit ${limit('usageRows')}`;

const SUMMED = `day, is_chat, operator_id, template_id, sender_id, state, messages, parts,
      price_micros, posted_micros`;
const WHOLE_DAYS = `account_id = :accountId and day between :firstDay::date and :lastDay::date`;

/**
 * Sums count what the platform holds back as sent, as it is stored (decision 104): each is moved to
 * where it is told. Its row beside the message waits for a status.
 */
const HELD = `
    select (m.accepted_at at time zone 'Asia/Karachi')::date as day, true, m.operator_id,
      m.template_id, m.sender_id, t.state, t.times, t.times * m.parts,
      t.times * m.price_micros, t.times * m.posted_micros
    from chat_messages c
    join messages m on m.account_id = c.account_id and m.id = c.id
      and m.id >= :fromId and m.id < :belowId and ${IS_HELD_SQL}
    cross join (values (${MESSAGE_STATES.sent}::smallint, -1),
      (${MESSAGE_STATES.held}::smallint, 1)) as t (state, times)
    where c.account_id = :accountId and c.id >= :fromId and c.id < :belowId
      and c.wait_until is not null and m.tariff_id <> ${TEST_TARIFF}
      and (m.accepted_at at time zone 'Asia/Karachi')::date
        between :firstDay::date and :lastDay::date`;

/** Sums, and what is not in them yet; whether the messages are kept or not. */
const READ_DAYS = statement<Row>(
  'read-usage',
  sumOf(`
    ${['usage_sums', 'cancel_sums', 'cancel_changes']
      .map((table) => `select ${SUMMED} from ${table} where ${WHOLE_DAYS} union all`)
      .join('\n    ')}
    ${HELD} union all
    select ${SUMMED} from usage_changes c
    where ${WHOLE_DAYS} and (c.batch_id is null or exists (
      select from batches b where b.account_id = c.account_id and b.id = c.batch_id
        and b.reserve_id = c.reserve_id and b.state = ${BATCH_STATES.published}))`),
);

/** The messages themselves, where a span begins or ends within a day. */
const READ_PART = statement<Row>(
  'read-usage-of-part',
  sumOf(
    `
    select (accepted_at at time zone 'Asia/Karachi')::date as day, batch_id,
      accepted_at at time zone 'Asia/Karachi' as local_at,
      alphabet = ${ALPHABETS.chat} as is_chat, operator_id, template_id, sender_id,
      ${TOLD_STATE_SQL} as state, 1 as messages, parts, price_micros, posted_micros
    from messages m
    where account_id = :accountId and id >= :fromId and id < :belowId
      and tariff_id <> ${TEST_TARIFF} and accepted_at >= @sinceMs and accepted_at < @untilMs
      and not exists (
        select from batches b where b.account_id = :accountId and b.id = m.batch_id
          and b.state <> ${BATCH_STATES.published})`,
    `
      when 'hour' then to_char(m.local_at, 'YYYY-MM-DD"T"HH24')
      when 'batch' then coalesce(m.batch_id::text, '')`,
  ),
);

export type UsageAsk = {
  readonly sinceMs: number;
  readonly untilMs: number;
  readonly by: UsageKey;
};

/**
 * Messages that were accepted in a span of time, by a key and by their state; one key may have
 * several rows of one state. Whole days of Pakistan cost the same however many messages they have;
 * of a part of a day, and of hours and batches, each message is read (a second per million), and
 * those that are dropped are missing.
 */
export async function readUsage(
  reader: Reader,
  accountId: AccountId,
  { by, ...span }: UsageAsk,
): Promise<readonly UsageRow[]> {
  const { whole, parts } = isReadWhole(by) ? { whole: undefined, parts: [span] } : splitDays(span);
  const found = await Promise.all([
    ...(whole === undefined ? [] : [reader.read(READ_DAYS, { accountId, by, ...whole })]),
    ...parts.map((part) => reader.read(READ_PART, { accountId, by, ...part, ...idsOf(part) })),
  ]);
  return found.flat().map((row) => ({ ...row, state: stateOf(row.state) }));
}

type Span = { readonly sinceMs: number; readonly untilMs: number };

/** The whole days of Pakistan within a span, and what is left of it before and after them. */
function splitDays({ sinceMs, untilMs }: Span) {
  const [first, end] = [dayAt(sinceMs - 1) + 1, dayAt(untilMs)];
  if (first >= end) return { whole: undefined, parts: [{ sinceMs, untilMs }] };
  const parts = [
    { sinceMs, untilMs: momentOf(first, 0) },
    { sinceMs: momentOf(end, 0), untilMs },
  ];
  const ids = idsOf({ sinceMs: momentOf(first, 0), untilMs: momentOf(end, 0) });
  const whole = { firstDay: nameOf(first), lastDay: nameOf(end - 1), ...ids };
  return { whole, parts: parts.filter((part) => part.sinceMs < part.untilMs) };
}

const nameOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

// Ids are made before their message is accepted, those of a file long before.
const idsOf = ({ sinceMs, untilMs }: Span) => ({
  fromId: firstIdAt(sinceMs - DAY_MS),
  belowId: firstIdAt(untilMs + DAY_MS),
});
