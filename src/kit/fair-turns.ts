/**
 * Turns of the event loop, shared out: when there is more to do than one turn should hold, owners
 * take turns, whoever came first and however much of it is theirs.
 */
import type { Clock } from '@paigham/base/clock.ts';

type Turns = {
  /** Resolves when it is the owner's turn; undefined: it is now. */
  wait(owner: unknown): Promise<void> | undefined;
};

/** Looked at in one turn, at most: most are over before by their time. */
const MOST_A_TURN = 64;

/** @param workMs what one turn works on, by time: what arrives meanwhile waits no longer. */
export function createTurns(clock: Pick<Clock, 'monotonicMs'>, workMs: number): Turns {
  /** What waits, by owners; the first is next. */
  const queues = new Map<unknown, (() => void)[]>();
  let waiting = 0;
  let isTurning = false;
  let sinceMs = 0;

  const next = (): void => {
    const [first] = queues;
    if (first === undefined) return;
    const [owner, queue] = first;
    queues.delete(owner);
    const resolve = queue.shift();
    if (queue.length > 0) queues.set(owner, queue);
    waiting -= 1;
    resolve?.();
  };
  // One in a callback: what it resolves is worked on before the next looks at the time.
  const work = (index: number): void => {
    const nowMs = clock.monotonicMs();
    if (index === 0) sinceMs = nowMs;
    if (nowMs - sinceMs < workMs) next();
  };
  const turn = (): void => {
    isTurning = waiting > 0;
    if (!isTurning) return;
    for (let index = 0; index < Math.min(waiting, MOST_A_TURN); index += 1) {
      setImmediate(work, index);
    }
    setImmediate(turn);
  };
  return {
    wait(owner) {
      if (!isTurning) {
        isTurning = true;
        sinceMs = clock.monotonicMs();
        setImmediate(turn);
        return undefined;
      }
      if (waiting === 0 && clock.monotonicMs() - sinceMs < workMs) return undefined;
      return new Promise((resolve) => {
        waiting += 1;
        const queue = queues.get(owner);
        if (queue === undefined) queues.set(owner, [resolve]);
        else queue.push(resolve);
      });
    },
  };
}
