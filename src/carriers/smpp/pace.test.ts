import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pace } from './pace.ts';

/** The most sends that lie within any span of one second. */
function busiestSecond(sentAtMs: readonly number[]): number {
  let busiest = 0;
  let from = 0;
  for (const [index, atMs] of sentAtMs.entries()) {
    while (atMs - (sentAtMs[from] ?? 0) > 1_000) from += 1;
    busiest = Math.max(busiest, index - from + 1);
  }
  return busiest;
}

function sendAll(pace: Pace, nowMs: number, sentAtMs: number[]): void {
  for (let free = pace.free(nowMs); free > 0; free -= 1) {
    pace.note(nowMs);
    sentAtMs.push(nowMs);
  }
}

describe('the pace', () => {
  it('allows the whole rate at once, and not one more', () => {
    const pace = new Pace(5);
    expect(pace.free(0)).toBe(5);
    for (let sent = 0; sent < 5; sent += 1) pace.note(0);
    expect(pace.free(999)).toBe(0);
    expect(pace.free(1_004)).toBe(5);
  });

  it('says how long to wait for the next', () => {
    const pace = new Pace(2);
    expect(pace.waitMs(0)).toBeUndefined();
    pace.note(0);
    expect(pace.waitMs(4)).toBe(1_000);
    pace.note(300);
    expect(pace.waitMs(400)).toBe(604);
    expect(pace.free(1_004)).toBe(1);
    pace.note(1_004);
    expect(pace.waitMs(1_004)).toBe(300);
  });

  it('never exceeds the rate in any second, however it is asked', () => {
    const gaps = fc.array(fc.double({ min: 0, max: 400, noNaN: true }), { maxLength: 300 });
    const check = (rate: number, waits: readonly number[]): void => {
      const pace = new Pace(rate);
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

  it('keeps within one percent of the rate over a minute', () => {
    for (const rate of [1, 7, 100, 3_000]) {
      const pace = new Pace(rate);
      const sentAtMs: number[] = [];
      // Woken when it said, a millisecond late, but no more than a hundred times a second.
      for (let nowMs = 0; nowMs < 60_000; nowMs += Math.max(10, (pace.waitMs(nowMs) ?? 0) + 1)) {
        sendAll(pace, nowMs, sentAtMs);
      }
      expect(sentAtMs.length).toBeGreaterThanOrEqual(rate * 60 * 0.99);
      expect(sentAtMs.length).toBeLessThanOrEqual(rate * 60 * 1.01);
    }
  });
});

describe('an operator that throttles', () => {
  it('halves the rate once for all that was under way, and it grows back', () => {
    const pace = new Pace(100);
    pace.slowDown(0);
    pace.slowDown(500);
    expect(pace.rate(999)).toBe(54);
    pace.slowDown(1_000);
    expect(pace.rate(1_000)).toBe(27);
    expect(pace.rate(11_000)).toBe(77);
    expect(pace.rate(60_000)).toBe(100);
  });

  it('always leaves one a second', () => {
    const pace = new Pace(2);
    for (let nowMs = 0; nowMs < 20_000; nowMs += 1_000) pace.slowDown(nowMs);
    expect(pace.rate(19_000)).toBe(1);
  });

  it('holds the slower rate against what was sent before', () => {
    const pace = new Pace(10);
    for (let sent = 0; sent < 10; sent += 1) pace.note(sent);
    pace.slowDown(10);
    expect(pace.free(10)).toBe(0);
    // Five of the ten must have left the second before one more may go.
    expect(pace.waitMs(10)).toBe(1_004 + 5 - 10);
  });
});
