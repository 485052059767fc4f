import type { AccountId, BatchId, MessageId } from '../../domain/ids.ts';
import { HOUR_MS, SECOND_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import {
  ALPHABETS,
  BATCH_STATES,
  MESSAGE_STATES,
  stateOf,
  SHOWN_RECIPIENT_SQL,
  TOLD_STATE_SQL,
  type MessageState,
} from '../../domain/message/message.ts';
import { priceTold, type MessageReport } from '../../domain/message/report.ts';
import type { ChatUserId } from '../../domain/chat/user-id.ts';
import type { NumberPart } from '../../domain/recipient/recipient.ts';
import type { SenderRoute } from '../../domain/sender/sender.ts';
import { PER_SECOND } from '../../kit/ids.ts';
import { likePart } from '../../kit/postgres/like.ts';
import { read } from '../../kit/postgres/callable.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { rowsOf, statement } from '../../kit/postgres/statement.ts';
import { isCharged } from '../../store/reports/is-charged.ts';
import { lastCode } from '../../store/reports/last-code.ts';

/** A message whose part an operator knows by some id. */
export type NamedMessage = { readonly accountId: AccountId; readonly id: MessageId };

/**
 * Which messages staff search for: of an account, or to a number, or both; those that an operator's
 * id names; or, with none of them, of every account in a period.
 */
export type MessageSearch = {
  readonly accountId: AccountId | undefined;
  /** Digits with country code. */
  readonly recipient: string | undefined;
  /** To a chat user with this id, under whatever number of an account. */
  readonly userId?: ChatUserId | undefined;
  /** To numbers with these digits; of an account or a period. */
  readonly numberPart?: NumberPart | undefined;
  readonly batchId: number | undefined;
  readonly state: MessageState | undefined;
  /** Chat messages alone, or texts alone; undefined: both. */
  readonly isChat: boolean | undefined;
  /** Of the operator with this name. */
  readonly operator?: string | undefined;
  /** With an attempt by this link, or in its queue. */
  readonly link?: string | undefined;
  /** From the sender with this name, or the chat number with these digits. */
  readonly sender?: string | undefined;
  /** As it is stored: why it ended, or was last put back. */
  readonly reason?: string | undefined;
  /** These alone. */
  readonly named?: readonly NamedMessage[] | undefined;
  /** Ids from this one, and below the other: ids contain their second. */
  readonly fromId: number;
  readonly belowId: number;
  readonly most: number;
};

/** A message in a list for staff. Its content is never read. */
export type ListedMessage = Pick<
  MessageReport,
  | 'recipient'
  | 'network'
  | 'state'
  | 'parts'
  | 'priceMicros'
  | 'acceptedAtMs'
  | 'sentAtMs'
  | 'doneAtMs'
> & {
  readonly id: MessageId;
  readonly accountId: AccountId;
  /** The account's name. */
  readonly account: string;
  readonly batchId: BatchId | undefined;
  readonly isChat: boolean;
  /** The sender's name; of a chat message the digits of the number. */
  readonly sender: string | undefined;
  /** Of a text. */
  readonly senderRoute: SenderRoute | undefined;
  readonly expiresAtMs: number;
  /** As it is stored. */
  readonly reason: string | undefined;
  /** The operator's or the platform's last answer to one that nobody took. */
  readonly code: number | undefined;
};

export type FoundMessages = {
  /** The newest first. */
  readonly messages: readonly ListedMessage[];
  /** The last one searched, if there was no time for all; undefined: all were searched. */
  readonly stoppedAt: number | undefined;
};

/** What is searched, by an index: a bounded range, newest first. */
type Row = Omit<ListedMessage, 'isChat' | 'state'> & {
  readonly alphabet: number;
  readonly state: number;
  readonly isCharged: boolean;
};

const stretch = (key: string): string => `
  select m.* from messages m
  where ${key} and m.id >= :fromId and m.id < :belowId
  order by m.id desc
  limit ${limit('rowsSearched')}`;

const OF_ACCOUNT = stretch('m.account_id = :accountId');
const TO_NUMBER = stretch('m.recipient = :recipient');

/** By what each account knows the person as: the number, and ours from before it was known. */
const TO_USER = `
  select m.* from accounts a
  cross join lateral (
    with named as (
      select u.recipient from chat_users u where u.account_id = a.id and u.user_key = :userId
    )
    select recipient from named
    union
    select p.id from named n
    join chat_users u on u.account_id = a.id and u.recipient = n.recipient
    join chat_people p on p.account_id = a.id and p.user_id = u.user_key
  ) t
  cross join lateral (${stretch('m.account_id = a.id and m.recipient = t.recipient')}) m
  where :accountId::bigint is null or a.id = :accountId`;

/** Each by its key: they are few. */
const NAMED = `
  select m.* from ${rowsOf({ accountId: 'bigint', id: 'bigint' })}
  cross join lateral (
    select m.* from messages m where m.account_id = t.account_id and m.id = t.id
      and m.id >= :fromId and m.id < :belowId limit 1
  ) m`;

/** By the key of each account: no index has the time alone. */
const OF_EVERY = `
  select m.* from accounts a
  cross join lateral (
    select m.* from messages m
    where m.account_id = a.id and m.id >= :fromId and m.id < :belowId
    order by m.id desc limit ${limit('rowsSearched')}
  ) m`;

const IS_BY_LINK = `exists (
      select from links l where lower(l.name) = lower(:link) and (
        exists (select from attempts t where t.account_id = m.account_id and t.message_id = m.id
          and t.link_id = l.id)
        or exists (select from queue q where q.account_id = m.account_id and q.message_id = m.id
          and q.link_id = l.id)))`;

const IS_FROM = `case when m.alphabet = ${ALPHABETS.chat}
      then exists (select from links l where l.id = m.sender_id
        and l.config ->> 'digits' = :sender)
      else exists (select from senders s where s.account_id = m.account_id and s.id = m.sender_id
        and lower(s.name) = lower(:sender)) end`;

const search = (among: string): string => `
  select m.id, m.account_id, m.batch_id, m.alphabet, ${SHOWN_RECIPIENT_SQL} as recipient,
    ${TOLD_STATE_SQL} as state, m.reason, m.parts, m.price_micros, m.accepted_at,
    m.sent_at, m.done_at, m.expires_at, coalesce(o.name, 'chat') as network,
    case when m.alphabet <> ${ALPHABETS.chat}
      then (select s.route from senders s where s.account_id = m.account_id and s.id = m.sender_id)
    end as sender_route,
    (select a.name from accounts a where a.id = m.account_id) as account,
    case when m.alphabet = ${ALPHABETS.chat}
      then (select l.config ->> 'digits' from links l where l.id = m.sender_id)
      else (select s.name from senders s where s.account_id = m.account_id and s.id = m.sender_id)
    end as sender,
    ${lastCode('(select * from attempts where message_id >= :fromId and message_id < :belowId)')}
      as code,
    ${isCharged('c.id >= :fromId and c.id < :belowId')} as is_charged
  from (${among}) m
  left join operators o on o.id = m.operator_id
  where (:accountId::bigint is null or m.account_id = :accountId)
    and (:recipient::bigint is null or m.recipient = :recipient)
    and (:numbers::text[] is null or m.recipient::text like any (:numbers))
    and (:batchId::bigint is null or m.batch_id = :batchId)
    and (:told::smallint is null or ${TOLD_STATE_SQL} = :told)
    and (:isChat::boolean is null or (m.alphabet = ${ALPHABETS.chat}) = :isChat)
    and (:operator::text is null or lower(o.name) = lower(:operator))
    and (:reason::text is null or m.reason = :reason)
    and (:link::text is null or ${IS_BY_LINK})
    and (:sender::text is null or ${IS_FROM})
    and not exists (
      select from batches b where b.account_id = m.account_id and b.id = m.batch_id
        and b.state <> ${BATCH_STATES.published})
  order by m.id desc
  limit :most`;

const SEARCH_ACCOUNT = statement<Row>('search-messages-of-account', search(OF_ACCOUNT));
const SEARCH_NUMBER = statement<Row>('search-messages-to-number', search(TO_NUMBER));
const SEARCH_USER = statement<Row>('search-messages-to-user', search(TO_USER));
const SEARCH_NAMED = statement<Row>('search-messages-named', search(NAMED));
const SEARCH_EVERY = statement<Row>('search-messages-of-every', search(OF_EVERY));

type Stop = { readonly stopped: number | undefined };

const stop = (among: string): string => `
  select min(m.id) as stopped from (${among}) m having count(*) = ${limit('rowsSearched')}`;

const STOP_ACCOUNT = statement<Stop>('stop-of-account', stop(OF_ACCOUNT));
const STOP_NUMBER = statement<Stop>('stop-of-number', stop(TO_NUMBER));

/**
 * Searches for messages: those that are named, else by the number if there is one, else by the
 * account, else of every account.
 */
export async function searchMessages(reader: Reader, ask: MessageSearch): Promise<FoundMessages> {
  const { accountId, recipient, named, most } = ask;
  if (named !== undefined) {
    const rows = await reader.read(SEARCH_NAMED, askedOf(ask));
    return { messages: rows.map(toListed), stoppedAt: undefined };
  }
  if (ask.userId !== undefined) {
    const rows = await reader.read(SEARCH_USER, askedOf(ask));
    return { messages: rows.map(toListed), stoppedAt: undefined };
  }
  if (accountId === undefined && recipient === undefined) return searchEvery(reader, ask);
  const isOfAccount = recipient === undefined;
  const asked = askedOf(ask);
  const rows = await reader.read(isOfAccount ? SEARCH_ACCOUNT : SEARCH_NUMBER, asked);
  const messages = rows.map(toListed);
  if (messages.length === most) return { messages, stoppedAt: undefined };
  const [end] = await reader.read(isOfAccount ? STOP_ACCOUNT : STOP_NUMBER, asked);
  return { messages, stoppedAt: end?.stopped };
}

/** What the statements take, whether it is asked for or not. */
function askedOf({ state, named, operator, link, sender, reason, ...it }: MessageSearch) {
  const { numberPart, userId, ...ask } = it;
  const numbers = numberPart && likePart(numberPart);
  const told = state && MESSAGE_STATES[state];
  return { ...ask, userId, numbers, told, operator, link, sender, reason, rows: named ?? [] };
}

const COUNT_EVERY = statement<{ readonly n: number }>(
  'count-messages-of-every',
  `select count(*)::int as n from (
    select from accounts a
    cross join lateral (
      select from messages m
      where m.account_id = a.id and m.id >= :fromId and m.id < :belowId
      limit :most
    ) m
    limit :most
  ) as it`,
);

const NEWEST_OF_EVERY = statement<{ readonly newest: number | undefined }>(
  'newest-message-of-every',
  `select max(m.id) as newest from accounts a
  cross join lateral (
    select m.id from messages m
    where m.account_id = a.id and m.id >= :fromId and m.id < :belowId
    order by m.id desc limit 1
  ) m`,
);

/** Periods that are looked through, the last first, while a page is not full. */
const MOST_PERIODS = 24;
const FIRST_PERIOD = HOUR_MS / SECOND_MS;

/**
 * Of every account: period by period, each so short that what it holds may be searched, until the
 * page is full, as many rows have been searched as for an account, or there is nothing left.
 */
async function searchEvery(reader: Reader, ask: MessageSearch): Promise<FoundMessages> {
  const messages: ListedMessage[] = [];
  const most = limit('rowsSearched');
  const [{ newest } = { newest: undefined }] = await reader.read(NEWEST_OF_EVERY, askedOf(ask));
  if (newest === undefined) return { messages, stoppedAt: undefined };
  let [belowId, seconds, searched] = [newest + 1, FIRST_PERIOD, 0];
  for (let tried = 0; tried < MOST_PERIODS && belowId > ask.fromId; tried += 1) {
    const fromId = Math.max(ask.fromId, belowId - seconds * PER_SECOND);
    const [count] = await reader.read(COUNT_EVERY, { fromId, belowId, most: most + 1 });
    const holds = count?.n ?? 0;
    if (holds > most && seconds > 1) {
      seconds = Math.max(1, Math.floor(seconds / 8));
      continue;
    }
    const left = { ...ask, fromId, belowId, most: ask.most - messages.length };
    const rows = holds === 0 ? [] : await reader.read(SEARCH_EVERY, askedOf(left));
    messages.push(...rows.map(toListed));
    if (messages.length >= ask.most) return { messages, stoppedAt: undefined };
    belowId = fromId;
    searched += holds;
    if (searched >= most) break;
    // Where there is little, more of it is looked through at once.
    if (holds * 4 < most) seconds *= 4;
  }
  return { messages, stoppedAt: belowId > ask.fromId ? belowId : undefined };
}

/** Whose parts operators know by one of these ids: by the index that receipts are matched by. */
export const findByOperatorKeys = read.many<
  { keys: readonly string[]; fromId: number; belowId: number; most: number },
  NamedMessage
>(
  'messages-by-operator-key',
  `select distinct t.account_id, t.message_id as id
  from links l
  cross join lateral (
    select a.account_id, a.message_id from attempts a
    where a.link_id = l.id and a.operator_key = any (:keys::text[])
      and a.message_id >= :fromId and a.message_id < :belowId
    limit :most
  ) t
  limit :most`,
);

function toListed({ alphabet, isCharged: hasPrice, ...row }: Row): ListedMessage {
  const state = stateOf(row.state);
  const priceMicros = priceTold(state, { ...row, isCharged: hasPrice });
  return { ...row, isChat: alphabet === ALPHABETS.chat, state, priceMicros };
}

type Owner = { readonly id: AccountId };

/** One look-up by key for each account; a join would let the planner read all of a day. */
const MESSAGE_OWNER = statement<Owner>(
  'message-owner',
  `select a.id from accounts a
  cross join lateral (
    select from messages m where m.account_id = a.id and m.id = :id limit 1
  ) as found
  limit 1`,
);

const BATCH_OWNER = statement<Owner>(
  'batch-owner',
  `select a.id from accounts a
  cross join lateral (
    (select 1 from batches b where b.account_id = a.id and b.id = :id)
    union all
    (select 1 from uploads u where u.account_id = a.id and u.batch_id = :id)
    limit 1
  ) as found
  limit 1`,
);

export async function findOwner(
  reader: Reader,
  what: 'message' | 'batch',
  id: number,
): Promise<AccountId | undefined> {
  const [owner] = await reader.read(what === 'message' ? MESSAGE_OWNER : BATCH_OWNER, { id });
  return owner?.id;
}
