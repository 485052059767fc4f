/** The shape of a batch at `/v1`, and how one is turned into it. */
import {
  BATCH_SOURCES,
  BATCH_STATES,
  type BatchFigures,
  type KeptBatch,
} from '../../domain/message/kept-batch.ts';
import { limit } from '../../domain/limits.ts';
import { STOP_REASONS } from '../../domain/message/hold.ts';
import { MESSAGE_STATES, REPORT_WORDS, type MessageState } from '../../domain/message/message.ts';
import type { FileCheck, FilePreview, LeftOutRow } from '../../domain/message/file-send.ts';
import { micros, type Micros, showRupees } from '../../domain/pricing/money.ts';
import { Type, type ShapeFault, type Static } from '../../kit/shape.ts';
import { PROBLEM, problemOf } from '../../api/v1/answer.ts';
import {
  closed,
  count,
  nullable,
  nullableCount,
  nullableTime,
  orNull,
  showTime,
  showTimeOrNull,
} from '../../operations/resource.ts';
import { DAY, type Day } from '../messages/chat-day.http.ts';
import { FALLBACK, showFallback } from './fallback.http.ts';
import { RECURS, showRecurs } from './recurs.http.ts';

export const CURRENCY = 'PKR';

/** What a request calls its batch. */
export const BATCH_NAME = Type.String({
  description: 'What you call it, in at most 100 characters; left out: as its file is called.',
});

const STATES = Object.keys(MESSAGE_STATES) as MessageState[];

/** A message's state as reports name it, in lower case. */
export function wordOfState(state: MessageState): string {
  return REPORT_WORDS[state].toLowerCase();
}

export function stateOfWord(word: string): MessageState | undefined {
  return STATES.find((state) => wordOfState(state) === word);
}

export const MESSAGE_WORDS: readonly string[] = STATES.map(wordOfState);

const COUNTS = closed(
  Object.fromEntries(MESSAGE_WORDS.map((word) => [word, Type.Integer({ minimum: 0 })])),
  { title: 'MessageCounts', description: 'Messages by state, as last counted.' },
);

const CLICKS = closed(
  {
    people: count('Recipients who opened one.'),
    total: count('How often all were opened.'),
  },
  { title: 'BatchClicks' },
);

const PROGRESS = closed(
  {
    step: Type.Enum(['reading', 'sending'], { description: 'Rows of the file, or messages.' }),
    done: Type.Integer({ minimum: 0 }),
    total: nullableCount('null: not known yet. An estimate while the file is being read.'),
    rate_per_second: Type.Number({ minimum: 0, description: 'Of the last minute.' }),
    finishes_at: nullableTime('At the current rate; null: unknown.'),
  },
  { title: 'Progress', description: 'How far it is.' },
);

export const FILE_KINDS = ['text', 'xlsx', 'xls'] as const;

const FILE = closed(
  {
    name: nullable('The name from the upload or the link; null if neither gives one.'),
    bytes: nullableCount('Its size; null until it is fetched.'),
    kind: Type.Union([Type.Enum([...FILE_KINDS]), Type.Null()], {
      description: 'Detected from its content; null until it is read.',
    }),
  },
  { title: 'BatchFile' },
);

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

export const LEFT_OUT = closed(
  {
    row: Type.Integer({ minimum: 1, description: 'Of the file.' }),
    number: Type.String({
      description: 'What is in place of the number: digits, else its beginning.',
    }),
    column: nullable('The letters of the invalid column.'),
    reason: Type.String({ description: 'What is wrong there.' }),
    cells: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Of a dry run: as in the file, as far as an answer has room.',
      }),
    ),
  },
  { description: 'A row that nothing is sent to.' },
);

const DEAR = {
  messages: Type.Integer({ minimum: 0 }),
  price: Type.String({ description: 'Of their further parts.' }),
};

const CHECK = closed(
  {
    headings: orNull(Type.Array(Type.String()), 'The cells of its heading; null: it has none.'),
    rows_repeated: count('Their number stands in an earlier row.'),
    rows_hidden: count('Left out because the sheet hides them.'),
    rows_without_consent: count(
      'Left out because the account needs consent, and their people gave none.',
    ),
    unicode: closed(
      {
        ...DEAR,
        characters: Type.Array(Type.String(), { description: 'The first of these characters.' }),
      },
      { description: 'Messages that take more parts because of characters outside GSM.' },
    ),
    long: closed(DEAR, { description: 'Messages that take more parts because they are long.' }),
    people_today: DAY,
  },
  { title: 'FileCheck', description: 'What there is to know of a file before it is paid for.' },
);

