import { CHAT_MONEY } from '../../domain/chat/progress.ts';
import type { AccountId } from '../../domain/ids.ts';
import type { FallbackFacts, KeptFallback } from '../../domain/message/fallback.ts';
import type {
  BatchFigures,
  BatchSource,
  BatchSpan,
  BatchState,
  KeptBatch,
} from '../../domain/message/kept-batch.ts';
import {
  ALPHABETS,
  BATCH_STATES,
  MESSAGE_STATES,
  stateOf,
  TOLD_STATE_SQL,
} from '../../domain/message/message.ts';
import { TEST_TARIFF } from '../../domain/testing/test-mode.ts';
import { micros, type Micros } from '../../domain/pricing/money.ts';
import { firstIdAt } from '../../kit/ids.ts';
import { read } from '../../kit/postgres/callable.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { only, statement } from '../../kit/postgres/statement.ts';

type Row = Omit<KeptBatch, 'reading' | 'published' | 'fallback'> &
  BatchSpan & {
    readonly fallback: StoredFallback | undefined;
    readonly rowsDone: number | undefined;
    readonly rowsTotal: number | undefined;
    /** undefined: it is not published. */
    readonly recipients: number | undefined;
    readonly parts: number;
    readonly priceMicros: Micros;
    readonly lookupsMicros: Micros;
    readonly fileRows: number | undefined;
    readonly leftOut: number;
    readonly publishedAtMs: number | undefined;
    readonly unfed: number;
    readonly feedsAtMs: number | undefined;
  };

/** As JSON has it: amounts are texts, and what is not there is null. */
type StoredFallback = Omit<KeptFallback, 'facts'> & {
  readonly facts?: {
    readonly [Fact in keyof FallbackFacts]: Fact extends 'priceMicros'
      ? string
      : Exclude<FallbackFacts[Fact], undefined> | null;
  };
};

/** Which ids its messages have; one of the version before: made with its own, within an hour. */
const HOUR_OF_IDS = '3600 * 4194304::bigint';
const FIRST = `coalesce(b.first_message, b.id - ${HOUR_OF_IDS})`;
const LAST = `coalesce(b.last_message, b.id + ${HOUR_OF_IDS})`;

/** What is in a feed, or not older than the oldest queued message: queried once for a list. */
const MAY_WAIT = `(
  b.id = any (array(select f.batch_id from feeds f where f.account_id = :accountId))
  or ${LAST} >= (select min(q.message_id) from queue q where q.account_id = :accountId))`;

/** The texts that follow its chat messages, as a value and as a condition. */
const FALLBACK = `(
  select jsonb_build_object('afterMinutes', f.after_minutes, 'sender', f.sender,
    'templateId', f.template_id::text, 'facts', jsonb_build_object(
      'messages', f.messages, 'parts', f.parts, 'priceMicros', f.price_micros::text,
      'withoutNumber', f.without_number, 'leftOut', f.left_out, 'textBatchId', f.text_batch_id,
      'texted', coalesce((select s.recipients from batches s
        where s.account_id = f.account_id and s.id = f.text_batch_id), 0),
      'reached', f.reached, 'refused', f.refused, 'givenUp', f.given_up, 'stopped', f.stopped,
      'waitsFor', f.waits_for,
      'endedAtMs', (extract(epoch from f.ended_at) * 1000)::bigint))
  from fallbacks f where f.account_id = b.account_id and f.batch_id = b.id)`;
const MAY_FOLLOW = `exists (
  select from fallbacks f
  where f.account_id = b.account_id and f.batch_id = b.id and f.ended_at is null)`;

/**
 * What waits: in its feed, or in the queue. The queue is asked by the range of ids, in which others
 * of the account may be as well: few, as long as the range is narrow.
 */
const IS_SENDING = `(case when ${MAY_WAIT} then
  exists (select from feeds f where f.account_id = b.account_id and f.batch_id = b.id)
  or exists (
    select from queue q
    where q.account_id = b.account_id and q.message_id between ${FIRST} and ${LAST}
      and b.id = (select m.batch_id from messages m
                  where m.account_id = q.account_id and m.id = q.message_id)
  ) else false end)`;

const STATE = `(case when b.hold in ('cancelling', 'cancelled') then b.hold
    when not (${IS_SENDING} or ${MAY_FOLLOW}) then 'sent'
    when b.hold in ('pausing', 'paused') then 'paused' else 'sending' end)`;

