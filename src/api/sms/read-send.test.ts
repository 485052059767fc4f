import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentenceOf } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import { readSend } from './read-send.ts';

const TEXTS = {
  sender: 'InfoSMS',
  template_id: '21',
  message: '{}',
  network: '',
  ported: '',
  type: '',
};

const valuesOf = (message: string) => readSend({ ...TEXTS, message }).send.values;

function sentenceFor(message: string): string {
  const values = valuesOf(message);
  return values !== undefined && 'reason' in values ? sentenceOf(values) : 'read';
}

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
    expect(valuesOf(message)).toEqual(new Map(values));
  });

  it('keep lists and objects, which are checked later', () => {
    expect(valuesOf('{"a":["x"],"b":{"c":"y"}}')).toEqual(
      new Map<string, unknown>([
        ['a', ['x']],
        ['b', new Map([['c', 'y']])],
      ]),
    );
  });

  it.each([
    ['Your code is 4821', 'Invalid message: it is not JSON: it holds the values of the template'],
    ['code=4821', 'Invalid message: it is not JSON'],
    [
      "{'code':'4821'}",
      'it is not JSON: its quotation marks must be double ones, from character 2',
    ],
    [String.raw`{\"code\":\"4821\"}`, 'from character 2 on: write it without addslashes'],
    [
      '{"shop":"Ali ',
      'it ends after 13 characters, before its closing bracket: write an & in it as %26',
    ],
    ['{"code":4821,}', 'it is not JSON: from character 14 on; it holds the values of the template'],
    ['{"code":"4821"', 'Invalid message: it is not JSON'],
    ['{"code":"a\nb"}', 'Invalid message: it is not JSON'],
    ['["4821"]', 'Invalid message: it must be a JSON object'],
    ['"4821"', 'Invalid message: it must be a JSON object'],
    ['4821', 'Invalid message: it must be a JSON object'],
    ['null', 'Invalid message: it must be a JSON object'],
    [String.raw`{"a":"\ud83d"}`, 'Invalid message: it holds half a character'],
    ['{"a":"1","a":"2"}', "Invalid message: 'a' is given twice"],
    ['{"token":"1","token":"2"}', 'Invalid message: a variable is given twice'],
  ])('of %s are refused: %s', (message, sentence) => {
    expect(sentenceFor(message)).toContain(sentence);
  });

  it('may be nested up to the limit and no deeper', () => {
    const most = limit('jsonDepth');
    const nested = (levels: number): string =>
      `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect(sentenceFor(nested(most))).toBe('read');
    expect(sentenceFor(nested(most + 1))).toBe(
      `Invalid message: nested deeper than ${most} levels`,
    );
  });
});

describe('the parameters of a send', () => {
  it('that are blank count as not given', () => {
    const blank = {
      sender: ' ',
      template_id: '\t',
      message: ' ',
      network: ' ',
      ported: '',
      type: '',
    };
    expect(Object.values(readSend(blank).send)).toEqual(Array(6).fill(undefined));
  });

  it('are read without surrounding blanks', () => {
    const written = {
      ...{ sender: ' 8584 ', template_id: ' 021', message: '{"a":1}', network: 'Zong ' },
      ...{ ported: ' 1', type: ' Unicode' },
    };
    expect(readSend(written).send).toEqual({
      ...{ sender: '8584', templateId: 21, values: new Map([['a', '1']]) },
      ...{ network: 'Zong', ported: true, unicode: true },
    });
  });
});

describe('a message that was form-encoded twice', () => {
  it('is read, and every value of the request is decoded once more', () => {
    const value = fc.string({ unit: 'grapheme' }).filter((text) => text.isWellFormed());
    const encode = (text: string): string => encodeURIComponent(text).replaceAll('%20', '+');
    fc.assert(
      fc.property(value, value, fc.dictionary(value, value), (sender, mobile, values) => {
        const message = JSON.stringify(values);
        const written = { ...TEXTS, sender, mobile, message, network: 'Jazz' };
        const { texts, send } = readSend({
          ...written,
          sender: encode(sender),
          mobile: encode(mobile),
          message: encode(message),
        });
        expect(texts).toEqual(written);
        expect(send).toMatchObject({
          sender: sender.trim() === '' ? undefined : sender.trim(),
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
  ])('is taken as it came when %s', (_, changes) => {
    const given = { ...TEXTS, ...changes };
    const { texts, send } = readSend(given);
    expect(send.values).toMatchObject({ reason: 'message_not_object' });
    expect(texts).toBe(given);
  });

  it('is not one when it is already JSON: what looks encoded in a value stays', () => {
    const { send } = readSend({ ...TEXTS, message: '{"a":"%7B+%7D"}', sender: 'A+B' });
    expect(send).toMatchObject({ sender: 'A+B', values: new Map([['a', '%7B+%7D']]) });
  });
});
