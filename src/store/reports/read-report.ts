import { CHAT_MONEY } from '../../domain/chat/record.ts';
import { plain } from '../../kit/postgres/statement.ts';
import { HOUR_MS } from '../../domain/durations.ts';
import type {
  AccountId,
  BatchId,
  ChatTemplateId,
  LinkId,
  SenderId,
  TemplateId,
} from '../../domain/ids.ts';
import { quotable } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import {
  ALPHABETS,
  BATCH_STATES,
  MESSAGE_STATES,
  stateOf,
  type MessageState,
} from '../../domain/message/message.ts';
import type { MessageReport, ReportedMessage, WaitWord } from '../../domain/message/report.ts';
import { HELD } from '../../domain/policy/hours.ts';
import { timeInZone } from '../../domain/policy/zone.ts';
import { micros } from '../../domain/pricing/money.ts';
import { firstIdAt, timeOfId } from '../../kit/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { reportedReason, reportedState } from './reported-reason.ts';

type Row = {
  readonly id: number;
  readonly recipient: string;
  readonly state: number;
  readonly network: string;
  readonly parts: number;
  readonly price_micros: number;
  readonly level: number | null;
  readonly accepted_at: number;
  readonly sent_at: number | null;
  readonly done_at: number | null;
  readonly reason: string | null;
  /** When its hours begin. */
  readonly held_until: number | null;
  /** It is due, and the link that it waits for carries nothing now. */
  readonly waits_for_link: boolean;
  readonly is_chat: boolean;
  readonly read_at: number | null;
  /** What the platform's own number of the failure is. */
  readonly error_code: number | null;
  readonly is_charged: boolean;
};

const COLUMNS = `
  m.id, m.recipient::text, m.state, coalesce(o.name, 'chat') as network, m.parts,
  m.price_micros, m.accepted_at, m.sent_at, m.done_at, m.reason,
  (select max(a.receipt_level) from attempts a
   where a.account_id = m.account_id and a.message_id = m.id) as level,
  case when m.state = ${MESSAGE_STATES.waiting} and m.reason = '${HELD}' then coalesce(
    (select q.due_at from queue q
     where q.account_id = m.account_id and q.message_id = m.id and q.node is null),
    (select f.due_at from feeds f
     where f.account_id = m.account_id and f.batch_id = m.batch_id
       and f.next_position <= m.position and f.due_at > '-infinity')
  ) end as held_until,
  m.state = ${MESSAGE_STATES.waiting} and m.alphabet <> ${ALPHABETS.chat} and exists (
    select from queue q
    where q.account_id = m.account_id and q.message_id = m.id and q.node is null
      and q.lost_until is null and not exists (
        select from links l
        join link_leases h on h.link_id = l.id and h.state in ('up', 'trying')
        join nodes n on n.slot = h.node and n.epoch = h.epoch
        where l.id = q.link_id and l.enabled
          and n.lease_until > now() - interval '${limit('linkDownAfterMs')} milliseconds')
  ) as waits_for_link,
  m.alphabet = ${ALPHABETS.chat} as is_chat, c.error_code,
  case when c.read_at is not null then greatest(c.read_at, m.done_at) end as read_at,
  coalesce(c.money in (${CHAT_MONEY.reserved}, ${CHAT_MONEY.posted}), true) as is_charged`;

/** What stands beside a chat message; of a text nothing is asked. */
const BESIDES = `
  left join operators o on o.id = m.operator_id
  left join lateral (
    select c.read_at, c.error_code, c.money from chat_messages c
    where m.alphabet = ${ALPHABETS.chat} and c.account_id = m.account_id and c.id = m.id
  ) as c on true`;

type MessageRow = Row & {
  readonly batch_id: BatchId | null;
  /** 0: none. */
  readonly template_id: TemplateId | ChatTemplateId | 0;
  /** Of a chat message the link of its number. */
  readonly sender_id: SenderId | LinkId;
};

const READ_MESSAGE = `
  select ${COLUMNS}, m.batch_id, m.template_id, m.sender_id
  from messages m ${BESIDES}
  where m.account_id = $1 and m.id = $2 and not exists (
    select 1 from batches b
    where b.account_id = m.account_id and b.id = m.batch_id and b.state <> ${BATCH_STATES.published}
  )`;

/** One message of an account; undefined when it has none with this id. */
export async function readMessageReport(
  reader: Reader,
  accountId: AccountId,
  { id, atMs }: { readonly id: number; readonly atMs: number },
): Promise<ReportedMessage | undefined> {
  const [row] = await reader.read(plain<MessageRow>('read-message', READ_MESSAGE), [accountId, id]);
  return row && toReportedMessage(row, atMs);
}

// The range keeps the search within a day or two.
const OF_BATCH = `m.account_id = $1 and m.batch_id = $2 and m.id between $3 and $4`;

const BATCH_MESSAGES = `
  select ${COLUMNS}
  from messages m ${BESIDES}
  where ${OF_BATCH} and m.position > $5
  order by m.position
  limit $6`;

