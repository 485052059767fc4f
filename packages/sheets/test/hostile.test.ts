/** Damaged and hostile files (case 25 of the reliability cases): each gets a clear answer. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CFB } from '@e965/xlsx';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { seededRandom } from '../../../test/support/seeded-random.ts';
import { times } from '../../../test/support/soak.ts';
import type { SheetFault } from '../src/index.ts';
import { faultOf, readBytes, readFile } from './reading.ts';
import { makeWorkbook, sheetXml, workbookParts } from './workbooks.ts';
import { makeZip, type ZipPart } from './zip-writer.ts';

vi.setConfig({ testTimeout: 300_000 });

const folder = mkdtempSync(join(tmpdir(), 'paigham-hostile-'));
afterAll(() => rmSync(folder, { recursive: true }));

const fixtures = join(import.meta.dirname, 'fixtures');
const fixture = (name: string): Buffer => readFileSync(join(fixtures, name));

const one = '<row><c><v>1</v></c></row>';
/** A workbook in which a part is wrong, or is added. */
const withParts = (...parts: ZipPart[]): Buffer => makeWorkbook({ sheets: [one], parts });
const sheet = (data: string | Buffer, rest: Partial<ZipPart> = {}): ZipPart => ({
  name: 'xl/worksheets/s0.xml',
  data,
  ...rest,
});

/** Says that the workbook is in another part. */
const mainIn = (target: string): ZipPart => ({
  name: '_rels/.rels',
  data:
    '<Relationships><Relationship Id="a" Type="x/officeDocument" ' +
    `Target="${target}"/></Relationships>`,
});

/** The streams of an .xls in another container. */
function container(entries: Readonly<Record<string, Buffer>>): Buffer {
  const file = CFB.utils.cfb_new();
  for (const [name, content] of Object.entries(entries)) CFB.utils.cfb_add(file, name, content);
  return CFB.write(file, { type: 'buffer' }) as Buffer;
}

function workbookStream(): Buffer {
  const file = CFB.read(fixture('numbers.xls'), { type: 'buffer' });
  return Buffer.from(CFB.find(file, '/Workbook').content as Uint8Array);
}

/** Turns the stream's second record into the one that says "needs a password". */
function locked(): Buffer {
  const stream = workbookStream();
  stream.writeUInt16LE(0x2f, 4 + stream.readUInt16LE(2));
  return container({ '/Workbook': stream });
}

describe('files of none of the four kinds', () => {
  it.each<[string, Buffer | string, SheetFault['kind']]>([
    ['nothing', '', 'empty'],
    ['line ends', '\r\n\n\n', 'empty'],
    ['delimiters', ',,,\n,,\n', 'empty'],
    ['a web page', '<!DOCTYPE html><html><body>Sign in</body></html>', 'web_page'],
    [
      'a table that is named .xls',
      '\n<table><tr><td>923001234567</td></tr></table>',
      'saved_as_page',
    ],
    ['a page with a mark', '\u{feff}<html>', 'web_page'],
    ['a page in UTF-16', Buffer.from('\u{feff}<html><body>', 'utf16le'), 'web_page'],
    ['other XML', '<?xml version="1.0"?><Workbook/>', 'unknown_kind'],
    ['a PDF', '%PDF-1.7\n', 'unknown_kind'],
    ['rich text', '{\\rtf1 x}', 'unknown_kind'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'unknown_kind'],
    ['a program', Buffer.from('7f454c4602010100', 'hex'), 'unknown_kind'],
    ['a zip', makeZip([{ name: 'a.csv', data: '1,2' }]), 'unknown_kind'],
    ['a text document', makeZip([{ name: 'word/document.xml', data: '<w/>' }]), 'unknown_kind'],
    ['an old text document', container({ '/WordDocument': Buffer.alloc(5_000) }), 'unknown_kind'],
    ['a binary workbook', withParts(mainIn('xl/workbook.bin')), 'unknown_kind'],
  ])('%s', async (_, bytes, kind) => {
    expect(await faultOf(bytes)).toEqual({ kind });
  });
});

describe('files that need a password', () => {
  it.each([
    [
      'an .xlsx',
      container({ '/EncryptionInfo': Buffer.alloc(200), '/EncryptedPackage': Buffer.alloc(9_000) }),
    ],
    ['an .xls', locked()],
    ['a part of a zip', withParts(sheet(sheetXml(one), { flags: 1 }))],
    ['a zip with strong encryption', withParts(sheet(sheetXml(one), { flags: 0x41 }))],
  ])('%s', async (_, bytes) => {
    expect(await faultOf(bytes)).toEqual({ kind: 'encrypted' });
  });
});

const entity = '<!DOCTYPE worksheet [<!ENTITY e SYSTEM "file:///etc/passwd">]>';
const laughs =
  '<!DOCTYPE worksheet [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>';

