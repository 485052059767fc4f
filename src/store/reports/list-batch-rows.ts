import type { AccountId, BatchId, MessageId } from '../../domain/ids.ts';
import { plain } from '../../kit/postgres/statement.ts';
import { limit } from '../../domain/limits.ts';
import type {
  BatchRow,
  BatchRowPage,
  BatchRowState,
  BatchSpan,
} from '../../domain/message/kept-batch.ts';
import { MESSAGE_STATES, stateOf } from '../../domain/message/message.ts';
import { micros, ZERO } from '../../domain/pricing/money.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { reportedReason } from './reported-reason.ts';

export type ListBatchRows = {
  readonly accountId: AccountId;
  readonly id: BatchId;
  readonly span: BatchSpan;
  /** After this row; 0: from the first. */
  readonly after: number;
  readonly most: number;
  readonly state: BatchRowState | undefined;
};

/**
 * The next rows of a batch, messages and left-out rows in the order of the file. Looks at a bounded
 * stretch of rows: a page of a rare state may hold fewer than `most`, or none, and not be the last.
 */
export async function listBatchRows(reader: Reader, ask: ListBatchRows): Promise<BatchRowPage> {
  const { after, most, state, span } = ask;
  // What was left out has a table of its own, in which there is nothing else to look through.
  const isAll = state === undefined || state === 'left_out';
  const until = isAll ? span.lastPosition : after + limit('rowsLookedAt');
  const [messages, leftOut] = await Promise.all([
    state === 'left_out' ? [] : readMessages(reader, ask, until),
    isAll ? readLeftOut(reader, ask, until) : [],
  ]);
  const rows = merge(messages, leftOut).slice(0, most);
  const last = rows.length === most ? rows.at(-1)?.row : until;
  return { rows, next: last === undefined || last >= span.lastPosition ? undefined : last };
}

/** Two lists in order of their rows, as one. */
function merge(some: readonly BatchRow[], others: readonly BatchRow[]): readonly BatchRow[] {
  if (some.length === 0 || others.length === 0) return [...some, ...others];
  return [...some, ...others].toSorted((a, b) => a.row - b.row);
}

const MESSAGES = `
  select m.position, m.id, m.recipient::text, m.state, m.parts, m.price_micros, m.reason,
    m.sent_at, m.done_at, o.name as network
  from messages m join operators o on o.id = m.operator_id
  where m.account_id = $1 and m.batch_id = $2 and m.id between $3 and $4
    and m.position > $5 and m.position <= $6 and ($8::smallint is null or m.state = $8)
  order by m.position
  limit $7`;

type MessageRow = {
  readonly position: number;
  readonly id: MessageId;
  readonly recipient: string;
  readonly state: number;
  readonly parts: number;
  readonly price_micros: number;
  readonly reason: string | null;
  readonly sent_at: number | null;
  readonly done_at: number | null;
  readonly network: string;
};

async function readMessages(
  reader: Reader,
  { accountId, id, span, after, most, state }: ListBatchRows,
  until: number,
): Promise<readonly BatchRow[]> {
  const wanted = state === undefined || state === 'left_out' ? null : MESSAGE_STATES[state];
  const rows = await reader.read(plain<MessageRow>('batch-rows-messages', MESSAGES), [
    ...[accountId, id, span.firstMessage, span.lastMessage],
    ...[after, until, most, wanted],
  ]);
  return rows.map((row) => {
    const told = stateOf(row.state);
    return {
      row: row.position,
      number: row.recipient,
      state: told,
      reason: reportedReason(told, row.reason),
      column: undefined,
      network: row.network,
      parts: row.parts,
      priceMicros: micros(BigInt(row.price_micros)),
      messageId: row.id,
      sentAtMs: row.sent_at ?? undefined,
      doneAtMs: row.done_at ?? undefined,
    };
  });
}

const LEFT_OUT = `
  select row_number, column_letters, shown, rule from batch_rows
  where account_id = $1 and batch_id = $2 and row_number > $3 and row_number <= $4
  order by row_number
  limit $5`;

type LeftOutRow = {
  readonly row_number: number;
  readonly column_letters: string | null;
  readonly shown: string;
  readonly rule: string;
};

async function readLeftOut(
  reader: Reader,
  { accountId, id, after, most }: ListBatchRows,
  until: number,
): Promise<readonly BatchRow[]> {
  const values = [accountId, id, after, until, most];
  const rows = await reader.read(plain<LeftOutRow>('batch-rows-left-out', LEFT_OUT), values);
  return rows.map((row) => ({
    row: row.row_number,
    number: row.shown,
    state: 'left_out',
    reason: row.rule,
    column: row.column_letters ?? undefined,
    network: undefined,
    parts: 0,
    priceMicros: ZERO,
    messageId: undefined,
    sentAtMs: undefined,
    doneAtMs: undefined,
  }));
}
