/**
 * The pace of a link: by the sender's own clock never more than its rate in any sliding second, and
 * spread over the second, because what is urgent must not wait for the next one. The moments of the
 * last sends are kept, and a send is allowed when fewer than the rate lie within the second before
 * it, and when the burst that may leave at once is not used up. An operator that throttles halves
 * the rate for a while.
 */
import { limit } from '../limits.ts';

/**
 * A little longer than a second, for what lies between our count and the wire. Costs 0.4 % of the
 * rate.
 */
const secondMs = 1_004;
/** Answers to what was already out when the rate was halved do not halve it again. */
const slowAgainAfterMs = 1_000;
/** So many seconds bring the rate back from nothing. */
const recoverySeconds = 20;
/** Two, so that a wake that comes late loses nothing of a slow rate. */
const leastBurst = 2;
/** Sums of fractions fall short of what they should be by less. */
const rounding = 1e-6;

export class Pace {
  /** What may be sent at once, when all of it is free. */
  readonly most: number;
  /** What it brings in a moment: so many may be taken from the queue ahead of their time. */
  readonly soon: number;
  private readonly ratePerSecond: number;
  /** Moments of the last sends, in a ring: from `tail` on, `inSecond` of them. */
  private readonly sentAtMs: Float64Array;
  private tail = 0;
  private inSecond = 0;
  /** The newest sends that were counted and have not left yet. */
  private unsent = 0;
  /** What is left of the burst, and when that was. */
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

  /** How many may be sent at this moment. `nowMs` never goes back. */
  free(nowMs: number): number {
    this.settle(nowMs);
    const inBurst = Math.floor(this.burst + rounding);
    return Math.max(0, Math.min(inBurst, this.rate(nowMs) - this.inSecond));
  }

  /** Counts one send; ask `free` before. */
  note(nowMs: number): void {
    const size = this.sentAtMs.length;
    this.sentAtMs[(this.tail + this.inSecond) % size] = nowMs;
    this.inSecond += 1;
    this.unsent += 1;
    this.burst -= 1;
  }

  /** What was counted leaves the process now: its second begins now, not when it was counted. */
  left(nowMs: number): void {
    const size = this.sentAtMs.length;
    const newest = Math.min(this.unsent, this.inSecond);
    for (let back = 1; back <= newest; back += 1) {
      this.sentAtMs[(this.tail + this.inSecond - back) % size] = nowMs;
    }
    this.unsent = 0;
  }

  /** How long until more may be sent than now; undefined when waiting brings no more. */
  waitMs(nowMs: number): number | undefined {
    const wanted = this.free(nowMs) + 1;
    const rate = this.rate(nowMs);
    if (wanted > Math.min(rate, Math.floor(burstOf(rate)))) return undefined;
    const burstWaitMs = ((wanted - this.burst) * 1_000) / rate;
    return Math.max(0, burstWaitMs, this.secondWaitMs(wanted, nowMs));
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

  /** How long until so many may be sent as far as the last second is concerned. */
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
