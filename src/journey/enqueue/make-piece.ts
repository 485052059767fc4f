import type { BatchId, TransferId } from '../../domain/ids.ts';
import type { Draft } from '../../domain/message/draft.ts';
import { validityMs } from '../../domain/message/validity.ts';
import { earliestAt, HELD } from '../../domain/policy/hours.ts';
import { canBeAnswered } from '../../domain/sender/sender.ts';
import {
  packPiece,
  type PackedPiece,
  type PieceMessage,
} from '../../store/messages/file-batches.ts';

/** A batch that is written in pieces. */
export type PiecesOf = Pick<Draft, 'account' | 'template' | 'sender' | 'opening'> & {
  readonly id: BatchId;
  readonly reserveId: TransferId;
  /** The same for all of its messages, in milliseconds since 1970. */
  readonly acceptedAtMs: number;
  readonly shortCodeValidityMinutes: number;
};

/** Some messages of a batch as they are written; waiting shortens no validity. */
export function makePiece(batch: PiecesOf, messages: readonly PieceMessage[]): PackedPiece {
  const { acceptedAtMs } = batch;
  const dueAtMs = earliestAt(batch.opening, acceptedAtMs);
  return packPiece({
    accountId: batch.account.id,
    batchId: batch.id,
    templateId: batch.template.id,
    senderId: batch.sender.id,
    reserveId: batch.reserveId,
    answerable: canBeAnswered(batch.sender.name),
    acceptedAtMs,
    expiresAtMs: dueAtMs + validityMs(batch, batch),
    reason: dueAtMs > acceptedAtMs ? HELD : undefined,
    messages,
  });
}
