import { failureOf, FAILURES, type FailureReason } from '../../domain/failure/failure.ts';
import type { MessageState } from '../../domain/message/message.ts';

/**
 * The sentence of a stored reason. A temporary one of a message that is still on its way is not
 * told, nor why a delivered one was not charged.
 */
export function reportedReason(state: MessageState, stored: string | null): string | undefined {
  if (stored === null || !isTold(state)) return undefined;
  return isReason(stored) ? failureOf(stored).sentence : stored;
}

/** The same in the word of the catalogue; undefined also of one that the catalogue has not. */
export function reportedState(
  state: MessageState,
  stored: string | null,
): FailureReason | undefined {
  return stored !== null && isTold(state) && isReason(stored) ? stored : undefined;
}

function isTold(state: MessageState): boolean {
  return state !== 'waiting' && state !== 'sent' && state !== 'delivered';
}

function isReason(word: string): word is FailureReason {
  return Object.hasOwn(FAILURES, word);
}
