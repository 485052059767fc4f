import type { Clock, Timer } from '@paigham/base/clock.ts';

/** A clock that stands still until it is advanced. */
export type StepClock = Clock & {
  /** Advances time, firing due timers in order, each at its own moment. */
  advance(ms: number): void;
  /** The same, and runs promises and I/O callbacks after each timer and at the end. */
  advanceAsync(ms: number): Promise<void>;
  /** How many timers wait. A part that has stopped should leave none. */
  pendingTimers(): number;
};

type Waiting = { dueMs: number; readonly order: number; readonly fn: () => void; periodMs: number };

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A clock for tests, stopped at `startMs` (milliseconds since 1970). */
export function stepClock(startMs = 1_767_225_600_000): StepClock {
  let elapsedMs = 0;
  let order = 0;
  const waiting = new Set<Waiting>();

  const add = (delayMs: number, periodMs: number, fn: () => void): Timer => {
    const entry = { dueMs: elapsedMs + Math.max(0, delayMs), order: order++, fn, periodMs };
    waiting.add(entry);
    return { cancel: () => void waiting.delete(entry) };
  };
  const earliestBy = (untilMs: number): Waiting | undefined =>
    [...waiting]
      .filter((entry) => entry.dueMs <= untilMs)
      .toSorted((a, b) => a.dueMs - b.dueMs || a.order - b.order)[0];
  const fireOne = (untilMs: number): boolean => {
    const entry = earliestBy(untilMs);
    if (entry === undefined) {
      elapsedMs = untilMs;
      return false;
    }
    elapsedMs = Math.max(elapsedMs, entry.dueMs);
    if (entry.periodMs > 0) entry.dueMs += entry.periodMs;
    else waiting.delete(entry);
    entry.fn();
    return true;
  };

  return {
    nowMs: () => startMs + elapsedMs,
    monotonicMs: () => elapsedMs,
    setTimer: (delayMs, fn) => add(delayMs, 0, fn),
    every: (periodMs, fn) => add(Math.max(1, periodMs), Math.max(1, periodMs), fn),
    advance(ms) {
      const untilMs = elapsedMs + ms;
      while (fireOne(untilMs));
    },
    async advanceAsync(ms) {
      const untilMs = elapsedMs + ms;
      await nextTurn();
      while (fireOne(untilMs)) await nextTurn();
      await nextTurn();
    },
    pendingTimers: () => waiting.size,
  };
}
