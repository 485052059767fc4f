/** Batches as their account sees them afterwards. */
import type { BatchId, MessageId } from '../ids.ts';
import type { Micros } from '../pricing/money.ts';
import type { LeftOutRow } from './file-send.ts';
import type { MessageState } from './message.ts';

/** An accepted request with several recipients, or one from a file. */
export type KeptBatch = {
  readonly id: BatchId;
  readonly source: 'numbers' | 'link' | 'upload';
  readonly fileKind: 'text' | 'xlsx' | 'xls' | undefined;
  /** Messages. */
  readonly recipients: number;
  readonly parts: number;
  /** Of the messages; what look-ups cost is not in it. */
  readonly priceMicros: Micros;
  /** Rows of the file that are somebody's; undefined: it came from no file. */
  readonly fileRows: number | undefined;
  /** Of those, rows that nothing was sent to. */
  readonly leftOut: number;
  readonly createdAtMs: number;
  readonly publishedAtMs: number;
};

/** A row of a file and what became of it. */
export type BatchRow =
  | {
      readonly kind: 'message';
      readonly row: number;
      readonly messageId: MessageId;
      readonly recipient: string;
      readonly state: MessageState;
      readonly parts: number;
      readonly priceMicros: Micros;
    }
  | ({ readonly kind: 'left_out' } & LeftOutRow);
