import { limit } from '../../domain/limits.ts';

/**
 * The pause before attempt number `attempt + 1`, in milliseconds: doubles from attempt to attempt
 * up to a bound, and is spread over its upper half by `chance` (from 0 up to 1), so that refused
 * messages do not come back all at once.
 */
export function pauseBeforeMs(attempt: number, chance: number): number {
  const doubled = limit('retryFirstMs') * 2 ** Math.min(attempt - 1, 20);
  const capped = Math.min(doubled, limit('retryLastMs'));
  return Math.round(capped / 2 + (capped / 2) * chance);
}
