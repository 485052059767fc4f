import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FORBIDDEN_WORDS } from '../failure/failure.ts';
import {
  columnOf,
  columnWords,
  LAST_COLUMN,
  lettersOf,
  readColumnText,
  writeColumnText,
} from './column-text.ts';

const CELLS = ['923001234567', 'Ali', '1,250', '#C#'];

describe('a value that refers to columns', () => {
  it.each([
    ['#B#', 'Ali'],
    ['Dear #B#!', 'Dear Ali!'],
    ['#b# and #B#', 'Ali and Ali'],
    ['#B##C#', 'Ali1,250'],
    ['#B#C#', 'AliC#'],
    ['#A#', '923001234567'],
    ['a constant', 'a constant'],
    ['', ''],
    ['# B #, #B1#, #1#, ##, #name#', '# B #, #B1#, #1#, ##, #name#'],
    // A single pass: references inside a cell are not followed.
    ['#D#', '#C#'],
    // A cell that the row does not have.
    ['[#E#]', '[]'],
    ['[#ZZ#]', '[]'],
  ])('%j is %j in its row', (value, written) => {
    expect(writeColumnText(readColumnText(value), CELLS)).toBe(written);
  });

  it('of three letters refers to a column past the last one', () => {
    expect(readColumnText('#AAA#').columns).toEqual([LAST_COLUMN + 1]);
    expect(readColumnText('#ZZ#').columns).toEqual([LAST_COLUMN]);
    expect(readColumnText('#AAAA#').columns).toEqual([]);
  });
});

describe('the letters of a column', () => {
  it.each([
    [1, 'A'],
    [26, 'Z'],
    [27, 'AA'],
    [52, 'AZ'],
    [53, 'BA'],
    [702, 'ZZ'],
  ])('%i is %s, and back', (column, letters) => {
    expect(lettersOf(column)).toBe(letters);
    expect(columnOf(letters)).toBe(column);
    expect(columnOf(letters.toLowerCase())).toBe(column);
  });

  it('are named so that nobody takes them for an acceptance', () => {
    expect(columnWords(3)).toBe('column C');
    expect(columnWords(columnOf('OK'))).toBe('column number 401');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), (column) => {
        const words = columnWords(column).toLowerCase();
        expect(FORBIDDEN_WORDS.filter((word) => words.includes(word))).toEqual([]);
      }),
    );
  });
});
