/**
 * The GSM 7-bit default alphabet and its extension table (3GPP TS 23.038, sections 6.2.1 and
 * 6.2.1.1), one septet in each octet: the unpacked form in which SMPP carries it.
 * National language tables are absent on purpose: few handsets and fewer operators read them.
 */

const ESCAPE = 0x1b;

/** The basic table in the order of its septets, a row of sixteen a line. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅå' +
  'Δ_ΦΓΛΩΠΨΣΘΞ\x1bÆæßÉ' +
  ' !"#¤%&\'()*+,-./' +
  '0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNO' +
  'PQRSTUVWXYZÄÖÑÜ§' +
  '¿abcdefghijklmno' +
  'pqrstuvwxyzäöñüà';

/** Characters that are written as an escape and a second septet. */
const EXTENSION: ReadonlyMap<number, string> = new Map([
  [0x0a, '\f'],
  [0x14, '^'],
  [0x28, '{'],
  [0x29, '}'],
  [0x2f, '\\'],
  [0x3c, '['],
  [0x3d, '~'],
  [0x3e, ']'],
  [0x40, '|'],
  [0x65, '€'],
]);

const NOT_GSM = 0xff;
const EXTENDED = 0x80;

/** UTF-16 unit → septet, with EXTENDED added where an escape goes before it, or NOT_GSM. */
const SEPTETS = buildSeptets();

function buildSeptets(): Uint8Array {
  const septets = new Uint8Array(0x10000).fill(NOT_GSM);
  for (let septet = 0; septet < BASIC.length; septet += 1) {
    if (septet !== ESCAPE) septets[BASIC.charCodeAt(septet)] = septet;
  }
  for (const [septet, character] of EXTENSION) {
    septets[character.charCodeAt(0)] = EXTENDED | septet;
  }
  return septets;
}

function lookUp(text: string, index: number): number {
  return SEPTETS[text.charCodeAt(index)] ?? NOT_GSM;
}

/** The septets that `text` takes, or undefined when the alphabet does not hold all of it. */
export function countSeptets(text: string): number | undefined {
  let septets = 0;
  for (let index = 0; index < text.length; index += 1) {
    const entry = lookUp(text, index);
    if (entry === NOT_GSM) return undefined;
    septets += entry < EXTENDED ? 1 : 2;
  }
  return septets;
}

/**
 * Where a part of `text` that begins at `start` ends when it holds at most `capacity` septets.
 * An escape is never parted from the septet it belongs to. `text` must be GSM throughout.
 */
export function endOfSeptets(text: string, start: number, capacity: number): number {
  let septets = 0;
  for (let index = start; index < text.length; index += 1) {
    septets += lookUp(text, index) < EXTENDED ? 1 : 2;
    if (septets > capacity) return index;
  }
  return text.length;
}

/**
 * One septet in each octet. Throws when a character is not in the alphabet: ask
 * `firstNonGsmCharacter` or `countParts` before.
 */
export function encodeGsm7(text: string): Uint8Array {
  const count = countSeptets(text);
  if (count === undefined) throw new RangeError('the text does not fit the GSM alphabet');
  const octets = new Uint8Array(count);
  let at = 0;
  for (let index = 0; index < text.length; index += 1) {
    const entry = lookUp(text, index);
    if (entry >= EXTENDED) octets[at++] = ESCAPE;
    octets[at++] = entry & 0x7f;
  }
  return octets;
}

/**
 * The text of unpacked septets. Made for what arrives from outside, so it never throws: after an
 * escape an unknown septet reads as its basic character, a second or a last escape as a blank
 * (TS 23.038, section 6.2.1.1), and an octet above 0x7F as U+FFFD.
 */
export function decodeGsm7(octets: Uint8Array): string {
  let text = '';
  for (let at = 0; at < octets.length; at += 1) {
    const octet = octets[at] ?? 0;
    if (octet === ESCAPE) {
      at += 1;
      text += extensionCharacter(octets[at]);
    } else {
      text += basicCharacter(octet);
    }
  }
  return text;
}

function extensionCharacter(octet: number | undefined): string {
  if (octet === undefined || octet === ESCAPE) return ' ';
  return EXTENSION.get(octet) ?? basicCharacter(octet);
}

function basicCharacter(octet: number): string {
  return BASIC[octet] ?? '\ufffd';
}

export type NonGsmCharacter = {
  /** One code point; half of a pair where the text holds a lone surrogate. */
  readonly character: string;
  /**
   * How many characters stand before it. They are all GSM and so one UTF-16 unit each: the same
   * number counts units and code points.
   */
  readonly index: number;
};

/** The first character that the GSM alphabet does not hold, or undefined when it holds all. */
export function firstNonGsmCharacter(text: string): NonGsmCharacter | undefined {
  for (let index = 0; index < text.length; index += 1) {
    if (lookUp(text, index) !== NOT_GSM) continue;
    return { character: String.fromCodePoint(text.codePointAt(index) ?? 0), index };
  }
  return undefined;
}
