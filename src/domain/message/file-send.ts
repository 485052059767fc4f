/** Sends whose recipients and values come from the rows of a file (contract section 8). */
import type { BatchId } from '../ids.ts';
import type { Acceptance, SendRequest } from './draft.ts';
import type { Refusal } from '../failure/failure.ts';
import type { Micros } from '../pricing/money.ts';

/** A personalised send as the API understood it; values as they came, '' when absent. */
export type FileRequest = Omit<SendRequest, 'mobile'> & {
  /** '' keeps repeated numbers, as '1' does; '0' removes them. */
  readonly duplicate: string;
};

/** Where the file comes from. */
export type FileSource =
  /** It is fetched, and removed when it has been read. */
  | { readonly kind: 'link'; readonly link: string }
  /** It lies on this machine's disk; whoever put it there removes it. */
  | {
      readonly kind: 'upload';
      readonly file: string;
      /** What the caller calls it, where that is not kept with the upload. */
      readonly name?: string;
      readonly bytes?: number;
    };

/** One piece of work: a file, and who wants to see how far it is. */
export type FileWork = {
  readonly source: FileSource;
  /** Known to the caller already; undefined for a new one. */
  readonly id?: BatchId | undefined;
  /** Called after every thousand rows or so, while they are read for the last time. */
  readonly onProgress?: ((progress: FileProgress) => void) | undefined;
};

export type FileProgress = {
  /** Rows that were read and judged so far. */
  readonly rows: number;
  /** How much of the file that is, 0 to 1. */
  readonly share: number;
};

/** Why nothing is sent to a row. */
const ROW_REASONS = [
  'number',
  'repeated',
  'cell_empty',
  'value_too_long',
  'value_kind',
  'value_unprintable',
  'needs_unicode',
  'text_too_long',
  'no_network',
  'no_route',
  'no_price',
  'opted_out',
  'do_not_call',
  'too_many',
] as const;

export type RowReason = (typeof ROW_REASONS)[number];

/** A row of a file that nothing is sent to. */
export type LeftOutRow = {
  readonly row: number;
  /** What stood in column A: the digits of a number, else the beginning of it. */
  readonly shown: string;
  /** The letters of the column that is wrong; undefined: no one cell is. */
  readonly column: string | undefined;
  readonly code: 7 | 9 | 12;
  readonly reason: RowReason;
  /** In words that hold none of the failure catalogue's. */
  readonly rule: string;
};

/** A row that is sent, as its person will read it. */
export type ExampleRow = {
  readonly row: number;
  readonly recipient: string;
  readonly text: string;
  readonly parts: number;
  /** Without a look-up of its number. */
  readonly priceMicros: Micros;
};

/** The first rows of either fate. */
export type FilePreview = {
  readonly examples: readonly ExampleRow[];
  readonly leftOut: readonly LeftOutRow[];
};

export type FileTakenIn =
  | {
      readonly kind: 'accepted';
      readonly acceptance: Acceptance;
      readonly replayed: boolean;
      /** Of a dry run. */
      readonly preview?: FilePreview;
    }
  | {
      readonly kind: 'refused';
      readonly refusal: Refusal;
      /** The first rows that were left out, where that is why. */
      readonly leftOut: readonly LeftOutRow[];
      /** Whether the account was found to be as its snapshot shows it, as far as that matters. */
      readonly isProven: boolean;
    }
  /**
   * The account has changed in what the send was judged by: forget its snapshot, authenticate anew,
   * ask again.
   */
  | { readonly kind: 'stale' };
