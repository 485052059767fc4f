/**
 * Delivery receipts: the TLVs of SMPP 3.4 and the text of its appendix B, which is informative, so
 * every server writes its own dialect. TLVs override the text; missing fields are left out; an
 * unknown word is kept verbatim and becomes `unrecognised`, never a guess.
 *
 * The fields of a receipt text, `key:value` separated by blanks, in any order and case. The
 * difficulty is `text:`: it holds up to twenty characters of the message, which may look like
 * fields themselves, and it is not always last. So a key seen before `text:` is content when it
 * appears again after it, and a key that appears only after it counts if it does so once.
 *
 * Message ids in comparable form. Servers answer submit_sm with one spelling of an id and send the
 * receipt with another: hexadecimal or decimal, padded with zeros, in another case. How each side
 * writes ids is a property of the link; ids are only compared under one link's rule.
 */
import type { Message } from './pdu.ts';
import { findTlv, readOctetTlv, readTextTlv, type Tlv } from './tlv.ts';

export type ReceiptState =
  | 'enroute'
  | 'delivered'
  | 'expired'
  | 'deleted'
  | 'undeliverable'
  | 'accepted'
  | 'unknown'
  | 'rejected'
  /** A word or number that the specification does not define. */
  | 'unrecognised';

export type Receipt = {
  readonly messageId: string;
  readonly state: ReceiptState;
  /** The server's own word or number for the state. */
  readonly stateWord: string;
  /** The `err` field as written, or the TLV network_error_code as `type:code`. */
  readonly error?: string;
  /** Milliseconds since 1970; present if the text contains a valid date. */
  readonly submittedAtMs?: number;
  readonly doneAtMs?: number;
  readonly text?: string;
};

export type ParsedReceipt =
  | { readonly ok: true; readonly receipt: Receipt }
  | { readonly ok: false; readonly reason: 'no_message_id' | 'no_state' | 'contradictory' };

export type ReceiptOptions = {
  /** Offset of the server's clock, which its dates do not state; minutes east of UTC. */
  readonly utcOffsetMinutes?: number;
};

type ReceiptSource = Pick<Message, 'shortMessage' | 'tlvs' | 'dataCoding'>;

/** message_state, section 5.2.28; 0 and 9 of SMPP 5.0, section 4.7.15. */
const statesByNumber: Readonly<Record<number, ReceiptState>> = {
  0: 'enroute',
  1: 'enroute',
  2: 'delivered',
  3: 'expired',
  4: 'deleted',
  5: 'undeliverable',
  6: 'accepted',
  7: 'unknown',
  8: 'rejected',
  9: 'undeliverable',
};

/** Appendix B, the names of section 5.2.28, and FAILED, which some servers send. */
const statesByWord: Readonly<Record<string, ReceiptState>> = {
  ENROUTE: 'enroute',
  DELIVRD: 'delivered',
  EXPIRED: 'expired',
  DELETED: 'deleted',
  UNDELIV: 'undeliverable',
  ACCEPTD: 'accepted',
  UNKNOWN: 'unknown',
  REJECTD: 'rejected',
  DELIVERED: 'delivered',
  UNDELIVERABLE: 'undeliverable',
  ACCEPTED: 'accepted',
  REJECTED: 'rejected',
  SCHEDULED: 'enroute',
  SKIPPED: 'undeliverable',
  FAILED: 'undeliverable',
};

/** What a number of message_state means, in a TLV or in query_sm_resp. */
export function receiptStateOf(messageState: number): ReceiptState {
  return statesByNumber[messageState] ?? 'unrecognised';
}

export type DeliverKind = 'message' | 'receipt' | 'intermediate' | 'other';

/** What a deliver_sm says it is, by bits 5–2 of its esm_class (section 5.2.12). */
export function deliverKind(esmClass: number): DeliverKind {
  const type = esmClass & 0x3c;
  if (type === 0) return 'message';
  if (type === 0x04) return 'receipt';
  return type === 0x20 ? 'intermediate' : 'other';
}

/** The content: short_message, or the TLV message_payload where that is empty. */
export function messageOctets(message: Pick<Message, 'shortMessage' | 'tlvs'>): Uint8Array {
  const { shortMessage, tlvs } = message;
  if (shortMessage.length > 0) return shortMessage;
  return findTlv(tlvs, 'message_payload') ?? shortMessage;
}

