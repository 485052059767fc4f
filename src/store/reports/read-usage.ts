/** What an account has sent, added up. */
import { DAY_MS } from '../../domain/durations.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import {
  ALPHABETS,
  BATCH_STATES,
  stateOf,
  type MessageState,
} from '../../domain/message/message.ts';
import { TEST_TARIFF } from '../../domain/testing/test-mode.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { firstIdAt } from '../../kit/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { statement } from '../../kit/postgres/statement.ts';

export const USAGE_KEYS = ['day', 'operator', 'template', 'sender'] as const;

export type UsageRow = {
  /** A day of Pakistan, or the id of an operator, a template, a sender or a chat number. */
  readonly key: string;
  readonly isChat: boolean;
  readonly state: MessageState;
  readonly messages: number;
  readonly parts: number;
  readonly priceMicros: Micros;
  readonly postedMicros: Micros;
};

const KEY = `case :by::text
      when 'day' then to_char(m.day, 'YYYY-MM-DD')
      when 'operator' then m.operator_id::text
      when 'template' then m.template_id::text
      else m.sender_id::text end`;

/** What is there of each message, and of days whose messages have been dropped, their sums. */
const READ = statement<Omit<UsageRow, 'state'> & { readonly state: number }>(
  'read-usage',
  `with counted as (
    select ${KEY} as key, m.is_chat, m.state, count(*) as messages, sum(m.parts) as parts,
      sum(m.price_micros) as price_micros, sum(m.posted_micros) as posted_micros
    from (
      select (accepted_at at time zone 'Asia/Karachi')::date as day,
        alphabet = ${ALPHABETS.chat} as is_chat, m.*
      from messages m
      where m.account_id = :accountId and m.id >= :fromId and m.id < :belowId
        and m.tariff_id <> ${TEST_TARIFF}
        and m.accepted_at >= @sinceMs and m.accepted_at < @untilMs
        and not exists (
          select from batches b where b.account_id = :accountId and b.id = m.batch_id
            and b.state <> ${BATCH_STATES.published})
    ) as m
    group by 1, 2, 3
    union all
    select ${KEY}, m.is_chat, m.state, sum(m.messages), sum(m.parts), sum(m.price_micros),
      sum(m.posted_micros)
    from usage_days m
    where m.account_id = :accountId
      and m.day::timestamp at time zone 'Asia/Karachi' >= @sinceMs
      and m.day::timestamp at time zone 'Asia/Karachi' < @untilMs
      and m.day >= (@sinceMs at time zone 'Asia/Karachi')::date
    group by 1, 2, 3
  )
  select key, is_chat, state, sum(messages)::bigint as messages, sum(parts)::bigint as parts,
    sum(price_micros)::bigint as price_micros, sum(posted_micros)::bigint as posted_micros
  from counted
  group by 1, 2, 3
  order by 1, 2, 3
  limit ${limit('usageRows')}`,
);

/**
 * Messages that were accepted in a span of time, by a key and by their state. Days whose messages
 * have been dropped count whole if they begin within the span.
 */
export async function readUsage(
  reader: Reader,
  accountId: AccountId,
  ask: {
    readonly sinceMs: number;
    readonly untilMs: number;
    readonly by: (typeof USAGE_KEYS)[number];
  },
): Promise<readonly UsageRow[]> {
  // Ids are made before their message is accepted, those of a file long before.
  const fromId = firstIdAt(ask.sinceMs - DAY_MS);
  const belowId = firstIdAt(ask.untilMs + DAY_MS);
  const rows = await reader.read(READ, { ...ask, accountId, fromId, belowId });
  return rows.map((row) => ({ ...row, state: stateOf(row.state) }));
}
