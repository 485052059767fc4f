import { describe, expect, it } from 'vitest';
import { median, quantile } from './median.ts';

describe('median', () => {
  it.each([
    [[3], 3],
    [[9, 1, 5], 5],
    [[1, 2, 10, 4], 3],
  ])('of %j is %d', (values, middle) => expect(median(values)).toBe(middle));

  it('of nothing is an error', () => expect(() => median([])).toThrow('no median'));
});

describe('quantile', () => {
  const hundred = Float64Array.from({ length: 100 }, (_, index) => index + 1);

  it.each([
    [0, 1],
    [0.5, 50],
    [0.99, 99],
    [1, 100],
  ])('%d of 1 to 100 is %d', (share, value) => expect(quantile(hundred, share)).toBe(value));
});
