import { describe, expect, it } from 'vitest';
import { limit } from '../limits.ts';
import { keptFileName, nameOfSource } from './file-name.ts';

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

describe('the name of what a link leads to', () => {
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
