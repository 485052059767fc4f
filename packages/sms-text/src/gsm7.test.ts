import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeGsm7, encodeGsm7, firstNonGsmCharacter } from './gsm7.ts';

type TableRow = { readonly character: string; readonly octets: readonly number[] };

const table = JSON.parse(
  readFileSync(new URL('../test/vectors/gsm7.json', import.meta.url), 'utf8'),
) as readonly TableRow[];

const gsmText = fc.string({ unit: fc.constantFrom(...table.map((row) => row.character)) });

describe('the GSM alphabet', () => {
  it('has 127 basic characters and 10 of its extension table', () => {
    expect(table.filter((row) => row.octets.length === 1)).toHaveLength(127);
    expect(table.filter((row) => row.octets.length === 2)).toHaveLength(10);
  });

  it.each(table)('writes $character as $octets and reads it back', ({ character, octets }) => {
    expect([...encodeGsm7(character)]).toEqual(octets);
    expect(decodeGsm7(Uint8Array.from(octets))).toBe(character);
  });

  it('holds no other UTF-16 unit', () => {
    const known = new Set(table.map((row) => row.character));
    for (let unit = 0; unit < 0x10000; unit += 1) {
      const character = String.fromCharCode(unit);
      expect(firstNonGsmCharacter(character) === undefined).toBe(known.has(character));
    }
  });

  it('reads back whatever it wrote', () => {
    fc.assert(fc.property(gsmText, (text) => decodeGsm7(encodeGsm7(text)) === text));
  });

  it('refuses to write what it does not hold', () => {
    expect(() => encodeGsm7('ç')).toThrow(RangeError);
  });
});

describe('reading septets from outside', () => {
  it.each([
    ['an unknown extension as its basic character', [0x1b, 0x41], 'A'],
    ['a doubled escape as a blank', [0x1b, 0x1b, 0x41], ' A'],
    ['an escape at the end as a blank', [0x41, 0x1b], 'A '],
    ['an octet of eight bits as the replacement character', [0x41, 0x80, 0xff], 'A\ufffd\ufffd'],
    ['an octet of eight bits after an escape likewise', [0x1b, 0xe5], '\ufffd'],
    ['nothing as the empty text', [], ''],
  ])('reads %s', (_, octets, text) => {
    expect(decodeGsm7(Uint8Array.from(octets))).toBe(text);
  });
});

describe('the first character outside the alphabet', () => {
  it.each([
    ['small ç, while capital Ç is inside', 'Çaça', { character: 'ç', index: 2 }],
    ['a backtick', 'a`', { character: '`', index: 1 }],
    ['a tab', '\t', { character: '\t', index: 0 }],
    ['a no-break space', 'a b\u00a0c', { character: '\u00a0', index: 3 }],
    ['the first of several', '€1 – “two”', { character: '–', index: 3 }],
    ['a whole emoji, not half of its pair', 'hi 😀', { character: '😀', index: 3 }],
    ['an Urdu letter', 'code کوڈ', { character: 'ک', index: 5 }],
    ['half of a pair', 'a\ud83d', { character: '\ud83d', index: 1 }],
  ])('is %s', (_, text, found) => {
    expect(firstNonGsmCharacter(text)).toEqual(found);
  });

  it('is absent when all fits', () => {
    expect(firstNonGsmCharacter('Rs. 5 [net] {é} €\r\n')).toBeUndefined();
  });
});
