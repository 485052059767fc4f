/** Messages as their account sees them: by id, in lists, and those of a batch. */
import { CHAT_MONEY } from '../../domain/chat/progress.ts';
import { DAY_MS } from '../../domain/durations.ts';
import type {
  AccountId,
  BatchId,
  ChatTemplateId,
  LinkId,
  SenderId,
  TemplateId,
} from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import {
  ALPHABETS,
  BATCH_STATES,
  FORGOTTEN_BELOW,
  MESSAGE_STATES,
  RECEIPT_LEVELS,
  stateOf,
  SHOWN_RECIPIENT_SQL,
  TOLD_STATE_SQL,
  type MessageKey,
  type MessageState,
  type ReceiptLevel,
} from '../../domain/message/message.ts';
import {
  reportedReason,
  priceTold,
  reportedState,
  type AskMessages,
  type MessagePage,
  type MessageReport,
  type ReportedMessage,
} from '../../domain/message/report.ts';
import { whyItWaits } from '../../domain/message/why-it-waits.ts';
import { TEST_TARIFF } from '../../domain/testing/test-mode.ts';
import { eachDay, firstIdAt } from '../../kit/ids.ts';
import { likePart } from '../../kit/postgres/like.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { daily, rowsOf, statement } from '../../kit/postgres/statement.ts';
import { lastCode } from './last-code.ts';
import { countStates, findSpan } from './read-batches.ts';
import { QUEUED, WAITS, type Waits } from './waits.ts';

type Row = Omit<MessageReport, 'state' | 'level' | 'chat'> &
  Omit<Waits, 'heldUntilMs'> & {
    readonly accountId: AccountId;
    readonly state: number;
    readonly level: number | undefined;
    readonly isChat: boolean;
    readonly readAtMs: number | undefined;
    /** The operator's or the platform's own. */
    readonly code: number | undefined;
    readonly isCharged: boolean;
    readonly batchId: BatchId | undefined;
    /** 0: none. */
    readonly templateId: TemplateId | ChatTemplateId | 0;
    /** For a chat message, the link of its number. */
    readonly senderId: SenderId | LinkId;
  };

/**
 * The columns of a message `m` joined with `besides`. Its attempts and what it is to the chat
 * platform are looked for in its day, or among ids `within` that it is one of: a report must not
 * cost the more the more days are kept.
 */
const columns = (attempts: string): string => `
  m.id, m.account_id, m.batch_id, m.template_id, m.sender_id,
  ${SHOWN_RECIPIENT_SQL} as recipient,
  ${TOLD_STATE_SQL} as state, coalesce(o.name, 'chat') as network, m.parts,
  m.price_micros, m.accepted_at, m.sent_at, m.done_at, m.reason,
  (select max(a.receipt_level) from ${attempts} a
   where a.account_id = m.account_id and a.message_id = m.id) as level,
  ${WAITS},
  m.alphabet = ${ALPHABETS.chat} as is_chat,
  coalesce(c.error_code, ${lastCode(attempts)}) as code,
  case when c.read_at is not null then greatest(c.read_at, m.done_at) end as read_at,
  coalesce(c.money in (${CHAT_MONEY.reserved}, ${CHAT_MONEY.posted}), true) as is_charged,
  m.tariff_id = ${TEST_TARIFF} as is_test`;

/** What belongs to a chat message; for a text nothing is queried. */
const besides = (chats: string): string => `
  left join operators o on o.id = m.operator_id ${QUEUED}
  left join lateral (
    select c.read_at, c.error_code, c.money, c.lost_at, c.wait_until from ${chats} c
    where m.alphabet = ${ALPHABETS.chat} and c.account_id = m.account_id and c.id = m.id
  ) as c on true`;

const attemptsWithin = (ids: string): string => `(select * from attempts where message_id ${ids})`;
const chatsWithin = (ids: string): string => `(select * from chat_messages where id ${ids})`;

/** The batch is not visible yet. */
const IS_UNPUBLISHED = `exists (
  select from batches b
  where b.account_id = m.account_id and b.id = m.batch_id
    and b.state <> ${BATCH_STATES.published})`;

// An equation would be taken for one with the message, and leave no day out.
const IS_ID = 'between :id and :id';

const READ = statement<Row>(
  'read-message',
  `select ${columns(attemptsWithin(IS_ID))} from messages m ${besides(chatsWithin(IS_ID))}
  where m.account_id = :accountId and m.id = :id and not ${IS_UNPUBLISHED}`,
);

export async function readMessageReport(
  reader: Reader,
  accountId: AccountId,
  { id, atMs }: { readonly id: number; readonly atMs: number },
): Promise<ReportedMessage | undefined> {
  const [row] = await reader.read(READ, { accountId, id });
  return row && toReport(row, atMs);
}

