/**
 * Time. The only file that reads the machine's clock or sets its timers, so that every other
 * part can be tested by stepping a clock instead of waiting for one.
 */

/** A pending timer. Cancelling one that fired, or twice, does nothing. */
export type Timer = { cancel(): void };

export type Clock = {
  /** Milliseconds since 1970-01-01 UTC: for what is stored and shown. May jump. */
  nowMs(): number;
  /** Milliseconds since an arbitrary moment, with fractions: for durations. Never goes back. */
  monotonicMs(): number;
  /** Calls `fn` once, `delayMs` from now (at once on the next turn when it is 0 or less). */
  setTimer(delayMs: number, fn: () => void): Timer;
  /** Calls `fn` every `periodMs` (at least 1), first one period from now, until cancelled. */
  every(periodMs: number, fn: () => void): Timer;
};

/** Node fires a longer timer at once (it keeps the delay in 31 bits), so long ones are cut. */
const longestTimerMs = 2 ** 31 - 1;

function setWallTimer(delayMs: number, fn: () => void): Timer {
  let left = delayMs;
  let handle: NodeJS.Timeout;
  const arm = (): void => {
    const hop = Math.min(left, longestTimerMs);
    left -= hop;
    handle = setTimeout(left > 0 ? arm : fn, hop);
  };
  arm();
  return { cancel: () => clearTimeout(handle) };
}

/** The machine's own clock. */
export const wallClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  setTimer: setWallTimer,
  every(periodMs, fn) {
    const handle = setInterval(fn, Math.min(Math.max(1, periodMs), longestTimerMs));
    return { cancel: () => clearInterval(handle) };
  },
};

/** Calls `fn` after so long if the program still runs then: this does not keep it running. */
export function unlessOver(delayMs: number, fn: () => void): void {
  setTimeout(fn, delayMs).unref();
}

/** Resolves after `delayMs` of `clock`. */
export function pause(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    clock.setTimer(delayMs, resolve);
  });
}

/**
 * What it returns resolves once `everyMs` have passed since it resolved before, the first time at
 * once: work that is called for again and again begins so far apart, and alone does not wait.
 */
export function createPace(clock: Clock, everyMs: number): () => Promise<void> {
  let freeAtMs = Number.NEGATIVE_INFINITY;
  return async () => {
    const waitMs = freeAtMs - clock.monotonicMs();
    if (waitMs > 0) await pause(clock, waitMs);
    freeAtMs = clock.monotonicMs() + everyMs;
  };
}

/** Resolves when `work` has settled, or after `mostMs` of `clock`. */
export async function within(clock: Clock, mostMs: number, work: Promise<unknown>): Promise<void> {
  let timer: Timer | undefined;
  const over = new Promise<void>((resolve) => {
    timer = clock.setTimer(mostMs, resolve);
  });
  await Promise.race([Promise.allSettled([work]), over]);
  timer?.cancel();
}

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
