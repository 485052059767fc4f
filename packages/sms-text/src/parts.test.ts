import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeGsm7, decodeUcs2, firstNonGsmCharacter } from './alphabets.ts';
import { concatenationHeader, countParts, PART_CAPACITY, splitText } from './parts.ts';
import type { Alphabet, ReferenceBits } from './parts.ts';

type PartsVector = {
  readonly name: string;
  /** The text: each string repeated by its number. */
  readonly pieces: readonly (readonly [text: string, times: number])[];
  readonly referenceBits: ReferenceBits;
  readonly alphabet: Alphabet;
  readonly units: number;
  readonly partUnits: readonly number[];
};

type HeaderVector = {
  readonly referenceBits: ReferenceBits;
  readonly reference: number;
  readonly partCount: number;
  readonly partNumber: number;
  readonly hex: string;
};

function readVectors(file: string): unknown {
  return JSON.parse(readFileSync(new URL(`../test/vectors/${file}`, import.meta.url), 'utf8'));
}

const partsVectors = readVectors('parts.json') as readonly PartsVector[];
const headerVectors = readVectors('headers.json') as readonly HeaderVector[];

function unitsOf(part: Uint8Array, alphabet: Alphabet): number {
  return alphabet === 'gsm7' ? part.length : part.length / 2;
}

function decode(part: Uint8Array, alphabet: Alphabet): string {
  return alphabet === 'gsm7' ? decodeGsm7(part) : decodeUcs2(part);
}

describe('stored vectors', () => {
  it.each(partsVectors)('$name ($referenceBits-bit reference)', (vector) => {
    const { alphabet, units, partUnits, referenceBits } = vector;
    const text = vector.pieces.map(([piece, times]) => piece.repeat(times)).join('');
    expect(countParts(text, referenceBits)).toEqual({ alphabet, units, parts: partUnits.length });
    const parts = splitText(text, alphabet, referenceBits);
    expect(parts.map((part) => unitsOf(part, alphabet))).toEqual(partUnits);
    expect(parts.map((part) => decode(part, alphabet)).join('')).toBe(text);
  });
});

const referenceBits = fc.constantFrom<ReferenceBits>(8, 16);
const gsmText = fc.string({
  unit: fc.constantFrom('a', 'Z', 'é', '€', '[', '\r\n'),
  maxLength: 700,
});
const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom('a', '€', 'ک', 'بِ', '😀', '👩‍👩‍👧‍👦', '👍🏽', '🇵🇰', '\r\n', 'e\u0301'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 400,
});

describe('every text', () => {
  it('is cut into as many parts as were counted, none too large, none empty, nothing lost', () => {
    fc.assert(
      fc.property(fc.oneof(gsmText, anyText), referenceBits, (text, bits) => {
        const { alphabet, parts, units } = countParts(text, bits);
        const bodies = splitText(text, alphabet, bits);
        expect(bodies).toHaveLength(parts);
        expect(bodies.map((body) => decode(body, alphabet)).join('')).toBe(text);
        const sizes = bodies.map((body) => unitsOf(body, alphabet));
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(units);
        const capacity = PART_CAPACITY[alphabet][parts === 1 ? 'whole' : bits];
        expect(Math.max(...sizes)).toBeLessThanOrEqual(capacity);
        if (parts > 1) expect(Math.min(...sizes)).toBeGreaterThan(0);
      }),
    );
  });

  it('is UCS-2 exactly when a character is outside the GSM alphabet', () => {
    fc.assert(
      fc.property(fc.oneof(gsmText, anyText), (text) => {
        const isGsm = firstNonGsmCharacter(text) === undefined;
        expect(countParts(text, 8).alphabet).toBe(isGsm ? 'gsm7' : 'ucs2');
      }),
    );
  });

  it('keeps an escape with its septet, so that each part can be read alone', () => {
    fc.assert(
      fc.property(gsmText, referenceBits, (text, bits) => {
        for (const part of splitText(text, 'gsm7', bits)) expect(part.at(-1)).not.toBe(0x1b);
      }),
    );
  });

  it('keeps a surrogate pair in one part, even inside a cluster longer than a part', () => {
    const marks = fc.string({ unit: fc.constantFrom('\u{1d165}', '\u064e'), minLength: 70 });
    fc.assert(
      fc.property(marks, referenceBits, (heavy, bits) => {
        for (const part of splitText(`ک${heavy}`, 'ucs2', bits)) {
          expect(decodeUcs2(part)).not.toContain('\ufffd');
        }
      }),
    );
  });

  it('can be requested in UCS-2 although it fits GSM', () => {
    expect(splitText('ab', 'ucs2', 8)).toEqual([Uint8Array.of(0, 0x61, 0, 0x62)]);
    expect(splitText('a'.repeat(71), 'ucs2', 8)).toHaveLength(2);
  });

  it('is refused in GSM if it does not fit, short or long', () => {
    expect(() => splitText('ç', 'gsm7', 8)).toThrow(RangeError);
    expect(() => splitText('ç'.repeat(200), 'gsm7', 8)).toThrow(RangeError);
  });
});

describe('the concatenation header', () => {
  it.each(headerVectors)('is $hex for part $partNumber of $partCount', ({ hex, ...part }) => {
    expect(Buffer.from(concatenationHeader(part)).toString('hex')).toBe(hex);
  });

  it.each([
    ['a reference past 8 bits', { reference: 256 }],
    ['a negative reference', { reference: -1 }],
    ['a reference that is no whole number', { reference: 1.5 }],
    ['one part only', { partCount: 1, partNumber: 1 }],
    ['more than 255 parts', { partCount: 256 }],
    ['part 0', { partNumber: 0 }],
    ['a part past the last', { partNumber: 4 }],
  ])('is refused for %s', (_, wrong) => {
    const part = { referenceBits: 8, reference: 1, partCount: 3, partNumber: 1 } as const;
    expect(() => concatenationHeader({ ...part, ...wrong })).toThrow(RangeError);
  });

  it('makes a full part exactly 140 octets on the air', () => {
    for (const bits of [8, 16] as const) {
      const part = { referenceBits: bits, reference: 1, partCount: 2, partNumber: 1 };
      const header = concatenationHeader(part).length;
      expect(header + PART_CAPACITY.ucs2[bits] * 2).toBeLessThanOrEqual(140);
      expect(header + PART_CAPACITY.ucs2[bits] * 2 + 2).toBeGreaterThan(140);
      expect(header * 8 + PART_CAPACITY.gsm7[bits] * 7).toBeLessThanOrEqual(1120);
      expect(header * 8 + PART_CAPACITY.gsm7[bits] * 7 + 7).toBeGreaterThan(1120);
    }
  });
});
