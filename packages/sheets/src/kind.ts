/** What a file is, by its first bytes and never by its name. */
import { type Encoding, readUtf16 } from './encoding.ts';
import { Refusal } from './fault.ts';

export type FileKind =
  | { readonly kind: 'text'; readonly utf16: Encoding | undefined }
  | { readonly kind: 'zip' }
  | { readonly kind: 'compound' };

/** So much of a file tells what it is. */
export const HEAD_BYTES = 16 * 1024;

const compoundMagic = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const zipMagics = ['504b0304', '504b0506'].map((hex) => Buffer.from(hex, 'hex'));

const webMark = /<(?:!doctype\s+html|html|head|body|title|meta|script|style|table|div|a)\b/i;

/** Characters below blank that texts have: TAB, LF, VT, FF, CR, and the old mark of an end. */
const isTextByte = (byte: number): boolean =>
  byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1a;

/** Throws a Refusal for what is empty, a web page, or none of the kinds that are read. */
export function judgeKind(head: Buffer): FileKind {
  if (head.length === 0) throw new Refusal({ kind: 'empty' });
  if (head.subarray(0, 8).equals(compoundMagic)) return { kind: 'compound' };
  if (zipMagics.some((magic) => head.subarray(0, 4).equals(magic))) return { kind: 'zip' };
  const utf16 = readUtf16(head);
  if (utf16 === undefined && !head.every(isTextByte)) throw new Refusal({ kind: 'unknown_kind' });
  const text = new TextDecoder(utf16 ?? 'utf-8').decode(head).trimStart();
  // What looked like UTF-16 by its zeros.
  if (/[\0-\x08\x0e-\x19\x1b-\x1f]/.test(text)) throw new Refusal({ kind: 'unknown_kind' });
  if (/^<[!?a-z]/i.test(text)) {
    throw new Refusal({ kind: webMark.test(text) ? 'web_page' : 'unknown_kind' });
  }
  if (text.startsWith('%PDF-') || text.startsWith('{\\rtf')) {
    throw new Refusal({ kind: 'unknown_kind' });
  }
  return { kind: 'text', utf16 };
}
