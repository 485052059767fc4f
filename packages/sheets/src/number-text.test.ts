import { SSF } from '@e965/xlsx';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNumberFormats, numberText } from './number-text.ts';

describe('a number', () => {
  it.each([
    [923001234567, '923001234567'],
    [9.23001234567e11, '923001234567'],
    [0, '0'],
    [-0, '0'],
    [1e21, '1000000000000000000000'],
    [12.5, '12.5'],
    [0.1 + 0.2, '0.3'],
    [12.34 * 3, '37.02'],
    [923001234566.9999, '923001234567'],
    [1e-7, '0.0000001'],
    [-1.5e-9, '-0.0000000015'],
    [Number.NaN, ''],
    [Number.POSITIVE_INFINITY, ''],
  ])('%d is written %j', (value, text) => {
    expect(numberText(value)).toBe(text);
  });

  it('is never written with an exponent', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(numberText(value)).toMatch(/^-?\d+(\.\d+)?$/);
      }),
    );
  });

  it('that is whole keeps every digit', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(numberText(value)).toBe(String(value));
      }),
    );
  });
});

describe('a number with a format', () => {
  const { show } = createNumberFormats(SSF, false);

  it.each([
    ['yyyy-mm-dd', 46082, '2026-03-01'],
    ['dd/mm/yyyy', 46082, '01/03/2026'],
    ['m/d/yyyy', 46082, '3/1/2026'],
    ['[$-409]d mmm yyyy;@', 46082, '1 Mar 2026'],
    ['d-mmm-yy h:mm AM/PM', 46082.5625, '1-Mar-26 1:30 PM'],
    ['[h]:mm', 1.5, '36:00'],
    ['yyyy-mm-dd', -1, '-1'],
    ['0%', 0.5, '50%'],
    ['0.00%', 0.07, '7%'],
    ['0"%"', 5, '5'],
    ['#,##0.00', 1234567.5, '1234567.5'],
    ['"Rs. "#,##0', 1500, '1500'],
    ['0.00E+00', 923001234567, '923001234567'],
    ['[Red]0', 5, '5'],
    ['no format [', 5, '5'],
  ])('%j of %d is %j', (format, value, text) => {
    expect(show(format, value)).toBe(text);
  });

  it('counts days from 1904 when the book does', () => {
    expect(createNumberFormats(SSF, true).show('yyyy-mm-dd', 44620)).toBe('2026-03-01');
  });
});
