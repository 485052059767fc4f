import { limit } from '../../domain/limits.ts';
import type { Clock, Timer } from '../../kit/clock.ts';

/** One timer for whatever a link waits for: the earliest wish counts, and not too often. */
export class Wake {
  readonly #clock: Clock;
  readonly #wake: () => void;
  #timer: Timer | undefined;
  #dueAtMs = Number.POSITIVE_INFINITY;
  #wokenAtMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, wake: () => void) {
    this.#clock = clock;
    this.#wake = wake;
  }

  /** Wakes after so long, unless it wakes before anyway. */
  within(delayMs: number): void {
    const nowMs = this.#clock.monotonicMs();
    const leastMs = limit('linkWakeMs') - (nowMs - this.#wokenAtMs);
    const waitMs = Math.ceil(Math.max(0, delayMs, leastMs));
    if (this.#dueAtMs <= nowMs + waitMs) return;
    this.#timer?.cancel();
    this.#dueAtMs = nowMs + waitMs;
    this.#timer = this.#clock.setTimer(waitMs, () => {
      this.cancel();
      this.#wokenAtMs = this.#clock.monotonicMs();
      this.#wake();
    });
  }

  cancel(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#dueAtMs = Number.POSITIVE_INFINITY;
  }
}
