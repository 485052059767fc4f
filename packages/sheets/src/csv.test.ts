import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvCutter } from './csv.ts';
import { Refusal } from './fault.ts';

const MOST = 1_000;

/** The rows of a text that arrives in pieces of this many characters. */
function cut(text: string, delimiter = ',', piece = MOST): string[][] {
  const rows: string[][] = [];
  const cutter = new CsvCutter(delimiter, MOST, (_, cells) => rows.push([...cells]));
  for (let at = 0; at < text.length; at += piece) cutter.write(text.slice(at, at + piece));
  cutter.end();
  return rows;
}

function faultOf(fn: () => unknown): unknown {
  try {
    fn();
  } catch (error) {
    return error instanceof Refusal ? error.fault : error;
  }
  return undefined;
}

describe('cutting text into rows and cells', () => {
  it.each<[string, string[][]]>([
    ['', []],
    ['a', [['a']]],
    ['a\n', [['a']]],
    ['a,b\nc', [['a', 'b'], ['c']]],
    ['a,b\r\nc\r\n', [['a', 'b'], ['c']]],
    ['a\rb\r', [['a'], ['b']]],
    ['a\n\nb', [['a'], [''], ['b']]],
    [',', [['', '']]],
    ['a,', [['a', '']]],
    ['"a,b",c', [['a,b', 'c']]],
    ['"a\r\nb",c', [['a\r\nb', 'c']]],
    ['"a ""b"" c"', [['a "b" c']]],
    ['"",x', [['', 'x']]],
    ['"a"b,c', [['ab', 'c']]],
    ['a"b,c"d', [['a"b', 'c"d']]],
    [' "a",b', [[' "a"', 'b']]],
    ['a,"b', [['a', 'b']]],
    ['a,"b\n', [['a', 'b']]],
    ['a,"b ""c', [['a', 'b "c']]],
  ])('%j', (text, rows) => {
    expect(cut(text)).toEqual(rows);
    expect(cut(text, ',', 1)).toEqual(rows);
  });

  it.each([';', '\t', '|'])('by %j alone', (delimiter) => {
    expect(cut(`a,b${delimiter}c`, delimiter)).toEqual([['a,b', 'c']]);
  });

  it('matches another parser, in whatever pieces the text arrives', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'ب', '"', ',', '\n', '\r', ' '),
      maxLength: 6,
    });
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 });
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 9 }), (rows, piece) => {
        const quoted = rows.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`));
        const text = quoted.map((row) => `${row.join(',')}\r\n`).join('');
        expect(cut(text, ',', piece)).toEqual(parse(text, { relax_column_count: true }));
        expect(cut(text, ',', piece)).toEqual(rows);
      }),
    );
  });
});

describe('a quotation mark that is never closed', () => {
  it('is reported with its row when it swallowed others', () => {
    const fault = { kind: 'damaged', why: 'open_quote', row: 2 };
    expect(faultOf(() => cut('1,a\n2,"b\n3,c\n4,d\n'))).toEqual(fault);
  });

  it('is reported with its row when it swallowed more than a row may hold', () => {
    const text = `1,a\n2,"b\n${'3,c\n'.repeat(MOST)}`;
    const fault = { kind: 'damaged', why: 'open_quote', row: 2 };
    expect(faultOf(() => cut(text, ',', 100))).toEqual(fault);
  });
});

describe('a row', () => {
  it.each([
    [MOST - 1, undefined],
    [MOST + 1, { kind: 'too_large', cap: 'rowCharacters', most: MOST }],
  ])('of %i characters: %j', (length, fault) => {
    const text = `${'x'.repeat(length)}\n`;
    expect(faultOf(() => cut(text))).toEqual(fault);
    expect(faultOf(() => cut(text, ',', 64))).toEqual(fault);
  });
});
