import { wallClock, type Clock } from '@paigham/base/clock.ts';

/** A clock that runs like the machine's and can be set to another time. */
export type MovedClock = Clock & {
  /** From now on it says `atMs` (milliseconds since 1970), and runs on. */
  setTo(atMs: number): void;
};

/** Starts at `atMs`; timers and durations are the machine's. */
export function movedClock(atMs: number): MovedClock {
  let aheadMs = atMs - wallClock.nowMs();
  return {
    ...wallClock,
    nowMs: () => wallClock.nowMs() + aheadMs,
    setTo(toMs) {
      aheadMs = toMs - wallClock.nowMs();
    },
  };
}