const PUBLISHED = `
  select b.id, b.name, b.repeats, b.failed_repeated_by, ${FALLBACK} as fallback,
    (select f.batch_id from fallbacks f
     where f.account_id = b.account_id and f.text_batch_id = b.id) as fallback_of,
    ${STATE} as state, b.source,
    coalesce(b.file_name, nullif(u.file_name, '')) as file_name,
    coalesce(b.file_bytes, case when b.source = 'upload' then u.file_bytes end) as file_bytes,
    b.file_kind, case when m.alphabet = ${ALPHABETS.chat} then 'chat' else 'sms' end as kind,
    coalesce(case when m.alphabet = ${ALPHABETS.chat}
      then (select l.config ->> 'digits' from links l where l.id = m.sender_id)
      else (select s.name from senders s
            where s.account_id = b.account_id and s.id = m.sender_id) end, '') as sender,
    nullif(m.template_id, 0)::text as template_id, b.short_links,
    coalesce(m.tariff_id = ${TEST_TARIFF}, false) as is_test,
    coalesce(u.received_at, b.created_at) as created_at, b.send_at,
    null::jsonb as recurs, u.started_at,
    null::timestamptz as ended_at, null::int as rows_done,
    null::int as rows_total, null::jsonb as refusal, b.stop_reason, b.recipients, b.parts,
    b.price_micros + coalesce(l.amount_micros, 0) as price_micros,
    coalesce(l.amount_micros, 0) as lookups_micros,
    b.file_rows, b.left_out, coalesce(b.published_at, b.created_at) as published_at,
    least(b.recipients, coalesce(
      (select f.last_position - f.next_position + 1
         - (select count(*) from batch_rows r
            where r.account_id = b.account_id and r.batch_id = b.id
              and r.row_number between f.next_position and f.last_position)
       from feeds f where f.account_id = b.account_id and f.batch_id = b.id), 0)) as unfed,
    (select nullif(coalesce(f.chat_due_at, f.due_at), '-infinity') from feeds f
     where f.account_id = b.account_id and f.batch_id = b.id) as feeds_at,
    ${FIRST} as first_message, ${LAST} as last_message,
    greatest(coalesce(b.last_position, b.recipients), (
      select max(r.row_number) from batch_rows r
      where r.account_id = b.account_id and r.batch_id = b.id)) as last_position
  from batches b
  left join uploads u on u.account_id = b.account_id and u.batch_id = b.id
  left join lookup_charges l on l.account_id = b.account_id and l.request_id = b.id
  left join lateral (
    select m.template_id, m.sender_id, m.alphabet, m.tariff_id from messages m
    where m.account_id = b.account_id and m.batch_id = b.id and m.id between ${FIRST} and ${LAST}
    order by m.position limit 1
  ) m on true
  where b.account_id = :accountId and b.state = ${BATCH_STATES.published}`;

/** One whose time has not come waits. */
const UPLOAD_STATE = `coalesce(u.hold, replace(u.state, 'scheduled', 'waiting'))`;

/** Uploads that have no batch yet, or never will. */
const UNPUBLISHED = `
  select u.batch_id as id, u.name, null::bigint, null::bigint,
    u.request -> 'chat' -> 'fallback', null::bigint,
    ${UPLOAD_STATE},
    case when u.request ? 'link' then 'link' else 'upload' end,
    nullif(u.file_name, ''),
    case when u.request ? 'link' then null else nullif(u.file_bytes, 0) end,
    null::text, case when u.request ? 'chat' then 'chat' else 'sms' end,
    coalesce(u.request->>'sender', ''), u.request->>'templateId',
    coalesce((u.request->>'shortLinks')::boolean, false),
    coalesce((u.request->>'isTest')::boolean, false),
    u.received_at, to_timestamp((u.request->>'sendAt')::float8 / 1000),
    case when u.state = 'scheduled' and u.hold is distinct from 'cancelled'
      then u.request->'recurs' end, u.started_at,
    u.ended_at, u.rows_done, u.rows_total, u.refusal, null::text, null::int, 0, 0::bigint,
    0::bigint, null::int, 0, null::timestamptz, 0::bigint, null::timestamptz, 0::bigint,
    0::bigint, 0
  from uploads u
  where u.account_id = :accountId and u.state <> 'done'`;

const FIND = statement<Row>(
  'find-kept-batch',
  `(${PUBLISHED} and b.id = :id) union all (${UNPUBLISHED} and u.batch_id = :id) limit 1`,
);

/** A batch of an account by its id; undefined if it has none, or none that is visible. */
export async function findKeptBatch(
  reader: Reader,
  accountId: AccountId,
  id: number,
): Promise<KeptBatch | undefined> {
  const [row] = await reader.read(FIND, { accountId, id });
  return row && toBatch(row);
}

