import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeCsvLine } from './write-csv.ts';

describe('a cell', () => {
  it.each([
    ['923001234567', '923001234567'],
    [9_007_199_254_740_991, '9007199254740991'],
    ['4.80', '4.80'],
    ['-4.80', '-4.80'],
    ['-0.004800', '-0.004800'],
    [null, ''],
    ['', ''],
    ['علی، لاہور', 'علی، لاہور'],
    ['a,b', '"a,b"'],
    ['say "so"', '"say ""so"""'],
    ['two\nlines', '"two\nlines"'],
    [' blank ', '" blank "'],
  ])('%j stays what it is', (cell, written) => {
    expect(writeCsvLine([cell])).toBe(`${written}\r\n`);
  });

  it.each([
    '=1+1',
    "'=1+1",
    '+92300',
    '-5.00+1',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '\nx',
    '＝1',
    '＋1',
    '－1',
    '＠x',
  ])('%j is no formula', (cell) => {
    expect(writeCsvLine([cell])).toMatch(/^"'/);
  });

  it('of any text comes back as it was, an apostrophe apart', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2 }), (cells) => {
        const [line = []] = parse(writeCsvLine(cells), { record_delimiter: '\r\n' });
        for (const [at, cell] of cells.entries()) expect([cell, `'${cell}`]).toContain(line[at]);
      }),
    );
  });
});
