import type { Clock, Timer } from '@paigham/base/clock.ts';

/** Limits concurrent work. The rest waits, in order and for a limited time. */
export type Semaphore = {
  /**
   * False if too many wait, or the wait took too long. Whoever was admitted must `leave`.
   * @param whose the party that this counts for, if each has a share.
   */
  enter(whose?: number): Promise<boolean>;
  leave(whose?: number): void;
  /** How many are in progress. */
  inside(): number;
};

type Waiting = {
  readonly whose: number | undefined;
  readonly letIn: (isIn: boolean) => void;
  readonly timer: Timer;
};

/** Admits `most` at a time; up to `waiting` others wait, for at most `waitMs`. */
export function createSemaphore(settings: {
  readonly most: number;
  readonly waiting: number;
  readonly waitMs: number;
  readonly clock: Clock;
  /** How much of both one party may have, so that none takes it all. */
  readonly ofOne?: { readonly most: number; readonly waiting: number };
}): Semaphore {
  const { most, waitMs, clock, ofOne } = settings;
  const queue = new Set<Waiting>();
  const insideOf = new Map<number | undefined, number>();
  let inside = 0;
  const hasRoom = (whose: number | undefined): boolean =>
    ofOne === undefined || (insideOf.get(whose) ?? 0) < ofOne.most;
  const count = (whose: number | undefined, by: number): void => {
    inside += by;
    const now = (insideOf.get(whose) ?? 0) + by;
    if (now === 0) insideOf.delete(whose);
    else insideOf.set(whose, now);
  };
  const mayWait = (whose: number | undefined): boolean => {
    if (queue.size >= settings.waiting) return false;
    const alike = ofOne === undefined ? [] : [...queue].filter((it) => it.whose === whose);
    return ofOne === undefined || alike.length < ofOne.waiting;
  };
  return {
    enter(whose) {
      if (inside < most && hasRoom(whose)) {
        count(whose, 1);
        return Promise.resolve(true);
      }
      if (!mayWait(whose)) return Promise.resolve(false);
      return new Promise((resolve) => {
        const waiting: Waiting = {
          whose,
          letIn: resolve,
          timer: clock.setTimer(waitMs, () => {
            queue.delete(waiting);
            resolve(false);
          }),
        };
        queue.add(waiting);
      });
    },
    leave(whose) {
      count(whose, -1);
      const next = queue.values().find((waiting) => hasRoom(waiting.whose));
      if (next === undefined) return;
      count(next.whose, 1);
      queue.delete(next);
      next.timer.cancel();
      next.letIn(true);
    },
    inside: () => inside,
  };
}

/** Shares a read: calls that come while one is in progress share one more, started after them. */
export function oneAtATime<Read>(read: () => Promise<Read>): () => Promise<Read> {
  let reading: Promise<Read> | undefined;
  let next: Promise<Read> | undefined;
  const begin = (): Promise<Read> => {
    reading = read().finally(() => (reading = undefined));
    return reading;
  };
  const beginNext = async (underWay: Promise<Read>): Promise<Read> => {
    // Its failure is reported to its callers.
    await Promise.allSettled([underWay]);
    next = undefined;
    return begin();
  };
  return () => {
    if (reading === undefined) return begin();
    next ??= beginNext(reading);
    return next;
  };
}
