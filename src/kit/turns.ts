import type { Clock, Timer } from './clock.ts';

/** Lets some work be under way at a time; the rest waits for its turn, in order, not for long. */
export type Turns = {
  /** false: too many wait, or it took too long. Whoever was let in must `leave`. */
  enter(): Promise<boolean>;
  leave(): void;
  /** Under way now. */
  inside(): number;
};

type Waiting = { readonly letIn: (isIn: boolean) => void; readonly timer: Timer };

/** Turns for `most` at a time; up to `waiting` others wait, `waitMs` at most. */
export function createTurns(settings: {
  readonly most: number;
  readonly waiting: number;
  readonly waitMs: number;
  readonly clock: Clock;
}): Turns {
  const { most, waitMs, clock } = settings;
  const line = new Set<Waiting>();
  let inside = 0;
  return {
    enter() {
      if (inside < most) {
        inside += 1;
        return Promise.resolve(true);
      }
      if (line.size >= settings.waiting) return Promise.resolve(false);
      return new Promise((resolve) => {
        const waiting: Waiting = {
          letIn: resolve,
          timer: clock.setTimer(waitMs, () => {
            line.delete(waiting);
            resolve(false);
          }),
        };
        line.add(waiting);
      });
    },
    leave() {
      const [next] = line;
      if (next === undefined) {
        inside -= 1;
        return;
      }
      line.delete(next);
      next.timer.cancel();
      next.letIn(true);
    },
    inside: () => inside,
  };
}
