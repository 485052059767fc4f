/** The one way in which a test waits: until a thing is so, with a bound, never for time to pass. */
import { pause, wallClock } from '../../src/kit/clock.ts';

const lookEveryMs = 10;
/** A bound against a hang, not a judgement of speed: the machine may be busy. */
const PATIENCE_MS = 30_000;

/**
 * Calls `look` until it gives something other than `undefined` or `false`, and gives that. Rejects
 * with a sentence about `what` after `withinMs`.
 */
export async function eventually<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
  withinMs = PATIENCE_MS,
): Promise<T> {
  const untilMs = wallClock.monotonicMs() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    if (wallClock.monotonicMs() > untilMs) throw new Error(`${what}: not within ${withinMs} ms`);
    await pause(wallClock, lookEveryMs);
  }
}
