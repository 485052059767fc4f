import { HOUR_MS } from '../../../domain/durations.ts';
import { limit } from '../../../domain/limits.ts';
import type { Clock } from '../../../kit/clock.ts';
import { createThrottle } from '../../../kit/throttle.ts';

/** What people without a login may do only so often within an hour. */
const MOST = {
  register: limit('registrationsPerAddress'),
  code: limit('registrationsPerPhone'),
  confirm: limit('confirmsPerAddress'),
  reset: limit('resetsPerMailbox'),
} as const;

export type Tries = {
  /**
   * Counts a try of each key, such as `from 192.0.2.0`, and returns whether any of them has had too
   * many. Counts are of this node alone.
   */
  spend(what: keyof typeof MOST, keys: readonly string[]): boolean;
};

export function createTries(clock: Clock): Tries {
  const throttleOf = (most: number) =>
    createThrottle({ clock, most, windowMs: HOUR_MS, keys: limit('throttledPeople') });
  const throttles = {
    register: throttleOf(MOST.register),
    code: throttleOf(MOST.code),
    confirm: throttleOf(MOST.confirm),
    reset: throttleOf(MOST.reset),
  };
  return {
    spend(what, keys) {
      const throttle = throttles[what];
      for (const key of keys) throttle.note(key);
      return keys.some((key) => throttle.isOver(key));
    },
  };
}
