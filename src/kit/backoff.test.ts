import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoffMs } from './backoff.ts';

const settings = { firstMs: 1_000, lastMs: 300_000 };

describe('the wait after failures in a row', () => {
  it.each([
    [1, 500, 1_000],
    [2, 1_000, 2_000],
    [3, 2_000, 4_000],
    [9, 128_000, 256_000],
    [10, 150_000, 300_000],
    [20, 150_000, 300_000],
    [1_000_000, 150_000, 300_000],
  ])('after %d is from %d to %d ms', (failures, leastMs, mostMs) => {
    expect(backoffMs(failures, 0, settings)).toBe(leastMs);
    expect(backoffMs(failures, 1, settings)).toBe(mostMs);
    expect(backoffMs(failures, 0.5, settings)).toBe((leastMs + mostMs) / 2);
  });

  it('is a whole number within its bounds, and longer by more chance', () => {
    const chance = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), chance, chance, (failures, one, other) => {
        const waitMs = backoffMs(failures, one, settings);
        expect(Number.isInteger(waitMs)).toBe(true);
        expect(waitMs).toBeGreaterThanOrEqual(settings.firstMs / 2);
        expect(waitMs).toBeLessThanOrEqual(settings.lastMs);
        if (one <= other) expect(waitMs).toBeLessThanOrEqual(backoffMs(failures, other, settings));
      }),
    );
  });
});
