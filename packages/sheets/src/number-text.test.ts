import { SSF } from '@e965/xlsx';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNumberFormats, numberText, readDigitMask } from './number-text.ts';

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

  it('keeps every digit of a whole number', () => {
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

  it('counts days from 1904 if the workbook does', () => {
    expect(createNumberFormats(SSF, true).show('yyyy-mm-dd', 44620)).toBe('2026-03-01');
  });
});

const { show, shapeOf } = createNumberFormats(SSF, false);

describe('a number with leading zeros from its format', () => {
  it.each([
    ['0000', 42, '0042'],
    ['0000', 0, '0000'],
    ['0000', -42, '-0042'],
    ['0000', 12345, '12345'],
    ['00', 7, '07'],
    ['000-000', 42, '000-042'],
    ['000-000', 1234567, '1234-567'],
    ['000\\-00\\-0000', 12345678, '012-34-5678'],
    ['00000-0000000-0', 4210112345671, '42101-1234567-1'],
    ['00000\\-0000000\\-0', 110112345671, '01101-1234567-1'],
    ['0000"x"', 42, '0042x'],
    ['"D-"0000', 42, 'D-0042'],
    ['"D-"0000', -42, '-D-0042'],
    ['00":"00', 930, '09:30'],
    ['00 00', 930, '09 30'],
    ['0-0', 42, '4-2'],
    ['00000000000', 3001234567, '03001234567'],
    ['0000\\-0000000', 923001234567, '92300-1234567'],
    ['[$-409]0000', 42, '0042'],
    ['[Red]0000', 42, '0042'],
  ])('%j of %d is %j', (format, value, text) => {
    expect(shapeOf(format)).toBe('digits');
    expect(show(format, value)).toBe(text);
  });

  it.each([
    ['0000;(0000)', 42, '0042'],
    ['0000;(0000)', -42, '-42'],
    ['0000;(0000)', 0, '0000'],
    ['0000;-0000;', 0, '0'],
    ['0000;-0000;"none"', 42, '0042'],
    ['0000;;;@', 42, '0042'],
    ['"a;b"0000', 42, 'a;b0042'],
  ])('uses the first section of %j: %d is %j', (format, value, text) => {
    expect(show(format, value)).toBe(text);
  });

  it.each([
    ['0000', 42.5, '42.5'],
    ['0000', 0.1 + 0.2, '0.3'],
  ])('does not round a fraction: %j of %d is %j', (format, value, text) => {
    expect(show(format, value)).toBe(text);
  });

  it.each([
    ['"Mobile "00000000000', 3001234567, '3001234567'],
    ['"92"0000000000', 3001234567, '3001234567'],
    ['0000"x"', 923001234567, '923001234567'],
    ['"D-"0000', 999_999_999, 'D-999999999'],
  ])('has no words around a possible phone number: %j of %d is %j', (format, value, text) => {
    expect(show(format, value)).toBe(text);
  });

  it.each([
    '0',
    '0"kg"',
    '"Rs. "0',
    '0.00',
    '00.00',
    '#,##0',
    '0,000',
    '00%',
    '#0000',
    '0000?',
    '0000_)',
    '0000*-',
    '[<1000]0000',
    '[$Rs-420] 0000',
    '$0000',
    '00/00',
    '00E+00',
    '0000@',
    'General',
    'hh:mm:00',
    '0000"',
    '0000\\',
    '',
  ])('%j is not such a format', (format) => {
    expect(readDigitMask(format)).toBeUndefined();
  });

  it('has as many zeros as a format may have characters', () => {
    expect(show('0'.repeat(255), 1)).toHaveLength(255);
    expect(show('0'.repeat(256), 1)).toBe('1');
  });
});
