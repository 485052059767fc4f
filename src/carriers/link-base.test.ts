/** What the carriers' own tests do not see: how seldom a link wakes up, and asks for more. */
import { beforeEach, describe, expect, it } from 'vitest';
import { type StepClock, stepClock } from '../../test/support/step-clock.ts';
import { type CarrierPart, WaitingParts } from '../domain/carrier/carrier.ts';
import { RateLimit } from '../domain/carrier/rate-limit.ts';
import { limit } from '../domain/limits.ts';
import { LinkBase } from './link-base.ts';

const PER_SECOND = 1_000;
const WINDOW = 500;

let clock: StepClock;
/** When the link wrote, and how many parts. */
let written: { readonly atMs: number; readonly count: number }[];
/** When the link asked for more. */
let askedAtMs: number[];

/** A link whose operator answers at once. */
class PlainLink extends LinkBase {
  protected readonly waiting = new WaitingParts();

  constructor() {
    super(clock, new RateLimit(PER_SECOND), {
      room: () => void askedAtMs.push(clock.monotonicMs()),
    });
  }

  protected isUp(): boolean {
    return true;
  }

  protected most(): number {
    return WINDOW;
  }

  protected inWindow(): number {
    return WINDOW;
  }

  protected pump(): void {
    const nowMs = this.nowMs();
    const { length: count } = this.waiting.take(this.free(nowMs));
    for (let left = count; left > 0; left -= 1) this.rateLimit.note(nowMs);
    if (count > 0) written.push({ atMs: nowMs, count });
  }

  protected wakeLater(nowMs: number): void {
    const waitMs = this.rateLimit.waitMs(nowMs);
    if (waitMs !== undefined) this.within(waitMs);
  }

  protected giveBack(): void {
    throw new Error('a part was given back');
  }
}

const partsOf = (count: number): readonly CarrierPart[] =>
  Array.from({ length: count }, () => ({ priority: 0 }) as CarrierPart);

const gapsOf = (timesMs: readonly number[]): readonly number[] =>
  timesMs.slice(1).map((atMs, before) => atMs - (timesMs[before] ?? 0));

beforeEach(() => {
  clock = stepClock();
  written = [];
  askedAtMs = [];
  new PlainLink().submit(partsOf(300));
  clock.advance(250);
});

describe('a link at its rate limit', () => {
  it('wakes up for groups, not for each part', () => {
    const total = written.reduce((sum, { count }) => sum + count, 0);
    expect(total).toBe(300);
    const gaps = gapsOf(written.map(({ atMs }) => atMs));
    expect(Math.min(...gaps.slice(1))).toBe(limit('linkWakeMs'));
  });

  it('asks for more in groups while parts wait in it', () => {
    expect(askedAtMs.length).toBeGreaterThan(0);
    const halfSoonMs = limit('linkSoonMs') / 2;
    expect(askedAtMs[0]).toBeGreaterThanOrEqual(200 - halfSoonMs);
  });
});
