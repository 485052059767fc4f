import { describe, expect, it } from 'vitest';
import { FAILURE_WORDS, FORBIDDEN_WORDS, sentenceOf } from '../failure/failure.ts';
import { limit } from '../limits.ts';
import { micros } from '../pricing/money.ts';
import {
  FileTally,
  filteredOf,
  keptFileName,
  type LeftOutRow,
  nameOfSource,
  wordsOf,
} from './file-send.ts';

const MOST = limit('uploadNameCharacters');

describe('the name of a file', () => {
  it.each([
    ['people.csv', 'people.csv'],
    ['فہرست می‌رود.csv', 'فہرست می‌رود.csv'],
    ['C:\\Users\\Ali\\people.xls', 'people.xls'],
    ['../../etc/passwd', 'passwd'],
    [' a\0b\r\nc\u202excod.csv\ud83d ', 'abcxcod.csv'],
    ['<b>.csv', '<b>.csv'],
    ['x'.repeat(MOST), 'x'.repeat(MOST)],
    ['x'.repeat(MOST + 1), 'x'.repeat(MOST)],
    [`${'x'.repeat(MOST - 1)}😀`, 'x'.repeat(MOST - 1)],
    ['', undefined],
    [' \t', undefined],
    ['folder/', undefined],
  ])('%j is kept as %j', (given, kept) => {
    expect(keptFileName(given)).toBe(kept);
  });
});

describe('the name of the file behind a link', () => {
  it.each([
    ['https://files.example/march/people.csv?token=1#2', 'people.csv'],
    [' https://www.dropbox.com/scl/fi/abc/people%20list.xlsx?dl=0 ', 'people list.xlsx'],
    ['https://files.example/%E2%80%AElist%2F..%00.csv', 'list...csv'],
    ['https://docs.google.com/spreadsheets/d/1abcdefghij/edit#gid=0', undefined],
    ['https://files.example/', undefined],
    ['no link', undefined],
  ])('%j is %j', (link, name) => {
    expect(nameOfSource({ kind: 'link', link })).toBe(name);
  });
});

describe('the name of an upload', () => {
  it('is what the caller says', () => {
    const file = '/data/files/x7';
    expect(nameOfSource({ kind: 'upload', file, name: 'people.csv' })).toBe('people.csv');
    expect(nameOfSource({ kind: 'upload', file })).toBeUndefined();
  });
});

const leftOut = (row: number, changes: Partial<LeftOutRow> = {}): LeftOutRow => ({
  row,
  shown: '8584',
  column: 'A',
  code: 7,
  reason: 'number',
  rule: 'a short code',
  ...changes,
});
const empty = (row: number): LeftOutRow =>
  leftOut(row, { column: 'OK', code: 12, reason: 'cell_empty', rule: 'empty' });
const forbidden = (row: number): LeftOutRow =>
  leftOut(row, { code: 9, reason: 'opted_out', rule: 'opted out' });
const routeless = (row: number): LeftOutRow =>
  leftOut(row, { code: 12, reason: 'no_route', rule: 'no route to Jazz at the moment' });
const columns = { needed: 2, widest: 3 };

function sentenceFor(...rows: readonly LeftOutRow[]): string {
  const tally = new FileTally();
  tally.leaveOut(rows);
  const refusal = tally.refusal(columns);
  return refusal === undefined ? 'some are left' : `${refusal.reason}: ${sentenceOf(refusal)}`;
}

describe('hidden rows', () => {
  const hidden = (row: number): LeftOutRow =>
    leftOut(row, { column: undefined, code: 12, reason: 'hidden', rule: 'hidden' });

  it('are named once, with their number, and leave room for what can be mended', () => {
    const tally = new FileTally();
    tally.leaveOut(Array.from({ length: 2 * limit('rowsInAnswer') }, (_, at) => hidden(at + 3)));
    tally.leaveOut([empty(2), empty(5_000)]);
    expect(tally.firstLeftOut.map(wordsOf)).toEqual([
      'row 2, column number 401: empty',
      `row 3: the first of ${2 * limit('rowsInAnswer')} hidden rows`,
      'row 5000, column number 401: empty',
    ]);
    expect(tally.leftOut).toBe(2 * limit('rowsInAnswer') + 2);
  });

  it('are the reason when there are no others', () => {
    expect(sentenceFor(hidden(2))).toBe(
      'rows_unusable: Invalid file: none of its rows can be used; row 2: 1 hidden row',
    );
  });
});