describe('what no spreadsheet program writes', () => {
  it.each([
    ['an outside entity', withParts(sheet(`${entity}<worksheet><sheetData/></worksheet>`))],
    ['entities of entities', withParts(sheet(`${laughs}<worksheet>&c;</worksheet>`))],
    [
      'a document type in the book',
      withParts({ name: 'xl/workbook.xml', data: `${entity}<workbook/>` }),
    ],
    ['a name that leads out', withParts({ name: '../../evil.sh', data: 'x' })],
    ['a name from the root', withParts({ name: '/etc/cron.d/evil', data: 'x' })],
    ['a name of a drive', withParts({ name: 'C:\\evil.exe', data: 'x' })],
    ['two parts of a name', makeZip([...workbookParts({ sheets: [one] }), sheet(sheetXml(one))])],
    ['a relation that leads out', withParts(mainIn('../../etc/passwd'))],
  ])('%s', async (_, bytes) => {
    expect(await faultOf(bytes)).toEqual({ kind: 'damaged', why: 'hostile' });
  });
});

describe('broken files', () => {
  it.each([
    ['an undefined entity', withParts(sheet(sheetXml('<row><c t="str"><v>&nope;</v></c></row>')))],
    ['XML that ends', withParts(sheet(sheetXml(one).slice(0, -20)))],
    ['a wrong sum', withParts(sheet(sheetXml(one), { crc: 7 }))],
    ['a wrong length', withParts(sheet(sheetXml(one), { claimedBytes: 10 }))],
    ['an unknown packing', withParts(sheet(sheetXml(one), { method: 99 }))],
    [
      'a sheet that is not there',
      makeZip(
        workbookParts({ sheets: [one] }).filter(({ name }) => name !== 'xl/worksheets/s0.xml'),
      ),
    ],
  ])('%s', async (_, bytes) => {
    expect(await faultOf(bytes)).toEqual({ kind: 'damaged', why: 'structure' });
  });

  it.each([
    ['rows that go back', '<row r="5"><c><v>1</v></c></row><row r="4"><c><v>1</v></c></row>', 6],
    ['a shared text that is not there', '<row r="3"><c t="s"><v>9</v></c></row>', 3],
    ['a number that is none', '<row r="3"><c><v>9x</v></c></row>', 3],
    ['a cell that is nowhere', '<row r="3"><c r="12"><v>9</v></c></row>', 3],
  ])('%s', async (_, data, row) => {
    expect(await faultOf(makeWorkbook({ sheets: [data] }))).toEqual({
      kind: 'damaged',
      why: 'structure',
      row,
    });
  });

  it.each([
    ['UTF-8 that ends within a letter', Buffer.from('1,شکریہ').subarray(0, -1)],
    ['UTF-16 that ends within a letter', Buffer.from('\u{feff}1,2', 'utf16le').subarray(0, -1)],
  ])('%s', async (_, bytes) => {
    expect(await faultOf(bytes)).toMatchObject({ kind: 'damaged', why: 'encoding' });
  });

  it('a quotation mark that swallows rows is reported with its row', async () => {
    const fault = { kind: 'damaged', why: 'open_quote', row: 2 };
    expect(await faultOf('1,a\n2,"b\n3,c\n4,d\n')).toEqual(fault);
  });
});

const kindOf = async (bytes: Buffer) => (await readBytes(bytes)).result.kind;

describe('a truncated file', () => {
  it.each(['people.xlsx', 'numbers.xlsx', 'people.xls', 'numbers.xls'])('%s', async (name) => {
    const whole = fixture(name);
    for (let eighth = 1; eighth < 8; eighth++) {
      const part = whole.subarray(0, Math.floor((whole.length * eighth) / 8));
      expect(await kindOf(part), `${eighth} eighths`).toBe('refused');
    }
  });
});

/** In a process of its own, because a few of them make it take all the memory it can get. */
async function kindByProgram(bytes: Buffer): Promise<string> {
  const file = join(folder, 'changed');
  writeFileSync(file, bytes);
  return (await readFile(file, { heapBytes: 64 * 1024 * 1024 })).result.kind;
}

describe('a file in which bytes were changed', () => {
  it.each([
    ['people.xlsx', times(30, 150), kindOf],
    ['people-utf16.txt', times(30, 150), kindOf],
    ['people-comma.csv', times(30, 150), kindOf],
    ['people.xls', times(8, 30), kindByProgram],
  ] as const)('%s is read or refused, whatever the bytes', async (name, turns, read) => {
    const random = seededRandom(name);
    const whole = fixture(name);
    const results = new Set<string>();
    for (let turn = 0; turn < turns; turn++) {
      const bytes = Buffer.from(whole);
      for (let left = random.randomInt(1, 6); left > 0; left--) {
        bytes[random.randomInt(0, bytes.length)] = random.randomInt(0, 256);
      }
      results.add(await read(bytes));
    }
    expect([...results].filter((kind) => kind !== 'read' && kind !== 'refused')).toEqual([]);
  });
});
