import type { Clock, Timer } from '../clock.ts';
import { FetchStop } from './outcome.ts';

export type PatienceLimits = {
  /** From the first question to the last byte, redirects included. */
  readonly totalMs: number;
  /** At least `paceBytes` come in every `paceMs`. */
  readonly paceMs: number;
  readonly paceBytes: number;
};

/** How long one fetch may take. Its signal aborts with the reason as a FetchStop. */
export class Patience {
  private readonly clock: Clock;
  private readonly limits: PatienceLimits;
  private readonly controller = new AbortController();
  private readonly total: Timer;
  private step: Timer | undefined;
  private pace: Timer | undefined;

  constructor(clock: Clock, limits: PatienceLimits) {
    this.clock = clock;
    this.limits = limits;
    this.total = clock.setTimer(limits.totalMs, () => this.abort('timed_out'));
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  private abort(reason: 'timed_out' | 'too_slow'): void {
    this.controller.abort(new FetchStop(reason));
  }

  /** Nobody waits for it any more. */
  giveUp(): void {
    this.abort('timed_out');
  }

  /** What comes next may take `ms`; what came before is over. */
  next(ms: number): void {
    this.step?.cancel();
    this.step = this.clock.setTimer(ms, () => this.abort('timed_out'));
  }

  /** The body comes now: `received` tells how many bytes of it are there. */
  watch(received: () => number): void {
    this.step?.cancel();
    let before = 0;
    this.pace = this.clock.every(this.limits.paceMs, () => {
      if (received() - before < this.limits.paceBytes) this.abort('too_slow');
      before = received();
    });
  }

  end(): void {
    this.total.cancel();
    this.step?.cancel();
    this.pace?.cancel();
  }
}