export const BATCH = closed(
  {
    id: nullable('Decimal digits; null for a dry run.'),
    state: Type.Enum([...BATCH_STATES, 'dry_run'], {
      description:
        'waiting: the file is kept; reading; refused: see problem, nothing was charged; sending: ' +
        'some messages wait for an operator, or for send_at; sent: none does, final receipts may ' +
        'still come; ' +
        'paused: those that wait stay; cancelling: they are being ended as cancelled; cancelled: ' +
        'they have been, and nothing waits any more.',
    }),
    kind: Type.Enum(['sms', 'chat']),
    source: Type.Enum([...BATCH_SOURCES]),
    name: nullable('What you call it; null: it has the name of its file.'),
    repeats: nullable('The batch to whose recipients it is sent again.'),
    failed_repeated_by: nullable('The batch by which those that it failed to reach got it again.'),
    fallback: orNull(FALLBACK, 'The text to those whom it does not reach; null: there is none.'),
    fallback_of: nullable('The batch of chat messages whose texts it has.'),
    file: orNull(FILE, 'null: its recipients came as numbers.'),
    sender: Type.String({ description: 'Of chat messages the digits of your number.' }),
    template_id: nullable('Decimal digits; null for chat messages in free form.'),
    short_links: Type.Boolean({
      description: 'Whether the addresses in its texts are short ones.',
    }),
    rows: nullableCount('Rows of the file with a recipient, those left out included.'),
    rows_left_out: nullableCount('Rows that nothing is sent to: see /rows.'),
    recipients: nullableCount('Messages; null until the file is read.'),
    parts: nullableCount('Of all messages.'),
    price: nullable('Of all messages, look-ups included, at acceptance.'),
    currency: Type.String(),
    counts: orNull(COUNTS, 'null in lists, and until there are messages.'),
    cancelled: nullableCount('As in counts: those that you cancelled; null with counts.'),
    spent: nullable(
      'What it costs, look-ups included: what is charged or still reserved, and did not come ' +
        'back; null with counts.',
    ),
    opted_out: nullableCount(
      'Recipients who opted out within 72 hours of their message, by STOP, in the chat or at the ' +
        'platform, and still are; null with counts, and in events.',
    ),
    clicks: orNull(
      CLICKS,
      'On its short links, some seconds ago; null: it has none, in lists, and in events.',
    ),
    counted_at: nullableTime('When the messages were counted.'),
    progress: orNull(PROGRESS, 'null in lists, and when there is nothing to wait for.'),
    pause_reason: orNull(
      Type.Enum([...STOP_REASONS]),
      'Why the service has paused it: the chat platform has paused its template, or people take ' +
        'it badly. null: it has not.',
    ),
    problem: orNull(
      PROBLEM,
      'Why it was refused; errors lists the first rows if they are the reason.',
    ),
    examples: orNull(
      Type.Array(EXAMPLE),
      `The first ${limit('examplesInAnswer')} texts of a dry run; otherwise null.`,
    ),
    left_out: orNull(
      Type.Array(LEFT_OUT),
      `The first ${limit('rowsInAnswer')} rows that a dry run leaves out; otherwise null.`,
    ),
    check: orNull(CHECK, 'Of a dry run; otherwise null.'),
    test: Type.Boolean({ description: 'Of a test key: neither charged nor carried to anybody.' }),
    created_at: Type.String({ format: 'date-time', description: 'UTC.' }),
    send_at: nullableTime('Not before then; null: at once.'),
    recurs: orNull(
      RECURS,
      'How it goes on after that; null: it does not, or the next one waits and has it now.',
    ),
    published_at: nullableTime('When it was accepted, charged and queued.'),
  },
  { title: 'Batch', description: 'A batch of messages.' },
);

export type ShownBatch = Static<typeof BATCH>;

/** The rows that a dry run shows; anything else shows none. */
export function showPreview(
  preview: FilePreview | undefined,
  day: Day = null,
): Pick<ShownBatch, 'examples' | 'left_out' | 'check'> {
  if (preview === undefined) return { examples: null, left_out: null, check: null };
  const { headings, repeated, hidden, unasked, unicode, long } = preview.check;
  return {
    examples: preview.examples.map(({ row, recipient, text, parts, priceMicros }) => {
      return { row, number: recipient, text, parts, price: showRupees(priceMicros) };
    }),
    left_out: preview.leftOut.map(({ cells, ...row }) => {
      return { ...showLeftOut(row), ...(cells === undefined ? {} : { cells: [...cells] }) };
    }),
    check: {
      headings: headings === undefined ? null : [...headings],
      rows_repeated: repeated,
      rows_hidden: hidden,
      rows_without_consent: unasked,
      unicode: { ...showDear(unicode), characters: [...unicode.characters] },
      long: showDear(long),
      people_today: day,
    },
  };
}

