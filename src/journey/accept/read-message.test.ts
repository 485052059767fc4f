import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeRequest } from '../../../test/support/fixtures.ts';
import { sentenceOf } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { SendRequest } from '../../domain/message/draft.ts';
import { readMessage, type ReadMessage } from './read-message.ts';

const read = (message: string): ReadMessage<SendRequest> => readMessage(makeRequest({ message }));

function sentenceFor(message: string): string {
  const result = read(message);
  return result.ok ? 'read' : sentenceOf(result.refusal);
}

const keys = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'v'])));

describe('the values of a message', () => {
  it.each<readonly [string, readonly (readonly [string, unknown])[]]>([
    ['{}', []],
    ['{"a":"x"}', [['a', 'x']]],
    [' { "a" : "x" } ', [['a', 'x']]],
    [
      '{"a":1.50,"b":-0,"c":1e5}',
      [
        ['a', '1.50'],
        ['b', '-0'],
        ['c', '1e5'],
      ],
    ],
    [
      '{"a":null,"b":true}',
      [
        ['a', null],
        ['b', true],
      ],
    ],
    ['{"a":"آپ 😀"}', [['a', 'آپ 😀']]],
    ['{"__proto__":"x"}', [['__proto__', 'x']]],
  ])('of %s are %j', (message, values) => {
    const result = read(message);
    expect(result).toMatchObject({ ok: true, values: new Map(values) });
    expect(result.request.message).toBe(message);
  });

  it('keep lists and objects for whoever judges them', () => {
    const result = read('{"a":["x"],"b":{"c":"y"}}');
    expect(result.ok && result.values).toEqual(
      new Map<string, unknown>([
        ['a', ['x']],
        ['b', new Map([['c', 'y']])],
      ]),
    );
  });

  it.each([
    ['Your code is 4821', 'Invalid message: it is not JSON'],
    ['code=4821', 'Invalid message: it is not JSON'],
    ["{'code':'4821'}", 'Invalid message: it is not JSON'],
    ['{"code":"4821"', 'Invalid message: it is not JSON'],
    ['{"code":"a\nb"}', 'Invalid message: it is not JSON'],
    ['["4821"]', 'Invalid message: a JSON object is needed'],
    ['"4821"', 'Invalid message: a JSON object is needed'],
    ['4821', 'Invalid message: a JSON object is needed'],
    ['null', 'Invalid message: a JSON object is needed'],
    [String.raw`{"a":"\ud83d"}`, 'Invalid message: it holds half a character'],
    ['{"a":"1","a":"2"}', "Invalid message: 'a' is given twice"],
    ['{"token":"1","token":"2"}', 'Invalid message: a variable is given twice'],
  ])('of %s are refused: %s', (message, sentence) => {
    expect(sentenceFor(message)).toContain(sentence);
  });

  it('may be as many as the bound and not one more', () => {
    const most = limit('messageKeys');
    expect(read(keys(most)).ok).toBe(true);
    expect(sentenceFor(keys(most + 1))).toBe(`Invalid message: more than ${most} keys`);
  });

  it('may be as deep as the bound and not one deeper', () => {
    const most = limit('jsonDepth');
    const nested = (levels: number): string =>
      `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect(read(nested(most)).ok).toBe(true);
    expect(sentenceFor(nested(most + 1))).toBe(
      `Invalid message: nested deeper than ${most} levels`,
    );
  });
});

describe('a message that was form-encoded twice', () => {
  it('is read, and every value of the request is decoded once more', () => {
    const value = fc.string({ unit: 'grapheme' }).filter((text) => text.isWellFormed());
    const encode = (text: string): string => encodeURIComponent(text).replaceAll('%20', '+');
    fc.assert(
      fc.property(value, value, fc.dictionary(value, value), (sender, mobile, values) => {
        const message = JSON.stringify(values);
        const written = { ...makeRequest(), sender, mobile, message, network: 'Jazz' };
        const result = readMessage({
          ...written,
          sender: encode(sender),
          mobile: encode(mobile),
          message: encode(message),
        });
        expect(result).toEqual({
          ok: true,
          request: written,
          values: new Map(Object.entries(values)),
        });
      }),
    );
  });

  it.each([
    ['an escape that is none stands elsewhere', { message: '%7B%7D', sender: '100%' }],
    ['its octets are no UTF-8', { message: '%7B%22a%22%3A%22%ff%22%7D' }],
    ['it is no JSON then either', { message: '%7Ba%7D' }],
    ['it has no brace', { message: '%5B1%5D' }],
  ])('is judged as it came when %s', (_, changes) => {
    const request = makeRequest(changes);
    const result = readMessage(request);
    expect(result).toMatchObject({ ok: false, refusal: { reason: 'message_not_object' } });
    expect(result.request).toBe(request);
  });

  it('is none when it is JSON already: what looks encoded in a value stays', () => {
    const result = readMessage(makeRequest({ message: '{"a":"%7B+%7D"}', sender: 'A+B' }));
    expect(result).toMatchObject({ ok: true, values: new Map([['a', '%7B+%7D']]) });
    expect(result.request.sender).toBe('A+B');
  });
});
