/** A bound on work that goes on at once: who comes beyond it waits, in order, and not for ever. */
import type { Clock, Timer } from './clock.ts';

export type Turns = {
  /**
   * Does `work` when it is its turn. `full`: too many wait already; `late`: its turn did not come
   * in time. Rejects as the work does.
   */
  take<Value>(work: () => Promise<Value>): Promise<Turn<Value>>;
};

export type Turn<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'full' }
  | { readonly kind: 'late' };

export type TurnsSettings = {
  readonly clock: Clock;
  readonly mostAtOnce: number;
  readonly mostWaiting: number;
  readonly waitMs: number;
};

type Waiting = { readonly timer: Timer; readonly call: (hasTurn: boolean) => void };

export function createTurns({ clock, mostAtOnce, mostWaiting, waitMs }: TurnsSettings): Turns {
  const waiting: Waiting[] = [];
  let atWork = 0;

  const wait = (): Promise<boolean> =>
    new Promise((resolve) => {
      const entry: Waiting = {
        call: resolve,
        timer: clock.setTimer(waitMs, () => {
          waiting.splice(waiting.indexOf(entry), 1);
          resolve(false);
        }),
      };
      waiting.push(entry);
    });
  /** The turn goes to whoever has waited longest; who holds it gives it back. */
  const giveBack = (): void => {
    const next = waiting.shift();
    if (next === undefined) atWork -= 1;
    else {
      next.timer.cancel();
      next.call(true);
    }
  };

  return {
    async take(work) {
      if (atWork < mostAtOnce) atWork += 1;
      else if (waiting.length >= mostWaiting) return { kind: 'full' };
      else if (!(await wait())) return { kind: 'late' };
      try {
        return { kind: 'done', value: await work() };
      } finally {
        giveBack();
      }
    },
  };
}
