import { describe, expect, it } from 'vitest';
import { busiestSecond } from './pace.ts';

describe('the busiest second', () => {
  it.each([
    ['none without moments', [], 0],
    ['all that lie within less than a second', [0, 1, 999], 3],
    ['not two that lie a second apart', [0, 1_000, 2_000], 1],
    ['the fullest, wherever it lies', [0, 1_500, 1_900, 2_400, 4_000], 3],
  ])('counts %s', (_, momentsMs, busiest) => {
    expect(busiestSecond(momentsMs)).toBe(busiest);
  });
});
