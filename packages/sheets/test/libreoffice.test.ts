/**
 * Files written by LibreOffice are read cell for cell as LibreOffice itself reads them
 * (fixtures/make-fixtures.ts). What it reads is in text files, parsed by somebody else's parser.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { readHere } from './reading.ts';

const folder = join(import.meta.dirname, 'fixtures');

/** The non-empty rows, with their numbers; trailing empty cells left out. */
function expected(file: string): (readonly [number, readonly string[]])[] {
  const records = parse(readFileSync(join(folder, file)), { relax_column_count: true });
  return records.flatMap((cells, index) => {
    const last = cells.findLastIndex((cell) => cell !== '');
    return last < 0 ? [] : [[index + 1, cells.slice(0, last + 1)] as const];
  });
}

async function expectAsIn(file: string, kind: string, expectedFile: string): Promise<void> {
  const { rows, result } = await readHere(join(folder, file));
  expect(rows.map(({ row, cells }) => [row, cells])).toEqual(expected(expectedFile));
  expect(result).toEqual({ kind: 'read', fileKind: kind, rows: rows.length });
}

describe('a workbook from LibreOffice', () => {
  it.each([
    ['people.xlsx', 'xlsx'],
    ['numbers.xlsx', 'xlsx'],
    ['numbers.xls', 'xls'],
    ['codes.xlsx', 'xlsx'],
    ['codes.xls', 'xls'],
    ['latin.xlsx', 'xlsx'],
    ['latin.xls', 'xls'],
    ['arabic.xlsx', 'xlsx'],
    ['arabic.xls', 'xls'],
  ])('%s is read as LibreOffice reads it', async (file, kind) => {
    await expectAsIn(file, kind, `${file}.expected`);
  });
});

describe('booleans in an .xls from LibreOffice', () => {
  // Reading its own file, it shows them as 1 and 0; Excel shows words, and so do we.
  it('are words, as in the .xlsx of the same workbook', async () => {
    await expectAsIn('people.xls', 'xls', 'people.xlsx.expected');
  });
});

describe('a text file from LibreOffice', () => {
  it.each([
    ['people-comma.csv', 'people.xlsx.expected'],
    ['people-semicolon.csv', 'people.xlsx.expected'],
    ['people-tab.txt', 'people.xlsx.expected'],
    ['people-pipe.txt', 'people.xlsx.expected'],
    ['people-utf16.txt', 'people.xlsx.expected'],
    ['latin-1252.csv', 'latin.xlsx.expected'],
    ['arabic-1256.csv', 'arabic.xlsx.expected'],
  ])('%s is read like the workbook it was exported from', async (file, from) => {
    await expectAsIn(file, 'text', from);
  });
});