/** Reads a receipt from a deliver_sm, regardless of its esm_class. Never throws. */
export function parseReceipt(source: ReceiptSource, options: ReceiptOptions = {}): ParsedReceipt {
  const { text } = readContent(source);
  const messageId = readTextTlv(source.tlvs, 'receipted_message_id') || text.fields.get('id');
  const state = readState(source.tlvs, text.fields);
  const isByTlvs = findTlv(source.tlvs, 'receipted_message_id') !== undefined;
  if (text.contradictory && !isByTlvs) return { ok: false, reason: 'contradictory' };
  if (messageId === undefined || messageId === '') return { ok: false, reason: 'no_message_id' };
  if (state === undefined) return { ok: false, reason: 'no_state' };
  const offset = options.utcOffsetMinutes ?? 0;
  const error = readNetworkError(source.tlvs) ?? text.fields.get('err');
  const submittedAtMs = readDate(text.fields.get('submit date'), offset);
  const doneAtMs = readDate(text.fields.get('done date'), offset);
  const content = text.fields.get('text');
  const receipt: Receipt = {
    messageId,
    ...state,
    ...(error ? { error } : {}),
    ...(submittedAtMs === undefined ? {} : { submittedAtMs }),
    ...(doneAtMs === undefined ? {} : { doneAtMs }),
    ...(content === undefined ? {} : { text: content }),
  };
  return { ok: true, receipt };
}

/**
 * Whether content reads like a receipt: for links whose server sends receipts without saying so in
 * esm_class. A subscriber can write such a text, too, so this is only for those links.
 */
export function looksLikeReceipt(source: ReceiptSource): boolean {
  const { fields } = readContent(source).text;
  return fields.has('id') && fields.has('stat') && fields.has('done date');
}

function readState(
  tlvs: readonly Tlv[],
  fields: ReadonlyMap<ReceiptField, string>,
): Pick<Receipt, 'state' | 'stateWord'> | undefined {
  const number = readOctetTlv(tlvs, 'message_state');
  if (number !== undefined) {
    return { state: receiptStateOf(number), stateWord: String(number) };
  }
  const stateWord = fields.get('stat');
  if (!stateWord) return undefined;
  return { state: statesByWord[stateWord.toUpperCase()] ?? 'unrecognised', stateWord };
}

/** network_error_code (5.3.2.31): the network type, then a two-octet code. */
function readNetworkError(tlvs: readonly Tlv[]): string | undefined {
  const value = findTlv(tlvs, 'network_error_code');
  const [type, high, low] = value ?? [];
  if (type === undefined || high === undefined || low === undefined) return undefined;
  return value?.length === 3 ? `${type}:${high * 256 + low}` : undefined;
}

/**
 * The content as text: UCS-2 where data_coding says so, else one Latin-1 character per octet; the
 * other of the two where only that has the fields of a receipt.
 */
export function readableText(source: ReceiptSource): string {
  return readContent(source).words;
}

type Content = { readonly words: string; readonly text: ReceiptText };

function readContent(source: ReceiptSource): Content {
  const octets = messageOctets(source);
  const isUcs2 = source.dataCoding === 8;
  const marked = contentOf(octets, isUcs2);
  if (marked.text.fields.size > 0 || octets.length === 0) return marked;
  const other = contentOf(octets, !isUcs2);
  return other.text.fields.size > 0 ? other : marked;
}

function contentOf(octets: Uint8Array, isUcs2: boolean): Content {
  const isRead = isUcs2 && octets.length % 2 === 0;
  const decoded = isRead ? new TextDecoder('utf-16be').decode(octets) : decodeLatin1(octets);
  const words = withoutEnd(decoded, /\0/);
  return { words, text: readReceiptText(words) };
}

