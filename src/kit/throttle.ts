import type { Clock } from '@paigham/base/clock.ts';

export type Throttle = {
  /** Counts one event of `key`, or so many. */
  note(key: string, events?: number): void;
  /** Whether `key` has exceeded its limit within the current window. */
  isOver(key: string): boolean;
  /** How many more events of `key` are allowed in this window, and how long it lasts. */
  left(key: string): { readonly events: number; readonly windowMs: number };
};

type ThrottleSettings = {
  readonly clock: Clock;
  /** Events of one key allowed in one window. */
  readonly most: number;
  readonly windowMs: number;
  /** Keys remembered; beyond that the one with the oldest window is dropped. */
  readonly keys: number;
};

type Window = { readonly sinceMs: number; events: number };

/**
 * Counts events per key. A window begins with the first event after the last one ended. Keeps
 * nothing beyond this process.
 */
export function createThrottle({ clock, most, windowMs, keys }: ThrottleSettings): Throttle {
  const windows = new Map<string, Window>();
  const current = (key: string): Window | undefined => {
    const window = windows.get(key);
    if (window !== undefined && clock.monotonicMs() - window.sinceMs < windowMs) return window;
    windows.delete(key);
    return undefined;
  };
  return {
    note(key, events = 1) {
      const window = current(key);
      if (window !== undefined) {
        window.events += events;
        return;
      }
      windows.set(key, { sinceMs: clock.monotonicMs(), events });
      const [oldest] = windows.keys();
      if (windows.size > keys && oldest !== undefined) windows.delete(oldest);
    },
    isOver: (key) => (current(key)?.events ?? 0) > most,
    left(key) {
      const window = current(key);
      if (window === undefined) return { events: most, windowMs };
      const goneMs = clock.monotonicMs() - window.sinceMs;
      return { events: Math.max(0, most - window.events), windowMs: windowMs - goneMs };
    },
  };
}

type Holds = {
  /** Holds `key` for so long. */
  keep(key: string, forMs: number): void;
  has(key: string): boolean;
};

/** Keys that are held for a while; beyond `keys` of them the one that was held first is dropped. */
export function createHolds({ clock, keys }: Pick<ThrottleSettings, 'clock' | 'keys'>): Holds {
  const untilMs = new Map<string, number>();
  return {
    keep(key, forMs) {
      untilMs.delete(key);
      untilMs.set(key, clock.monotonicMs() + forMs);
      const [oldest] = untilMs.keys();
      if (untilMs.size > keys && oldest !== undefined) untilMs.delete(oldest);
    },
    has(key) {
      const until = untilMs.get(key);
      if (until !== undefined && clock.monotonicMs() < until) return true;
      untilMs.delete(key);
      return false;
    },
  };
}
