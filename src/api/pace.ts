import { refuse, type Refusal } from '../domain/failure/failure.ts';
import { limit } from '../domain/limits.ts';
import type { Clock } from '../kit/clock.ts';
import { createThrottle } from '../kit/throttle.ts';

/** Counts the requests of each account on this node. */
export type Pace = {
  /** Requests in a window. */
  readonly most: number;
  readonly windowMs: number;
  /** Notes a request; false: it is one too many. */
  note(accountId: number): boolean;
  /** What is left of the window. */
  left(accountId: number): { readonly requests: number; readonly seconds: number };
};

/** Bears `most` requests of an account within `windowMs`. */
export function createPace(clock: Clock, most: number, windowMs: number): Pace {
  const throttle = createThrottle({ clock, most, windowMs, keys: limit('pacedAccounts') });
  return {
    most,
    windowMs,
    note(accountId) {
      const key = String(accountId);
      throttle.note(key);
      return !throttle.isOver(key);
    },
    left(accountId) {
      const { events, windowMs: leftMs } = throttle.left(String(accountId));
      return { requests: events, seconds: Math.ceil(leftMs / 1000) };
    },
  };
}

/** Why a request is refused that is one too many. */
export function refusalOf({ most, windowMs }: Pace): Refusal {
  const details = { requests: String(most), seconds: String(windowMs / 1000) };
  return refuse('rate_exceeded', details);
}