const BATCH_COUNTS = `
  select m.state, count(*) as messages from messages m where ${OF_BATCH} group by m.state`;

const READ_BATCH = `
  select recipients, last_position, first_message, last_message from batches
  where account_id = $1 and id = $2 and state = ${BATCH_STATES.published}`;

type BatchRow = {
  readonly recipients: number;
  readonly last_position: number | null;
  readonly first_message: number | null;
  readonly last_message: number | null;
};

// Of a batch from a file positions are rows of the sheet, with gaps: pages are counted off.
const PAGE_BEGIN = `
  select m.position - 1 as after from messages m
  where ${OF_BATCH}
  order by m.position
  offset $5 limit 1`;

export type BatchReport = {
  readonly counts: ReadonlyMap<MessageState, number>;
  readonly messages: readonly MessageReport[];
};

/** A page of a published batch, from 1; undefined when the account has none with this id. */
export async function readBatchReport(
  reader: Reader,
  accountId: AccountId,
  ask: { readonly id: number; readonly page: number; readonly atMs: number },
): Promise<BatchReport | undefined> {
  const { id, page } = ask;
  const [batch] = await reader.read(plain<BatchRow>('read-batch', READ_BATCH), [accountId, id]);
  if (batch === undefined) return undefined;
  const range = [accountId, id, ...idsOf(id, batch)];
  const size = limit('reportLines');
  const after = await positionBefore(reader, batch, { range, skipped: (page - 1) * size });
  const [counts, rows] = await Promise.all([
    reader.read(
      plain<{ readonly state: number; readonly messages: number }>('batch-counts', BATCH_COUNTS),
      range,
    ),
    reader.read(plain<Row>('batch-messages', BATCH_MESSAGES), [...range, after, size]),
  ]);
  return {
    counts: new Map(counts.map((row) => [stateOf(row.state), row.messages])),
    messages: rows.map((row) => toReport(row, ask.atMs)),
  };
}

/** Between which ids its messages are; without a word of it they were made with its own. */
function idsOf(id: number, batch: BatchRow): readonly [number, number] {
  const { first_message: first, last_message: last } = batch;
  if (first !== null && last !== null) return [first, last];
  return [firstIdAt(timeOfId(id) - HOUR_MS), firstIdAt(timeOfId(id) + HOUR_MS)];
}

/** The position behind which there are all messages but the first `skipped`. */
async function positionBefore(
  reader: Reader,
  { recipients, last_position: last }: BatchRow,
  { range, skipped }: { readonly range: readonly unknown[]; readonly skipped: number },
): Promise<number> {
  if (skipped === 0 || last === null || last === recipients) return skipped;
  const values = [...range, skipped];
  const [begin] = await reader.read(
    plain<{ readonly after: number }>('page-begin', PAGE_BEGIN),
    values,
  );
  return begin?.after ?? last;
}

function toReport(row: Row, atMs: number): MessageReport {
  const state = stateOf(row.state);
  return {
    id: row.id,
    recipient: row.recipient,
    state,
    network: row.network,
    parts: row.parts,
    priceMicros: micros(row.is_charged ? BigInt(row.price_micros) : 0n),
    level: row.level === null ? undefined : row.level === 1 ? 'operator' : 'handset',
    acceptedAtMs: row.accepted_at,
    sentAtMs: row.sent_at ?? undefined,
    doneAtMs: row.done_at ?? undefined,
    reason: waitOf(row, atMs)?.words ?? withCode(state, row),
    chat: row.is_chat ? { readAtMs: row.read_at ?? undefined } : undefined,
  };
}

function toReportedMessage(row: MessageRow, atMs: number): ReportedMessage {
  return {
    ...toReport(row, atMs),
    // A chat message stands for itself, however many came with it.
    batchId: row.is_chat ? undefined : (row.batch_id ?? undefined),
    templateId: row.template_id === 0 ? undefined : row.template_id,
    from: row.is_chat
      ? { kind: 'number', id: row.sender_id as LinkId }
      : { kind: 'sender', id: row.sender_id as SenderId },
    reasonWord: waitOf(row, atMs)?.word ?? reportedState(stateOf(row.state), row.reason),
  };
}

/** The platform's own number of a failure, by which its papers and its support are asked. */
function withCode(state: MessageState, row: Row): string | undefined {
  const sentence = reportedReason(state, row.reason);
  return sentence === undefined || row.error_code === null
    ? sentence
    : `${sentence} (${row.error_code})`;
}

/** Why a message waits: words that hold none by which callers tell outcomes. */
function waitOf(row: Row, atMs: number): { word: WaitWord; words: string } | undefined {
  const untilMs = row.held_until ?? 0;
  if (untilMs > atMs) {
    const words = `waits for promotional hours, until ${timeInZone(untilMs)}`;
    return { word: HELD, words };
  }
  if (!row.waits_for_link) return undefined;
  const network = quotable(row.network) ?? 'its network';
  return { word: 'link_down', words: `waits: no link to ${network} is up at the moment` };
}
