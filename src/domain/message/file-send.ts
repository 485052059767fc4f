/** Sends whose recipients and values come from the rows of a file (contract section 8). */
import { withoutUnseen } from '../account/name.ts';
import { HOUR_MS } from '../durations.ts';
import { nameInAddress } from '../chat/media.ts';
import type { ContactFilter } from '../contact/filter.ts';
import type { ContactColumn } from '../contact/references.ts';
import { type Refusal, refuse } from '../failure/failure.ts';
import type { BatchId } from '../ids.ts';
import { limit } from '../limits.ts';
import { micros, type Micros } from '../pricing/money.ts';
import type { PhoneNumber } from '../recipient/recipient.ts';
import { columnOf, columnWords } from '../template/column-text.ts';
import type { Acceptance, Field, FilteredRecipient, SendRequest } from './draft.ts';
import type { FallbackOfFile, FallbackTotals } from './fallback.ts';
import type { BatchSource } from './kept-batch.ts';
import type { Recurrence } from './recurrence.ts';

/** A personalised send as an interface read it; `#B#` in a value stands for column B. */
export type FileRequest = Omit<SendRequest, 'recipients'> & {
  /** Whether a repeated number gets its text again; the default is yes. */
  readonly keepsRepeated: Field<boolean>;
  /** Whether rows that the sheet hides get their texts too; the default is no. */
  readonly includesHidden?: Field<boolean>;
  /** From 1 for A, which is the default. */
  readonly numberColumn?: number | undefined;
  /** What the account calls it; undefined: as its file is called. */
  readonly name?: string | undefined;
  readonly contacts?: ContactsOfFile | undefined;
  /** How it goes on after its time, to whom the contacts are then. */
  readonly recurs?: Recurrence | undefined;
  /** From 1 for A: each row has there what it said once, as it was stored; there are no values. */
  readonly textColumn?: number | undefined;
  readonly repeats?: Repeated | undefined;
  /** Chat messages by a template, not texts. */
  readonly chat?: ChatOfFile | undefined;
  /** Addresses in its texts are replaced by short ones of each recipient's own. */
  readonly shortLinks?: boolean | undefined;
  /** Of all rows this one alone, to somebody else. */
  readonly only?: { readonly row: number; readonly to: PhoneNumber } | undefined;
};

/** What chat messages of a file say: their template with its values. */
export type ChatOfFile = {
  /** Ours or the platform's: digits. */
  readonly templateId: string;
  /** As an entry of `template_data`, as JSON; `#B#` in a text of it stands for column B. */
  readonly content: Readonly<Record<string, unknown>>;
  /** Only as much of it leaves as the platform's limit of the day allows. */
  readonly spread: boolean;
  /** The text to those whom they do not reach. */
  readonly fallback?: FallbackOfFile | undefined;
};

/** A batch that is sent again, to all or to those who did not get it, whom it reaches once. */
type Repeated = {
  readonly batchId: BatchId;
  readonly onlyFailed: boolean;
  /** How that one came: its rows are made again of what is stored. */
  readonly source: BatchSource;
};

export type ContactsOfFile = {
  readonly filter: ContactFilter;
  readonly columns: readonly ContactColumn[];
  /** Those who are known by their id on the chat platform alone are among them. */
  readonly withUsers?: true;
};

/**
 * Whether a batch is read, judged and charged at its time, not now: a message that is charged waits
 * for `scheduleHours` at most, and who recurs is charged each time.
 */
export function isReadLater(
  { sendAtMs, recurs }: Pick<FileRequest, 'sendAtMs' | 'recurs'>,
  nowMs: number,
): boolean {
  const chargedMs = recurs === undefined ? limit('scheduleHours') * HOUR_MS : 0;
  return sendAtMs !== undefined && sendAtMs > nowMs + chargedMs;
}

export type FileSource =
  /** Fetched, and removed once it has been read. */
  | { readonly kind: 'link'; readonly link: string }
  /** On this machine's disk; whoever put it there removes it. */
  | {
      readonly kind: 'upload';
      readonly file: string;
      /** What the caller calls it, if that is not kept with the upload. */
      readonly name?: string;
      readonly bytes?: number;
    };

/** One task: a file, and who is told about its progress. */
export type FileWork = {
  readonly source: FileSource;
  /** Known to the caller already; undefined for a new one. */
  readonly id?: BatchId | undefined;
  /** Called about every thousand rows of the final pass. */
  readonly onProgress?: ((progress: FileProgress) => void) | undefined;
};

export type FileProgress = {
  /** Rows read and judged so far. */
  readonly rows: number;
  /** What fraction of the file that is, 0 to 1. */
  readonly share: number;
};

