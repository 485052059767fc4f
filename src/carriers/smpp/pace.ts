/**
 * The pace of a link: by the sender's own clock never more than its rate in any sliding second.
 * The moments of the last sends are kept, and a send is allowed when fewer than the rate lie
 * within the second before it. An operator that throttles halves the rate for a while.
 */

/**
 * A little longer than a second, because what is sent leaves the process a moment after it was
 * counted, and the moments differ. Costs 0.4 % of the rate.
 */
const secondMs = 1_004;
/** Answers to what was already out when the rate was halved do not halve it again. */
const slowAgainAfterMs = 1_000;
/** So many seconds bring the rate back from nothing. */
const recoverySeconds = 20;

export class Pace {
  private readonly ratePerSecond: number;
  /** Moments of the last sends, in a ring: from `tail` on, `inSecond` of them. */
  private readonly sentAtMs: Float64Array;
  private tail = 0;
  private inSecond = 0;
  private slowedRate = 0;
  private slowedAtMs = Number.NEGATIVE_INFINITY;

  constructor(ratePerSecond: number) {
    this.ratePerSecond = ratePerSecond;
    this.sentAtMs = new Float64Array(ratePerSecond);
  }

  /** How many may be sent at this moment. `nowMs` never goes back. */
  free(nowMs: number): number {
    this.forget(nowMs);
    return Math.max(0, this.rate(nowMs) - this.inSecond);
  }

  /** Counts one send; ask `free` before. */
  note(nowMs: number): void {
    const size = this.sentAtMs.length;
    this.sentAtMs[(this.tail + this.inSecond) % size] = nowMs;
    this.inSecond += 1;
  }

  /** How long until more may be sent than now; undefined when all of the rate is free. */
  waitMs(nowMs: number): number | undefined {
    this.forget(nowMs);
    if (this.inSecond === 0) return undefined;
    const surplus = Math.max(0, this.inSecond - this.rate(nowMs));
    const at = (this.tail + surplus) % this.sentAtMs.length;
    return Math.max(0, (this.sentAtMs[at] ?? nowMs) + secondMs - nowMs);
  }

  /** The operator said that it is too much: half the rate, which then grows back. */
  slowDown(nowMs: number): void {
    if (nowMs - this.slowedAtMs < slowAgainAfterMs) return;
    this.slowedRate = Math.max(1, Math.floor(this.rate(nowMs) / 2));
    this.slowedAtMs = nowMs;
  }

  /** The rate at this moment. */
  rate(nowMs: number): number {
    const seconds = (nowMs - this.slowedAtMs) / 1_000;
    const regained = Math.floor((this.ratePerSecond * seconds) / recoverySeconds);
    return Math.min(this.ratePerSecond, this.slowedRate + regained);
  }

  private forget(nowMs: number): void {
    const size = this.sentAtMs.length;
    while (this.inSecond > 0 && nowMs - (this.sentAtMs[this.tail] ?? 0) >= secondMs) {
      this.tail = (this.tail + 1) % size;
      this.inSecond -= 1;
    }
  }
}
