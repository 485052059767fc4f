import { limit } from '../domain/limits.ts';
import type { Clock } from '../kit/clock.ts';

export type Breaker = {
  /** `open`: do not ask; `half_open`: one question may try; `closed`: ask. */
  state(): 'closed' | 'half_open' | 'open';
  succeeded(): void;
  /** True when it opens by this failure. */
  failed(): boolean;
};

/** Leaves a directory alone that fails again and again, for longer and longer, up to a bound. */
export function createBreaker(clock: Clock): Breaker {
  let failures = 0;
  let pauseMs = limit('directoryPauseMs');
  let openUntilMs = Number.NEGATIVE_INFINITY;
  const hasFailed = (): boolean => failures >= limit('directoryFailures');
  return {
    state() {
      if (!hasFailed()) return 'closed';
      return clock.monotonicMs() < openUntilMs ? 'open' : 'half_open';
    },
    succeeded() {
      failures = 0;
      pauseMs = limit('directoryPauseMs');
    },
    failed() {
      failures += 1;
      // Questions that were under way when it opened say nothing new.
      if (!hasFailed() || clock.monotonicMs() < openUntilMs) return false;
      openUntilMs = clock.monotonicMs() + pauseMs;
      pauseMs = Math.min(pauseMs * 2, limit('directoryPauseMostMs'));
      return true;
    },
  };
}
