/**
 * Kinds of damage that people report publicly of other programs, written anew, with the right
 * reading beside each: what one record lacks is never taken from another.
 */
import { CFB, utils, write } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import type { SheetFault } from '../src/index.ts';
import { faultOf, plain, readBytes } from './reading.ts';
import { makeWorkbook } from './workbooks.ts';

const octets = (...parts: (string | readonly number[])[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))),
  );

type Rows = readonly (readonly [number, readonly string[]])[];

describe('text files that are refused', () => {
  const badOctet = (row: number, column: number): SheetFault => ({
    ...{ kind: 'damaged', why: 'encoding', row, column },
  });
  const openQuote = (row: number): SheetFault => ({ kind: 'damaged', why: 'open_quote', row });

  it.each<[string, Buffer, SheetFault]>([
    [
      'a stray mark before a name, and a quoted name further on',
      octets('Mobile,Name\n923001234501,"Asma\n923001234502,Bilal\n923001234503,"Sana Mir"\n'),
      openQuote(2),
    ],
    [
      'one octet of Windows-1252 among Urdu names',
      octets('923001234501,علی\n923001234502,بانو\n923001234503,Imran', [0x92], 's shop\n'),
      badOctet(3, 2),
    ],
    [
      'the same in the middle of the file, with semicolons and a mark',
      octets([0xef, 0xbb, 0xbf], '923001234501;Ali;x', [0xe9], ';y\n923001234502;Bano;z\n'),
      badOctet(1, 3),
    ],
    [
      'an octet in a quoted cell of several lines',
      octets('923001234501,علی,"House 5,\nStreet', [0x96], '3"\n'),
      badOctet(1, 3),
    ],
    [
      'letters of Windows-1256 after names in UTF-8',
      octets('1,علی\n2,بانو\n3,', [0xda, 0xe3, 0xd1], '\n'),
      badOctet(3, 2),
    ],
    ['half a character at the end', octets('1,علی\n2,بان', [0xd9]), badOctet(2, 2)],
    [
      'a surrogate written as UTF-8',
      octets('1,علی ', [0xed, 0xa0, 0xbd], '\n2,بانو\n'),
      badOctet(1, 2),
    ],
    ['an overlong slash', octets('1,علی', [0xc0, 0xaf], '\n2,بانو\n'), badOctet(1, 2)],
    [
      'one octet after many chunks',
      octets('923001234501,علی\n'.repeat(30_000), '1,x,', [0xff], '\n'),
      badOctet(30_001, 3),
    ],
  ])('%s', async (_, file, fault) => {
    expect(await faultOf(file)).toEqual(fault);
  });
});

describe('text files in a Windows code page are still read', () => {
  it.each<[string, Buffer, Rows]>([
    [
      'with one letter',
      octets('1,Jos', [0xe9], '\n2,Ali\n'),
      [
        [1, ['1', 'José']],
        [2, ['2', 'Ali']],
      ],
    ],
    [
      'with quotation marks',
      octets('1,', [0x93], 'Ali', [0x94], '\n2,Imran', [0x92], 's\n'),
      [
        [1, ['1', '“Ali”']],
        [2, ['2', 'Imran’s']],
      ],
    ],
    [
      'of Arabic letters, some of which look like UTF-8',
      octets('1,', [0x81, 0xc7, 0x98, 0xd3, 0xca, 0xc7, 0xe4], '\n2,', [0xda, 0xe3, 0xd1], '\n'),
      [
        [1, ['1', 'پاکستان']],
        [2, ['2', 'عمر']],
      ],
    ],
  ])('%s', async (_, file, rows) => {
    expect(plain(await readBytes(file))).toEqual(rows);
  });
});

const inline = (cells: readonly string[]): string =>
  cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('');

