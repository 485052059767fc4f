import { describe, expect, it } from 'vitest';
import { backOffMs } from './back-off.ts';

const least = { randomInt: (min: number) => min };
const most = { randomInt: (_min: number, max: number) => max - 1 };

describe('the wait before connecting again', () => {
  it.each([
    [1, 250, 500],
    [2, 500, 1_000],
    [5, 4_000, 8_000],
    [8, 30_000, 60_000],
    [1_000_000, 30_000, 60_000],
  ])('after %i failures lies between %i and %i ms', (failures, leastMs, mostMs) => {
    expect(backOffMs(failures, least)).toBe(leastMs);
    expect(backOffMs(failures, most)).toBe(mostMs);
  });
});
