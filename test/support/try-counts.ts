import type { Counted, TryCounts } from '../../src/features/sign-in/try-counts.ts';
import type { Clock } from '@paigham/base/clock.ts';

/** Counts of guesses without a database. */
export function countTriesInMemory(clock: Clock): TryCounts {
  const windows = new Map<string, { tries: number; readonly endsAtMs: number }>();
  const windowOf = ({ key, windowMs }: Counted) => {
    const nowMs = clock.monotonicMs();
    const known = windows.get(key);
    if (known !== undefined && nowMs < known.endsAtMs) return known;
    return { tries: 0, endsAtMs: nowMs + windowMs };
  };
  const spent = (counted: readonly Counted[], over: number) =>
    new Map(
      counted
        .filter((it) => windowOf(it).tries >= it.most + over)
        .map((it) => [it.key, windowOf(it).endsAtMs - clock.monotonicMs()]),
    );
  return {
    look: async (counted) => spent(counted, 0),
    async count(counted) {
      for (const it of counted) {
        const window = windowOf(it);
        window.tries += 1;
        windows.set(it.key, window);
      }
      return spent(counted, 1);
    },
    async renew(counted) {
      windows.set(counted.key, { tries: 1, endsAtMs: clock.monotonicMs() + counted.windowMs });
    },
  };
}
