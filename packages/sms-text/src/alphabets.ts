/**
 * The GSM 7-bit default alphabet and its extension table (3GPP TS 23.038, sections 6.2.1 and
 * 6.2.1.1), one septet per octet: the unpacked form that SMPP carries. National language tables are
 * absent on purpose: few handsets and even fewer operators support them.
 *
 * UCS-2 as SMPP carries it under data_coding 8: UTF-16 units, high octet first. Characters above
 * U+FFFF travel as surrogate pairs, as every network and handset expects.
 */

const ESCAPE = 0x1b;

/** The basic table in septet order, sixteen per line. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅå' +
  'Δ_ΦΓΛΩΠΨΣΘΞ\x1bÆæßÉ' +
  ' !"#¤%&\'()*+,-./' +
  '0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNO' +
  'PQRSTUVWXYZÄÖÑÜ§' +
  '¿abcdefghijklmno' +
  'pqrstuvwxyzäöñüà';

/** Characters written as an escape and a second septet. */
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

/** Each character that the alphabet does not contain. */
const OUTSIDE = new RegExp(
  `[^${RegExp.escape(BASIC.replace('\x1b', '') + [...EXTENSION.values()].join(''))}]`,
  'gu',
);

/** The text with `plain` in place of each character outside the alphabet. */
export function withPlainLetters(text: string, plain: string): string {
  return text.replaceAll(OUTSIDE, plain);
}

const NOT_GSM = 0xff;
const EXTENDED = 0x80;

/** UTF-16 unit → septet, with EXTENDED added if it needs an escape, or NOT_GSM. */
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

/** The number of septets in `text`, or undefined if the alphabet does not contain all of it. */
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
 * Where a part of `text` that begins at `start` ends if it holds at most `capacity` septets. An
 * escape is never separated from its septet. All of `text` must be GSM.
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
 * One septet per octet. Throws if a character is not in the alphabet: check with
 * `firstNonGsmCharacter` or `countParts` first.
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
 * The text of unpacked septets. It never throws, because they come from outside: after an escape an
 * unknown septet reads as its basic character, a second or trailing escape as a blank (TS 23.038,
 * section 6.2.1.1), and an octet above 0x7F as U+FFFD.
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
  /** One code point; half of a pair if the text contains a lone surrogate. */
  readonly character: string;
  /**
   * How many characters precede it. They are all GSM, so one UTF-16 unit each: the same number
   * counts units and code points.
   */
  readonly index: number;
};

/** The first character that the GSM alphabet does not contain, or undefined if there is none. */
export function firstNonGsmCharacter(text: string): NonGsmCharacter | undefined {
  for (let index = 0; index < text.length; index += 1) {
    if (lookUp(text, index) !== NOT_GSM) continue;
    return { character: String.fromCodePoint(text.codePointAt(index) ?? 0), index };
  }
  return undefined;
}

/** Two octets per UTF-16 unit. A lone surrogate is written as it is. */
export function encodeUcs2(text: string): Uint8Array {
  const octets = new Uint8Array(text.length * 2);
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    octets[index * 2] = unit >> 8;
    octets[index * 2 + 1] = unit & 0xff;
  }
  return octets;
}

const decoder = new TextDecoder('utf-16be', { ignoreBOM: true });

/**
 * The text of UCS-2 octets. It never throws, because they come from outside: a lone surrogate and a
 * trailing odd octet read as U+FFFD.
 */
export function decodeUcs2(octets: Uint8Array): string {
  return decoder.decode(octets);
}

/** Whether a surrogate has no partner: it is not a character, so such a text is not sent. */
export function hasLoneSurrogate(text: string): boolean {
  return !text.isWellFormed();
}

/**
 * Typographic characters that the GSM alphabet lacks, and what a person would type instead. Only
 * characters that editors insert on their own, and replacements that lose nothing a reader would
 * miss: no accents are dropped, no letters changed, no symbols spelt out.
 */
const REPLACEMENTS: readonly (readonly [replacement: string, characters: string])[] = [
  ["'", '‘’‚‛′'],
  ['"', '“”„‟″'],
  // Hyphens, figure, en and em dash, horizontal bar, minus.
  ['-', '\u2010\u2011\u2012\u2013\u2014\u2015\u2212'],
  ['...', '…'],
  ['*', '•'],
  // Tab, no-break space, fixed-width spaces, narrow no-break and mathematical space.
  [' ', '\t\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f'],
  ['\n', '\u2028\u2029'],
  // Ligatures, as in text copied from a PDF.
  ['ff', 'ﬀ'],
  ['fi', 'ﬁ'],
  ['fl', 'ﬂ'],
  ['ffi', 'ﬃ'],
  ['ffl', 'ﬄ'],
];

const REPLACEMENT_OF: ReadonlyMap<string, string> = new Map(
  REPLACEMENTS.flatMap(([replacement, characters]) =>
    characters.split('').map((character) => [character, replacement] as const),
  ),
);

const LOOKALIKE = new RegExp(`[${[...REPLACEMENT_OF.keys()].join('')}]`, 'g');

/**
 * Invisible characters: soft hyphens, zero-width ones, marks of direction, selectors of a variant
 * (the property Default_Ignorable_Code_Point of Unicode).
 */
const INVISIBLE = /\p{DI}/gu;

/**
 * `text` without the characters that show nothing. They come with what is copied from contacts and
 * chats, and would make a Latin text need UCS-2; in other scripts some of them join letters.
 */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** Embeddings, overrides and isolates: they can show what is between them the other way round. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * `text` with composed letters (NFC), as phones show and alphabets have them, and without what
 * changes its direction: with that a number could be shown reversed.
 */
export function composed(text: string): string {
  return text.replace(DIRECTIONS, '').normalize('NFC');
}

/**
 * `text` with its typographic characters in GSM form and without invisible ones; all others stay,
 * GSM or not. A replacement can be longer than its character (`…` becomes three dots): count parts
 * afterwards.
 */
export function toGsmLookalikes(text: string): string {
  const seen = withoutInvisible(text);
  return seen.replace(LOOKALIKE, (character) => REPLACEMENT_OF.get(character) ?? character);
}
