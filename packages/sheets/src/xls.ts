/**
 * Rows of .xls files, read by SheetJS: the whole sheet is in memory, limited by the heap. Checks
 * first that the compound file that contains it is complete.
 */
import { readFileSync } from 'node:fs';
import type * as Xlsx from '@e965/xlsx';
import { UNKNOWN_ERROR } from './error-values.ts';
import { damaged, Refusal } from './fault.ts';
import { asShown, createNumberFormats, type NumberFormats } from './number-text.ts';
import type { Source } from './source.ts';

/** How many rows to read before checking that the consumer keeps up. */
const FLUSH_ROWS = 1_000;

/** The values of formulas that fail. */
const errors = new Map([
  [0x00, '#NULL!'],
  [0x07, '#DIV/0!'],
  [0x0f, '#VALUE!'],
  [0x17, '#REF!'],
  [0x1d, '#NAME?'],
  [0x24, '#NUM!'],
  [0x2a, '#N/A'],
  [0x2b, '#GETTING_DATA'],
]);

function textOf(cell: Xlsx.CellObject, numbers: NumberFormats): string {
  switch (cell.t) {
    case 'n':
      return numbers.show(asShown(String(cell.z ?? 'General')), Number(cell.v));
    case 's':
      return String(cell.v).replaceAll('\0', '').toWellFormed();
    case 'b':
      return cell.v === true ? 'TRUE' : 'FALSE';
    case 'e':
      return errors.get(Number(cell.v)) ?? UNKNOWN_ERROR;
    case 'd':
    case 'z':
      return '';
  }
}

/** What its container tells of a workbook. */
type Checked = {
  /** Excel 95, whose texts are in a code page. */
  readonly isOld: boolean;
  /** The hidden rows of each sheet, from 0. */
  readonly hidden: readonly ReadonlySet<number>[];
};

function check(bytes: Buffer, xlsx: typeof Xlsx): Checked {
  try {
    return checkCompound(bytes, xlsx.CFB);
  } catch (error) {
    throw error instanceof Refusal ? error : damaged('structure');
  }
}

/** Whatever SheetJS throws is the file's fault, unless the machine lacks something. */
function parse(bytes: Buffer, xlsx: typeof Xlsx): Xlsx.WorkBook {
  const options = { type: 'buffer', dense: true, cellNF: true } as const;
  const unwanted = { cellText: false, cellHTML: false, cellFormula: false } as const;
  try {
    return xlsx.read(bytes, { ...options, ...unwanted });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const isLocked = error instanceof Error && /password|encrypt/i.test(error.message);
    throw isLocked ? new Refusal({ kind: 'encrypted' }) : damaged('structure');
  }
}

/** The first visible sheet that is not empty. Throws a Refusal. */
export async function readXls(source: Source): Promise<void> {
  const { sink } = source;
  const xlsx = await import('@e965/xlsx');
  const bytes = readFileSync(source.fd);
  const { isOld, hidden } = check(bytes, xlsx);
  if (isOld) xlsx.set_cptable(await import('@e965/xlsx/dist/cpexcel'));
  const book = parse(bytes, xlsx);
  const numbers = createNumberFormats(xlsx.SSF, book.Workbook?.WBProps?.date1904 === true);
  for (const [index, name] of book.SheetNames.entries()) {
    if ((book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0) continue;
    const rows = (book.Sheets[name] as Xlsx.DenseWorkSheet | undefined)?.['!data'] ?? [];
    for (let row = 0; row < rows.length; row++) {
      const cells = rows[row];
      if (cells === undefined) continue;
      sink.add(
        row + 1,
        Array.from(cells, (cell) => (cell === undefined ? '' : textOf(cell, numbers))),
        hidden[index]?.has(row) === true,
      );
      sink.share = (row + 1) / rows.length;
      if (row % FLUSH_ROWS === 0) await sink.flush();
    }
    if (sink.rows > 0) return;
  }
  throw new Refusal({ kind: 'empty' });
}

const EOF = 0x0a;
const FILE_PASS = 0x2f;
const BOUND_SHEET = 0x85;
/** The BOF records of the format's versions: the last two are supported. */
const beginnings = new Set([0x0009, 0x0209, 0x0409, 0x0809]);

type BiffRecord = { readonly type: number; readonly body: Buffer; readonly next: number };

function recordAt(stream: Buffer, at: number): BiffRecord {
  if (at + 4 > stream.length) throw damaged('structure');
  const next = at + 4 + stream.readUInt16LE(at + 2);
  if (next > stream.length) throw damaged('structure');
  return { type: stream.readUInt16LE(at), body: stream.subarray(at + 4, next), next };
}

/**
 * Walks from a BOF record to its end, including nested ones. Throws a Refusal if it is truncated.
 */
function walk(stream: Buffer, start: number, look: (record: BiffRecord) => void): void {
  let depth = 0;
  for (let at = start; ;) {
    const record = recordAt(stream, at);
    if (at === start && !beginnings.has(record.type)) throw damaged('structure');
    if (beginnings.has(record.type)) depth++;
    if (record.type === EOF && --depth === 0) return;
    look(record);
    at = record.next;
  }
}

const ROW = 0x0208;
/** Of a ROW record: where its flags are, and the one of a row that is not shown. */
const ROW_FLAGS = 12;
const ROW_HIDDEN = 0x20;

/**
 * The hidden rows of each sheet. Throws a Refusal unless the workbook's stream is complete and not
 * encrypted.
 */
function checkStream(stream: Buffer): Checked['hidden'] {
  const sheets: number[] = [];
  walk(stream, 0, ({ type, body }) => {
    if (type === FILE_PASS) throw new Refusal({ kind: 'encrypted' });
    if (type === BOUND_SHEET && body.length >= 4) sheets.push(body.readUInt32LE(0));
  });
  return sheets.map((start) => {
    const hidden = new Set<number>();
    walk(stream, start, ({ type, body }) => {
      const isHidden =
        type === ROW && body.length > ROW_FLAGS && ((body[ROW_FLAGS] ?? 0) & ROW_HIDDEN) !== 0;
      if (isHidden) hidden.add(body.readUInt16LE(0));
    });
    return hidden;
  });
}

/**
 * Throws a Refusal if the compound file is not an .xls workbook (but a text document, or an
 * encrypted .xlsx), is encrypted, or is truncated.
 */
function checkCompound(bytes: Buffer, cfb: typeof Xlsx.CFB): Checked {
  const container = cfb.read(bytes, { type: 'buffer' });
  const find = (name: string): { readonly content: unknown; readonly size: number } | null =>
    cfb.find(container, name);
  if (find('/EncryptedPackage') !== null) throw new Refusal({ kind: 'encrypted' });
  const newer = find('/Workbook');
  const entry = newer ?? find('/Book');
  if (entry === null) throw new Refusal({ kind: 'unknown_kind' });
  const content = Buffer.from(entry.content as Uint8Array);
  if (content.length < entry.size) throw damaged('structure');
  return { isOld: newer === null, hidden: checkStream(content) };
}
