/** What lies in a compound file (the container of .xls), and whether all of it is there. */
import type * as Xlsx from '@e965/xlsx';
import { damaged, Refusal } from './fault.ts';

const EOF = 0x0a;
const FILE_PASS = 0x2f;
const BOUND_SHEET = 0x85;
/** How the versions of the format begin a part: the last two are what is read. */
const beginnings = new Set([0x0009, 0x0209, 0x0409, 0x0809]);

type BiffRecord = { readonly type: number; readonly body: Buffer; readonly next: number };

function recordAt(stream: Buffer, at: number): BiffRecord {
  if (at + 4 > stream.length) throw damaged('structure');
  const next = at + 4 + stream.readUInt16LE(at + 2);
  if (next > stream.length) throw damaged('structure');
  return { type: stream.readUInt16LE(at), body: stream.subarray(at + 4, next), next };
}

/** Walks from a beginning to its end, nested ones included. Throws a Refusal when cut off. */
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

/** Throws a Refusal unless the workbook's stream is whole and open to read. */
function checkStream(stream: Buffer): void {
  const sheets: number[] = [];
  walk(stream, 0, ({ type, body }) => {
    if (type === FILE_PASS) throw new Refusal({ kind: 'encrypted' });
    if (type === BOUND_SHEET && body.length >= 4) sheets.push(body.readUInt32LE(0));
  });
  for (const start of sheets) walk(stream, start, () => undefined);
}

/**
 * Throws a Refusal when the compound file is no workbook in the form of .xls (a text document, an
 * encrypted .xlsx), is encrypted, or is cut off. Gives whether it is of the older version (Excel
 * 95), whose texts are in a code page.
 */
export function checkCompound(bytes: Buffer, cfb: typeof Xlsx.CFB): { readonly isOld: boolean } {
  const container = cfb.read(bytes, { type: 'buffer' });
  const find = (name: string): { readonly content: unknown; readonly size: number } | null =>
    cfb.find(container, name);
  if (find('/EncryptedPackage') !== null) throw new Refusal({ kind: 'encrypted' });
  const newer = find('/Workbook');
  const entry = newer ?? find('/Book');
  if (entry === null) throw new Refusal({ kind: 'unknown_kind' });
  const content = Buffer.from(entry.content as Uint8Array);
  if (content.length < entry.size) throw damaged('structure');
  checkStream(content);
  return { isOld: newer === null };
}
