import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeGsm7,
  decodeUcs2,
  encodeGsm7,
  encodeUcs2,
  firstNonGsmCharacter,
  hasLoneSurrogate,
  toGsmLookalikes,
} from './alphabets.ts';

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

  it('contains no other UTF-16 unit', () => {
    const known = new Set(table.map((row) => row.character));
    for (let unit = 0; unit < 0x10000; unit += 1) {
      const character = String.fromCharCode(unit);
      expect(firstNonGsmCharacter(character) === undefined).toBe(known.has(character));
    }
  });

  it('reads back whatever it wrote', () => {
    fc.assert(fc.property(gsmText, (text) => decodeGsm7(encodeGsm7(text)) === text));
  });

  it('refuses to write what it does not contain', () => {
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

  it('is absent if everything fits', () => {
    expect(firstNonGsmCharacter('Rs. 5 [net] {é} €\r\n')).toBeUndefined();
  });
});

describe('UCS-2', () => {
  it.each([
    ['a', [0x00, 0x61]],
    ['ک', [0x06, 0xa9]],
    ['😀', [0xd8, 0x3d, 0xde, 0x00]],
    ['\ufeffa', [0xfe, 0xff, 0x00, 0x61]],
    ['', []],
  ])('writes %j high octet first and reads it back', (text, octets) => {
    expect([...encodeUcs2(text)]).toEqual(octets);
    expect(decodeUcs2(Uint8Array.from(octets))).toBe(text);
  });

  it('reads back whatever it wrote', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(fc.property(text, (written) => decodeUcs2(encodeUcs2(written)) === written));
  });

  it.each([
    ['a last odd octet', [0x00, 0x61, 0x06], 'a\ufffd'],
    ['half of a pair', [0xd8, 0x3d, 0x00, 0x61], '\ufffda'],
  ])('reads %s as the replacement character', (_, octets, text) => {
    expect(decodeUcs2(Uint8Array.from(octets))).toBe(text);
  });
});

describe('a lone surrogate', () => {
  it.each(['a\ud83d', '\ude00a', '\ude00\ud83d'])('is found in %j', (text) => {
    expect(hasLoneSurrogate(text)).toBe(true);
  });

  it.each(['a😀', 'abc', ''])('is not in %j', (text) => {
    expect(hasLoneSurrogate(text)).toBe(false);
  });
});

describe('typographic characters', () => {
  it.each([
    ['Don’t', "Don't"],
    ['‘a’ ‚b‛ 5′', "'a' 'b' 5'"],
    ['“Sale” „now‟ 7″', '"Sale" "now" 7"'],
    ['9–5 — or‐so‑on ‒ ― −1', '9-5 - or-so-on - - -1'],
    ['Wait…', 'Wait...'],
    ['• 5% off', '* 5% off'],
    ['Rs.\u00a0500\u202fonly\u2009now\t!', 'Rs. 500 only now !'],
    ['one\u2028two\u2029three', 'one\ntwo\nthree'],
    ['\ufeffzero\u200b width\u2060 soft\u00adly\u200d\u2066\ufe0f', 'zero width softly'],
    ['ﬁne ﬂat oﬀ oﬃce baﬄe', 'fine flat off office baffle'],
  ])('%j becomes %j', (text, replaced) => {
    expect(toGsmLookalikes(text)).toBe(replaced);
    expect(firstNonGsmCharacter(replaced)).toBeUndefined();
  });

  it.each(['ç', 'á', '`', '´', '½', '™', '₨', '！', 'Α', 'کوڈ', '😀'])(
    '%s stays: its replacement would say something else',
    (text) => {
      expect(toGsmLookalikes(text)).toBe(text);
    },
  );

  it('leave every GSM text unchanged, and nothing to replace a second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const replaced = toGsmLookalikes(text);
        expect(toGsmLookalikes(replaced)).toBe(replaced);
        if (firstNonGsmCharacter(text) === undefined) expect(replaced).toBe(text);
      }),
    );
  });
});
