import type { Clock, Timer } from './clock.ts';

/** Lets so much work be under way at a time. The rest waits, in order and not for long. */
export type Semaphore = {
  /**
   * False when too many wait, or the wait took too long. Whoever was let in must `leave`.
   * @param whose of several that each have a share.
   */
  enter(whose?: number): Promise<boolean>;
  leave(whose?: number): void;
  /** How many are under way. */
  inside(): number;
};

type Waiting = {
  readonly whose: number | undefined;
  readonly letIn: (isIn: boolean) => void;
  readonly timer: Timer;
};

/** Lets in `most` at a time; up to `waiting` others wait, for at most `waitMs`. */
export function createSemaphore(settings: {
  readonly most: number;
  readonly waiting: number;
  readonly waitMs: number;
  readonly clock: Clock;
  /** How much of both one party may have, so that nobody takes it all. */
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