function showDear({ messages, priceMicros }: FileCheck['long']) {
  return { messages, price: showRupees(priceMicros) };
}

export function showLeftOut({ row, shown, column, rule }: LeftOutRow): Static<typeof LEFT_OUT> {
  return { row, number: shown, column: column ?? null, reason: rule };
}

/** Rows that a problem names; the rest is in `/rows`. */
export const MOST_ROWS_NAMED = 100;

/** A batch as shown; without figures in a list. */
export function showBatch(
  batch: KeptBatch,
  figures: BatchFigures | undefined,
  nowMs: number,
): ShownBatch {
  const { id, state, kind, source, published, refusal } = batch;
  const isFile = source !== 'numbers';
  return {
    id: String(id),
    state,
    kind,
    source,
    name: batch.name ?? null,
    repeats: idOrNull(batch.repeats),
    failed_repeated_by: idOrNull(batch.failedRepeatedBy),
    fallback: showFallback(batch.fallback),
    fallback_of: idOrNull(batch.fallbackOf),
    file: isFile
      ? {
          name: batch.fileName ?? null,
          bytes: batch.fileBytes ?? null,
          kind: batch.fileKind ?? null,
        }
      : null,
    sender: batch.sender,
    template_id: batch.templateId ?? null,
    short_links: batch.shortLinks,
    rows: published?.rows ?? null,
    rows_left_out: isFile || batch.repeats !== undefined ? (published?.leftOut ?? null) : null,
    recipients: published?.recipients ?? null,
    parts: published?.parts ?? null,
    price: published === undefined ? null : showRupees(published.priceMicros),
    currency: CURRENCY,
    counts: figures === undefined ? null : showCounts(figures.counts),
    cancelled: cancelledOf(figures),
    spent: spentOf(published, figures?.spentMicros),
    opted_out: figures?.optedOut ?? null,
    clicks: figures?.clicks ?? null,
    counted_at: showTimeOrNull(figures?.countedAtMs),
    progress: showProgress(batch, figures, nowMs),
    pause_reason: batch.stopReason ?? null,
    problem:
      refusal === undefined
        ? null
        : problemOf(refusal.refusal, rowFaults(refusal.leftOut.slice(0, MOST_ROWS_NAMED))),
    ...showPreview(undefined),
    test: batch.isTest,
    created_at: showTime(batch.createdAtMs),
    send_at: showTimeOrNull(batch.sendAtMs),
    recurs: showRecurs(batch.recurs),
    published_at: showTimeOrNull(published?.publishedAtMs),
  };
}

const idOrNull = (id: number | undefined): string | null => (id === undefined ? null : String(id));

/** Pointers to invalid rows: `/file/12/B` is the cell of row 12 in column B. */
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

/** A send that has just begun has no estimate, and an estimate may be past what a date can hold. */
function showFinish(atMs: number | undefined, nowMs: number): string | null {
  if (atMs === undefined || atMs > nowMs + YEAR_MS) return null;
  return showTime(Math.max(atMs, nowMs));
}

const cancelledOf = (figures: Pick<BatchFigures, 'counts'> | undefined): number | null =>
  figures === undefined ? null : (figures.counts.get('cancelled') ?? 0);

function spentOf(published: KeptBatch['published'], spentMicros: Micros | undefined) {
  if (published === undefined || spentMicros === undefined) return null;
  return showRupees(micros(spentMicros + published.lookupsMicros));
}

/** The counts of a batch that has ended, as its event keeps them; absent: it had no messages. */
export type EndFact =
  | {
      readonly counts: Readonly<Partial<Record<MessageState, number>>>;
      /** Of the version before, which counted these as rejected. */
      readonly cancelled?: number;
      readonly spentMicros?: string;
    }
  | undefined;

/** A batch as its last event shows it. */
export function showEnd(batch: KeptBatch, fact: EndFact, atMs: number): ShownBatch {
  const shown = { ...showBatch(batch, undefined, atMs), progress: null };
  if (fact === undefined) return shown;
  const { cancelled = 0, spentMicros } = fact;
  const counts = new Map(STATES.map((state) => [state, fact.counts[state] ?? 0]));
  if (cancelled > 0) {
    counts.set('rejected', (counts.get('rejected') ?? 0) - cancelled).set('cancelled', cancelled);
  }
  return {
    ...shown,
    counts: showCounts(counts),
    cancelled: cancelledOf({ counts }),
    spent: spentOf(
      batch.published,
      spentMicros === undefined ? undefined : micros(BigInt(spentMicros)),
    ),
    counted_at: showTime(atMs),
  };
}