const LIST = statement<Row>(
  'list-kept-batches',
  `(${PUBLISHED} and b.id < :before and b.id >= :from
     and (@sinceMs is null or coalesce(u.received_at, b.created_at) >= @sinceMs)
     and (@untilMs is null or coalesce(u.received_at, b.created_at) < @untilMs)
     and (:source::text is null or b.source = :source)
     and coalesce(:state::text, 'sent') not in ('waiting', 'reading', 'refused')
     and (:state is null or :state = ${STATE})
   order by b.id desc limit :most)
  union all
  (${UNPUBLISHED} and u.batch_id < :before and u.batch_id >= :from
     and (@sinceMs is null or u.received_at >= @sinceMs)
     and (@untilMs is null or u.received_at < @untilMs)
     and (:source::text is null
       or case when u.request ? 'link' then 'link' else 'upload' end = :source)
     and (:state is null or ${UPLOAD_STATE} = :state)
   order by u.batch_id desc limit :most)
  order by id desc limit :most`,
);

export type ListBatches = {
  /** Only those before this one; undefined: from the newest on. */
  readonly before: number | undefined;
  readonly most: number;
  readonly source: BatchSource | undefined;
  readonly state: BatchState | undefined;
  /** Made from then on, and before then; milliseconds since 1970. */
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
};

/** An id is made when its request arrives; clocks of nodes differ by less. */
const ID_SLACK_MS = 3_600_000;

export async function listKeptBatches(
  reader: Reader,
  accountId: AccountId,
  { before: given = Number.MAX_SAFE_INTEGER, ...ask }: ListBatches,
): Promise<readonly KeptBatch[]> {
  const { sinceMs, untilMs } = ask;
  const from = sinceMs === undefined ? 0 : firstIdAt(sinceMs - ID_SLACK_MS);
  const below = untilMs === undefined ? given : firstIdAt(untilMs + ID_SLACK_MS);
  const before = Math.min(given, below);
  return (await reader.read(LIST, { accountId, before, from, ...ask })).map(toBatch);
}

function toBatch(row: Row): KeptBatch {
  const { rowsDone, rowsTotal, recipients, parts, priceMicros, fileRows, leftOut, ...rest } = row;
  const { lookupsMicros, publishedAtMs, unfed, feedsAtMs, ...published } = rest;
  const { firstMessage, lastMessage, lastPosition, fallback, ...batch } = published;
  const isReading = rowsDone !== undefined && row.endedAtMs === undefined;
  const isPublished = recipients !== undefined && publishedAtMs !== undefined;
  return {
    ...batch,
    fallback: fallback && toFallback(fallback),
    reading: isReading ? { done: rowsDone ?? 0, total: rowsTotal } : undefined,
    published: isPublished
      ? {
          recipients,
          parts,
          priceMicros,
          lookupsMicros,
          rows: fileRows,
          leftOut,
          publishedAtMs,
          unfed,
          feedsAtMs,
          span: { firstMessage, lastMessage, lastPosition },
        }
      : undefined,
  };
}

function toFallback({ afterMinutes, sender, templateId, facts }: StoredFallback): KeptFallback {
  const of = { afterMinutes, sender, templateId };
  if (facts === undefined) return { ...of, facts: undefined };
  const known = Object.entries(facts).filter(([, value]) => value !== null);
  const priceMicros = micros(BigInt(facts.priceMicros));
  return { ...of, facts: { ...Object.fromEntries(known), priceMicros } as FallbackFacts };
}

type IdSpan = Pick<BatchSpan, 'firstMessage' | 'lastMessage'>;

/** The range of a published batch's messages; undefined: the account has none with this id. */
export const findSpan = read.one<
  { accountId: AccountId; id: number },
  IdSpan & { readonly recipients: number; readonly lastPosition: number | undefined }
>(
  'find-batch-span',
  `select b.recipients, b.last_position, ${FIRST} as first_message, ${LAST} as last_message
  from batches b
  where b.account_id = :accountId and b.id = :id and b.state = ${BATCH_STATES.published}`,
);

export type BatchCounts = Pick<BatchFigures, 'counts' | 'spentMicros'>;

type CountedBatch = {
  readonly accountId: AccountId;
  readonly id: number;
  readonly span: IdSpan;
};

type StateCount = {
  readonly state: number;
  readonly messages: number;
  readonly spentMicros: Micros;
};

