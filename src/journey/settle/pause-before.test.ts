import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limit } from '../../domain/limits.ts';
import { pauseBeforeMs } from './pause-before.ts';

describe('the pause before the next attempt', () => {
  it.each([
    [1, 500, 1_000],
    [2, 1_000, 2_000],
    [3, 2_000, 4_000],
    [9, 128_000, 256_000],
    [10, 150_000, 300_000],
    [20, 150_000, 300_000],
    [5_000, 150_000, 300_000],
  ])('after attempt %d is from %d to %d ms', (attempt, leastMs, mostMs) => {
    expect(pauseBeforeMs(attempt, 0)).toBe(leastMs);
    expect(pauseBeforeMs(attempt, 1)).toBe(mostMs);
    expect(pauseBeforeMs(attempt, 0.5)).toBe((leastMs + mostMs) / 2);
  });

  it('is a whole number within its bounds, and longer by more chance', () => {
    const chance = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), chance, chance, (attempt, one, other) => {
        const pauseMs = pauseBeforeMs(attempt, one);
        expect(Number.isInteger(pauseMs)).toBe(true);
        expect(pauseMs).toBeGreaterThanOrEqual(limit('retryFirstMs') / 2);
        expect(pauseMs).toBeLessThanOrEqual(limit('retryLastMs'));
        if (one <= other) expect(pauseMs).toBeLessThanOrEqual(pauseBeforeMs(attempt, other));
      }),
    );
  });
});
