/** Text files as people's programs write them. */
import { describe, expect, it } from 'vitest';
import { plain, readBytes } from './reading.ts';

const urdu = '923001234567,شکریہ\n';
const bytes = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))),
  );
const swapped = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

const utf16 = Buffer.from(urdu, 'utf16le');

describe('a text file', () => {
  it.each<[string, Buffer, readonly (readonly [number, readonly string[]])[]]>([
    ['UTF-8', bytes(urdu), [[1, ['923001234567', 'شکریہ']]]],
    ['UTF-8 with a mark', bytes([0xef, 0xbb, 0xbf], urdu), [[1, ['923001234567', 'شکریہ']]]],
    ['UTF-16, little end first', bytes([0xff, 0xfe], [...utf16]), [[1, ['923001234567', 'شکریہ']]]],
    [
      'UTF-16, big end first',
      bytes([0xfe, 0xff], [...swapped(urdu)]),
      [[1, ['923001234567', 'شکریہ']]],
    ],
    ['UTF-16 without a mark', utf16, [[1, ['923001234567', 'شکریہ']]]],
    ['UTF-16 without a mark', swapped(urdu), [[1, ['923001234567', 'شکریہ']]]],
    ['Windows-1252', bytes('1,Jos', [0xe9], '\n'), [[1, ['1', 'José']]]],
    ['Windows-1252', bytes('1,', [0x93], 'hi', [0x94, 0x96]), [[1, ['1', '“hi”–']]]],
    ['Windows-1256', bytes('1,', [0xda, 0xe3, 0xd1], '\n'), [[1, ['1', 'عمر']]]],
    ['Windows-1256', bytes('1,', [0x81, 0xd4, 0xc7, 0xe6, 0xd1]), [[1, ['1', 'پشاور']]]],
    [
      'rows with nothing in them',
      bytes('1\n\n,,\n \n2,,\n'),
      [
        [1, ['1']],
        [4, [' ']],
        [5, ['2']],
      ],
    ],
    ['told its delimiter', bytes('sep=|\n1,5|a\n'), [[1, ['1,5', 'a']]]],
    [
      'with texts kept as texts',
      bytes('="0042",="a ""b""",x="1","=""0043"""\n="1"2,=1+1,=""\n'),
      [
        [1, ['0042', 'a "b"', 'x="1"', '0043']],
        [2, ['="1"2', '=1+1']],
      ],
    ],
    [
      'with a bell in a cell',
      bytes('1,A\x07li and others\n2,x\n'),
      [
        [1, ['1', 'A\x07li and others']],
        [2, ['2', 'x']],
      ],
    ],
    ['with a NUL in a cell', bytes('1,A\0li and others\n'), [[1, ['1', 'A\0li and others']]]],
    [
      'UTF-16 with a NUL in a cell',
      Buffer.from('\u{feff}1,A\0li and others\n', 'utf16le'),
      [[1, ['1', 'A\0li and others']]],
    ],
    ['with a text that begins like a tag', bytes('1,<b>\n'), [[1, ['1', '<b>']]]],
  ])('in %s', async (_, file, rows) => {
    const reading = await readBytes(file);
    expect(plain(reading)).toEqual(rows);
    expect(reading.result).toEqual({ kind: 'read', fileKind: 'text', rows: rows.length });
  });

  it('keeps what comes after the first chunk in its encoding', async () => {
    const rows = 40_000;
    const text = `${'923001234567,Ali\n'.repeat(rows)}923001234568,شکریہ\n`;
    const reading = await readBytes(text);
    expect(plain(reading).at(-1)).toEqual([rows + 1, ['923001234568', 'شکریہ']]);
    const odd = await readBytes(
      Buffer.concat([Buffer.from(text), Buffer.from([0x31, 0xe9, 0x0a])]),
    );
    const fault = { kind: 'damaged', why: 'encoding', row: rows + 2, column: 1 };
    expect(odd.result).toEqual({ kind: 'refused', fault });
  });
});
