import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepClock } from '../../test/support/step-clock.ts';
import { createIds, dayOfId, firstIdAt, NODE_SLOTS, timeOfId } from './ids.ts';
import { machineRandom } from '@paigham/base/random.ts';
import { seededRandom } from '../../test/support/seeded-random.ts';

const EPOCH_MS = 1_767_225_600_000;
/** What one node can give in one second. */
const PER_SECOND = 65_536;

/** A source at a slot and on a clock that the test moves. */
function openSource({ slot = 3, startMs = EPOCH_MS + 40_000_000_000, seed = 'ids' } = {}) {
  const clock = stepClock(startMs);
  const node = { slot };
  const ids = createIds(() => node.slot, clock, seededRandom(seed));
  const take = (count: number): number[] => Array.from({ length: count }, () => ids.next());
  return { clock, node, ids, take };
}

const secondsOf = (ids: readonly number[]): number[] => ids.map((id) => timeOfId(id) / 1000);
const highest = (ids: readonly number[]): number => ids.reduce((a, b) => Math.max(a, b));
const lowest = (ids: readonly number[]): number => ids.reduce((a, b) => Math.min(a, b));

describe('ids', () => {
  it('are below 2^53 and unique over 200,000 in one moment, by taking from seconds to come', () => {
    const { clock, take } = openSource();
    const taken = take(200_000);
    expect(new Set(taken).size).toBe(200_000);
    expect(taken.every((id) => Number.isSafeInteger(id) && id >= 0)).toBe(true);
    const now = Math.floor(clock.nowMs() / 1000);
    const seconds = new Set(secondsOf(taken));
    expect([...seconds]).toEqual([now, now + 1, now + 2, now + 3]);
  });

  it('are all of a second, each once, when a second is used up', () => {
    const { clock, take } = openSource();
    const taken = take(PER_SECOND);
    const from = firstIdAt(clock.nowMs()) + 3 * PER_SECOND;
    expect(new Set(taken).size).toBe(PER_SECOND);
    expect([lowest(taken), highest(taken)]).toEqual([from, from + PER_SECOND - 1]);
  });

  it('never stand in an order that counts: neighbours are not neighbours', () => {
    const { take } = openSource();
    const taken = take(1_000);
    const steps = taken.slice(1).map((id, index) => id - (taken[index] ?? 0));
    expect(new Set(steps).size).toBeGreaterThan(100);
    expect(steps.filter((step) => step === 1).length).toBeLessThan(10);
  });

  it('carry their second, and never one before an earlier id', () => {
    const { clock, take } = openSource();
    const seconds: number[] = [];
    for (const ms of [0, 999, 1, 70_000, 3, 86_400_000]) {
      clock.advance(ms);
      seconds.push(...secondsOf(take(20)));
      expect(seconds.at(-1)).toBe(Math.floor(clock.nowMs() / 1000));
    }
    expect(seconds).toEqual(seconds.toSorted((a, b) => a - b));
  });

  it('stay unique when the node gets another slot, and its old one back', () => {
    const { clock, node, take } = openSource();
    const taken: number[] = [];
    for (const slot of [3, 4, 3, NODE_SLOTS - 1, 0, 3]) {
      node.slot = slot;
      taken.push(...take(5_000));
      if (slot === 0) clock.advance(1_000);
    }
    expect(new Set(taken).size).toBe(taken.length);
  });

  it('of two nodes are never the same, whatever they draw', () => {
    const one = openSource({ slot: 0, seed: 'same' });
    const other = openSource({ slot: 1, seed: 'same' });
    const taken = [...one.take(PER_SECOND), ...other.take(PER_SECOND)];
    expect(new Set(taken).size).toBe(2 * PER_SECOND);
  });

  it('are unique from every draw of the shuffle', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const taken = openSource({ seed }).take(PER_SECOND);
        expect(new Set(taken).size).toBe(PER_SECOND);
        expect(highest(taken) - lowest(taken)).toBe(PER_SECOND - 1);
      }),
      { numRuns: 10 },
    );
  });

  it('reach to the year 2094', () => {
    const lastMs = EPOCH_MS + (2 ** 31 - 1) * 1000;
    expect(new Date(lastMs).getUTCFullYear()).toBe(2094);
    const { take } = openSource({ slot: NODE_SLOTS - 1, startMs: lastMs });
    expect(highest(take(PER_SECOND))).toBe(2 ** 53 - 1);
  });

  it('are made with the machine’s own chance', () => {
    const ids = createIds(() => 0, stepClock(), machineRandom);
    const taken = Array.from({ length: 10_000 }, () => ids.next());
    expect(new Set(taken).size).toBe(10_000);
  });
});