const READ_KEYS = daily<Row>(
  'read-messages',
  (day) => `
  select ${columns(`attempts_${day}`)}
  from ${rowsOf({ accountId: 'bigint', messageId: 'bigint' })}
  join messages_${day} m on m.account_id = t.account_id and m.id = t.message_id
  ${besides(`chat_messages_${day}`)}`,
);

/** Messages of several accounts, by their keys; of those that are not there nothing. */
export function readMessageReports(
  reader: Reader,
  keys: readonly MessageKey[],
  atMs: number,
): Promise<readonly (ReportedMessage & { readonly accountId: AccountId })[]> {
  return eachDay(keys, async (day, rows) => {
    const found = await reader.read(READ_KEYS(day), { rows });
    return found.map((row) => ({ ...toReport(row, atMs), accountId: row.accountId }));
  });
}

/** What one look goes through, by an index: a bounded stretch, the newest first. */
const stretch = (key: string): string => `
  select * from messages
  where ${key} and id >= :first and id < :below
  order by id desc
  limit :looked`;

const OF_ACCOUNT = stretch('account_id = :accountId');
const TO_NUMBER = stretch('recipient = :recipient');
/** Messages to a person of the chat platform may have several recipients. */
const TO_PERSON = `
  select m.* from unnest(:recipients::bigint[]) as r (recipient)
  cross join lateral (${stretch('recipient = r.recipient')}) as m
  order by m.id desc
  limit :looked`;

const IN_STRETCH = 'between :first and :below';

const list = (among: string): string => `
  select ${columns(attemptsWithin(IN_STRETCH))}
  from (
    select m.* from (${among}) m
    where m.account_id = :accountId and (:recipient::bigint is null or m.recipient = :recipient)
      and (:written::text[] is null
        or m.recipient >= ${FORGOTTEN_BELOW} and m.recipient::text like any (:written::text[]))
      and (:batchId::bigint is null or m.batch_id = :batchId)
      and (:state::smallint is null or ${TOLD_STATE_SQL} = :state)
      and (:templateId::bigint is null or m.template_id = :templateId)
      and (:isChat::boolean is null or (m.alphabet = ${ALPHABETS.chat}) = :isChat)
      and (:senderId::int is null and :linkId::int is null
        or m.sender_id = case when m.alphabet = ${ALPHABETS.chat} then :linkId else :senderId end)
      and (:clicked::boolean is null or :clicked = exists (
        select from short_links l
        where l.account_id = m.account_id and l.message_id = m.id and l.clicks > 0))
      and (:isTest::boolean is null or (m.tariff_id = ${TEST_TARIFF}) = :isTest)
      and (@fromMs is null or m.accepted_at >= @fromMs)
      and (@toMs is null or m.accepted_at < @toMs)
      and not ${IS_UNPUBLISHED}
    order by m.id desc
    limit :most
  ) m ${besides(chatsWithin(IN_STRETCH))}
  order by m.id desc`;

const LIST_OF_ACCOUNT = statement<Row>('list-messages', list(OF_ACCOUNT));
const LIST_TO_NUMBER = statement<Row>('list-messages-to-number', list(TO_NUMBER));
const LIST_TO_PERSON = statement<Row>('list-messages-to-person', list(TO_PERSON));

type End = { readonly id: number | undefined };

const end = (among: string): string => `
  select min(m.id) as id from (${among}) m having count(*) = :looked::bigint`;

const END_OF_ACCOUNT = statement<End>('list-messages-end', end(OF_ACCOUNT));
const END_TO_NUMBER = statement<End>('list-messages-to-number-end', end(TO_NUMBER));
const END_TO_PERSON = statement<End>('list-messages-to-person-end', end(TO_PERSON));

type Look = AskMessages & { readonly atMs: number };

/** A stretch in which nothing was found is followed by one that is so many times as long. */
const LONGER = 4;

/**
 * Messages of an account, the newest first. Looks at one bounded stretch after another until
 * something is found: a page of what is rare may hold fewer than `most` and not be the last. Only
 * where nothing is found in `rowsOfPage` messages is it empty, and still not the last.
 */
export async function listMessages(
  reader: Reader,
  accountId: AccountId,
  ask: Look,
): Promise<MessagePage> {
  let looked = limit('rowsLookedAt');
  let left = limit('rowsOfPage') - looked;
  if (ask.recipients?.length === 0) return { messages: [], next: undefined };
  let page = await lookForMessages(reader, accountId, { ...ask, looked });
  while (page.messages.length === 0 && page.next !== undefined && left > 0) {
    looked = Math.min(looked * LONGER, limit('rowsSearched'), left);
    left -= looked;
    page = await lookForMessages(reader, accountId, { ...ask, before: page.next, looked });
  }
  return page;
}