describe('the rows of a file', () => {
  it('are summed up, and the first of them kept', () => {
    const tally = new FileTally();
    const most = limit('resultsPerAnswer');
    const rows = Array.from({ length: 700 }, (_, at) => ({
      ...{ row: at + 2, recipient: `${at}`, text: `Dear ${at}` },
      ...{ parts: 1, priceMicros: micros(5n) },
    }));
    for (const from of [0, 700]) {
      const moved = rows.map((it) => ({ ...it, row: it.row + from }));
      tally.add(moved, { parts: 900, priceMicros: micros(5n) });
    }
    expect(tally).toMatchObject({ messages: 1_400, parts: 1_800, lastRow: 1_401 });
    expect(tally.priceMicros).toBe(10n);
    expect(tally.recipients).toHaveLength(most);
    expect(tally.examples).toEqual(rows.slice(0, 3));
    expect(tally.refusal(columns)).toBeUndefined();
  });

  it('are listed in file order when they are left out, up to a limit', () => {
    const tally = new FileTally();
    const most = limit('rowsInAnswer');
    tally.leaveOut(Array.from({ length: most }, (_, at) => leftOut(most - at)));
    tally.leaveOut([leftOut(9_999)]);
    expect(tally.leftOut).toBe(most + 1);
    expect(tally.firstLeftOut.map(({ row }) => row)).toEqual(
      Array.from({ length: most }, (_, at) => at + 1),
    );
  });
});

describe('a file with no row left to send', () => {
  it.each([
    ['it has no row', [], 'file_empty'],
    ['no number can be used', [leftOut(2), leftOut(3)], 'rows_without_number'],
    ['no text can be made', [leftOut(2), empty(3)], 'rows_unusable'],
    ['no rule leads to some of them', [forbidden(2), empty(3), routeless(4)], 'rows_not_carried'],
    ['policy forbids the rest', [leftOut(2), empty(3), forbidden(4)], 'rows_rejected'],
  ] as const)('is refused because %s', (_, rows, reason) => {
    expect(sentenceFor(...rows)).toContain(`${reason}: `);
  });

  it('names the first rows with column and rule, in words that mislead nobody', () => {
    const sentence = sentenceFor(leftOut(7), empty(2), empty(3), empty(4), empty(5));
    expect(sentence).toContain(
      'row 2, column number 401: empty; row 3, column number 401: empty; ' +
        'row 4, column number 401: empty; and 2 more',
    );
    const lower = sentence.replace('rows_unusable', '').toLowerCase();
    expect(FORBIDDEN_WORDS.filter((word) => lower.includes(word))).toEqual([]);
    expect(FAILURE_WORDS.some((word) => lower.includes(word))).toBe(true);
  });

  it('is refused for a missing column before anything else', () => {
    const tally = new FileTally();
    tally.leaveOut([empty(2)]);
    const refusal = tally.refusal({ needed: 6, widest: 4 });
    expect(refusal && sentenceOf(refusal)).toBe(
      'Invalid message: column F is referred to, the last one of the file is column D',
    );
  });
});

describe('a left-out row in an answer', () => {
  it('shows digits, and nothing else from the file', () => {
    expect(filteredOf(leftOut(4))).toEqual({
      shown: '8584',
      reason: 'row 4, column A: a short code',
      code: 7,
    });
    expect(filteredOf(leftOut(5, { shown: 'an error' })).shown).toBe('row 5');
  });

  it('has no column when no single cell is wrong', () => {
    expect(wordsOf(leftOut(6, { column: undefined, rule: 'a long text' }))).toBe(
      'row 6: a long text',
    );
  });
});