/** Why nothing is sent to a row. */
const ROW_REASONS = [
  'number',
  'repeated',
  'hidden',
  'cell_empty',
  'cell_error',
  'value_too_long',
  'value_kind',
  'value_unprintable',
  'needs_unicode',
  'text_too_long',
  'no_network',
  'no_route',
  'no_price',
  'not_own_number',
  'opted_out',
  'do_not_call',
  'no_consent',
  'too_many',
  'chat_user',
  'chat_rests',
  'chat_content',
] as const;

export type RowReason = (typeof ROW_REASONS)[number];

/** A row of a file that nothing is sent to. */
export type LeftOutRow = {
  readonly row: number;
  /** What was in the column of the numbers: a number's digits, else the beginning of the text. */
  readonly shown: string;
  /** The letters of the wrong column; undefined: no single cell is wrong. */
  readonly column: string | undefined;
  readonly code: 7 | 9 | 12;
  readonly reason: RowReason;
  /** Uses none of the failure catalogue's words. */
  readonly rule: string;
};

/** A row that is sent, as the recipient will read it. */
type ExampleRow = {
  readonly row: number;
  readonly recipient: string;
  readonly text: string;
  readonly parts: number;
  /** Without the look-up of its number. */
  readonly priceMicros: Micros;
};

/** Messages that need more than one part, and what the further parts cost. */
type DearRows = { readonly messages: number; readonly priceMicros: Micros };

/** What there is to know of a file before it is paid for. */
export type FileCheck = {
  /** undefined: the file has none. */
  readonly headings: readonly string[] | undefined;
  /** Rows whose number stands in an earlier row. */
  readonly repeated: number;
  /** Rows left out because the sheet hides them. */
  readonly hidden: number;
  /** Rows left out because their people have not consented. */
  readonly unasked: number;
  /** Because of characters outside GSM; the first of these. */
  readonly unicode: DearRows & { readonly characters: readonly string[] };
  /** Because of their length alone. */
  readonly long: DearRows;
  /** Of chat messages: whom they go to, by number or what stands for it. */
  readonly people?: ReadonlySet<string> | undefined;
};

/** The first rows that are sent, and the first that are not. */
export type FilePreview = {
  readonly examples: readonly ExampleRow[];
  readonly leftOut: readonly (LeftOutRow & {
    /** As they are in the file, as far as there is room. */
    readonly cells: readonly string[] | undefined;
  })[];
  readonly check: FileCheck;
  readonly fallback: FallbackTotals | undefined;
};

/** What is in a file, before anything is made of it. Texts are shortened. */
export type FileOutline = {
  readonly kind: 'text' | 'xlsx' | 'xls';
  /** Rows that name a recipient: all but the heading. */
  readonly rows: number;
  /** As many as the widest row has. */
  readonly columns: readonly {
    readonly letters: string;
    /** undefined: the file has no heading, or none here. */
    readonly heading: string | undefined;
    /** The first cells of it that are not blank. */
    readonly samples: readonly string[];
  }[];
  readonly firstRows: readonly { readonly row: number; readonly cells: readonly string[] }[];
  /** The letters of the column that looks like the numbers. */
  readonly numberColumn: string;
  /** How many of the rows the sheet hides. */
  readonly hidden: number;
  /** How many of the rows have no mobile number there. */
  readonly leftOut: number;
  readonly firstLeftOut: readonly LeftOutRow[];
};

export type FileTakenIn =
  | {
      readonly kind: 'accepted';
      readonly acceptance: Acceptance;
      readonly replayed: boolean;
      /** Only in a dry run. */
      readonly preview?: FilePreview;
    }
  | {
      readonly kind: 'refused';
      readonly refusal: Refusal;
      /** The first rows left out, if they are the reason. */
      readonly leftOut: readonly LeftOutRow[];
      /** Whether the account was found to match its snapshot, as far as it matters here. */
      readonly isProven: boolean;
    }
  /**
   * Something about the account that the send was judged by has changed: drop its snapshot,
   * authenticate again, ask again.
   */
  | { readonly kind: 'stale' };

/** A dot and a few letters: the last part of many links is not a file name. */
const EXTENSION = /\.[A-Za-z0-9]{1,5}$/;

/**
 * A name as it is kept and shown: without folders and unprintable characters, and not too long;
 * undefined if nothing is left.
 */
export function keptFileName(given: string): string | undefined {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const shown = withoutUnseen(last).trim();
  const short = shown.slice(0, limit('uploadNameCharacters'));
  // Never in the middle of a surrogate pair.
  const whole = short.isWellFormed() ? short : short.slice(0, -1);
  return whole === '' ? undefined : whole;
}

