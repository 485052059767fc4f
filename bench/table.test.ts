import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { drawTable, figure, spread, writePage, type Line } from './table.ts';

function lineOf(what: string, ours: string): Line {
  const cells = { paigham: ours, 'kannel-spool': '2', 'kannel-no-store': '3' };
  return { what, cells, result: '', bar: '' };
}

describe('figure', () => {
  it.each([
    [1234.5, 0, '1,235'],
    [0.256, 2, '0.26'],
    [7, 1, '7.0'],
  ])('%d with %d digits is %s', (value, digits, text) => expect(figure(value, digits)).toBe(text));
});

describe('spread', () => {
  it('is the median of several with their range', () =>
    expect(spread([3, 1, 2], 1)).toBe('2.0 (1.0–3.0)'));
  it('is the figure itself for one', () => expect(spread([1234])).toBe('1,234'));
});

describe('the page', () => {
  let folder: string;
  let page: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'page-'));
    page = join(folder, 'performance.md');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('has the lines of the last run alone, and keeps the text around the table', () => {
    const places = '<!-- bin/bench writes from here … -->\n<!-- … to here -->';
    writeFileSync(page, `before\n${places}\nafter\n`);
    writePage(page, [lineOf('first', '1'), lineOf('second', '5')], 'the note');
    writePage(page, [lineOf('second', '6')], 'another note');
    const text = readFileSync(page, 'utf8');
    expect(text).toContain(drawTable([lineOf('second', '6')]));
    expect(text).toContain('another note');
    expect(text).not.toContain('the note');
    expect(text).not.toContain('first');
    expect(text.startsWith('before\n')).toBe(true);
    expect(text.endsWith('\nafter\n')).toBe(true);
  });

  it('refuses a page without a place for the table', () => {
    writeFileSync(page, 'nothing\n');
    expect(() => writePage(page, [], '')).toThrow('no place');
  });
});
