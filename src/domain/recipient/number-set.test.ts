import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NumberSet } from './number-set.ts';

const numbers = fc.array(
  fc.integer({ min: 0, max: 999_999_999 }).map((tail) => `923${String(tail).padStart(9, '0')}`),
  { maxLength: 5_000 },
);

describe('a set of numbers', () => {
  it('behaves like a Set', () => {
    fc.assert(
      fc.property(numbers, (added) => {
        const [set, other] = [new NumberSet(), new Set<string>()];
        for (const number of [...added, ...added]) {
          expect(set.add(number)).toBe(!other.has(number));
          other.add(number);
        }
        expect(set.size).toBe(other.size);
      }),
      { numRuns: 30 },
    );
  });

  it('tells numbers apart at both ends of the range', () => {
    const set = new NumberSet();
    expect(set.add('923000000000')).toBe(true);
    expect(set.add('923999999999')).toBe(true);
    expect(set.add('923000000001')).toBe(true);
    expect(set.add('923000000000')).toBe(false);
    expect(set.size).toBe(3);
  });

  it('grows to a hundred thousand', () => {
    const set = new NumberSet();
    const number = (index: number): string => `92300${String(1_000_000 + index)}`;
    for (let index = 0; index < 100_000; index += 1) set.add(number(index));
    expect(set.size).toBe(100_000);
    expect(set.add(number(99_999))).toBe(false);
    expect(set.add(number(100_000))).toBe(true);
  });

  it('keeps ids of chat users apart, whatever their digits', () => {
    const set = new NumberSet();
    const ids = ['PK.13491208655302741918', 'PK.13491208655302741919', '923001234567'];
    expect(ids.map((it) => set.add(it))).toEqual([true, true, true]);
    expect(ids.map((it) => set.add(it))).toEqual([false, false, false]);
    expect(set.size).toBe(3);
  });
});