describe('ids when the clock is not to be trusted', () => {
  it('go on behind the last one while the clock is behind it', () => {
    const { clock, take } = openSource();
    const before = take(PER_SECOND + 10);
    clock.advance(-60_000);
    const after = take(PER_SECOND);
    expect(new Set([...before, ...after]).size).toBe(before.length + after.length);
    expect(timeOfId(lowest(after))).toBeGreaterThanOrEqual(timeOfId(highest(before)));
  });

  it('are refused, again and again, more than four hours ahead of it', () => {
    const { clock, ids, take } = openSource();
    const [last = 0] = take(1);
    clock.advance(-14_400_000);
    expect(timeOfId(ids.next())).toBe(timeOfId(last));
    clock.advance(-1_000);
    expect(() => ids.next()).toThrow(/too far ahead/);
    expect(() => ids.next()).toThrow(/too far ahead/);
    clock.advance(1_000);
    expect(timeOfId(ids.next())).toBe(timeOfId(last));
  });

  it('begin at the first second for a clock that stands before it', () => {
    const { take } = openSource({ startMs: EPOCH_MS - 5_000 });
    expect(secondsOf(take(2))).toEqual([EPOCH_MS / 1000, EPOCH_MS / 1000]);
  });

  it.each([-1, NODE_SLOTS])('are refused to the slot %d', (slot) => {
    const { ids } = openSource({ slot });
    expect(() => ids.next()).toThrow(/no slot/);
  });
});

describe('the time of an id', () => {
  it('is the second whose first id is the smallest of it', () => {
    const ms = fc.integer({ min: EPOCH_MS, max: EPOCH_MS + 2_000_000_000_000 });
    fc.assert(
      fc.property(ms, (atMs) => {
        const first = firstIdAt(atMs);
        expect(timeOfId(first)).toBe(Math.floor(atMs / 1000) * 1000);
        expect(firstIdAt(timeOfId(first))).toBe(first);
        expect(timeOfId(first - 1)).toBe(timeOfId(first) - 1000);
      }),
    );
  });

  it('before the first second has no id of its own', () => {
    expect(firstIdAt(EPOCH_MS)).toBe(0);
    expect(firstIdAt(EPOCH_MS - 1)).toBe(0);
    expect(firstIdAt(0)).toBe(0);
  });

  it('is within the bounds that a reader asks for', () => {
    const { clock, take } = openSource();
    const fromMs = clock.nowMs();
    const taken = take(100);
    expect(taken.every((id) => id >= firstIdAt(fromMs))).toBe(true);
    expect(taken.every((id) => id < firstIdAt(fromMs + 1_000))).toBe(true);
  });
});

describe('the day of an id', () => {
  it('is that of its second, in UTC', () => {
    const ms = fc.integer({ min: EPOCH_MS, max: EPOCH_MS + 2_000_000_000_000 });
    fc.assert(
      fc.property(ms, (atMs) => {
        const day = new Date(atMs).toISOString().slice(0, 10).replaceAll('-', '');
        expect(dayOfId(firstIdAt(atMs))).toBe(day);
      }),
    );
  });

  it('ends with its last id, at midnight', () => {
    const midnight = firstIdAt(Date.UTC(2026, 10, 21));
    expect([dayOfId(0), dayOfId(midnight - 1), dayOfId(midnight)]).toEqual([
      '20260101',
      '20261120',
      '20261121',
    ]);
  });
});
