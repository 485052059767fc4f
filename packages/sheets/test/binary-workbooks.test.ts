/** What LibreOffice does not write into an .xls: the older version, and built-in formats. */
import { type CellObject, utils, write } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { plain, readBytes } from './reading.ts';

/** Replaced by letters of the code page, which the writer cannot produce. */
const PLACE = 'QQQQQ';
const CODE_PAGE_RECORD = Buffer.from([0x42, 0, 2, 0]);

function book(codePage: number, letters: readonly number[]): Buffer {
  const sheet = utils.aoa_to_sheet([
    ['Mobile', 'Name'],
    [923001234567, PLACE],
  ]);
  const made = utils.book_new(sheet, 'S');
  const bytes = write(made, { type: 'buffer', bookType: 'biff5' }) as Buffer;
  Buffer.from(letters).copy(bytes, bytes.indexOf(PLACE));
  bytes.writeUInt16LE(codePage, bytes.indexOf(CODE_PAGE_RECORD) + CODE_PAGE_RECORD.length);
  return bytes;
}

describe('an .xls of Excel 95', () => {
  it.each([
    [1252, 'Zo\u{eb} \u{d6}', [0x5a, 0x6f, 0xeb, 0x20, 0xd6]],
    [1256, 'پشاور', [0x81, 0xd4, 0xc7, 0xe6, 0xd1]],
  ])('in code page %i is read with its letters', async (codePage, name, letters) => {
    const reading = await readBytes(book(codePage, letters));
    expect(plain(reading)).toEqual([
      [1, ['Mobile', 'Name']],
      [2, ['923001234567', name]],
    ]);
    expect(reading.result).toEqual({ kind: 'read', fileKind: 'xls', rows: 2 });
  });
});

describe('an .xls of either version', () => {
  it.each(['biff8', 'biff5'] as const)('shows short dates day first: %s', async (bookType) => {
    const sheet = utils.aoa_to_sheet([[46351, 46351.5, 46351]]);
    (sheet['A1'] as CellObject).z = 'm/d/yy';
    (sheet['B1'] as CellObject).z = 'm/d/yy h:mm';
    (sheet['C1'] as CellObject).z = 'm/d/yyyy';
    const bytes = write(utils.book_new(sheet, 'S'), { type: 'buffer', bookType }) as Buffer;
    expect(plain(await readBytes(bytes))).toEqual([
      [1, ['25-11-2026', '25-11-2026 12:00', '11/25/2026']],
    ]);
  });

  it('shows dates that count from 1904', async () => {
    const sheet = utils.aoa_to_sheet([[44889, 44889]]);
    (sheet['A1'] as CellObject).z = 'm/d/yy';
    (sheet['B1'] as CellObject).z = 'd-mmm-yy';
    const book = { ...utils.book_new(sheet, 'S'), Workbook: { WBProps: { date1904: true } } };
    const bytes = write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer;
    expect(plain(await readBytes(bytes))).toEqual([[1, ['25-11-2026', '25-Nov-26']]]);
  });

  it.each(['biff8', 'biff5'] as const)('shows leading zeros: %s', async (bookType) => {
    const sheet = utils.aoa_to_sheet([[42, 110112345671, 923001234567]]);
    (sheet['A1'] as CellObject).z = '0000';
    (sheet['B1'] as CellObject).z = '00000-0000000-0';
    (sheet['C1'] as CellObject).z = '0';
    const bytes = write(utils.book_new(sheet, 'S'), { type: 'buffer', bookType }) as Buffer;
    expect(plain(await readBytes(bytes))).toEqual([
      [1, ['0042', '01101-1234567-1', '923001234567']],
    ]);
  });
});
