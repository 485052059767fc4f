/**
 * What differs between texts and chat messages when they are sent from a file. How the file is
 * fetched, read, written in pieces, published, held and reported is the same (decision 122).
 */
import type { Refusal } from '../domain/failure/failure.ts';
import type { FileRow } from '../domain/message/file-row.ts';
import type { LeftOutRow } from '../domain/message/file-send.ts';
import type { Opening } from '../domain/policy/hours.ts';
import type { Counted } from '../domain/policy/velocity.ts';
import type { Lookup } from '../domain/portability/directory.ts';
import type { Micros } from '../domain/pricing/money.ts';
import type { AcceptContext } from '../journey/accept/accept-context.ts';
import type { Piece, Placed } from '../journey/commit/piece-writer.ts';
import type { Holds } from '../journey/commit/publish-batch.ts';
import type { PieceMessage, WrittenBatch } from '../store/batches/file-batches.ts';
import type { BatchTry } from '../store/batches/remove-batches.ts';
import type { RoutingSnapshot } from '../store/snapshots/routing-snapshots.ts';
import type { FileOrder, RowsOrder } from './accept-file.ts';
import type { FileLookups } from './address-rows.ts';
import type { FallbackTexts } from './fallback-texts.ts';
import type { FileChecker } from './check-file.ts';
import type { RowReader } from './row-reader.ts';

/** What rows are judged by. */
export type JudgedBy = {
  readonly routing: RoutingSnapshot;
  readonly context: Omit<AcceptContext, 'routing' | 'policy' | 'now'>;
  /** Wall-clock time at which the request was accepted. */
  readonly atMs: number;
};

/** A row that is sent: of chat messages its text is their content, as it is stored. */
export type PricedRow = Omit<PieceMessage, 'id' | 'position'> & {
  readonly row: number;
  /** What stands for its recipient where that has a number; undefined: itself. */
  readonly person?: string | undefined;
  /** Of a chat message: the values of its text, should it not arrive. */
  readonly said?: Readonly<Record<string, string>> | undefined;
};

export type PricedRows = {
  readonly rows: readonly PricedRow[];
  readonly leftOut: readonly LeftOutRow[];
  readonly parts: number;
  readonly priceMicros: Micros;
  readonly counted: Counted | undefined;
  readonly lookups: readonly Lookup[];
};

/** Makes messages of the rows of one file, from its first to its last. */
export type RowMaker = {
  readonly reader: Pick<RowReader<never>, 'headings' | 'rows' | 'widest'>;
  take(rows: readonly FileRow[]): Promise<PricedRows | Refusal>;
};

export type Channel = {
  readonly order: RowsOrder;
  /** Whose numbers may have to be looked up; undefined: chat messages need none. */
  readonly texts: FileOrder | undefined;
  /** Its hours, or its time. */
  readonly opening: Opening | undefined;
  /** Why nothing of it could leave in time. */
  readonly closed: Refusal | undefined;
  readonly makeRows: (lookups: FileLookups | undefined) => RowMaker;
  /** For what a dry run says of a file. */
  readonly checker: () => FileChecker;
  readonly piecesOf: (batch: BatchTry) => (messages: readonly Placed<PricedRow>[]) => Piece;
  readonly published: Pick<WrittenBatch, 'hours' | 'linkId' | 'isSpread' | 'shortLinks'>;
  readonly holds: Holds;
  /** The texts to those whom chat messages do not reach. */
  readonly fallback?: FallbackTexts | undefined;
  /** A text as people read it. */
  readonly shownText: (text: string) => string;
};
