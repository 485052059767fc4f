import { FEW_TRIES } from '../../domain/failure/few-tries.ts';
import type { FailureReason } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { Outgoing } from '../../domain/message/outgoing.ts';

/**
 * Whether a message that was refused for now has been tried often enough: so often at all, or so
 * often with a refusal of a kind that may be for good.
 */
export function isTiredOf(
  { attempt, faults }: Pick<Outgoing, 'attempt' | 'faults'>,
  reason: FailureReason,
): boolean {
  if (attempt >= limit('retries')) return true;
  return FEW_TRIES.includes(reason) && faults + 1 >= limit('faultRetries');
}
