import type { AccountId, BatchId, MessageId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type {
  BatchRow,
  BatchRowPage,
  BatchRowState,
  BatchSpan,
} from '../../domain/message/kept-batch.ts';
import {
  ALPHABETS,
  MESSAGE_STATES,
  stateOf,
  SHOWN_RECIPIENT_SQL,
  TOLD_STATE_SQL,
} from '../../domain/message/message.ts';
import { priceTold, reportedReason } from '../../domain/message/report.ts';
import { whyItWaits } from '../../domain/message/why-it-waits.ts';
import { ZERO } from '../../domain/pricing/money.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { statement } from '../../kit/postgres/statement.ts';
import { isCharged } from './is-charged.ts';
import { lastCode } from './last-code.ts';
import { QUEUED, WAITS, type Waits } from './waits.ts';

type ListBatchRows = {
  readonly accountId: AccountId;
  readonly id: BatchId;
  readonly span: BatchSpan;
  /** After this row; 0: from the first. */
  readonly after: number;
  readonly most: number;
  readonly state: BatchRowState | undefined;
  /** Why those wait that wait is judged as of then. */
  readonly atMs: number;
};

/**
 * The next rows of a batch, messages and left-out rows in the order of the file. Scans one bounded
 * range of rows after another until something is found: a page of a rare state may have fewer than
 * `most` and not be the last, but none is empty except the last.
 */
export async function listBatchRows(reader: Reader, ask: ListBatchRows): Promise<BatchRowPage> {
  let page = await lookForRows(reader, ask);
  while (page.rows.length === 0 && page.next !== undefined) {
    page = await lookForRows(reader, { ...ask, after: page.next });
  }
  return page;
}

async function lookForRows(reader: Reader, ask: ListBatchRows): Promise<BatchRowPage> {
  const { after, most, state, span } = ask;
  // Left-out rows have a table of their own, with nothing else to scan.
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

type MessageRow = Omit<BatchRow, 'state' | 'column' | 'messageId' | 'clicks'> &
  Waits & {
    readonly messageId: MessageId;
    readonly state: number;
    readonly isChat: boolean;
    readonly code: number | undefined;
    readonly isCharged: boolean;
  };

const MESSAGES = statement<MessageRow>(
  'batch-rows-messages',
  `select m.position as row, m.id as message_id, ${SHOWN_RECIPIENT_SQL} as number,
    ${TOLD_STATE_SQL} as state, m.parts, m.price_micros, m.reason, m.sent_at, m.done_at,
    o.name as network, m.alphabet = ${ALPHABETS.chat} as is_chat,
    ${lastCode(`(select * from attempts
      where message_id between :firstMessage and :lastMessage)`)} as code,
    ${WAITS},
    ${isCharged('c.id between :firstMessage and :lastMessage')} as is_charged
  from messages m left join operators o on o.id = m.operator_id ${QUEUED}
  left join lateral (
    select c.lost_at, c.wait_until from chat_messages c
    where m.alphabet = ${ALPHABETS.chat} and m.state = ${MESSAGE_STATES.waiting}
      and c.account_id = m.account_id and c.id between :firstMessage and :lastMessage
      and c.id = m.id
  ) as c on true
  where m.account_id = :accountId and m.batch_id = :id
    and m.id between :firstMessage and :lastMessage
    and m.position > :after and m.position <= :until
    and (:wanted::smallint is null or ${TOLD_STATE_SQL} = :wanted)
  order by m.position
  limit :most`,
);

async function readMessages(
  reader: Reader,
  { accountId, id, span, after, most, state, atMs }: ListBatchRows,
  until: number,
): Promise<readonly BatchRow[]> {
  const wanted = state === undefined || state === 'left_out' ? undefined : MESSAGE_STATES[state];
  const asked = { accountId, id, ...span, after, until, most, wanted };
  return (await reader.read(MESSAGES, asked)).map(
    ({ isChat, code, isCharged: hasPrice, ...stored }) => {
      const { heldUntilMs, lostUntilMs, waitsForLink, stopWords, isPaused, ...row } = stored;
      const told = stateOf(row.state);
      const waits = { heldUntilMs, lostUntilMs, waitsForLink, stopWords, isPaused };
      const { reason, network = 'chat' } = row;
      const wait = whyItWaits({ ...waits, state: told, reason, network }, atMs);
      return {
        ...row,
        state: told,
        priceMicros: priceTold(told, { ...row, isCharged: hasPrice }),
        reason: wait?.words ?? reportedReason({ state: told, reason, isChat, code }),
        column: undefined,
        clicks: undefined,
      };
    },
  );
}

const LEFT_OUT = statement<Pick<BatchRow, 'row' | 'number' | 'reason' | 'column'>>(
  'batch-rows-left-out',
  `select row_number as row, column_letters as column, shown as number, rule as reason
  from batch_rows
  where account_id = :accountId and batch_id = :id
    and row_number > :after and row_number <= :until
  order by row_number
  limit :most`,
);

async function readLeftOut(
  reader: Reader,
  { accountId, id, after, most }: ListBatchRows,
  until: number,
): Promise<readonly BatchRow[]> {
  return (await reader.read(LEFT_OUT, { accountId, id, after, most, until })).map((row) => ({
    ...row,
    state: 'left_out',
    network: undefined,
    parts: 0,
    priceMicros: ZERO,
    messageId: undefined,
    clicks: undefined,
    sentAtMs: undefined,
    doneAtMs: undefined,
  }));
}
