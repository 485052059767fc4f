import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBody, type EncodedBody } from '../src/decode-body.ts';
import { findFields } from '../src/find-fields.ts';

const BOUNDS = { fields: 12, jsonDepth: 3 };
const NAMES = new Set(['api_key', 'format']);
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const MULTIPART = 'multipart/form-data; boundary=cut';

const encode = (body: string | Buffer, contentType = FORM): EncodedBody => ({
  body: Buffer.from(body as string),
  contentType,
  contentEncoding: '',
});

/** What decoding all of it gives of these fields. */
const decoded = (encoded: EncodedBody) => {
  const { fields, fault } = decodeBody(encoded, BOUNDS);
  return { fault, fields: fields.filter(({ name }) => NAMES.has(name)) };
};

/** A body that can be read gives the same fields, up to one that stands there twice. */
async function expectSame(encoded: EncodedBody): Promise<void> {
  const whole = decoded(encoded);
  if (whole.fault !== undefined) return;
  const found = await findFields(encoded, NAMES, BOUNDS);
  expect(found.fault).toBeUndefined();
  expect(found.fields).toEqual(whole.fields.slice(0, NAMES.size + 1));
}

const name = fc.oneof(
  fc.constantFrom('api_key', 'format', 'mobile', 'api', 'api_key2', 'API_KEY', '', 'format '),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
const value = fc.oneof(
  fc.constantFrom('K', '', ' K ', 'api_key=K', '"api_key":"K"', '&api_key=K', 'name="api_key"'),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
);
const pairs = fc.array(fc.tuple(name, value), { maxLength: 10 });

/** A text with some of its octets in hexadecimal. */
const escaped = (text: string, choice: readonly boolean[]): string =>
  [...Buffer.from(text)]
    .map((octet, at) => {
      const plain = String.fromCharCode(octet);
      const mayStand = /[\w.-]/.test(plain) && choice[at % choice.length] !== true;
      return mayStand ? plain : `%${octet.toString(16).padStart(2, '0')}`;
    })
    .join('');

const choices = fc.array(fc.boolean(), { minLength: 1, maxLength: 9 });

describe('fields found in a body that can be read', () => {
  it('of a form that begins with a byte order mark', async () => {
    const form = encode('\uFEFFapi_key=K&format=json');
    expect(decoded(form).fields.map(({ name: found }) => found)).toEqual(['api_key', 'format']);
    await expectSame(form);
  });

  it('of a form are those of the form, in whatever order and however written', async () => {
    await fc.assert(
      fc.asyncProperty(pairs, choices, fc.constantFrom('&', '&&'), async (all, choice, and) => {
        const written = all.map(([it, its], at) =>
          its === '' && at % 2 === 0
            ? escaped(it, choice)
            : `${escaped(it, choice)}=${escaped(its, choice)}`,
        );
        await expectSame(encode(written.join(and)));
      }),
      { numRuns: 500 },
    );
  });

  it('of JSON are those of the object, in whatever order and however written', async () => {
    const inner = fc.jsonValue({ maxDepth: 2, stringUnit: 'grapheme' });
    const members = fc.array(fc.tuple(name, fc.oneof(value, inner)), { maxLength: 10 });
    const blanks = fc.constantFrom('', ' ', '\n\t');
    const quote = (text: string, choice: readonly boolean[]): string =>
      `"${text
        .split('')
        .map((unit, at) => {
          const plain = JSON.stringify(unit).slice(1, -1);
          const code = unit.charCodeAt(0).toString(16).padStart(4, '0');
          return choice[at % choice.length] === true ? `\\u${code}` : plain;
        })
        .join('')}"`;
    await fc.assert(
      fc.asyncProperty(members, choices, blanks, fc.boolean(), async (all, choice, blank, mark) => {
        const written = all.map(([it, its]) => {
          const text = typeof its === 'string' ? quote(its, choice) : JSON.stringify(its, null, 1);
          return `${quote(it, choice)}${blank}:${blank}${text}`;
        });
        const object = `{${blank}${written.join(`${blank},${blank}`)}}${blank}`;
        await expectSame(encode(`${mark ? '\uFEFF' : ''}${object}`, JSON_TYPE));
        await expectSame(encode(object));
      }),
      { numRuns: 500 },
    );
  });

  it('of a multipart form are those of its parts', async () => {
    await fc.assert(
      fc.asyncProperty(pairs, fc.boolean(), async (all, escapes) => {
        const parts = all.map(([it, its]) => {
          const quoted = it.replaceAll(/["\\]/g, '\\$&');
          const shown = escapes ? quoted.replaceAll('_', '\\_') : quoted;
          const head = `Content-Disposition: form-data; name="${shown}"`;
          return `--cut\r\n${head}\r\n\r\n${its}\r\n`;
        });
        await expectSame(encode(`${parts.join('')}--cut--\r\n`, MULTIPART));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['mobile=1&api%5fkey=K', [['api_key', 'K']]],
    ['mobile=1&%61%70%69%5F%6b%65%79=%4b', [['api_key', 'K']]],
    ['xapi_key=1&api_key=K&api_key_=2', [['api_key', 'K']]],
    ['mobile=x=&api_key=K=', [['api_key', 'K=']]],
    [
      String.raw`{"a":{"api_key":"no"},"b":"\"api_key\":\"no\"","api\u005fkey":"K"}`,
      [['api_key', 'K']],
    ],
    ['{"api_key":7}', [['api_key', '7']]],
    [
      '{"api_key":null,"format":"json"}',
      [
        ['api_key', ''],
        ['format', 'json'],
      ],
    ],
    [
      'api_key=A&mobile=1&api_key=B',
      [
        ['api_key', 'A'],
        ['api_key', 'B'],
      ],
    ],
  ])('%s', async (body, expected) => {
    const { fields } = await findFields(encode(body), NAMES, BOUNDS);
    expect(fields.map((field) => [field.name, field.value])).toEqual(expected);
  });
});

describe('what is not looked through to its end', () => {
  const many = Array.from({ length: BOUNDS.fields }, (_, at) => `a${at}=1`).join('&');
  it.each([
    ['too many fields', `${many}&api_key=K`, FORM, 'too_many'],
    ['too many members', `{${'"a":1,'.repeat(12)}"api_key":"K"}`, JSON_TYPE, 'too_many'],
    ['too many parts', '--cut\r\n\r\n\r\n'.repeat(13) + '--cut--', MULTIPART, 'too_many'],
    ['no JSON', '{"api_key":"K"', JSON_TYPE, 'unreadable'],
    ['a multipart form without its end', '--cut\r\n', MULTIPART, 'unreadable'],
    ['a key as long as a book', `api_key=${'K'.repeat(20_000)}`, FORM, 'encoding'],
    ['the same in JSON', `{"api_key":"${'K'.repeat(20_000)}"}`, JSON_TYPE, 'encoding'],
    ['a key in a broken escape', 'api_key=%zz', FORM, 'encoding'],
  ])('%s', async (_, body, type, kind) => {
    expect((await findFields(encode(body, type), NAMES, BOUNDS)).fault?.kind).toBe(kind);
  });

  it('a compressed body', async () => {
    const encoded = { ...encode('api_key=K'), contentEncoding: 'gzip' };
    expect((await findFields(encoded, NAMES, BOUNDS)).fault?.kind).toBe('unreadable');
  });
});
