import { CHAT_MONEY } from '../../domain/chat/record.ts';
import { failureOf, FAILURES, type FailureReason } from '../../domain/failure/failure.ts';
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import {
  ALPHABETS,
  BATCH_STATES,
  MESSAGE_STATES,
  stateOf,
  type MessageState,
} from '../../domain/message/message.ts';
import type { MessageReport } from '../../domain/message/report.ts';
import { HELD } from '../../domain/policy/hours.ts';
import { timeInZone } from '../../domain/policy/zone.ts';
import { micros } from '../../domain/pricing/money.ts';
import { firstIdAt, timeOfId } from '../../kit/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

const HOUR_MS = 3_600_000;

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
  m.alphabet = ${ALPHABETS.chat} as is_chat, c.read_at, c.error_code,
  coalesce(c.money in (${CHAT_MONEY.reserved}, ${CHAT_MONEY.posted}), true) as is_charged`;

/** What stands beside a chat message; of a text nothing is asked. */
const BESIDES = `
  left join operators o on o.id = m.operator_id
  left join lateral (
    select c.read_at, c.error_code, c.money from chat_messages c
    where m.alphabet = ${ALPHABETS.chat} and c.account_id = m.account_id and c.id = m.id
  ) as c on true`;

const READ_MESSAGE = `
  select ${COLUMNS}
  from messages m ${BESIDES}
  where m.account_id = $1 and m.id = $2 and not exists (
    select 1 from batches b
    where b.account_id = m.account_id and b.id = m.batch_id and b.state = ${BATCH_STATES.writing}
  )`;

/** One message of an account; undefined when it has none with this id. */
export async function readMessageReport(
  reader: Reader,
  accountId: AccountId,
  { id, atMs }: { readonly id: number; readonly atMs: number },
): Promise<MessageReport | undefined> {
  const [row] = await reader.read<Row>('read-message', READ_MESSAGE, [accountId, id]);
  return row && toReport(row, atMs);
}

// The ids of a batch's messages are made with its own: the range keeps the search within a day or
// two.
const OF_BATCH = `m.account_id = $1 and m.batch_id = $2 and m.id between $3 and $4`;

const BATCH_MESSAGES = `
  select ${COLUMNS}
  from messages m ${BESIDES}
  where ${OF_BATCH} and m.position > $5
  order by m.position
  limit $6`;

const BATCH_COUNTS = `
  select m.state, count(*) as messages from messages m where ${OF_BATCH} group by m.state`;

const BATCH_EXISTS = `
  select 1 from batches where account_id = $1 and id = $2 and state = ${BATCH_STATES.published}`;

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
  const [exists] = await reader.read('batch-exists', BATCH_EXISTS, [accountId, id]);
  if (exists === undefined) return undefined;
  const from = firstIdAt(timeOfId(id) - HOUR_MS);
  const range = [accountId, id, from, firstIdAt(timeOfId(id) + HOUR_MS)];
  const size = limit('reportLines');
  const [counts, rows] = await Promise.all([
    reader.read<{ readonly state: number; readonly messages: number }>(
      'batch-counts',
      BATCH_COUNTS,
      range,
    ),
    reader.read<Row>('batch-messages', BATCH_MESSAGES, [...range, (page - 1) * size, size]),
  ]);
  return {
    counts: new Map(counts.map((row) => [stateOf(row.state), row.messages])),
    messages: rows.map((row) => toReport(row, ask.atMs)),
  };
}

function toReport(row: Row, atMs: number): MessageReport {
  const state = stateOf(row.state);
  const heldUntilMs = row.held_until ?? 0;
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
    reason: heldUntilMs > atMs ? heldWords(heldUntilMs) : withCode(state, row),
    chat: row.is_chat ? { readAtMs: row.read_at ?? undefined } : undefined,
  };
}

/** The platform's own number of a failure, by which its papers and its support are asked. */
function withCode(state: MessageState, row: Row): string | undefined {
  const sentence = reasonOf(state, row.reason);
  return sentence === undefined || row.error_code === null
    ? sentence
    : `${sentence} (${row.error_code})`;
}

/**
 * The sentence of a stored reason. A temporary one of a message that is still on its way is not
 * told, nor why a delivered one was not charged.
 */
function reasonOf(state: MessageState, stored: string | null): string | undefined {
  const isTold = state !== 'waiting' && state !== 'sent' && state !== 'delivered';
  if (stored === null || !isTold) return undefined;
  return isReason(stored) ? failureOf(stored).sentence : stored;
}

/** Why a message waits, and until when: words that hold none by which callers tell outcomes. */
function heldWords(untilMs: number): string {
  return `waits for promotional hours, until ${timeInZone(untilMs)}`;
}

function isReason(word: string): word is FailureReason {
  return Object.hasOwn(FAILURES, word);
}
