/**
 * Cuts a text into parts, and counts them by the same rule, so that what is charged is what goes
 * out (capacities: 3GPP TS 23.040, section 9.2.3.24, for a part of 140 octets).
 *
 * A text uses the GSM alphabet if all of it fits, else UCS-2. A part never separates an escape from
 * its septet or the two halves of a surrogate pair, and keeps an emoji sequence or a letter with
 * its marks together if they fit into one part; CR LF may be cut.
 */
import { countSeptets, encodeGsm7, encodeUcs2, endOfSeptets } from './alphabets.ts';

export type Alphabet = 'gsm7' | 'ucs2';

/** Width of the number that joins the parts of one message in the concatenation header. */
export type ReferenceBits = 8 | 16;

/** How many septets (gsm7) or UTF-16 units (ucs2) fit a whole text, or a part with its header. */
export const PART_CAPACITY = {
  gsm7: { whole: 160, 8: 153, 16: 152 },
  ucs2: { whole: 70, 8: 67, 16: 66 },
} as const satisfies Record<Alphabet, Record<'whole' | ReferenceBits, number>>;

export type PartCount = {
  readonly alphabet: Alphabet;
  /** 1 or more; an empty text is one part. No upper limit here. */
  readonly parts: number;
  /** The text's septets in gsm7, UTF-16 units in ucs2, without headers. */
  readonly units: number;
};

/** The alphabet of `text`, and the number of parts that `splitText` will cut it into. */
export function countParts(text: string, referenceBits: ReferenceBits): PartCount {
  const septets = countSeptets(text);
  const alphabet = septets === undefined ? 'ucs2' : 'gsm7';
  const units = septets ?? text.length;
  if (units <= PART_CAPACITY[alphabet].whole) return { alphabet, parts: 1, units };
  return { alphabet, parts: partEnds(text, alphabet, referenceBits).length, units };
}

/**
 * The bodies of the parts, without headers: one septet per octet for gsm7, big-endian octets for
 * ucs2. Throws if `alphabet` is gsm7 and the text does not fit it.
 */
export function splitText(
  text: string,
  alphabet: Alphabet,
  referenceBits: ReferenceBits,
): readonly Uint8Array[] {
  const encode = alphabet === 'gsm7' ? encodeGsm7 : encodeUcs2;
  const units = alphabet === 'gsm7' ? countSeptets(text) : text.length;
  if (units === undefined || units <= PART_CAPACITY[alphabet].whole) return [encode(text)];
  let start = 0;
  return partEnds(text, alphabet, referenceBits).map((end) => {
    const part = encode(text.slice(start, end));
    start = end;
    return part;
  });
}

/** Where each part ends, in UTF-16 units, for a text that needs several. */
function partEnds(text: string, alphabet: Alphabet, referenceBits: ReferenceBits): number[] {
  const capacity = PART_CAPACITY[alphabet][referenceBits];
  const clusters = alphabet === 'ucs2' ? graphemes.segment(text) : undefined;
  const ends: number[] = [];
  for (let end = 0; end < text.length;) {
    end =
      clusters === undefined
        ? endOfSeptets(text, end, capacity)
        : endOfUnits(text, clusters, end, capacity);
    ends.push(end);
  }
  return ends;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Where a UCS-2 part that begins at `start` ends: when it is full, or shortly before. */
function endOfUnits(
  text: string,
  clusters: Intl.Segments,
  start: number,
  capacity: number,
): number {
  const full = start + capacity;
  const cluster = clusters.containing(full);
  if (cluster === undefined) return text.length;
  const fitsOnePart = cluster.segment.length <= capacity;
  if (fitsOnePart && cluster.segment !== '\r\n') return cluster.index;
  return isInsidePair(text, full) ? full - 1 : full;
}

function isInsidePair(text: string, index: number): boolean {
  return (text.codePointAt(index - 1) ?? 0) > 0xffff;
}

export type ConcatenatedPart = {
  readonly referenceBits: ReferenceBits;
  /** The same for all parts of a message: 0 … 255, or 0 … 65,535 with 16 bits. */
  readonly reference: number;
  /** 2 … 255 */
  readonly partCount: number;
  /** 1 … partCount */
  readonly partNumber: number;
};

/**
 * The user data header before a part, including its length octet: 6 octets with an 8-bit reference,
 * 7 with a 16-bit one (TS 23.040, sections 9.2.3.24.1 and 9.2.3.24.8). Throws if a number does not
 * fit its field.
 */
export function concatenationHeader(part: ConcatenatedPart): Uint8Array {
  const { referenceBits, reference, partCount, partNumber } = part;
  assertWithin('reference', reference, [0, 2 ** referenceBits - 1]);
  assertWithin('part count', partCount, [2, 255]);
  assertWithin('part number', partNumber, [1, partCount]);
  return referenceBits === 8
    ? Uint8Array.of(5, 0x00, 3, reference, partCount, partNumber)
    : Uint8Array.of(6, 0x08, 4, reference >> 8, reference & 0xff, partCount, partNumber);
}

function assertWithin(name: string, value: number, [from, to]: readonly [number, number]): void {
  if (Number.isInteger(value) && value >= from && value <= to) return;
  throw new RangeError(`${name} ${value} is not a whole number from ${from} to ${to}`);
}
