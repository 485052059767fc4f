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
  const [, ...people] = ['', 'Asma,2201,Mon', 'Bilal,2202,Tue', 'Sana,2203,Wed', 'Tariq,2204,Thu'];
  /** Four people in a file; some of their texts are other ones. */
  const file = (
    others: Readonly<Record<number, string>>,
    delimiter = ',',
    header = 'Mobile,Name,Order,Day',
  ) =>
    [header, ...people.map((cells, at) => `92333140900${at + 1},${others[at + 1] ?? cells}`)]
      .map((row) => `${row.replaceAll(',', delimiter)}\n`)
      .join('');

  it.each<[string, number, Readonly<Record<number, string>>]>([
    ['and meets a rightly quoted cell', 2, { 1: '"Asma,2201,Mon', 3: '"Sana Mir",2203,Wed' }],
    ['and meets one at the end of a row', 2, { 1: '"Asma,2201,Mon', 3: 'Sana,2203,"Wed"' }],
    ['in the last column', 3, { 2: 'Bilal,2202,"Tue', 4: '"Tariq",2204,Thu' }],
    ['and meets an inch mark', 2, { 1: '"Asma,2201,Mon', 3: 'Sana,5" pipe,Wed' }],
    ['and meets an inch mark that ends a cell', 2, { 1: '"Asma,2201,Mon', 3: 'Sana,pipe 5",Wed' }],
    ['and meets an inch mark that ends a row', 3, { 2: 'Bilal,"2202,Tue', 3: 'Sana,2203,5"' }],
    [
      'and meets an empty quoted cell',
      2,
      { 1: '"Asma,2201,Mon', 2: '"",2202,Tue', 3: '"Sana",2203,Wed' },
    ],
    ['and meets nothing', 4, { 3: '"Sana,2203,Wed' }],
  ])('is refused with the row that opened it: %s', (_, row, others) => {
    const fault = { kind: 'damaged', why: 'open_quote', row };
    for (const delimiter of [',', ';', '\t', '|']) {
      expect(faultOf(() => cut(file(others, delimiter), delimiter))).toEqual(fault);
      expect(faultOf(() => cut(file(others, delimiter), delimiter, 7))).toEqual(fault);
    }
  });

  it.each([
    ['the heading', 1, 'Mobile,"Name,Order,Day', { 2: 'pipe 5",2202,Tue' }],
    ['the number', 1, '"Mobile,Name,Order,Day', { 2: '"Bilal",2202,Tue' }],
  ])('is refused in %s', (_, row, header, others) => {
    const fault = { kind: 'damaged', why: 'open_quote', row };
    expect(faultOf(() => cut(file(others, ',', header)))).toEqual(fault);
  });

  it.each([
    ['an address', '"House 5,\nStreet 3, Lahore",2201,Mon', 'House 5,\nStreet 3, Lahore'],
    [
      'a number in its second line',
      '"Call\n03001234567 today",2201,Mon',
      'Call\n03001234567 today',
    ],
    ['marks of its own', '"Asma ""A""\nKhan",2201,Mon', 'Asma "A"\nKhan'],
    ['a list of numbers', '"03001234567\n03001234568\n",2201,Mon', '03001234567\n03001234568\n'],
  ])('is none in a quoted cell of several lines with %s', (_, cells, name) => {
    expect(cut(file({ 1: cells }))[1]).toEqual(['923331409001', name, '2201', 'Mon']);
  });

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