describe('workbooks', () => {
  it('show the error of a formula, of a kind that is not known too', async () => {
    const row =
      '<row><c t="e"><v>#N/A</v></c><c t="e"><v>#NEW!</v></c><c t="str"><v>#REF!</v></c></row>';
    expect(plain(await readBytes(makeWorkbook({ sheets: [row] })))).toEqual([
      [1, ['#N/A', '#ERROR!', '#REF!']],
    ]);
  });

  it.each(['1', 'true'])('tell which rows a filter hides: hidden="%s"', async (hidden) => {
    const row = (text: string, mark = ''): string => `<row${mark}>${inline([text])}</row>`;
    const data = row('a') + row('b', ` hidden="${hidden}"`) + row('c', ' hidden="0"');
    const { rows } = await readBytes(makeWorkbook({ sheets: [data] }));
    expect(rows).toEqual([
      { row: 1, cells: ['a'] },
      { row: 2, cells: ['b'], hidden: true },
      { row: 3, cells: ['c'] },
    ]);
  });

  it('of old format tell it too', async () => {
    const { rows } = await readBytes(withHiddenRow([['a'], ['b'], ['c']], 1));
    expect(rows).toEqual([
      { row: 1, cells: ['a'] },
      { row: 2, cells: ['b'], hidden: true },
      { row: 3, cells: ['c'] },
    ]);
  });

  it('are read where each cell has a row element of its own', async () => {
    const one = (at: string, text: string): string =>
      `<row r="${at.slice(1)}"><c r="${at}" t="inlineStr"><is><t>${text}</t></is></c></row>`;
    const data = one('A1', '1') + one('B1', 'Ali') + one('A2', '2') + one('C2', 'x');
    expect(plain(await readBytes(makeWorkbook({ sheets: [data] })))).toEqual([
      [1, ['1', 'Ali']],
      [2, ['2', '', 'x']],
    ]);
  });

  it.each([
    [
      'SpreadsheetML',
      '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n' +
        '<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"></Workbook>',
    ],
    [
      'a page of a spreadsheet program',
      '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head></head><body></body></html>',
    ],
    ['MHTML', 'MIME-Version: 1.0\nContent-Type: multipart/related; boundary="x"\n\n--x\n'],
    ['a table alone', '<table border="1"><tr><td>923001234567</td></tr></table>'],
    [
      'a flat sheet of LibreOffice',
      '<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:1.0">' +
        '<office:body><office:spreadsheet/></office:body></office:document>',
    ],
  ])('that were saved as a page say so: %s', async (_, text) => {
    expect(await faultOf(text)).toEqual({ kind: 'saved_as_page' });
    expect(await faultOf(Buffer.from(`\ufeff${text}`, 'utf16le'))).toEqual({
      kind: 'saved_as_page',
    });
  });
});

/** An .xls of these rows; the writer knows no hidden ones, so a ROW record says it of one. */
function withHiddenRow(cells: string[][], row: number): Buffer {
  const bytes = write(utils.book_new(utils.aoa_to_sheet(cells), 'S'), {
    type: 'buffer',
    bookType: 'biff8',
  }) as Buffer;
  const container = CFB.read(bytes, { type: 'buffer' });
  const entry = CFB.find(container, '/Workbook');
  if (entry === null) throw new Error('an .xls has a workbook');
  const stream = Buffer.from(entry.content as Uint8Array);
  const record = Buffer.alloc(4 + 16);
  record.writeUInt16LE(0x0208, 0);
  record.writeUInt16LE(16, 2);
  record.writeUInt16LE(row, 4);
  record.writeUInt16LE(0x0120, 4 + 12);
  // The last record but its end.
  const changed = Buffer.concat([
    stream.subarray(0, stream.length - 4),
    record,
    stream.subarray(stream.length - 4),
  ]);
  const remade = CFB.utils.cfb_new();
  CFB.utils.cfb_add(remade, '/Workbook', changed);
  return Buffer.from(CFB.write(remade, { type: 'buffer' }) as Buffer);
}
