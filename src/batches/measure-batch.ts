import { limit } from '../domain/limits.ts';
import type { Clock } from '@paigham/base/clock.ts';

/** A measurement this quick is waited for, so that a small batch is shown as it is now. */
const SOON_MS = 50;
/** Measuring may take one part in this many of the time. */
const SHARE_OF_TIME = 20;

export type Taken<Value> = {
  readonly value: Value;
  readonly atMs: number;
  /** By the monotonic clock: it was counted between these two. */
  readonly beganMs: number;
  readonly endedMs: number;
};

/** Takes one measurement after another, whoever asks. */
export type InLine = <Value>(work: () => Promise<Value>) => Promise<Value>;

/**
 * Something counted in the store now and then: for at most a twentieth of the time, and once for
 * everybody who asks meanwhile.
 */
export class Measure<Value> {
  #last: Taken<Value> | undefined;
  #next: Promise<Taken<Value>> | undefined;

  /**
   * The last value while it is recent; else a new one, which is waited for unless it takes long and
   * there is an older one. A value begun before `sinceMs` (monotonic) is always too old.
   */
  look(
    clock: Clock,
    inLine: InLine,
    count: () => Promise<Value>,
    sinceMs = Number.NEGATIVE_INFINITY,
  ): Taken<Value> | Promise<Taken<Value>> {
    const isNewEnough = (taken: Taken<Value>): boolean => taken.beganMs >= sinceMs;
    const last = this.#last !== undefined && isNewEnough(this.#last) ? this.#last : undefined;
    if (last !== undefined && this.#isYoung(last, clock)) return last;
    if (this.#next === undefined) {
      this.#next = inLine(() => this.#take(clock, count));
      // The next caller tries again.
      this.#next.catch(() => undefined).finally(() => (this.#next = undefined));
    }
    if (last !== undefined && last.endedMs - last.beganMs > SOON_MS) return last;
    return this.#next.then((taken) =>
      isNewEnough(taken) ? taken : this.look(clock, inLine, count, sinceMs),
    );
  }

  async #take(clock: Clock, count: () => Promise<Value>): Promise<Taken<Value>> {
    const beganMs = clock.monotonicMs();
    const value = await count();
    this.#last = { value, beganMs, endedMs: clock.monotonicMs(), atMs: clock.nowMs() };
    return this.#last;
  }

  #isYoung({ beganMs, endedMs }: Taken<Value>, clock: Clock): boolean {
    const restMs = Math.max(limit('countedEveryMs'), (endedMs - beganMs) * SHARE_OF_TIME);
    return clock.monotonicMs() - endedMs < restMs;
  }
}

/** A queue of its own. */
export function createLine(): InLine {
  let line: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = line.then(work);
    line = next.catch(() => undefined);
    return next;
  };
}
