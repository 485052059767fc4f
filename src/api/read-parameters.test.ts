import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeHttpRequest, type RequestParts } from '../../test/support/http-request.ts';
import { sentenceOf } from '../domain/failure/failure.ts';
import { limit } from '../domain/limits.ts';
import { formatIn, readParameters } from './read-parameters.ts';

const NAMES = new Set(['api_key', 'mobile', 'message', 'format'] as const);

function read(parts: RequestParts): string[] | string {
  const result = readParameters(makeHttpRequest(parts), NAMES);
  if (!result.ok) return sentenceOf(result.refusal);
  return ['api_key', 'mobile', 'message'].map((name) => result.parameters.get(name as 'mobile'));
}

function reasonOf(parts: RequestParts): string {
  const result = readParameters(makeHttpRequest(parts), NAMES);
  return result.ok ? '' : result.refusal.reason;
}

function formatOf(parts: RequestParts): string {
  return readParameters(makeHttpRequest(parts), NAMES).format;
}

describe('readParameters', () => {
  it.each<[string, RequestParts]>([
    ['the query', { query: 'api_key=k&mobile=92&message=m' }],
    ['a form', { body: 'api_key=k&mobile=92&message=m' }],
    ['both', { query: 'api_key=k', body: 'mobile=92&message=m' }],
    ['the query of a POST without a body', { query: 'api_key=k&mobile=92&message=m', body: '' }],
    ['both, saying the same', { query: 'api_key=k&mobile=92', body: 'mobile=92&message=m' }],
    ['a JSON object', { body: '{"api_key":"k","mobile":92,"message":"m"}' }],
    ['among others that are unknown, twice', { query: 'api_key=k&x=1&mobile=92&x=2&message=m' }],
  ])('reads %s', (_, parts) => {
    expect(read(parts)).toEqual(['k', '92', 'm']);
  });

  it('reads ’’ for what was not given', () => {
    expect(read({ query: 'mobile=' })).toEqual(['', '', '']);
  });

  it.each<[RequestParts, string]>([
    [
      { body: 'mobile[]=92&mobile[]=93' },
      'Invalid mobile: it was given as a list, mobile[]: write',
    ],
    [{ query: 'mobile%5B0%5D=92' }, 'write one mobile with its numbers, with commas between them'],
    [{ body: 'message[]=m' }, 'Invalid message: it was given as a list'],
  ])('names a parameter that came as a list: %j', (parts, words) => {
    expect(read(parts)).toContain(words);
  });

  it('ignores a list beside the parameter itself, and of names that it does not know', () => {
    expect(read({ query: 'mobile=92&mobile[]=93&x[]=1' })).toEqual(['', '92', '']);
  });

  it('accepts a real object as JSON text, and nothing else', () => {
    expect(read({ body: '{"message":{"code": "1"}}' })).toEqual(['', '', '{"code": "1"}']);
    expect(read({ body: '{"mobile":["92","93"]}' })).toBe(
      'Invalid mobile: it must be one string or number',
    );
  });

  it.each<[RequestParts, string]>([
    [{ query: 'mobile=1&mobile=1' }, 'Invalid request: mobile is given more than once'],
    [{ body: 'mobile=1&mobile=2' }, 'Invalid request: mobile is given more than once'],
    [{ body: '{"mobile":1,"mobile":1}' }, 'Invalid request: mobile is given more than once'],
    [
      { query: 'mobile=1', body: 'mobile=2' },
      'Invalid request: mobile is given twice with different values',
    ],
    [
      { query: 'mobile=', body: 'mobile=2' },
      'Invalid request: mobile is given twice with different values',
    ],
    [{ query: 'mobile=%FF' }, "Invalid 'mobile': its bytes are not UTF-8"],
    [{ query: 'a=1&token=%00' }, 'Invalid parameter 2: it holds a NUL character'],
    [{ query: '%zz=1' }, 'Invalid parameter 1: a % is not followed by two hexadecimal digits'],
    [
      { body: `{"message":${'['.repeat(9)}${']'.repeat(9)}}` },
      "Invalid 'message': nested deeper than 8 levels",
    ],
    [
      { body: '[]', headers: { 'content-type': 'application/json' } },
      'Invalid request body: it is not a JSON object',
    ],
    [{ query: 'format=csv' }, 'Invalid format: use plain, json or xml'],
  ])('refuses %j', (parts, sentence) => {
    expect(read(parts)).toBe(sentence);
  });

  it('accepts values up to the limit, and beyond it only the list of recipients', () => {
    const bound = limit('parameterValueBytes');
    expect(reasonOf({ body: `message=${'x'.repeat(bound)}` })).toBe('');
    expect(reasonOf({ body: `message=${'x'.repeat(bound + 1)}` })).toBe('parameter_too_large');
    expect(reasonOf({ body: `message=${'\u00e9'.repeat(bound / 2)}` })).toBe('');
    expect(reasonOf({ body: `message=${'\u00e9'.repeat(bound / 2)}x` })).toBe(
      'parameter_too_large',
    );
    expect(reasonOf({ body: `mobile=${'9'.repeat(bound + 1)}` })).toBe('');
    expect(reasonOf({ body: `unknown=${'9'.repeat(bound + 1)}` })).toBe('');
  });

  it('accepts parameters up to the limit, and not one more', () => {
    const bound = limit('parametersPerRequest');
    const query = (count: number) => Array.from({ length: count }, (_, it) => `p${it}=`).join('&');
    expect(reasonOf({ query: query(bound) })).toBe('');
    expect(reasonOf({ query: query(bound + 1) })).toBe('too_many_parameters');
  });

  it('names a refusal that no caller takes for an acceptance, whatever came', () => {
    const octets = fc.uint8Array({ maxLength: 60 }).map((it) => Buffer.from(it).toString('latin1'));
    const words = fc.array(
      fc.constantFrom('ok', 'sent', 'success', 'mobile', '=', '&', '%', '%41', '%FF', '{', '"'),
    );
    const query = fc.oneof(
      octets,
      words.map((it) => it.join('')),
    );
    fc.assert(
      fc.property(query, query, (first, second) => {
        const result = read({ query: first, body: Buffer.from(second, 'latin1') });
        if (typeof result !== 'string') return;
        expect(result).not.toMatch(/ok|success|sent|submitted|delivered/i);
        expect(result).toMatch(/^(Invalid|Error)/);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the format', () => {
  it.each<[RequestParts, string]>([
    [{}, 'plain'],
    [{ query: 'format=' }, 'plain'],
    [{ query: 'format=JSON' }, 'json'],
    [{ query: 'format=+Xml+' }, 'xml'],
    [{ body: 'format=json' }, 'json'],
    [{ body: '{"format":"xml"}' }, 'xml'],
    [{ query: 'format=json&mobile=%zz' }, 'json'],
    [{ query: 'mobile=%zz&format=json' }, 'json'],
    [{ query: 'mobile=1', body: 'mobile=2&format=xml' }, 'xml'],
    [{ query: 'format=yaml' }, 'plain'],
    [{ query: 'format=json&format=xml' }, 'json'],
  ])('of %j is %s, for refusals too', (parts, format) => {
    expect(formatOf(parts)).toBe(format);
  });

  it('is read from the query when that is all there is, malformed or not', () => {
    expect(formatIn('a=b c&format=json')).toBe('json');
    expect(formatIn('%zz&format=xml')).toBe('xml');
    expect(formatIn('')).toBe('plain');
  });
});
