/**
 * When a link resumes work and reports room: once for everything that happens in one turn, and
 * after a delay for what is waiting. A caller who was given less than the full room is told when
 * there is more.
 */
import { limit } from '../../domain/limits.ts';
import type { Clock, Timer } from '@paigham/base/clock.ts';

type RoomSignalDeps = {
  readonly clock: Clock;
  /** Room for one-time codes. */
  readonly roomInFront: () => number;
  /** Whether there is enough room to report; if not, it goes on waiting for the rest. */
  readonly isWorthTelling: () => boolean;
  /** Sends what is waiting. */
  readonly pump: () => void;
  readonly tell: () => void;
};

export class RoomSignal {
  readonly #deps: RoomSignalDeps;
  #isAwaited = false;
  #isFrontAwaited = false;
  #isDue = false;
  #timer: Timer | undefined;
  #dueAtMs = Number.POSITIVE_INFINITY;
  #wokenAtMs = Number.NEGATIVE_INFINITY;

  constructor(deps: RoomSignalDeps) {
    this.#deps = deps;
  }

  get isAwaited(): boolean {
    return this.#isAwaited;
  }

  /** Somebody may want more than there is. */
  awaitMore(): void {
    this.#isAwaited = true;
  }

  awaitFront(): void {
    this.#isFrontAwaited = true;
  }

  /** At the end of this turn. */
  soon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.#run();
    });
  }

  /** After this delay, unless it happens sooner anyway; not too often. */
  within(delayMs: number): void {
    const { clock } = this.#deps;
    const nowMs = clock.monotonicMs();
    const leastMs = limit('linkWakeMs') - (nowMs - this.#wokenAtMs);
    const waitMs = Math.ceil(Math.max(0, delayMs, leastMs));
    if (this.#dueAtMs <= nowMs + waitMs) return;
    this.#timer?.cancel();
    this.#dueAtMs = nowMs + waitMs;
    this.#timer = clock.setTimer(waitMs, () => {
      this.cancel();
      this.#wokenAtMs = clock.monotonicMs();
      this.#run();
    });
  }

  /** Cancels what `within` scheduled. */
  cancel(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#dueAtMs = Number.POSITIVE_INFINITY;
  }

  #run(): void {
    const { roomInFront, isWorthTelling, pump, tell } = this.#deps;
    pump();
    const isFrontDue = this.#isFrontAwaited && roomInFront() > 0;
    this.#isFrontAwaited &&= !isFrontDue;
    if (isFrontDue) return tell();
    if (!this.#isAwaited) return;
    this.#isAwaited = false;
    if (isWorthTelling()) tell();
  }
}
