/** What the platform says of sending numbers, when it was read, and how much of its day is used. */
import type { NumberFacts } from '../../domain/chat/number-facts.ts';
import type { AccountId, ChatBusinessId, LinkId } from '../../domain/ids.ts';
import { DAY_MS, HOUR_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import { ALPHABETS, MESSAGE_STATES } from '../../domain/message/message.ts';
import { firstIdAt } from '../../kit/ids.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

/** Which reading is due: those whose last success and last start were before these times. */
export type FactsAsk = {
  readonly atMs: number;
  readonly readByMs: number;
  readonly begunByMs: number;
};

/**
 * Claims the business account whose numbers were read longest ago, among those that send, for the
 * caller alone, for a while; undefined: none is due.
 */
export const claimReading = write.one<FactsAsk, { readonly id: ChatBusinessId }>(
  'claim-number-reading',
  `update chat_businesses b set numbers_begun_at = @atMs
  where b.id = (
    select c.id from chat_businesses c
    where coalesce(c.numbers_read_at, '-infinity') <= @readByMs
      and coalesce(c.numbers_begun_at, '-infinity') <= @begunByMs
      and exists (
        select from links l
        where l.account_id = c.account_id and l.business_id = c.id and l.enabled)
    order by coalesce(c.numbers_read_at, '-infinity'), c.id
    limit 1 for update skip locked)
  returning b.id`,
);

/** The platform has reported a change: numbers of these business accounts are read again soon. */
export const readAgain = write.run<{ accountId: AccountId; ids: readonly ChatBusinessId[] }>(
  'read-numbers-again',
  `update chat_businesses set numbers_read_at = null, numbers_begun_at = null
  where account_id = :accountId and id = any (:ids::int[])`,
);

type Of = { readonly accountId: AccountId; readonly linkId: LinkId; readonly atMs: number };

/** Records what the platform says of a number; whether that changes how fast it may send. */
export const recordFacts = write.any<NumberFacts & Of>(
  'record-number-facts',
  `with before as (
    select throughput, is_on_phone from chat_number_facts
    where account_id = :accountId and link_id = :linkId
  ), now as (
    insert into chat_number_facts as f (account_id, link_id, read_at, quality, messaging_limit,
                                        throughput, name, name_status, status, is_on_phone)
    values (:accountId, :linkId, @atMs, :quality, :messagingLimit, :throughput, :name,
            :nameStatus, :status, :isOnPhone)
    on conflict (account_id, link_id) do update set
      read_at = excluded.read_at, quality = excluded.quality,
      messaging_limit = excluded.messaging_limit, throughput = excluded.throughput,
      name = excluded.name, name_status = excluded.name_status, status = excluded.status,
      is_on_phone = excluded.is_on_phone
    returning throughput, is_on_phone
  )
  select 1 as changed from now left join before on true
  where (now.throughput, now.is_on_phone) is distinct from (before.throughput, before.is_on_phone)`,
);

/** Records that all numbers of a business account were read. */
export const noteReading = write.run<{ accountId: AccountId; id: ChatBusinessId; atMs: number }>(
  'note-number-reading',
  `update chat_businesses set numbers_read_at = @atMs where account_id = :accountId and id = :id`,
);

/** The platform's limit for a number, and what counts against it. */
export type DayStanding = {
  readonly messagingLimit: string | undefined;
  /** People to whom the account began to write since then. */
  readonly reached: number;
};

const WINDOW = `interval '24 hours'`;

const readDay = read.single<
  { accountId: AccountId; linkId: LinkId; sinceMs: number; sinceId: number },
  DayStanding
>(
  'read-chat-day',
  `select f.messaging_limit, case when f.messaging_limit ~ '^tier_[0-9]' then (
      select count(distinct m.recipient) from messages m
      where m.account_id = :accountId and m.id >= :sinceId and m.alphabet = ${ALPHABETS.chat}
        and m.template_id <> 0 and m.sent_at > @sinceMs
        and m.state between ${MESSAGE_STATES.sent} and ${MESSAGE_STATES.delivered}
        and not exists (
          select from chat_windows w
          where w.account_id = m.account_id and w.link_id = m.sender_id
            and w.user_key = m.recipient::text and w.inbound_at between m.sent_at - ${WINDOW}
              and m.sent_at)) else 0 end as reached
  from (select) as one
  left join chat_number_facts f on f.account_id = :accountId and f.link_id = :linkId`,
);

/** What was sent in these hours may have been accepted this much earlier, and have waited. */
const WAITED_MS = (limit('heldHours') + 24) * HOUR_MS;

/**
 * How much of its day an account has used, for one of its numbers: the limit is its business's,
 * over all numbers. Whoever wrote within the 24 hours before does not count.
 */
export function dayStandingOf(
  reader: Reader,
  number: { readonly accountId: AccountId; readonly linkId: LinkId },
  nowMs: number,
): Promise<DayStanding> {
  const sinceMs = nowMs - DAY_MS;
  return readDay(reader, { ...number, sinceMs, sinceId: firstIdAt(sinceMs - WAITED_MS) });
}
