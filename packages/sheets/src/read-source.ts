/** What a file is, by its first bytes and never by its name. */
import { type Encoding, readUtf16 } from './encoding.ts';
import { Refusal, type SheetFault, tooLarge } from './fault.ts';
import { readHead, type Source } from './source.ts';
import { readTextFile } from './text-file.ts';

/** The recognised kind of a file. */
export type SheetKind = 'text' | 'xlsx' | 'xls';

export type ReadResult =
  | { readonly kind: 'read'; readonly fileKind: SheetKind; readonly rows: number }
  | { readonly kind: 'refused'; readonly fault: SheetFault };

/** Throws a Refusal. Workbook readers are only loaded when needed. */
async function readByKind(source: Source): Promise<SheetKind> {
  const found = judgeKind(await readHead(source.fd, HEAD_BYTES));
  switch (found.kind) {
    case 'text':
      await readTextFile(source, found.utf16);
      return 'text';
    case 'zip': {
      const { readXlsx } = await import('./xlsx.ts');
      await readXlsx(source);
      return 'xlsx';
    }
    case 'compound': {
      const { readXls } = await import('./xls.ts');
      await readXls(source);
      return 'xls';
    }
  }
}

/** Reads a file into the source's sink, to its end or its first fault. */
export async function readSource(source: Source): Promise<ReadResult> {
  const { caps, sink, fileBytes } = source;
  try {
    if (fileBytes > caps.fileBytes) throw tooLarge('fileBytes', caps.fileBytes);
    const fileKind = await readByKind(source);
    await sink.end();
    if (sink.rows === 0) throw new Refusal({ kind: 'empty' });
    return { kind: 'read', fileKind, rows: sink.rows };
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', fault: error.fault };
    throw error;
  }
}

export type FileKind =
  | { readonly kind: 'text'; readonly utf16: Encoding | undefined }
  | { readonly kind: 'zip' }
  | { readonly kind: 'compound' };

/** This much of a file shows what it is. */
const HEAD_BYTES = 16 * 1024;

const compoundMagic = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const zipMagics = ['504b0304', '504b0506'].map((hex) => Buffer.from(hex, 'hex'));

/** What programs write into a workbook that they save as a page or as XML. */
const workbookMark =
  /urn:schemas-microsoft-com:office|office:spreadsheet|progid="excel|^<table\b|^mime-version:/i;
const webMark = /<(?:!doctype\s+html|html|head|body|title|meta|script|style|table|div|a)\b/i;

/** Control characters, without those of text: TAB, LF, VT, FF, CR, and the old end-of-file mark. */
const STRANGE = /[\0-\x08\x0e-\x19\x1b-\x1f]/g;

/** One in so many: other files have more of them, a damaged text has a few. */
const STRANGE_SHARE = 16;

/** A few strange ones are the fault of their cells. */
const isText = (text: string): boolean =>
  (text.match(STRANGE)?.length ?? 0) * STRANGE_SHARE <= text.length;

/** Throws a Refusal for an empty file, a page, or an unsupported kind. */
function judgeKind(head: Buffer): FileKind {
  if (head.length === 0) throw new Refusal({ kind: 'empty' });
  if (head.subarray(0, 8).equals(compoundMagic)) return { kind: 'compound' };
  if (zipMagics.some((magic) => head.subarray(0, 4).equals(magic))) return { kind: 'zip' };
  const utf16 = readUtf16(head);
  const text = new TextDecoder(utf16 ?? 'utf-8').decode(head).trimStart();
  if (!isText(text)) throw new Refusal({ kind: 'unknown_kind' });
  if (/^(?:<[!?a-z]|mime-version:)/i.test(text)) {
    if (workbookMark.test(text)) throw new Refusal({ kind: 'saved_as_page' });
    throw new Refusal({ kind: webMark.test(text) ? 'web_page' : 'unknown_kind' });
  }
  if (text.startsWith('%PDF-') || text.startsWith('{\\rtf')) {
    throw new Refusal({ kind: 'unknown_kind' });
  }
  return { kind: 'text', utf16 };
}
