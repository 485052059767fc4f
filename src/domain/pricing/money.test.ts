import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRupees, micros, parseRupees, showRupees } from './money.ts';

const anAmount = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }).map(micros);

describe('money as callers see it', () => {
  it.each([
    [0n, '0.00'],
    [1n, '0.00'],
    [9_999n, '0.00'],
    [10_000n, '0.01'],
    [4_800_000n, '4.80'],
    [31_209_999n, '31.20'],
    [1_000_000_000_000n, '1000000.00'],
    [-1n, '-0.01'],
    [-10_000n, '-0.01'],
    [-10_001n, '-0.02'],
    [-999_999n, '-1.00'],
    [-4_800_000n, '-4.80'],
  ])('%s millionths are %s', (amount, text) => {
    expect(formatRupees(micros(amount))).toBe(text);
  });

  it('always has two decimals, and is never above the true amount or a paisa below it', () => {
    fc.assert(
      fc.property(anAmount, (amount) => {
        const text = formatRupees(amount);
        expect(text).toMatch(/^-?\d+\.\d\d$/);
        const shown = parseRupees(text) ?? micros(0n);
        expect(shown).toBeLessThanOrEqual(amount);
        expect(amount - shown).toBeLessThan(10_000n);
      }),
    );
  });

  it('is shown exactly when it is a whole number of paisas', () => {
    fc.assert(
      fc.property(anAmount, (amount) => {
        const whole = micros((amount / 10_000n) * 10_000n);
        expect(parseRupees(formatRupees(whole))).toBe(whole);
      }),
    );
  });
});

describe('an amount that was charged', () => {
  it.each([
    [0n, '0.00'],
    [1n, '0.000001'],
    [1_234_567n, '1.234567'],
    [1_230_000n, '1.23'],
    [1_200_000n, '1.20'],
    [1_234_500n, '1.2345'],
    [-12_345n, '-0.012345'],
    [31_200_000n, '31.20'],
  ])('%s millionths are shown as %s: exactly, without needless zeros', (amount, text) => {
    expect(showRupees(micros(amount))).toBe(text);
    expect(parseRupees(text)).toBe(amount);
  });
});

describe('rupees as somebody wrote them', () => {
  it.each([
    ['0', 0n],
    ['-0', 0n],
    ['4.8', 4_800_000n],
    ['4.80', 4_800_000n],
    ['0.000001', 1n],
    ['-0.25', -250_000n],
    ['007', 7_000_000n],
    [' 20 ', 20_000_000n],
    ['999999999999.999999', 999_999_999_999_999_999n],
  ])('%j are %s millionths', (text, amount) => {
    expect(parseRupees(text)).toBe(amount);
  });

  it.each([
    ['nothing', ''],
    ['a sign alone', '-'],
    ['a plus', '+1'],
    ['no whole rupees', '.5'],
    ['a dot and nothing after it', '5.'],
    ['a seventh decimal', '0.0000001'],
    ['a thirteenth digit', '1000000000000'],
    ['a separator', '1,000'],
    ['a decimal comma', '4,80'],
    ['an exponent', '1e3'],
    ['two numbers', '1 2'],
    ['digits of another script', '۵'],
    ['a currency', 'Rs. 5'],
    ['a second line', '5\n6'],
  ])('are refused with %s: %j', (_, text) => {
    expect(parseRupees(text)).toBeUndefined();
  });

  it('are read exactly to the millionth', () => {
    const whole = fc.bigInt({ min: 0n, max: 999_999_999_999n });
    const millionths = fc.bigInt({ min: 0n, max: 999_999n });
    fc.assert(
      fc.property(whole, millionths, fc.boolean(), (rupees, rest, isNegative) => {
        const text = `${isNegative ? '-' : ''}${rupees}.${String(rest).padStart(6, '0')}`;
        const amount = rupees * 1_000_000n + rest;
        expect(parseRupees(text)).toBe(isNegative ? -amount : amount);
      }),
    );
  });
});
