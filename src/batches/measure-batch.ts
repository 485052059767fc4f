import { limit } from '../domain/limits.ts';
import type { Clock } from '../kit/clock.ts';

/** A measure that takes no longer is waited for, so that a small batch is shown as it is now. */
const SOON_MS = 50;
/** So much of its time may measuring take. */
const SHARE_OF_TIME = 20;

export type Taken<Value> = {
  readonly value: Value;
  readonly atMs: number;
  readonly tookMs: number;
  readonly monotonicMs: number;
};

/** Takes one measure after the other, whoever asks. */
export type InLine = <Value>(work: () => Promise<Value>) => Promise<Value>;

/**
 * What is counted in the store now and then: twenty times less than it takes, and once for all who
 * ask meanwhile.
 */
export class Measure<Value> {
  #last: Taken<Value> | undefined;
  #next: Promise<Taken<Value>> | undefined;

  /**
   * The last value while it is young; else a new one, which is waited for unless it takes long and
   * there is an older one.
   */
  look(
    clock: Clock,
    inLine: InLine,
    count: () => Promise<Value>,
  ): Taken<Value> | Promise<Taken<Value>> {
    const last = this.#last;
    if (last !== undefined && this.#isYoung(last, clock)) return last;
    if (this.#next === undefined) {
      this.#next = inLine(() => this.#take(clock, count));
      // Whoever asks next tries again.
      this.#next.catch(() => undefined).finally(() => (this.#next = undefined));
    }
    return last !== undefined && last.tookMs > SOON_MS ? last : this.#next;
  }

  async #take(clock: Clock, count: () => Promise<Value>): Promise<Taken<Value>> {
    const beganMs = clock.monotonicMs();
    const value = await count();
    const monotonicMs = clock.monotonicMs();
    const tookMs = monotonicMs - beganMs;
    this.#last = { value, tookMs, monotonicMs, atMs: clock.nowMs() };
    return this.#last;
  }

  #isYoung({ monotonicMs, tookMs }: Taken<Value>, clock: Clock): boolean {
    const restMs = Math.max(limit('countedEveryMs'), tookMs * SHARE_OF_TIME);
    return clock.monotonicMs() - monotonicMs < restMs;
  }
}

/** A line of its own. */
export function createLine(): InLine {
  let line: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = line.then(work);
    line = next.catch(() => undefined);
    return next;
  };
}
