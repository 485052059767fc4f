/**
 * Percent-decoding that never repairs anything (WHATWG decoders put U+FFFD for what they cannot
 * read, which would change a text in silence): what comes out is exactly what was encoded, or a
 * fault.
 */
import { isUtf8 } from 'node:buffer';

export type Decoded = { readonly text: string } | { readonly why: string };

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
