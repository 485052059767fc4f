import { wallClock, type Clock } from '@paigham/base/clock.ts';

/** A clock whose time stands still until it is set; timers and durations are the machine's. */
export type SetClock = Clock & { setTo(atMs: number): void };

/** Stands at `atMs` (milliseconds since 1970). */
export function setClock(atMs: number): SetClock {
  let nowMs = atMs;
  return {
    ...wallClock,
    nowMs: () => nowMs,
    setTo(toMs) {
      nowMs = toMs;
    },
  };
}
