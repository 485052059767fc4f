import { failureOf, FAILURES, type FailureReason } from '../../domain/failure/failure.ts';
import type { MessageState } from '../../domain/message/message.ts';

/**
 * The sentence of a stored reason. A temporary one of a message that is still on its way is not
 * told, nor why a delivered one was not charged.
 */
export function toldReason(state: MessageState, stored: string | null): string | undefined {
  const isTold = state !== 'waiting' && state !== 'sent' && state !== 'delivered';
  if (stored === null || !isTold) return undefined;
  return isReason(stored) ? failureOf(stored).sentence : stored;
}

function isReason(word: string): word is FailureReason {
  return Object.hasOwn(FAILURES, word);
}
