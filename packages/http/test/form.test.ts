import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeForm, decodeOctets, decodePlainOctets } from '../src/form.ts';

describe('decodeOctets', () => {
  it('looks at nothing outside of its part', () => {
    expect(decodeOctets('x%41+%42y', 1, 8)).toEqual({ text: 'A B' });
    expect(decodeOctets('%41', 0, 2)).toHaveProperty('why');
    expect(decodeOctets('%00', 3, 3)).toEqual({ text: '' });
  });

  it('reads values longer than most', () => {
    const octets = '%d9%be'.repeat(5_000);
    expect(decodeOctets(octets, 0, octets.length)).toEqual({ text: 'پ'.repeat(5_000) });
  });

  it('gives a text that the next one does not change', () => {
    const first = decodeOctets('%41%41', 0, 6);
    decodeOctets('%42%42', 0, 6);
    expect(first).toEqual({ text: 'AA' });
  });

  it('takes no character for several octets', () => {
    expect(decodeOctets('پ', 0, 1)).toHaveProperty('why', 'its bytes are not UTF-8');
  });
});

describe('decodePlainOctets', () => {
  it('leaves percent and plus as they are', () => {
    expect(decodePlainOctets(Buffer.from('%41+پ'))).toEqual({ text: '%41+پ' });
    expect(decodePlainOctets(Buffer.from([0xc3]))).toHaveProperty('why');
    expect(decodePlainOctets(Buffer.from('a\0'))).toHaveProperty('why');
  });
});

const BOUNDS = { fields: 50, jsonDepth: 8 };

/** The fields as pairs, when there was no fault. */
function pairsOf(raw: string | Buffer): [string, string][] {
  const { fields, fault } = decodeForm(raw, BOUNDS);
  expect(fault).toBeUndefined();
  return fields.map(({ name, value }) => [name, value]);
}

const text = fc.string({ unit: 'binary', maxLength: 40 }).filter((it) => !it.includes('\0'));
const bytes = fc.uint8Array({ maxLength: 80 }).map((it) => Buffer.from(it));
const messyForm = fc
  .array(
    fc.constantFrom('%', '%4', '%zz', '%00', '%c3%a9', '%C0%80', '+', '&', '=', 'a', 'é', '\0'),
  )
  .map((pieces) => Buffer.from(pieces.join('')));

describe('decodeForm', () => {
  it.each([
    [
      'a=1&b=2',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    [
      'a=1+2&b=%2B',
      [
        ['a', '1 2'],
        ['b', '+'],
      ],
    ],
    ['a=b=c', [['a', 'b=c']]],
    [
      'a&b=&=c',
      [
        ['a', ''],
        ['b', ''],
        ['', 'c'],
      ],
    ],
    ['&&a=1&', [['a', '1']]],
    [
      'key[]=1&key[]=2',
      [
        ['key[]', '1'],
        ['key[]', '2'],
      ],
    ],
    ['a=%D9%BE%DB%8C', [['a', 'پی']]],
    ['a=%7B%22n%22%3A1%7D', [['a', '{"n":1}']]],
    ['a=%253D', [['a', '%3D']]],
    ['a=%EF%BB%BFx', [['a', '\uFEFFx']]],
    ['', []],
    [
      'a=1+2&b=3+4&c=%35&d=%36+7',
      [
        ['a', '1 2'],
        ['b', '3 4'],
        ['c', '5'],
        ['d', '6 7'],
      ],
    ],
  ])('reads %s', (raw, expected) => {
    expect(pairsOf(raw)).toEqual(expected);
    expect(pairsOf(Buffer.from(raw))).toEqual(expected);
  });

  it('reads raw UTF-8 in a body', () => {
    expect(pairsOf(Buffer.from('a=پیغام&b=1'))).toEqual([
      ['a', 'پیغام'],
      ['b', '1'],
    ]);
  });

  it.each([
    ['a=%zz', 'hexadecimal'],
    ['a=1%', 'hexadecimal'],
    ['a=1%4', 'hexadecimal'],
    ['a=%4&b=1', 'hexadecimal'],
    ['a=%00', 'NUL'],
    ['a=x\0', 'NUL'],
    ['a=%FF', 'UTF-8'],
    ['a=%C0%80', 'UTF-8'],
    ['a=%ED%A0%80', 'UTF-8'],
    ['a=%F4%90%80%80', 'UTF-8'],
    ['a=%C3', 'UTF-8'],
    ['a=\xe9', 'UTF-8'],
  ])('refuses %j naming the parameter', (raw, why) => {
    const { fault } = decodeForm(raw, BOUNDS);
    expect(fault).toMatchObject({ kind: 'encoding', name: 'a', position: 1 });
    expect(fault).toHaveProperty('why', expect.stringContaining(why));
  });

  it('counts the parameters when a name cannot be read', () => {
    const { fields, fault } = decodeForm('a=1&%zz=2&c=3', BOUNDS);
    expect(fault).toMatchObject({ kind: 'encoding', name: undefined, position: 2 });
    expect(fields.map(({ name }) => name)).toEqual(['a', 'c']);
  });

  it('takes the most fields it may, and not one more', () => {
    const form = (count: number): string => Array.from({ length: count }, () => 'a=1').join('&');
    expect(pairsOf(form(50))).toHaveLength(50);
    expect(decodeForm(form(51), BOUNDS).fault).toEqual({ kind: 'too_many' });
  });

  it('gives back every text that was encoded, in either way of writing a blank', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 5 }), (pairs) => {
        const wellFormed = pairs.map(([name, value]): [string, string] => [
          `n${name.toWellFormed()}`,
          value.toWellFormed(),
        ]);
        const encoded = wellFormed.map((pair) => pair.map(encodeURIComponent).join('='));
        expect(pairsOf(encoded.join('&'))).toEqual(wellFormed);
        expect(pairsOf(new URLSearchParams(wellFormed).toString())).toEqual(wellFormed);
      }),
    );
  });

  it('never throws, and what it gives can be stored and written', () => {
    fc.assert(
      fc.property(fc.oneof(bytes, messyForm), (raw) => {
        const { fields } = decodeForm(raw, BOUNDS);
        for (const { name, value } of fields) {
          expect(`${name}${value}`).not.toContain('\0');
          expect(`${name}${value}`.isWellFormed()).toBe(true);
        }
      }),
    );
  });

  it('never puts a replacement character where none was', () => {
    fc.assert(
      fc.property(bytes, (raw) => {
        if (raw.includes('\uFFFD')) return;
        const { fields } = decodeForm(Buffer.concat([Buffer.from('a='), raw]), BOUNDS);
        for (const { value } of fields) expect(value).not.toContain('\uFFFD');
      }),
    );
  });
});
