/** The shape of a batch at `/v1`, and how one is put into it. */
import {
  BATCH_SOURCES,
  BATCH_STATES,
  type BatchFigures,
  type KeptBatch,
} from '../../domain/message/kept-batch.ts';
import { limit } from '../../domain/limits.ts';
import { MESSAGE_STATES, REPORT_WORDS, type MessageState } from '../../domain/message/message.ts';
import type { FilePreview, LeftOutRow } from '../../domain/message/file-send.ts';
import { formatRupees } from '../../domain/pricing/money.ts';
import { Type, type ShapeFault, type Static } from '../../kit/shape.ts';
import { PROBLEM, problemOf } from './answer.ts';
import {
  closed,
  nullable,
  nullableCount,
  nullableTime,
  showTime,
  showTimeOrNull,
} from './shapes.ts';

export const CURRENCY = 'PKR';

const STATES = Object.keys(MESSAGE_STATES) as MessageState[];

/** The word of a message's state, as reports have it, in lower case. */
export function wordOfState(state: MessageState): string {
  return REPORT_WORDS[state].toLowerCase();
}

/** Which state such a word means. */
export function stateOfWord(word: string): MessageState | undefined {
  return STATES.find((state) => wordOfState(state) === word);
}

export const MESSAGE_WORDS: readonly string[] = STATES.map(wordOfState);

const COUNTS = closed(
  Object.fromEntries(MESSAGE_WORDS.map((word) => [word, Type.Integer({ minimum: 0 })])),
  { title: 'MessageCounts', description: 'Messages by their state, when they were last counted.' },
);

const PROGRESS = closed(
  {
    step: Type.Enum(['reading', 'sending'], { description: 'Rows of the file, or messages.' }),
    done: Type.Integer({ minimum: 0 }),
    total: nullableCount('null: not known yet. An estimate while the file is read.'),
    rate_per_second: Type.Number({ minimum: 0, description: 'Of the last minute.' }),
    finishes_at: nullableTime('As it goes now; null: nobody can tell.'),
  },
  { title: 'Progress', description: 'How far it is.' },
);

const FILE = closed(
  {
    name: nullable('What you call it, or its link does; null where neither says.'),
    bytes: nullableCount('Its size; null of what is not fetched yet.'),
    kind: Type.Union([Type.Enum(['text', 'xlsx', 'xls']), Type.Null()], {
      description: 'By its content; null until it is read.',
    }),
  },
  { title: 'BatchFile' },
);

const orNull = <Shape extends Parameters<typeof Type.Union>[0][number]>(
  shape: Shape,
  description: string,
) => Type.Union([shape, Type.Null()], { description });

const EXAMPLE = closed(
  {
    row: Type.Integer({ minimum: 1, description: 'Of the file.' }),
    number: Type.String({ description: 'Digits with country code.' }),
    text: Type.String({ description: 'As the person will read it.' }),
    parts: Type.Integer({ minimum: 1 }),
    price: Type.String({ description: 'Of its parts.' }),
  },
  { description: 'A message of a dry run.' },
);

const LEFT_OUT = closed(
  {
    row: Type.Integer({ minimum: 1, description: 'Of the file.' }),
    number: Type.String({ description: 'What stood in column A: digits, else its beginning.' }),
    column: nullable('The letters of the column that is wrong.'),
    reason: Type.String({ description: 'What is wrong there.' }),
  },
  { description: 'A row that nothing is sent to.' },
);

export const BATCH = closed(
  {
    id: nullable('Decimal digits; null of a dry run.'),
    state: Type.Enum([...BATCH_STATES, 'dry_run'], {
      description:
        'waiting: the file is kept; reading; refused: see problem, nothing was charged; sending: ' +
        'some messages wait for an operator; sent: none does any more, last words may still come.',
    }),
    source: Type.Enum([...BATCH_SOURCES]),
    file: orNull(FILE, 'null: its recipients came as numbers.'),
    sender: Type.String(),
    template_id: Type.String({ description: 'Decimal digits.' }),
    rows: nullableCount('Rows of the file that are somebody’s, those left out included.'),
    rows_left_out: nullableCount('Rows that nothing is sent to: see /rows.'),
    recipients: nullableCount('Messages; null until the file is read.'),
    parts: nullableCount('Of all messages.'),
    price: nullable('Of all messages, look-ups included, when it was accepted.'),
    currency: Type.String(),
    counts: orNull(COUNTS, 'null in lists, and until there are messages.'),
    counted_at: nullableTime('When the messages were counted.'),
    progress: orNull(PROGRESS, 'null in lists, and when there is nothing to wait for.'),
    problem: orNull(
      PROBLEM,
      'Why it was refused; errors name the first rows, where those are why.',
    ),
    examples: orNull(
      Type.Array(EXAMPLE),
      `The first ${limit('examplesInAnswer')} texts of a dry run; null of all else.`,
    ),
    left_out: orNull(
      Type.Array(LEFT_OUT),
      `The first ${limit('rowsInAnswer')} rows that a dry run leaves out; null of all else.`,
    ),
    created_at: Type.String({ format: 'date-time', description: 'UTC.' }),
    published_at: nullableTime('When it was accepted, charged and let into the line.'),
  },
  { title: 'Batch', description: 'A batch of messages.' },
);