/** Of a message `m`: what is charged or still reserved, and did not come back. */
const SPENT = `case
    when m.tariff_id = ${TEST_TARIFF} then 0
    when m.alphabet = ${ALPHABETS.chat} then coalesce((
      select m.price_micros from chat_messages c
      where c.account_id = m.account_id and c.id = m.id
        and c.id between :firstMessage and :lastMessage
        and c.money in (${CHAT_MONEY.reserved}, ${CHAT_MONEY.posted})), 0)
    when m.state = ${MESSAGE_STATES.waiting} then m.price_micros
    when m.state > ${MESSAGE_STATES.delivered} and m.settle_id is not null
      and (select t.refund_failed from tariffs t where t.id = m.tariff_id) then 0
    else m.posted_micros end`;

const COUNT_STATES = statement<StateCount>(
  'count-states',
  `select ${TOLD_STATE_SQL} as state, count(*) as messages,
    sum(${SPENT})::bigint as spent_micros
  from messages m
  where m.account_id = :accountId and m.batch_id = :id
    and m.id between :firstMessage and :lastMessage
  group by 1`,
);

/** The number of messages of a batch in each state: reads all of them, a second per million. */
export async function countStates(
  reader: Reader,
  { accountId, id, span }: CountedBatch,
): Promise<BatchCounts> {
  const counted = await reader.read(COUNT_STATES, { accountId, id, ...span });
  return {
    counts: new Map(counted.map(({ state, messages }) => [stateOf(state), messages])),
    spentMicros: micros(counted.reduce((sum, it) => sum + it.spentMicros, 0n)),
  };
}

/** How long after its message an opt-out is taken to be about it. */
const ABOUT = `interval '72 hours'`;

/** Who has opted out by word of their own, as a recipient, and when. */
const OPTED_OUT = `
  select o.recipient, o.created_at from optouts o
  where o.account_id = :accountId and o.source = 'reply' and o.created_at >= @sinceMs
  union
  select coalesce((
      select u.recipient from chat_users u
      where u.account_id = o.account_id and u.user_key = o.recipient
    ), case when o.recipient ~ '^[0-9]{1,15}$' then o.recipient::bigint end), o.created_at
  from chat_optouts o
  where o.account_id = :accountId and o.source in ('reply', 'platform')
    and o.created_at >= @sinceMs`;

/** The chat platform tells in whole seconds when somebody wrote. */
const COUNT_OPTED_OUT = statement<{ readonly optedOut: number }>(
  'count-batch-optouts',
  `select count(distinct p.recipient) as opted_out from (${OPTED_OUT}) p
  where exists (
    select from messages m
    where m.recipient = p.recipient and m.account_id = :accountId and m.batch_id = :id
      and m.id between :firstMessage and :lastMessage
      and date_trunc('second', m.sent_at) <= p.created_at and m.sent_at > p.created_at - ${ABOUT})`,
);

/**
 * How many recipients have opted out within 72 hours of their message, and still are: by way of
 * those who did, who are few, whatever the number of messages.
 * @param asked.sinceMs when the batch was published
 */
export async function countOptedOut(
  reader: Reader,
  { accountId, id, span, sinceMs }: CountedBatch & { readonly sinceMs: number },
): Promise<number> {
  return only(await reader.read(COUNT_OPTED_OUT, { accountId, id, sinceMs, ...span })).optedOut;
}

const COUNT_QUEUED = statement<{ readonly queued: number }>(
  'count-queued',
  `select count(*) as queued from queue q
  where q.account_id = :accountId and q.message_id between :firstMessage and :lastMessage
    and :id = (select m.batch_id from messages m
               where m.account_id = q.account_id and m.id = q.message_id)`,
);

/** How many messages of a batch are in the queue: never more than the queue holds. */
export async function countQueued(
  reader: Reader,
  { accountId, id, span }: CountedBatch,
): Promise<number> {
  return only(await reader.read(COUNT_QUEUED, { accountId, id, ...span })).queued;
}

type BatchName = { readonly accountId: AccountId; readonly id: number };

/** The newest of each account by its key, then the newest of all: no table is read to its end. */
const NEWEST = statement<BatchName>(
  'newest-batches',
  `select a.id as account_id, b.id from accounts a
  cross join lateral (
    (select b.id from batches b
     where b.account_id = a.id and b.id < :beforeId and b.state = ${BATCH_STATES.published}
     order by b.id desc limit :most)
    union
    (select u.batch_id from uploads u
     where u.account_id = a.id and u.batch_id < :beforeId and u.state <> 'done'
     order by u.batch_id desc limit :most)
  ) as b
  order by b.id desc
  limit :most`,
);

export async function listNewestBatches(
  reader: Reader,
  beforeId: number | undefined,
  most: number,
): Promise<readonly BatchName[]> {
  return reader.read(NEWEST, { beforeId: beforeId ?? Number.MAX_SAFE_INTEGER, most });
}