/** By hand: `/,+$/` takes seconds for a long run of commas that something follows. */
function withoutEnd(text: string, unwanted: RegExp): string {
  let end = text.length;
  while (end > 0 && unwanted.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function decodeLatin1(octets: Uint8Array): string {
  return Buffer.from(octets.buffer, octets.byteOffset, octets.length).toString('latin1');
}

/** `YYMMDDhhmm`, `YYMMDDhhmmss` or `YYYYMMDDhhmmss`; undefined for anything else. */
function readDate(digits: string | undefined, utcOffsetMinutes: number): number | undefined {
  if (digits === undefined || !/^(\d{10}|\d{12}|\d{14})$/.test(digits)) return undefined;
  const full = digits.length === 14 ? digits : `20${digits}`.padEnd(14, '0');
  const at = (start: number, end: number): number => Number(full.slice(start, end));
  const [year, month, day] = [at(0, 4), at(4, 6), at(6, 8)];
  const [hour, minute, second] = [at(8, 10), at(10, 12), at(12, 14)];
  const ms = Date.UTC(year, month - 1, day, hour, minute, second);
  // Date.UTC turns 31 February into 3 March; what does not round-trip is not a date.
  const read = new Date(ms);
  const isDate = read.getUTCMonth() === month - 1 && read.getUTCDate() === day;
  const isTime = hour < 24 && minute < 60 && second < 60;
  return isDate && isTime ? ms - utcOffsetMinutes * 60_000 : undefined;
}

type ReceiptField = 'id' | 'sub' | 'dlvrd' | 'submit date' | 'done date' | 'stat' | 'err' | 'text';

export type ReceiptText = {
  readonly fields: ReadonlyMap<ReceiptField, string>;
  /** The same key twice before `text:`, with different values. */
  readonly contradictory: boolean;
};

const fieldPattern =
  /(?<=^|[\s,;])(id|sub|dlvrd|submit[ _]?date|done[ _]?date|stat|err|text)\s*:/gi;

const fieldNames: Readonly<Record<string, ReceiptField>> = {
  id: 'id',
  sub: 'sub',
  dlvrd: 'dlvrd',
  submitdate: 'submit date',
  donedate: 'done date',
  stat: 'stat',
  err: 'err',
  text: 'text',
};

type Mark = { readonly field: ReceiptField; readonly start: number; readonly valueStart: number };

/** Parses a receipt text; an empty map if it has no fields. */
function readReceiptText(text: string): ReceiptText {
  const all = findMarks(text);
  const textAt = all.findIndex((mark) => mark.field === 'text');
  const before = textAt === -1 ? all : all.slice(0, textAt + 1);
  const behind = textAt === -1 ? [] : all.slice(textAt + 1);
  const seen = new Set(before.map((mark) => mark.field));
  const times = new Map<ReceiptField, number>();
  for (const { field } of behind) times.set(field, (times.get(field) ?? 0) + 1);
  const single = behind.filter(({ field }) => !seen.has(field) && times.get(field) === 1);
  return collect(text, [...before, ...single]);
}

function findMarks(text: string): Mark[] {
  const marks: Mark[] = [];
  for (const match of text.matchAll(fieldPattern)) {
    const field = fieldNames[(match[1] ?? '').toLowerCase().replace(/[ _]/g, '')];
    if (field === undefined) continue;
    marks.push({ field, start: match.index, valueStart: match.index + match[0].length });
  }
  return marks;
}

function collect(text: string, marks: readonly Mark[]): ReceiptText {
  const fields = new Map<ReceiptField, string>();
  let contradictory = false;
  marks.forEach(({ field, valueStart }, index) => {
    const raw = text.slice(valueStart, marks[index + 1]?.start ?? text.length);
    const value = field === 'text' ? raw.trimEnd() : withoutEnd(raw, /[\s,;]/).trim();
    const earlier = fields.get(field);
    if (earlier !== undefined && earlier !== value) contradictory = true;
    if (earlier === undefined) fields.set(field, value);
  });
  return { fields, contradictory };
}

/**
 * `text`: unchanged. `folded`: case and leading zeros are ignored. `decimal`, `hex`: a number in
 * that notation. Numbers have no upper limit (32 hexadecimal digits are usual).
 */
export type MessageIdForm = 'text' | 'folded' | 'decimal' | 'hex';

/**
 * The key by which a link's ids match: equal keys, same message. `hex` and `decimal` give the
 * decimal number, so that a hexadecimal answer matches a decimal receipt. An id that is not a
 * number in that notation (a UUID, say) is folded as text instead: nothing is lost or guessed.
 */
export function messageIdKey(id: string, form: MessageIdForm): string {
  const trimmed = id.trim();
  switch (form) {
    case 'text':
      return trimmed;
    case 'folded':
    case 'decimal':
      return fold(trimmed);
    case 'hex':
      return /^[0-9a-f]+$/i.test(trimmed) ? BigInt(`0x${trimmed}`).toString() : fold(trimmed);
  }
}

/** Lower case, without leading zeros; the id zero stays one digit. */
function fold(id: string): string {
  return id.toLowerCase().replace(/^0+(?=.)/, '');
}
