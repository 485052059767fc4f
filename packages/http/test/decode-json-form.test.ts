import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeJsonForm } from '../src/decode-json-form.ts';

const BOUNDS = { fields: 20, jsonDepth: 3 };

const decode = (text: string, bounds: typeof BOUNDS) => decodeJsonForm(Buffer.from(text), bounds);

function fieldsOf(text: string): [string, string, boolean][] {
  const { fields, fault } = decode(text, BOUNDS);
  expect(fault).toBeUndefined();
  return fields.map(({ name, value, structured }) => [name, value, structured]);
}

describe('decodeJsonForm', () => {
  it.each([
    ['{}', []],
    ['{"a":"x"}', [['a', 'x', false]]],
    ['{"a":501}', [['a', '501', false]]],
    ['{"a":923001234567890123456789}', [['a', '923001234567890123456789', false]]],
    ['{"a":1.50}', [['a', '1.50', false]]],
    [
      '{"a":true,"b":false,"c":null}',
      [
        ['a', 'true', false],
        ['b', 'false', false],
        ['c', '', false],
      ],
    ],
    ['{"m": {"k": "v"} }', [['m', '{"k": "v"}', true]]],
    ['{"m":[1,{"a":"]}"}]}', [['m', '[1,{"a":"]}"}]', true]]],
    ['{"a":"\\"\\u067e\\\\"}', [['a', '"پ\\', false]]],
    ['{"\\u0061":"x"}', [['a', 'x', false]]],
    [
      '{"a":"1","a":"2"}',
      [
        ['a', '1', false],
        ['a', '2', false],
      ],
    ],
    [
      ' {\n"a" : "1" ,\t"b":2 } ',
      [
        ['a', '1', false],
        ['b', '2', false],
      ],
    ],
    ['{"__proto__":"x"}', [['__proto__', 'x', false]]],
  ])('reads %s', (text, expected) => {
    expect(fieldsOf(text)).toEqual(expected);
  });

  it.each([
    '',
    'null',
    '"a"',
    '[]',
    '{',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{"a":1}}',
    '{"a":1} x',
    '{a:1}',
    "{'a':1}",
    '{"a":01}',
    '{"a":nul}',
    '{"a":"x}',
    '{"a":"\n"}',
    '{"a":"\\x"}',
    '{"a":[1',
    '{"a":1 2}',
    '{,}',
  ])('refuses %j', (text) => {
    expect(decode(text, BOUNDS).fault).toMatchObject({ kind: 'unreadable' });
  });

  it.each([
    ['{"a":"1","b":"\\u0000"}', 'NUL'],
    ['{"a":"1","b":"\\ud83d"}', 'half'],
  ])('refuses %s naming the member', (text, why) => {
    expect(decode(text, BOUNDS).fault).toEqual({
      kind: 'encoding',
      name: 'b',
      position: 2,
      why: expect.stringContaining(why) as string,
    });
  });

  it('takes the depth it may, and not one level more', () => {
    expect(fieldsOf('{"a":[[[1]]]}')).toEqual([['a', '[[[1]]]', true]]);
    expect(decode('{"a":[[[[1]]]]}', BOUNDS).fault).toEqual({
      kind: 'too_deep',
      name: 'a',
    });
    expect(decode(`{"a":${'['.repeat(200_000)}`, BOUNDS).fault).toMatchObject({
      kind: 'unreadable',
    });
  });

  it('takes the members it may, and not one more', () => {
    const object = (count: number): string =>
      `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')}}`;
    expect(fieldsOf(object(20))).toHaveLength(20);
    expect(decode(object(21), BOUNDS).fault).toEqual({ kind: 'too_many' });
  });

  it('reads what JSON.stringify wrote: texts as they are, the rest as JSON.parse would', () => {
    const object = fc.dictionary(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.oneof(fc.string({ unit: 'grapheme' }), fc.array(fc.array(fc.integer())), fc.integer()),
      { maxKeys: 10 },
    );
    fc.assert(
      fc.property(object, fc.constantFrom(0, 2), (it, indent) => {
        const { fields } = decode(JSON.stringify(it, null, indent), BOUNDS);
        const read = fields.map(({ name, value }) => {
          return [name, typeof it[name] === 'string' ? value : (JSON.parse(value) as unknown)];
        });
        expect(read).toEqual(Object.entries(it));
      }),
    );
  });
});
