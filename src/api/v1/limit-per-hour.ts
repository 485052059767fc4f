import type { AccountId } from '../../domain/ids.ts';
import { HOUR_MS } from '../../domain/durations.ts';
import type { Refusal } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { Clock } from '../../kit/clock.ts';
import { createThrottle } from '../../kit/throttle.ts';
import type { Outcome } from './outcome.ts';

/** The refusal of one change too many by an account within an hour, on this node. */
export function limitPerHour(clock: Clock, most: number, refusal: Refusal) {
  const throttle = createThrottle({ clock, most, windowMs: HOUR_MS, keys: limit('pacedAccounts') });
  return ({ id }: { readonly id: AccountId }): Outcome<never> | undefined => {
    const key = String(id);
    throttle.note(key);
    if (!throttle.isOver(key)) return undefined;
    const retryAfterSeconds = Math.ceil(throttle.left(key).windowMs / 1_000);
    return { kind: 'refused', refusal, retryAfterSeconds };
  };
}
