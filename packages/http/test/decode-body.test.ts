import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBody } from '../src/decode-body.ts';
import type { DecodedForm } from '../src/form.ts';

const BOUNDS = { fields: 20, jsonDepth: 8 };

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json; charset=utf-8';

function decode(body: string | Buffer, contentType = '', contentEncoding = ''): DecodedForm {
  return decodeBody({ body: Buffer.from(body), contentType, contentEncoding }, BOUNDS);
}

function valuesOf({ fields, fault }: DecodedForm): Record<string, string> {
  expect(fault).toBeUndefined();
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
}

describe('decodeBody', () => {
  it.each([FORM, `${FORM}; charset=UTF-8`, 'text/plain', '', 'nonsense'])(
    'reads a form whose type is %j',
    (type) => expect(valuesOf(decode('a=1&b=x+y', type))).toEqual({ a: '1', b: 'x y' }),
  );

  it.each([JSON_TYPE, FORM, 'text/plain', '', 'application/vnd.api+json'])(
    'reads a JSON object whose type is %j',
    (type) => expect(valuesOf(decode(' \n{"a":"1"}', type))).toEqual({ a: '1' }),
  );

  it('passes over a byte order mark before JSON', () => {
    expect(valuesOf(decode('\uFEFF{"a":"1"}', FORM))).toEqual({ a: '1' });
    expect(valuesOf(decode('\uFEFFa=1&b=2', FORM))).toEqual({ a: '1', b: '2' });
  });

  it.each([
    ['a=1', JSON_TYPE, 'JSON object'],
    ['[1]', JSON_TYPE, 'JSON object'],
    [Buffer.from('{"a":"\xe9"}', 'latin1'), '', 'UTF-8'],
    ['a=1', 'multipart/form-data', 'boundary'],
  ])('refuses %j as %j', (body, type, why) => {
    expect(decode(body, type).fault).toMatchObject({
      kind: 'unreadable',
      why: expect.stringContaining(why) as string,
    });
  });

  it('refuses a compressed body, and reads one that says it is not', () => {
    expect(decode('a=1', FORM, 'gzip').fault).toMatchObject({ kind: 'unreadable' });
    expect(valuesOf(decode('a=1', FORM, 'identity'))).toEqual({ a: '1' });
  });

  it('gives nothing for an empty body of any type', () => {
    for (const type of [FORM, JSON_TYPE, 'multipart/form-data', '']) {
      expect(valuesOf(decode('', type, 'gzip'))).toEqual({});
    }
  });

  it('never throws, whatever the body and whatever it claims to be', () => {
    const types = fc.constantFrom(FORM, JSON_TYPE, 'multipart/form-data; boundary=b', '');
    const pieces = fc.array(
      fc.constantFrom('{', '}', '[', ']', '"', '\\', ':', ',', 'a', '1', '--b', '\r\n', '=', '%4'),
    );
    const bodies = fc.oneof(
      fc.uint8Array().map(Buffer.from),
      pieces.map((it) => it.join('')),
    );
    fc.assert(
      fc.property(bodies, types, (body, type) => {
        expect(Array.isArray(decode(Buffer.from(body), type).fields)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
