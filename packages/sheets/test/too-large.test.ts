/**
 * Files beyond the caps: refused by name, in limited memory, without harm to the calling process.
 */
import {
  closeSync,
  mkdtempSync,
  openSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { SheetCaps, SheetFault } from '../src/index.ts';
import { caps, faultOf, readFile, readHere } from './reading.ts';
import { makeWorkbook } from './workbooks.ts';
import type { ZipPart } from './zip-writer.ts';

// Some of these files take long to make.
vi.setConfig({ testTimeout: 300_000 });

const MEGABYTE = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'paigham-large-'));
afterAll(() => rmSync(folder, { recursive: true }));

const one = '<row><c><v>1</v></c></row>';
const withParts = (...parts: ZipPart[]): Buffer => makeWorkbook({ sheets: [one], parts });

const tooLarge = (cap: keyof SheetCaps, other: Partial<SheetCaps> = {}): SheetFault => ({
  kind: 'too_large',
  cap,
  most: { ...caps, ...other }[cap],
});

describe('files that are too large', () => {
  it('a sheet that unpacks into hundreds of times its size', async () => {
    const other = { unpackedBytes: 4 * MEGABYTE };
    const bytes = makeWorkbook({ sheets: [one.repeat(200_000)] });
    expect(bytes.length).toBeLessThan(other.unpackedBytes / 50);
    expect(await faultOf(bytes, other)).toEqual(tooLarge('unpackedBytes', other));
  });

  it.each([
    ['one text', `<row><c t="str"><v>${'a'.repeat(4 * MEGABYTE)}`, 'rowCharacters'],
    ['one tag', `<row><c ${'a'.repeat(4 * MEGABYTE)}`, 'rowCharacters'],
    ['blanks', ' '.repeat(4 * MEGABYTE), 'rowCharacters'],
  ] as const)('%s without end', async (_, data, cap) => {
    expect(await faultOf(makeWorkbook({ sheets: [data] }))).toEqual(tooLarge(cap));
  });

  it('memory beyond the reader’s limit ends only the reader', async () => {
    const other = { heapBytes: 48 * MEGABYTE };
    const comment = `<!-- ${'<'.repeat(100 * MEGABYTE)} -->`;
    const file = join(folder, 'comment');
    writeFileSync(file, makeWorkbook({ sheets: [comment] }));
    expect((await readFile(file, other)).result).toEqual({
      kind: 'refused',
      fault: tooLarge('heapBytes', other),
    });
  });

  it('a file that takes too long is given up', async () => {
    const other = { workMs: 1 };
    const file = join(import.meta.dirname, 'fixtures/people.xlsx');
    expect((await readFile(file, other)).result).toEqual({
      kind: 'refused',
      fault: tooLarge('workMs', other),
    });
  });

  it('a million sheets', async () => {
    const sheets = '<sheet name="a" r:id="s0"/>'.repeat(1_000_000);
    const data = `<workbook xmlns:r="r"><sheets>${sheets}</sheets></workbook>`;
    expect(await faultOf(withParts({ name: 'xl/workbook.xml', data }))).toEqual(tooLarge('sheets'));
  });

  it('a zip with many parts', async () => {
    const other = { zipEntries: 1_000 };
    const parts = Array.from({ length: other.zipEntries }, (_, at) => ({
      name: `a${at}`,
      data: '',
    }));
    expect(await faultOf(withParts(...parts), other)).toEqual(tooLarge('zipEntries', other));
  });

  it.each([
    ['16,000 columns of text', Buffer.from(`1${',2'.repeat(16_000)}\n`)],
    ['one column past ZZ', Buffer.from(`1${','.repeat(702)}2\n`)],
    ['the last column of Excel', makeWorkbook({ sheets: ['<row><c r="XFD1"><v>1</v></c></row>'] })],
  ])('%s', async (_, bytes) => {
    expect(await faultOf(bytes)).toEqual(tooLarge('columns'));
  });

  it.each([
    ['rows', '1\n2\n3\n', { rows: 2 }],
    ['cells', '1,2\n3\n', { cells: 2 }],
    ['cellCharacters', `1,${'x'.repeat(11)}`, { cellCharacters: 10 }],
    ['fileBytes', '12345678901', { fileBytes: 10 }],
    ['rowCharacters', '12345678901\n', { rowCharacters: 10 }],
  ] as const)('%s, one past the limit', async (cap, text, other) => {
    expect(await faultOf(text, other)).toEqual(tooLarge(cap, other));
  });

  it.each([
    ['rows', '1\n2\n', { rows: 2 }],
    ['columns', '1,2\n', { columns: 2 }],
    ['cells', '1\n3\n', { cells: 2 }],
    ['cellCharacters', `1,${'x'.repeat(10)}`, { cellCharacters: 10 }],
    ['fileBytes', '1234567890', { fileBytes: 10 }],
    ['rowCharacters', '123456789\n', { rowCharacters: 10 }],
  ] as const)('but not %s at the limit', async (_, text, other) => {
    expect(await faultOf(text, other)).toBeUndefined();
  });

  it('shared texts, in number and in length', async () => {
    const strings = '<si><t>abc</t></si>'.repeat(3);
    const book = makeWorkbook({ sheets: [one], strings });
    const number = { sharedStrings: 2 };
    const length = { sharedCharacters: 8 };
    expect(await faultOf(book, number)).toEqual(tooLarge('sharedStrings', number));
    expect(await faultOf(book, length)).toEqual(tooLarge('sharedCharacters', length));
  });

  it('a line of 2 GB, refused by its first megabytes', async () => {
    const file = join(folder, 'line');
    const fd = openSync(file, 'w');
    writeSync(fd, Buffer.alloc(8 * MEGABYTE, 'a'));
    closeSync(fd);
    truncateSync(file, 2 * 1024 * MEGABYTE);
    const { result } = await readHere(file, { fileBytes: 4 * 1024 * MEGABYTE });
    expect(result).toEqual({ kind: 'refused', fault: tooLarge('rowCharacters') });
    expect((await readHere(file)).result).toEqual({
      kind: 'refused',
      fault: tooLarge('fileBytes'),
    });
  });
});
