import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeMultipart } from '../src/decode-multipart.ts';
import type { DecodedForm } from '../src/form.ts';

const BOUNDS = { fields: 3, jsonDepth: 8 };
const TYPE = 'multipart/form-data; boundary=frontier';

/** A body of parts, each given as the rest of its first header line and a value. */
function bodyOf(parts: readonly (readonly [string, string | Buffer])[]): Buffer {
  const pieces = parts.flatMap(([disposition, value]) => [
    Buffer.from(`--frontier\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from('--frontier--\r\n')]);
}

function decode(body: Buffer | string, type = TYPE): DecodedForm {
  return decodeMultipart(Buffer.from(body), type, BOUNDS);
}

describe('decodeMultipart', () => {
  it('reads fields: empty ones, lines, blanks and letters of any script', () => {
    const parts = [
      ['name="a"', ''],
      ['name="b"', 'one\r\ntwo +%41'],
      ['name=c', 'پیغام'],
    ] as const;
    const { fields, fault } = decode(bodyOf(parts));
    expect(fault).toBeUndefined();
    expect(fields.map(({ name, value }) => [name, value])).toEqual([
      ['a', ''],
      ['b', 'one\r\ntwo +%41'],
      ['c', 'پیغام'],
    ]);
  });

  it.each([
    ['multipart/form-data; boundary="frontier"'],
    ['multipart/form-data; charset=utf-8; boundary=frontier'],
    ['Multipart/Form-Data; BOUNDARY=frontier'],
  ])('finds the boundary in %s', (type) => {
    expect(decode(bodyOf([['name="a"', '1']]), type).fields).toHaveLength(1);
  });

  it('passes over a preamble and further headers of a part', () => {
    const body = 'hello\r\n--frontier\r\ncontent-type: text/plain\r\ncontent-disposition: ';
    const { fields } = decode(`${body}form-data; name="a"\r\n\r\n1\r\n--frontier--`);
    expect(fields).toEqual([{ name: 'a', value: '1', structured: false }]);
  });

  it.each([
    ['no boundary at all', 'a=1'],
    ['no closing boundary', '--frontier\r\nContent-Disposition: form-data; name="a"\r\n\r\n1'],
    [
      'another boundary',
      '--frontier2\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--frontier2--',
    ],
  ])('refuses a body with %s', (_, body) => {
    expect(decode(body).fault).toMatchObject({ kind: 'unreadable' });
  });

  it.each([
    ['name="a"; filename="x.csv"', 'x', 'a', 'file'],
    ['name="a"', Buffer.from([0xff]), 'a', 'UTF-8'],
    ['name="a"', '\0', 'a', 'NUL'],
    ['x="a"', '1', undefined, 'name'],
  ])('refuses %s holding %j', (disposition, value, name, why) => {
    const { fault } = decode(
      bodyOf([
        ['name="first"', '1'],
        [disposition, value],
      ]),
    );
    expect(fault).toEqual({
      kind: 'encoding',
      name,
      position: 2,
      why: expect.stringContaining(why) as string,
    });
  });

  it('takes the fields it may, and not one more', () => {
    const parts = (count: number) =>
      Array.from({ length: count }, (_, index) => [`name="f${index}"`, '1'] as const);
    expect(decode(bodyOf(parts(3))).fields).toHaveLength(3);
    expect(decode(bodyOf(parts(4))).fault).toEqual({ kind: 'too_many' });
  });

  it('gives back every value that does not hold the boundary', () => {
    const value = fc.string({ unit: 'grapheme' }).filter((it) => !/\0|\r\n--frontier/.test(it));
    fc.assert(
      fc.property(value, (it) => {
        expect(decode(bodyOf([['name="a"', it]])).fields[0]?.value).toBe(it);
      }),
    );
  });
});
