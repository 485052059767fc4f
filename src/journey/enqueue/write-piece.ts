import type { BatchId, TransferId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Draft } from '../../domain/message/draft.ts';
import { earliestAt, HELD } from '../../domain/policy/hours.ts';
import { canBeAnswered } from '../../domain/sender/sender.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { insertPiece, type PieceMessage } from '../../store/messages/file-batches.ts';

const HOUR_MS = 3_600_000;

/** A batch that is written in pieces. */
export type PiecesOf = Pick<Draft, 'account' | 'template' | 'sender' | 'opening'> & {
  readonly id: BatchId;
  readonly reserveId: TransferId;
  /** The same for all of its messages, in milliseconds since 1970. */
  readonly acceptedAtMs: number;
};

/**
 * Writes some messages of a batch that is not published yet; waiting shortens no validity. Fails
 * with NOT_ALL when the batch has been given up.
 */
export async function writePiece(
  transaction: Transaction,
  batch: PiecesOf,
  messages: readonly PieceMessage[],
): Promise<void> {
  const { acceptedAtMs } = batch;
  const dueAtMs = earliestAt(batch.opening, acceptedAtMs);
  await insertPiece(transaction, {
    accountId: batch.account.id,
    batchId: batch.id,
    templateId: batch.template.id,
    senderId: batch.sender.id,
    reserveId: batch.reserveId,
    answerable: canBeAnswered(batch.sender.name),
    acceptedAtMs,
    expiresAtMs: dueAtMs + limit('validityHours') * HOUR_MS,
    reason: dueAtMs > acceptedAtMs ? HELD : undefined,
    messages,
  });
}
