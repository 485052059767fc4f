import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limit } from '../limits.ts';
import { RateLimit } from './rate-limit.ts';

/** The most sends within any span of one second. */
function busiestSecond(sentAtMs: readonly number[]): number {
  let busiest = 0;
  let from = 0;
  for (const [index, atMs] of sentAtMs.entries()) {
    while (atMs - (sentAtMs[from] ?? 0) > 1_000) from += 1;
    busiest = Math.max(busiest, index - from + 1);
  }
  return busiest;
}

function sendAll(pace: RateLimit, nowMs: number, sentAtMs: number[]): number {
  const free = pace.free(nowMs);
  for (let left = free; left > 0; left -= 1) {
    pace.note(nowMs);
    sentAtMs.push(nowMs);
  }
  return free;
}

/** Sends from a backlog for a minute, woken like a link: late, and not for every send. */
function sendForAMinute(rate: number, lateMs: () => number): readonly number[] {
  const pace = new RateLimit(rate);
  const sentAtMs: number[] = [];
  for (let nowMs = 0; nowMs < 60_000;) {
    sendAll(pace, nowMs, sentAtMs);
    const waitMs = Math.max(limit('linkWakeMs'), Math.ceil(pace.waitMs(nowMs) ?? 0));
    nowMs += waitMs + lateMs();
  }
  return sentAtMs;
}

describe('the rate limit', () => {
  it('allows a burst at once, and the whole rate within the second', () => {
    const pace = new RateLimit(50);
    const sentAtMs: number[] = [];
    expect(sendAll(pace, 0, sentAtMs)).toBe(5);
    expect(pace.free(19)).toBe(0);
    expect(pace.free(20)).toBe(1);
    for (let nowMs = 20; nowMs <= 1_003; nowMs += 1) sendAll(pace, nowMs, sentAtMs);
    expect(sentAtMs).toHaveLength(50);
    expect(pace.free(1_003)).toBe(0);
    expect(pace.free(1_004)).toBe(5);
  });

  it('says how long to wait for the next send', () => {
    const pace = new RateLimit(2);
    expect(pace.waitMs(0)).toBeUndefined();
    pace.note(0);
    pace.note(300);
    expect(pace.free(400)).toBe(0);
    expect(pace.waitMs(400)).toBe(604);
    expect(pace.free(1_004)).toBe(1);
    pace.note(1_004);
    expect(pace.waitMs(1_004)).toBe(300);
  });

  it('spreads a rate over its second, so that nothing waits for the whole of it', () => {
    for (const rate of [20, 50, 1_000]) {
      const sentAtMs = sendForAMinute(rate, () => 1);
      const gaps = sentAtMs.slice(1).map((atMs, index) => atMs - (sentAtMs[index] ?? 0));
      expect(Math.max(...gaps)).toBeLessThanOrEqual(2 * limit('linkBurstMs'));
    }
  });

  it('is never exceeded in any second, however often it is asked', () => {
    const gaps = fc.array(fc.double({ min: 0, max: 400, noNaN: true }), { maxLength: 300 });
    const check = (rate: number, waits: readonly number[]): void => {
      const pace = new RateLimit(rate);
      const sentAtMs: number[] = [];
      let nowMs = 0;
      for (const waitMs of waits) {
        nowMs += waitMs;
        sendAll(pace, nowMs, sentAtMs);
      }
      expect(busiestSecond(sentAtMs)).toBeLessThanOrEqual(rate);
    };
    fc.assert(fc.property(fc.integer({ min: 1, max: 50 }), gaps, check));
  });

  it('counts from when a send left, if it was held up before', () => {
    const waits = fc.array(fc.record({ gapMs: fc.nat(300), heldMs: fc.nat(40) }), {
      minLength: 50,
      maxLength: 200,
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), waits, (rate, drawn) => {
        const pace = new RateLimit(rate);
        const leftAtMs: number[] = [];
        let nowMs = 0;
        for (const { gapMs, heldMs } of drawn) {
          nowMs += gapMs;
          const counted = sendAll(pace, nowMs, []);
          nowMs += heldMs;
          pace.left(nowMs);
          for (let sent = 0; sent < counted; sent += 1) leftAtMs.push(nowMs);
        }
        expect(busiestSecond(leftAtMs)).toBeLessThanOrEqual(rate);
      }),
    );
  });

  it.each([1, 2, 7, 50, 100, 1_000, 3_000])(
    'keeps within one percent of %i a second over a minute, and never above it',
    (rate) => {
      for (const lateMs of [() => 1, () => 0.2]) {
        const sentAtMs = sendForAMinute(rate, lateMs);
        expect(sentAtMs.length).toBeGreaterThanOrEqual(rate * 60 * 0.99);
        expect(sentAtMs.length).toBeLessThanOrEqual(rate * 60 * 1.01);
        expect(busiestSecond(sentAtMs)).toBeLessThanOrEqual(rate);
      }
    },
  );

  it('always says when to come back, or allows what it can', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.array(fc.record({ gapMs: fc.nat(900), sends: fc.nat(30), slow: fc.boolean() })),
        (rate, drawn) => {
          const pace = new RateLimit(rate);
          let nowMs = 0;
          for (const { gapMs, sends, slow } of drawn) {
            nowMs += gapMs;
            if (slow) pace.slowDown(nowMs);
            for (let left = Math.min(sends, pace.free(nowMs)); left > 0; left -= 1) {
              pace.note(nowMs);
            }
            const free = pace.free(nowMs);
            const waitMs = pace.waitMs(nowMs);
            if (waitMs === undefined) expect(free).toBeGreaterThan(0);
            else nowMs += waitMs;
            if (waitMs !== undefined) expect(pace.free(nowMs)).toBeGreaterThan(free);
          }
        },
      ),
    );
  });
});

describe('an operator that throttles', () => {
  it('halves the rate once for everything under way, and it recovers', () => {
    const pace = new RateLimit(100);
    pace.slowDown(0);
    pace.slowDown(500);
    expect(pace.rate(999)).toBe(54);
    pace.slowDown(1_000);
    expect(pace.rate(1_000)).toBe(27);
    expect(pace.rate(11_000)).toBe(77);
    expect(pace.rate(60_000)).toBe(100);
  });

  it('always leaves at least one a second', () => {
    const pace = new RateLimit(2);
    for (let nowMs = 0; nowMs < 20_000; nowMs += 1_000) pace.slowDown(nowMs);
    expect(pace.rate(19_000)).toBe(1);
  });

  it('checks the slower rate against what was sent before', () => {
    const pace = new RateLimit(10);
    for (let sent = 0; sent < 10; sent += 1) pace.note(sent);
    pace.slowDown(10);
    expect(pace.free(10)).toBe(0);
    // Six of the ten must be more than a second old before one more may go.
    expect(pace.waitMs(10)).toBe(1_004 + 5 - 10);
  });
});