export type ShownBatch = Static<typeof BATCH>;

/** What a dry run shows of the rows; of all else nothing. */
export function showPreview(
  preview: FilePreview | undefined,
): Pick<ShownBatch, 'examples' | 'left_out'> {
  if (preview === undefined) return { examples: null, left_out: null };
  return {
    examples: preview.examples.map(({ row, recipient, text, parts, priceMicros }) => {
      return { row, number: recipient, text, parts, price: formatRupees(priceMicros) };
    }),
    left_out: preview.leftOut.map(({ row, shown, column, rule }) => {
      return { row, number: shown, column: column ?? null, reason: rule };
    }),
  };
}

/** Rows that a problem names; the rest is in `/rows`. */
const MOST_ROWS_NAMED = 100;

/** A batch as it is shown; without figures as in a list. */
export function showBatch(
  batch: KeptBatch,
  figures: BatchFigures | undefined,
  nowMs: number,
): ShownBatch {
  const { id, state, source, published, refusal } = batch;
  const isFile = source !== 'numbers';
  return {
    id: String(id),
    state,
    source,
    file: isFile
      ? {
          name: batch.fileName ?? null,
          bytes: batch.fileBytes ?? null,
          kind: batch.fileKind ?? null,
        }
      : null,
    sender: batch.sender,
    template_id: batch.templateId,
    rows: published?.rows ?? null,
    rows_left_out: isFile ? (published?.leftOut ?? null) : null,
    recipients: published?.recipients ?? null,
    parts: published?.parts ?? null,
    price: published === undefined ? null : formatRupees(published.priceMicros),
    currency: CURRENCY,
    counts: figures === undefined ? null : showCounts(figures.counts),
    counted_at: showTimeOrNull(figures?.countedAtMs),
    progress: showProgress(batch, figures, nowMs),
    problem:
      refusal === undefined
        ? null
        : problemOf(refusal.refusal, rowFaults(refusal.leftOut.slice(0, MOST_ROWS_NAMED))),
    ...showPreview(undefined),
    created_at: showTime(batch.createdAtMs),
    published_at: showTimeOrNull(published?.publishedAtMs),
  };
}

/** Where rows are wrong: `/file/12/B` is the cell of row 12 in column B. */
export function rowFaults(leftOut: readonly LeftOutRow[]): readonly ShapeFault[] {
  return leftOut.map(({ row, column, rule }) => {
    return { pointer: column === undefined ? `/file/${row}` : `/file/${row}/${column}`, rule };
  });
}

function showCounts(counts: ReadonlyMap<MessageState, number>): Static<typeof COUNTS> {
  return Object.fromEntries(STATES.map((state) => [wordOfState(state), counts.get(state) ?? 0]));
}

function showProgress(
  { state, reading, startedAtMs }: KeptBatch,
  figures: BatchFigures | undefined,
  nowMs: number,
): Static<typeof PROGRESS> | null {
  if (reading !== undefined) {
    const { done, total } = reading;
    const sinceMs = startedAtMs === undefined ? 0 : nowMs - startedAtMs;
    const perMs = state === 'reading' && sinceMs > 0 ? done / sinceMs : 0;
    const leftMs = perMs > 0 && total !== undefined ? (total - done) / perMs : undefined;
    return {
      step: 'reading',
      done,
      total: total ?? null,
      rate_per_second: Math.round(perMs * 10_000) / 10,
      finishes_at: showFinish(leftMs === undefined ? undefined : nowMs + leftMs, nowMs),
    };
  }
  if (figures === undefined || state !== 'sending') return null;
  return {
    step: 'sending',
    done: figures.done,
    total: figures.total,
    rate_per_second: figures.ratePerSecond,
    finishes_at: showFinish(figures.finishesAtMs, nowMs),
  };
}

const YEAR_MS = 366 * 86_400_000;

/** Of a pace that has just begun nobody can tell; it may come to more than a date can say. */
function showFinish(atMs: number | undefined, nowMs: number): string | null {
  if (atMs === undefined || atMs > nowMs + YEAR_MS) return null;
  return showTime(Math.max(atMs, nowMs));
}
