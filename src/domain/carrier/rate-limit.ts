/**
 * The rate limit of a link: by the sender's own clock, never more than its rate in any sliding
 * second. Sends are spread over the second, because urgent ones must not wait for the next one. The
 * times of the last sends are kept; a send is allowed while fewer than the rate lie within the
 * second before it and the burst that may leave at once is not used up. When an operator throttles,
 * the rate is halved for a while.
 */
import { limit } from '../limits.ts';

/** Slightly over a second, for the delay between our count and the wire: 0.4 % of the rate. */
const secondMs = 1_004;
/** Answers to what was already out when the rate was halved do not halve it again. */
const slowAgainAfterMs = 1_000;
/** How long the rate takes to recover from zero. */
const recoverySeconds = 20;
/** Two, so that a late wake-up costs a slow rate nothing. */
const leastBurst = 2;
/** More than the rounding error of any sum of fractions. */
const rounding = 1e-6;

export class RateLimit {
  /** The most that may be sent at once. */
  readonly most: number;
  /** How many it allows within a moment: this many may be taken from the queue ahead of time. */
  readonly soon: number;
  private readonly ratePerSecond: number;
  /** Times of the last sends in a ring: `inSecond` of them, from `tail` on. */
  private readonly sentAtMs: Float64Array;
  private tail = 0;
  private inSecond = 0;
  /** How many of the newest are counted but have not left yet. */
  private unsent = 0;
  /** What was left of the burst at `burstAtMs`. */
  private burst: number;
  private burstAtMs = Number.NEGATIVE_INFINITY;
  private slowedRate = 0;
  private slowedAtMs = Number.NEGATIVE_INFINITY;

  constructor(ratePerSecond: number) {
    this.ratePerSecond = ratePerSecond;
    this.sentAtMs = new Float64Array(ratePerSecond);
    this.burst = burstOf(ratePerSecond);
    this.soon = Math.ceil((ratePerSecond * limit('linkSoonMs')) / 1_000);
    this.most = Math.min(ratePerSecond, Math.floor(this.burst));
  }

  /** How many may be sent now. `nowMs` never goes back. */
  free(nowMs: number): number {
    this.settle(nowMs);
    const inBurst = Math.floor(this.burst + rounding);
    return Math.max(0, Math.min(inBurst, this.rate(nowMs) - this.inSecond));
  }

  /** Counts one send that `free` allowed. */
  note(nowMs: number): void {
    const size = this.sentAtMs.length;
    this.sentAtMs[(this.tail + this.inSecond) % size] = nowMs;
    this.inSecond += 1;
    this.unsent += 1;
    this.burst -= 1;
  }

  /** What was counted leaves the process now: its second starts. */
  left(nowMs: number): void {
    const size = this.sentAtMs.length;
    const newest = Math.min(this.unsent, this.inSecond);
    for (let back = 1; back <= newest; back += 1) {
      this.sentAtMs[(this.tail + this.inSecond - back) % size] = nowMs;
    }
    this.unsent = 0;
  }

  /** How long until more may be sent than now; undefined when waiting does not help. */
  waitMs(nowMs: number): number | undefined {
    const wanted = this.free(nowMs) + 1;
    const rate = this.rate(nowMs);
    if (wanted > Math.min(rate, Math.floor(burstOf(rate)))) return undefined;
    const burstWaitMs = ((wanted - this.burst) * 1_000) / rate;
    return Math.max(0, burstWaitMs, this.secondWaitMs(wanted, nowMs));
  }

  /** The operator throttles: halves the rate, which then recovers. */
  slowDown(nowMs: number): void {
    if (nowMs - this.slowedAtMs < slowAgainAfterMs) return;
    this.slowedRate = Math.max(1, Math.floor(this.rate(nowMs) / 2));
    this.slowedAtMs = nowMs;
  }

  rate(nowMs: number): number {
    const seconds = (nowMs - this.slowedAtMs) / 1_000;
    const regained = Math.floor((this.ratePerSecond * seconds) / recoverySeconds);
    return Math.min(this.ratePerSecond, this.slowedRate + regained);
  }

  /** How long until the last second allows this many. */
  private secondWaitMs(wanted: number, nowMs: number): number {
    const surplus = this.inSecond + wanted - this.rate(nowMs);
    if (surplus <= 0) return 0;
    const at = (this.tail + surplus - 1) % this.sentAtMs.length;
    return (this.sentAtMs[at] ?? nowMs) + secondMs - nowMs;
  }

  private settle(nowMs: number): void {
    const size = this.sentAtMs.length;
    const overMs = nowMs + rounding - secondMs;
    while (this.inSecond > 0 && (this.sentAtMs[this.tail] ?? 0) <= overMs) {
      this.tail = (this.tail + 1) % size;
      this.inSecond -= 1;
    }
    const rate = this.rate(nowMs);
    const gained = this.burstAtMs < nowMs ? ((nowMs - this.burstAtMs) * rate) / 1_000 : 0;
    this.burst = Math.min(burstOf(rate), this.burst + gained);
    this.burstAtMs = nowMs;
  }
}

function burstOf(rate: number): number {
  return Math.max(leastBurst, (rate * limit('linkBurstMs')) / 1_000);
}