async function lookForMessages(
  reader: Reader,
  accountId: AccountId,
  ask: Look & { readonly looked: number },
): Promise<MessagePage> {
  const { recipient, recipients = [], numberPart, state, from, isTest, most, atMs } = ask;
  const isToPerson = recipients.length > 1;
  const asked = {
    ...ask,
    ...from,
    ...stretchOf(ask),
    accountId,
    recipients,
    recipient: isToPerson ? undefined : (recipients[0] ?? recipient),
    most: most + 1,
    state: state && MESSAGE_STATES[state],
    isTest,
    written: numberPart && likePart(numberPart),
  };
  const isOfAccount = recipient === undefined;
  const rows = await (isToPerson
    ? reader.read(LIST_TO_PERSON, asked)
    : reader.read(isOfAccount ? LIST_OF_ACCOUNT : LIST_TO_NUMBER, asked));
  const messages = rows.slice(0, most).map((row) => toReport(row, atMs));
  if (rows.length > most) return { messages, next: messages.at(-1)?.id };
  const [last] = await (isToPerson
    ? reader.read(END_TO_PERSON, asked)
    : reader.read(isOfAccount ? END_OF_ACCOUNT : END_TO_NUMBER, asked));
  return { messages, next: last?.id };
}

/** Ids are made before their message is accepted, those of a file long before. */
const AHEAD_MS = DAY_MS;

/** The range of ids it looks at: from the first up to but not including the other. */
function stretchOf({ before = Number.MAX_SAFE_INTEGER, span, fromMs, toMs }: AskMessages) {
  const first = fromMs === undefined ? 0 : firstIdAt(fromMs - AHEAD_MS);
  const below = toMs === undefined ? before : Math.min(before, firstIdAt(toMs + AHEAD_MS));
  if (span === undefined) return { first, below };
  return {
    first: Math.max(first, span.firstMessage),
    below: Math.min(below, span.lastMessage + 1),
  };
}

// The range keeps the search within a day or two.
const OF_BATCH = `m.account_id = :accountId and m.batch_id = :id
    and m.id between :firstMessage and :lastMessage`;

const IN_BATCH = 'between :firstMessage and :lastMessage';

const LIST_BATCH = statement<Row>(
  'batch-messages',
  `select ${columns(attemptsWithin(IN_BATCH))}
  from messages m ${besides(chatsWithin(IN_BATCH))}
  where ${OF_BATCH} and m.position > :after
  order by m.position
  limit :most`,
);

// In a batch from a file positions are rows of the sheet, with gaps: pages are counted.
const PAGE_BEGIN = statement<{ readonly after: number }>(
  'page-begin',
  `select m.position - 1 as after from messages m
  where ${OF_BATCH}
  order by m.position
  offset :skipped limit 1`,
);

type BatchReport = {
  readonly counts: ReadonlyMap<MessageState, number>;
  readonly messages: readonly MessageReport[];
};

/** A page of a published batch, from 1; undefined when the account has none with this id. */
export async function readBatchReport(
  reader: Reader,
  accountId: AccountId,
  { id, page, atMs }: { readonly id: number; readonly page: number; readonly atMs: number },
): Promise<BatchReport | undefined> {
  const batch = await findSpan(reader, { accountId, id });
  if (batch === undefined) return undefined;
  const { recipients, lastPosition, ...span } = batch;
  const most = limit('reportLines');
  const skipped = (page - 1) * most;
  const asked = { accountId, id, ...span, skipped, most };
  let after = skipped;
  if (skipped > 0 && lastPosition !== undefined && lastPosition !== recipients) {
    const [begin] = await reader.read(PAGE_BEGIN, asked);
    after = begin?.after ?? lastPosition;
  }
  const [{ counts }, rows] = await Promise.all([
    countStates(reader, { accountId, id, span }),
    reader.read(LIST_BATCH, { ...asked, after }),
  ]);
  return { counts, messages: rows.map((row) => toReport(row, atMs)) };
}

/** What it is waiting for is judged as of `atMs`. */
function toReport(row: Row, atMs: number): ReportedMessage {
  const {
    accountId: _,
    waitsForLink: __,
    isPaused: ___,
    lostUntilMs: ____,
    stopWords: _____,
    level,
    readAtMs,
    code,
    isCharged,
    ...rest
  } = row;
  const { isChat, templateId, senderId, ...message } = rest;
  const state = stateOf(row.state);
  const wait = whyItWaits({ ...row, state }, atMs);
  return {
    ...message,
    state,
    priceMicros: priceTold(state, { priceMicros: row.priceMicros, isCharged }),
    level: levelOf(level),
    reason: wait?.words ?? reportedReason({ state, reason: row.reason, isChat, code }),
    chat: isChat ? { readAtMs } : undefined,
    templateId: templateId === 0 ? undefined : templateId,
    from: isChat
      ? { kind: 'number', id: senderId as LinkId }
      : { kind: 'sender', id: senderId as SenderId },
    reasonWord: wait?.word ?? reportedState(state, row.reason),
  };
}

function levelOf(stored: number | undefined): ReceiptLevel | undefined {
  if (stored === undefined) return undefined;
  return stored === RECEIPT_LEVELS.operator ? 'operator' : 'handset';
}
