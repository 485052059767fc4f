/** What the platform says of sending numbers, when it was read, and how much of its day is used. */
import type { NumberFacts } from '../../domain/chat/number-facts.ts';
import type { AccountId, ChatBusinessId, LinkId } from '../../domain/ids.ts';
import { DAY_MS, HOUR_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import { ALPHABETS, MESSAGE_STATES } from '../../domain/message/message.ts';
import { firstIdAt } from '../../kit/ids.ts';
import { read, write } from '../../kit/postgres/callable.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { textList } from '../../kit/postgres/values.ts';

/** Which reading is due: those whose last success and last start were before these times. */
type FactsAsk = {
  readonly atMs: number;
  readonly readByMs: number;
  readonly begunByMs: number;
  /** Of those that are kept from sending. */
  readonly blockedByMs: number;
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
    where case when c.blocked_words is null
        then coalesce(c.numbers_read_at, '-infinity') <= @readByMs
          and coalesce(c.numbers_begun_at, '-infinity') <= @begunByMs
        else coalesce(c.numbers_begun_at, '-infinity') <= @blockedByMs end
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

/** Records what keeps a business account from sending, for people; undefined: nothing. */
export const noteBlocked = write.run<{
  readonly accountId: AccountId;
  readonly id: ChatBusinessId;
  readonly words: string | undefined;
}>(
  'note-business-blocked',
  `update chat_businesses set blocked_words = :words where account_id = :accountId and id = :id`,
);

/** The platform's limit for a number, and what counts against it. */
type DayStanding = {
  readonly messagingLimit: string | undefined;
  /** People to whom the account began to write since then. */
  readonly reached: number;
  /** Of the people who are asked about, those to whom it would begin to write. */
  readonly newcomers: number;
};

const WINDOW = `interval '24 hours'`;

/** Whether a person, by whatever name, wrote to a number in a time. */
const hasWritten = (link: string, person: string, key: string, time: string): string => `exists (
          select from chat_windows w
          where w.account_id = :accountId and w.link_id = ${link}
            and w.user_key = any (array(
              select u.user_key from chat_users u
              where u.account_id = :accountId and u.recipient = ${person}
              union all select ${key}))
            and w.inbound_at ${time})`;

const readDay = read.single<
  { accountId: AccountId; linkId: LinkId; people: string; sinceMs: number; sinceId: number },
  DayStanding
>(
  'read-chat-day',
  `with reached as materialized (
    select distinct m.recipient from messages m
    where m.account_id = :accountId and m.id >= :sinceId and m.alphabet = ${ALPHABETS.chat}
      and m.template_id <> 0 and m.sent_at > @sinceMs
      and m.state between ${MESSAGE_STATES.sent} and ${MESSAGE_STATES.delivered}
      and not ${hasWritten(
        'm.sender_id',
        'm.recipient',
        'm.recipient::text',
        `between m.sent_at - ${WINDOW} and m.sent_at`,
      )}
  )
  select f.messaging_limit,
    case when f.messaging_limit ~ '^tier_[0-9]'
      then (select count(*) from reached) else 0 end as reached,
    case when f.messaging_limit ~ '^tier_[0-9]' then (
      select count(*) from unnest(:people::text[]) as p (key)
      cross join lateral (
        select coalesce(
          (select u.recipient from chat_users u
           where u.account_id = :accountId and u.user_key = p.key),
          case when p.key ~ '^-?[0-9]+$' then p.key::bigint end) as id
      ) as who
      where not exists (select from reached r where r.recipient = who.id)
        and not ${hasWritten(':linkId', 'who.id', 'p.key', '> @sinceMs')}
    ) else 0 end as newcomers
  from (select) as one
  left join chat_number_facts f on f.account_id = :accountId and f.link_id = :linkId`,
);

/** What was sent in these hours may have been accepted this much earlier, and have waited. */
const WAITED_MS = (limit('heldHours') + 24) * HOUR_MS;

type DayAsk = {
  readonly accountId: AccountId;
  readonly linkId: LinkId;
  /** Whom a send would write to. */
  readonly people?: ReadonlySet<string>;
};

/**
 * How much of its day an account has used, for one of its numbers: the limit is its business's,
 * over all numbers. Whoever wrote within the 24 hours before does not count.
 */
export function dayStandingOf(
  reader: Reader,
  { accountId, linkId, people = new Set() }: DayAsk,
  nowMs: number,
): Promise<DayStanding> {
  const sinceMs = nowMs - DAY_MS;
  const sinceId = firstIdAt(sinceMs - WAITED_MS);
  return readDay(reader, { accountId, linkId, people: textList([...people]), sinceMs, sinceId });
}
