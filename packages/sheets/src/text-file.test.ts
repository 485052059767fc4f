import { describe, expect, it } from 'vitest';
import { findDelimiter, readDelimiterRow } from './text-file.ts';

describe('the delimiter', () => {
  it.each([
    ['923001234567,Ali\n923001234568,Sara', ','],
    ['923001234567;12,50\n923001234568;13,25', ';'],
    ['923001234567\tAli, Khan; Lahore\n', '\t'],
    ['923001234567|a,b', '|'],
    ['923001234567,Hello; how; are; you', ','],
    ['"Mobile, home";Name\n923001234567;Ali', ';'],
    ['Dear all, the list:\n923001234567;Ali\n923001234568;Sara', ';'],
    ['923001234567\n923001234568', ','],
    ['', ','],
  ])('of %j is %j', (text, delimiter) => {
    expect(findDelimiter(text)).toBe(delimiter);
  });

  it.each([
    ['sep=;\r\na;b', { delimiter: ';', length: 7 }],
    ['SEP=\t\nx', { delimiter: '\t', length: 6 }],
    ['sep=x\n', undefined],
    ['separator\n', undefined],
  ])('is stated by %j: %j', (text, told) => {
    expect(readDelimiterRow(text)).toEqual(told);
  });
});