/** The name of a send's file; undefined when neither the caller nor its link gives one. */
export function nameOfSource(source: FileSource): string | undefined {
  if (source.kind === 'upload') return keptFileName(source.name ?? '');
  const name = nameInAddress(source.link.trim()) ?? '';
  return EXTENSION.test(name) ? keptFileName(name) : undefined;
}

/** What the rows of a file have come to so far: totals, and the first rows sent and left out. */
export class FileTally {
  /** Messages to send, and their parts. */
  messages = 0;
  parts = 0;
  leftOut = 0;
  /** The row of the last message. */
  lastRow = 0;
  /** The first rows that are sent. */
  readonly examples: ExampleRow[] = [];
  readonly #recipients: string[] = [];
  readonly #firstLeftOut: LeftOutRow[] = [];
  #firstHidden: LeftOutRow | undefined;
  #hidden = 0;
  readonly #byCode = { 7: 0, 9: 0, 12: 0 };
  /** Rows with nothing wrong in them: no rule or no price leads to their operator. */
  #notCarried = 0;
  #priceMicros = 0n;

  /** Counts rows that are sent. */
  add(
    rows: readonly ExampleRow[],
    sums: { readonly parts: number; readonly priceMicros: Micros },
  ): void {
    this.messages += rows.length;
    this.parts += sums.parts;
    this.#priceMicros += sums.priceMicros;
    this.lastRow = Math.max(this.lastRow, rows.at(-1)?.row ?? 0);
    for (const example of rows.slice(0, limit('examplesInAnswer') - this.examples.length)) {
      const { row, recipient, text, parts, priceMicros } = example;
      this.examples.push({ row, recipient, text, parts, priceMicros });
    }
    const room = limit('resultsPerAnswer') - this.#recipients.length;
    for (const { recipient } of rows.slice(0, Math.max(0, room))) this.#recipients.push(recipient);
  }

  /** Counts rows that nothing is sent to. */
  leaveOut(rows: readonly LeftOutRow[]): void {
    this.leftOut += rows.length;
    for (const row of rows) {
      const { code, reason } = row;
      this.#byCode[code] += 1;
      if (reason === 'no_route' || reason === 'no_price') this.#notCarried += 1;
      if (reason === 'hidden') {
        this.#hidden += 1;
        this.#firstHidden ??= row;
      } else if (this.#firstLeftOut.length < limit('rowsInAnswer')) this.#firstLeftOut.push(row);
    }
  }

  get priceMicros(): Micros {
    return micros(this.#priceMicros);
  }

  /** The first recipients, as many as an answer lists. */
  get recipients(): readonly string[] {
    return this.#recipients;
  }

  /**
   * The first rows left out, as many as an answer lists, in file order. Hidden ones are named once,
   * with their number: they are no faults to mend one by one.
   */
  get firstLeftOut(): readonly LeftOutRow[] {
    const hidden = this.#hidden;
    const words = hidden === 1 ? '1 hidden row' : `the first of ${hidden} hidden rows`;
    const first = this.#firstHidden;
    return [...this.#firstLeftOut, ...(first === undefined ? [] : [{ ...first, rule: words }])]
      .toSorted((a, b) => a.row - b.row)
      .slice(0, limit('rowsInAnswer'));
  }

  /**
   * Why nothing can be sent when no row is left, in order of precedence: a column that the file
   * lacks, what is ours to fix, policy, texts, numbers; it names the first rows. undefined: some
   * are left.
   */
  refusal(columns: { readonly needed: number; readonly widest: number }): Refusal | undefined {
    if (this.messages > 0) return undefined;
    if (this.leftOut === 0) return refuse('file_empty');
    const { needed, widest } = columns;
    if (needed > widest) {
      return refuse('column_missing', { column: columnWords(needed), last: columnWords(widest) });
    }
    const named = this.firstLeftOut.slice(0, limit('rowsNamed')).map(wordsOf);
    const more = this.leftOut - named.length;
    const rows = [...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
    if (this.#notCarried > 0) return refuse('rows_not_carried', { rows });
    if (this.#byCode[9] > 0) return refuse('rows_rejected', { rows });
    return refuse(this.#byCode[12] > 0 ? 'rows_unusable' : 'rows_without_number', { rows });
  }
}

/** `row 17, column C: empty`. */
export function wordsOf({ row, column, rule }: LeftOutRow): string {
  return `row ${row}${column === undefined ? '' : `, ${columnWords(columnOf(column))}`}: ${rule}`;
}

/** A left-out row as answers list it: never anything from the file except digits. */
export function filteredOf(row: LeftOutRow): FilteredRecipient {
  const shown = /^\d+$/.test(row.shown) ? row.shown : `row ${row.row}`;
  return { shown, reason: wordsOf(row), code: row.code };
}
