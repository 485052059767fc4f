/**
 * The verification of an account (SMS interface, section 1): the documents that show who it is,
 * what a file must be to count as one, and what follows from the decisions on them.
 */
import { limit } from '../limits.ts';
import { SNIFFED_BYTES, sniff } from '../chat/sniff.ts';

/** What an account shows; all of them are needed. */
export const DOCUMENT_KINDS = [
  'identity_card_front',
  'identity_card_back',
  'face',
  'agreement',
  'tax',
] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export const DOCUMENT_STATES = ['submitted', 'approved', 'refused'] as const;
export type DocumentState = (typeof DOCUMENT_STATES)[number];

/** Why a document is refused, as a sentence for the account. */
export const DOCUMENT_REASONS = {
  unreadable: 'It cannot be read: show the whole document, in focus and without glare.',
  expired: 'The document has expired.',
  name_differs: 'The name on it is not that of the account, or of the person who signs for it.',
  wrong_document: 'It is another document than the one that is needed.',
  not_signed: 'The agreement must be on your letterhead, signed and stamped.',
  other: 'It cannot be accepted.',
} as const;
export type DocumentReason = keyof typeof DOCUMENT_REASONS;
export const DOCUMENT_REASON_NAMES = Object.keys(DOCUMENT_REASONS) as readonly DocumentReason[];

/** The sentence of a reason, and what staff have added. */
export function explainRefusal(reason: DocumentReason, words: string | undefined): string {
  return words === undefined ? DOCUMENT_REASONS[reason] : `${DOCUMENT_REASONS[reason]} ${words}`;
}

type VerificationState = 'verified' | 'refused' | 'waiting' | 'incomplete' | 'withdrawn';

/**
 * Where a verification stands. `states`: of the documents that count. A verified account stays so
 * while a later document waits or is refused: only staff take it back.
 */
export function standingOf(
  verified: boolean,
  states: ReadonlyMap<DocumentKind, DocumentState>,
): VerificationState {
  if (verified) return 'verified';
  const all = DOCUMENT_KINDS.map((kind) => states.get(kind));
  if (all.includes('refused')) return 'refused';
  if (all.includes(undefined)) return 'incomplete';
  return isComplete(states) ? 'withdrawn' : 'waiting';
}

/** Whether nothing is missing. */
export function isComplete(states: ReadonlyMap<DocumentKind, DocumentState>): boolean {
  return DOCUMENT_KINDS.every((kind) => states.get(kind) === 'approved');
}

/**
 * A tax number as it is kept: an NTN (`1234567-8`; the first may be a letter), or the 13 digits of
 * an STRN, or of the identity card of somebody who trades in their own name. The authority
 * publishes no rule for the check digit. undefined: it is none of these.
 */
export function readTaxNumber(given: string): string | undefined {
  const plain = given.replaceAll(/[\s-]/g, '').toUpperCase();
  if (/^[A-Z\d]\d{7}$/.test(plain)) return `${plain.slice(0, 7)}-${plain.slice(7)}`;
  return /^\d{13}$/.test(plain) ? plain : undefined;
}

export const TAX_NUMBER_RULE =
  'must be an NTN such as 1234567-8, or the 13 digits of an STRN or an identity card';

const PICTURES = ['image/jpeg', 'image/png'];
const TAKEN = [...PICTURES, 'application/pdf'];

type JudgedFile =
  | { readonly ok: true; readonly mime: string; readonly extension: string }
  /** The rule it breaks, to follow its name. */
  | { readonly ok: false; readonly rule: string };

/**
 * Whether a file may be a document, by its content alone: what it is called and what it is said to
 * be prove nothing. A picture or PDF may hold something else behind it, as those of phones do: it
 * is never served as anything but what it was judged to be.
 */
export function judgeFile(kind: DocumentKind | 'slip', octets: Uint8Array): JudgedFile {
  if (octets.length === 0) return { ok: false, rule: 'must not be empty' };
  const types = kind === 'face' ? PICTURES : TAKEN;
  const sniffed = sniff(octets.subarray(0, SNIFFED_BYTES));
  if (sniffed === undefined || !types.includes(sniffed.mime)) {
    const rule = kind === 'face' ? 'must be a JPEG or PNG picture' : 'must be a PDF, JPEG or PNG';
    return { ok: false, rule: `${rule} by its content, whatever its name says` };
  }
  const { mime, extension } = sniffed;
  if (!isWhole(mime, octets)) return { ok: false, rule: 'must be whole: its end is missing' };
  const pixels = mime === 'application/pdf' ? 0 : pixelsOf(mime, octets);
  if (pixels === undefined) return { ok: false, rule: 'must be a picture with a width and height' };
  if (pixels > limit('documentPixels')) {
    return { ok: false, rule: `must have at most ${limit('documentPixels')} pixels` };
  }
  return { ok: true, mime, extension };
}

/** What ends a JPEG (ITU T.81, B.1.1.3), a PNG (W3C, 11.2.5), a PDF (ISO 32000-1, 7.5.5). */
const ENDS: Readonly<Record<string, string>> = {
  'image/jpeg': '\u00ff\u00d9',
  'image/png': 'IEND',
  'application/pdf': '%%EOF',
};

function isWhole(mime: string, octets: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(octets).includes(ENDS[mime] ?? '');
}

/** How many pixels a picture unpacks to; undefined: it does not say, or none. */
function pixelsOf(mime: string, octets: Uint8Array): number | undefined {
  const view = new DataView(octets.buffer, octets.byteOffset, octets.byteLength);
  const pixels = mime === 'image/png' ? pixelsOfPng(view) : pixelsOfJpeg(view);
  return pixels === 0 ? undefined : pixels;
}

const PNG_WIDTH_AT = 16;
const PNG_HEIGHT_AT = 20;

/** The header is the first chunk (W3C PNG, section 5.6). */
function pixelsOfPng(view: DataView): number | undefined {
  if (view.byteLength < PNG_HEIGHT_AT + 4) return undefined;
  return view.getUint32(PNG_WIDTH_AT) * view.getUint32(PNG_HEIGHT_AT);
}

/** Markers from C0 to CF that begin no frame (ITU T.81, table B.1). */
const NO_FRAMES = new Set([0xc4, 0xc8, 0xcc]);
const FRAME_BYTES = 9;

/** The size is in the frame header, after segments of any length (ITU T.81, B.2.2). */
function pixelsOfJpeg(view: DataView): number | undefined {
  let at = 2;
  while (at + FRAME_BYTES <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.has(marker)) {
      return view.getUint16(at + 5) * view.getUint16(at + 7);
    }
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}
