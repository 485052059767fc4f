/** Batches as their account sees them at `/v1` (contract sections 8 and 11). */
import type { BatchId, MessageId } from '../ids.ts';
import type { Micros } from '../pricing/money.ts';
import type { KeptRefusal } from './upload.ts';
import type { MessageState } from './message.ts';

/**
 * `waiting`: its file is kept and nobody reads it yet; `sending`: some of its messages wait to be
 * handed to an operator; `sent`: none does any more, their last words may still come.
 */
export const BATCH_STATES = ['waiting', 'reading', 'refused', 'sending', 'sent'] as const;
export type BatchState = (typeof BATCH_STATES)[number];

export const BATCH_SOURCES = ['numbers', 'link', 'upload'] as const;
export type BatchSource = (typeof BATCH_SOURCES)[number];

export type FileKind = 'text' | 'xlsx' | 'xls';

/** What is known of a batch that can be sent. */
export type PublishedFacts = {
  readonly recipients: number;
  readonly parts: number;
  readonly priceMicros: Micros;
  /** Rows of the file that are somebody's; undefined: it does not come from a file. */
  readonly rows: number | undefined;
  readonly leftOut: number;
  readonly publishedAtMs: number;
  /** Messages that are not queued yet, by their positions: never too few. */
  readonly unfed: number;
  /** Where its messages lie, for those who count and list them. */
  readonly span: BatchSpan;
};

/** Between which ids the messages of a batch are. */
export type BatchSpan = {
  readonly firstMessage: number;
  readonly lastMessage: number;
  /** Of its messages and of the rows that were left out. */
  readonly lastPosition: number;
};

export type KeptBatch = {
  readonly id: BatchId;
  readonly state: BatchState;
  readonly source: BatchSource;
  /** What the caller calls the file. */
  readonly fileName: string | undefined;
  readonly fileBytes: number | undefined;
  readonly fileKind: FileKind | undefined;
  readonly sender: string;
  readonly templateId: string;
  readonly createdAtMs: number;
  /** When its file began to be read, where that was behind the answer. */
  readonly startedAtMs: number | undefined;
  readonly endedAtMs: number | undefined;
  /** Rows of the file that were read, of how many about; of an upload that is read. */
  readonly reading: { readonly done: number; readonly total: number | undefined } | undefined;
  readonly refusal: KeptRefusal | undefined;
  readonly published: PublishedFacts | undefined;
};

/** How far a batch is, and what became of its messages, at a moment. */
export type BatchFigures = {
  readonly done: number;
  readonly total: number;
  readonly ratePerSecond: number;
  /** undefined: nobody can tell. */
  readonly finishesAtMs: number | undefined;
  readonly counts: ReadonlyMap<MessageState, number>;
  readonly countedAtMs: number;
};

/** One row of a batch: a message, or a row that nothing is sent to. */
export type BatchRow = {
  /** The row of the file; of a batch of numbers, the place in the request. */
  readonly row: number;
  /** Digits with country code; of a row left out, what stood there. */
  readonly number: string;
  readonly state: MessageState | 'left_out';
  readonly reason: string | undefined;
  /** The letters of the column that is wrong, of a row left out. */
  readonly column: string | undefined;
  readonly network: string | undefined;
  readonly parts: number;
  readonly priceMicros: Micros;
  readonly messageId: MessageId | undefined;
  readonly sentAtMs: number | undefined;
  readonly doneAtMs: number | undefined;
};

export type BatchRowState = BatchRow['state'];

/** A piece of the rows of a batch, in their order. */
export type BatchRowPage = {
  readonly rows: readonly BatchRow[];
  /** After which row the next piece begins; undefined: there is none. */
  readonly next: number | undefined;
};
