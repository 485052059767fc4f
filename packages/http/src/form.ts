/**
 * Percent-decoding that never repairs anything (WHATWG decoders put U+FFFD for what they cannot
 * read, which would silently change a text): the result is exactly what was encoded, or a
 * fault.
 */
import { isUtf8 } from 'node:buffer';

/** The result of decoding a query or a body: the parameters in the order received. */
export type DecodedForm = {
  readonly fields: readonly FormField[];
  /** The first thing that was wrong. Fields that could be read are returned anyway. */
  readonly fault: FormFault | undefined;
};

export type FormField = {
  readonly name: string;
  readonly value: string;
  /** Whether `value` is the JSON text of an array or object in a JSON body. */
  readonly structured: boolean;
};

export type FormFault =
  | {
      readonly kind: 'encoding';
      /** undefined when the name itself cannot be read. */
      readonly name: string | undefined;
      /** Which parameter it is, from 1. */
      readonly position: number;
      readonly why: string;
    }
  | { readonly kind: 'too_deep'; readonly name: string }
  | { readonly kind: 'too_many' }
  | { readonly kind: 'unreadable'; readonly why: string };

/** How much decoding accepts. */
export type FormBounds = {
  readonly fields: number;
  /** Levels of arrays and objects in one value of a JSON body. */
  readonly jsonDepth: number;
};

export const EMPTY_FORM: DecodedForm = { fields: [], fault: undefined };

/** A form that could not be read at all. */
export function unreadable(why: string): DecodedForm {
  return { fields: [], fault: { kind: 'unreadable', why } };
}

type Decoded = { readonly text: string } | { readonly why: string };

const BAD_ESCAPE: Decoded = { why: 'a % is not followed by two hexadecimal digits' };
const BAD_UTF8 = { why: 'its bytes are not UTF-8' };
const HOLDS_NUL = { why: 'it holds a NUL character' };

const PERCENT = 0x25;
const PLUS = 0x2b;
const BLANK = 0x20;

const HEX = new Int8Array(256).fill(-1);
for (let value = 0; value < 16; value += 1) {
  const digit = value.toString(16);
  HEX[digit.charCodeAt(0)] = value;
  HEX[digit.toUpperCase().charCodeAt(0)] = value;
}

/** Most values fit; a decoded value is copied out before the next one is read. */
const scratch = Buffer.allocUnsafeSlow(4096);

/**
 * Decodes `octets` from `start` to `end`, one character standing for one octet (latin1): `%41` is
 * an octet, `+` is a blank, everything else is itself; together they must be UTF-8 without NUL.
 */
export function decodeOctets(octets: string, start: number, end: number): Decoded {
  const bytes = end - start <= scratch.length ? scratch : Buffer.allocUnsafe(end - start);
  let size = 0;
  for (let at = start; at < end; at += 1) {
    let octet = octets.charCodeAt(at);
    if (octet === PERCENT) {
      if (at + 2 >= end) return BAD_ESCAPE;
      octet = hexPair(octets.charCodeAt(at + 1), octets.charCodeAt(at + 2));
      if (octet < 0) return BAD_ESCAPE;
      at += 2;
    } else if (octet === PLUS) {
      octet = BLANK;
    }
    if (octet === 0) return HOLDS_NUL;
    if (octet > 0xff) return BAD_UTF8;
    bytes[size] = octet;
    size += 1;
  }
  return textOf(bytes.subarray(0, size));
}

/** Reads octets that are not percent-encoded: UTF-8 without NUL. */
export function decodePlainOctets(bytes: Buffer): Decoded {
  return bytes.includes(0) ? HOLDS_NUL : textOf(bytes);
}

/** Why octets cannot be read so; undefined when they can. */
export function faultOfOctets(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return HOLDS_NUL.why;
  return isUtf8(bytes) ? undefined : BAD_UTF8.why;
}

function textOf(bytes: Buffer): Decoded {
  return isUtf8(bytes) ? { text: bytes.toString('utf8') } : BAD_UTF8;
}

function hexPair(first: number, second: number): number {
  const high = HEX[first] ?? -1;
  const low = HEX[second] ?? -1;
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/** Characters that a value needing no decoding cannot contain. */
const UNUSUAL = /[^\x01-\x7f]/;

/**
 * Reads `a=1&b=2` from a query or a form body: strict UTF-8, `+` is a space, empty pieces
 * are skipped, a name without `=` has the value ''. Names are not interpreted: `key[]` is a
 * name like any other.
 * @param raw octets: a Buffer, or a string in which one character is one octet, as Node gives
 * addresses.
 */
export function decodeForm(raw: string | Buffer, bounds: FormBounds): DecodedForm {
  if (raw.length === 0) return EMPTY_FORM;
  const octets = typeof raw === 'string' ? raw : raw.toString('latin1');
  const reader = new FormReader(octets);
  const fields: FormField[] = [];
  let fault: FormFault | undefined;
  let start = 0;
  for (let position = 1; start <= octets.length; position += 1) {
    const ampersand = octets.indexOf('&', start);
    const end = ampersand < 0 ? octets.length : ampersand;
    if (position > bounds.fields) return { fields, fault: fault ?? { kind: 'too_many' } };
    if (end > start) {
      const field = reader.readField(start, end, position);
      if ('kind' in field) fault ??= field;
      else fields.push(field);
    }
    start = end + 1;
  }
  return { fields, fault };
}

/**
 * Reads pieces from left to right and remembers where the next `%` and `+` are, so that most are
 * not scanned twice.
 */
class FormReader {
  readonly #octets: string;
  readonly #plain: boolean;
  #percentAt = -1;
  #plusAt = -1;

  constructor(octets: string) {
    this.#octets = octets;
    this.#plain = !UNUSUAL.test(octets);
  }

  readField(start: number, end: number, position: number): FormField | FormFault {
    const equals = this.#octets.indexOf('=', start);
    const nameEnd = equals < 0 || equals > end ? end : equals;
    const name = this.#decode(start, nameEnd);
    if (typeof name !== 'string') return faultAt(undefined, position, name.why);
    if (nameEnd === end) return { name, value: '', structured: false };
    const value = this.#decode(nameEnd + 1, end);
    if (typeof value !== 'string') return faultAt(name, position, value.why);
    return { name, value, structured: false };
  }

  #decode(start: number, end: number): string | { readonly why: string } {
    if (this.#plain && !this.#hasEscape(start, end)) return this.#octets.slice(start, end);
    const decoded = decodeOctets(this.#octets, start, end);
    return 'text' in decoded ? decoded.text : decoded;
  }

  #hasEscape(start: number, end: number): boolean {
    if (this.#percentAt < start) this.#percentAt = this.#find('%', start);
    if (this.#plusAt < start) this.#plusAt = this.#find('+', start);
    return this.#percentAt < end || this.#plusAt < end;
  }

  #find(character: string, from: number): number {
    const at = this.#octets.indexOf(character, from);
    return at < 0 ? Number.POSITIVE_INFINITY : at;
  }
}

function faultAt(name: string | undefined, position: number, why: string): FormFault {
  return { kind: 'encoding', name, position, why };
}
