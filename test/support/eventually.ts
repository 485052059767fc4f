/** The only way a test waits: for a condition, with a limit, never for time to pass. */
import { pause, wallClock } from '@paigham/base/clock.ts';

/** The first looks; later ones are rarer: `/v1` allows an account so many requests a minute. */
const LOOK_MS = 10;
const SELDOM_MS = 100;
/** A limit against hangs, not a measure of speed: the machine may be busy. */
const PATIENCE_MS = 120_000;

/**
 * Calls `look` until it returns something other than `undefined` or `false`, and returns that.
 * Rejects with a sentence about `what` after `withinMs`.
 */
export async function eventually<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
  withinMs = PATIENCE_MS,
): Promise<T> {
  const sinceMs = wallClock.monotonicMs();
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    const waitedMs = wallClock.monotonicMs() - sinceMs;
    if (waitedMs > withinMs) throw new Error(`${what}: not within ${withinMs} ms`);
    await pause(wallClock, Math.min(LOOK_MS + waitedMs / 20, SELDOM_MS));
  }
}
