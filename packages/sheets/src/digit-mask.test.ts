import { SSF } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { readDigitMask } from './digit-mask.ts';
import { createNumberFormats } from './number-text.ts';

const { show, shapeOf } = createNumberFormats(SSF, false);

describe('a number with zeros in front by its format', () => {
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
  ])('is read by the first section of %j: %d is %j', (format, value, text) => {
    expect(show(format, value)).toBe(text);
  });

  it.each([
    ['0000', 42.5, '42.5'],
    ['0000', 0.1 + 0.2, '0.3'],
  ])('that is a fraction is not rounded: %j of %d is %j', (format, value, text) => {
    expect(show(format, value)).toBe(text);
  });

  it.each([
    ['"Mobile "00000000000', 3001234567, '3001234567'],
    ['"92"0000000000', 3001234567, '3001234567'],
    ['0000"x"', 923001234567, '923001234567'],
    ['"D-"0000', 999_999_999, 'D-999999999'],
  ])('has no words around what may be a phone: %j of %d is %j', (format, value, text) => {
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
  ])('%j is no such format', (format) => {
    expect(readDigitMask(format)).toBeUndefined();
  });

  it('has as many zeros as a format may have characters', () => {
    expect(show('0'.repeat(255), 1)).toHaveLength(255);
    expect(show('0'.repeat(256), 1)).toBe('1');
  });
});
