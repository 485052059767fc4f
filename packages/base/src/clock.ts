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
