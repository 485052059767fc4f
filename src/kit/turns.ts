import type { Clock, Timer } from './clock.ts';

/** Lets some work be under way at a time; the rest waits for its turn, in order, not for long. */
export type Turns = {
  /**
   * false: too many wait, or it took too long. Whoever was let in must `leave`.
   * @param whose where each of several has a share.
   */
  enter(whose?: number): Promise<boolean>;
  leave(whose?: number): void;
  /** Under way now. */
  inside(): number;
};

type Waiting = {
  readonly whose: number | undefined;
  readonly letIn: (isIn: boolean) => void;
  readonly timer: Timer;
};

/** Turns for `most` at a time; up to `waiting` others wait, `waitMs` at most. */
export function createTurns(settings: {
  readonly most: number;
  readonly waiting: number;
  readonly waitMs: number;
  readonly clock: Clock;
  /** How much of both is for the same one, so that nobody takes all of it. */
  readonly ofOne?: { readonly most: number; readonly waiting: number };
}): Turns {
  const { most, waitMs, clock, ofOne } = settings;
  const line = new Set<Waiting>();
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
    if (line.size >= settings.waiting) return false;
    const alike = ofOne === undefined ? [] : [...line].filter((it) => it.whose === whose);
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
            line.delete(waiting);
            resolve(false);
          }),
        };
        line.add(waiting);
      });
    },
    leave(whose) {
      count(whose, -1);
      const next = line.values().find((waiting) => hasRoom(waiting.whose));
      if (next === undefined) return;
      count(next.whose, 1);
      line.delete(next);
      next.timer.cancel();
      next.letIn(true);
    },
    inside: () => inside,
  };
}
