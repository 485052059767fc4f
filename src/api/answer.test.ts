import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FAILURE_WORDS, FAILURES, refuse, type FailureReason } from '../domain/failure/failure.ts';
import { answerDone, answerRefusal, renderXml, type ResponseFormat } from './answer.ts';

const PLAIN: ResponseFormat = { format: 'plain', frame: 'full', always200: false };
const JSON_VOICE: ResponseFormat = { ...PLAIN, format: 'json' };
const XML_VOICE: ResponseFormat = { ...PLAIN, format: 'xml' };

const SENTENCE = 'Invalid recipient: not a mobile number';
const refusal = refuse('no_valid_recipient', { why: 'not a mobile number' });

describe('answerRefusal', () => {
  it.each([
    ['plain', PLAIN, 'text/plain', `7 : ${SENTENCE}`],
    [
      'json',
      JSON_VOICE,
      'application/json',
      `{"success":"false","status":"7","error":"${SENTENCE}",` +
        `"results":[{"status":"7","error":"${SENTENCE}"}]}`,
    ],
    [
      'xml',
      XML_VOICE,
      'application/xml',
      '<?xml version="1.0" encoding="UTF-8"?><response><success>false</success>' +
        `<status>7</status><error>${SENTENCE}</error><results><result><status>7</status>` +
        `<error>${SENTENCE}</error></result></results></response>`,
    ],
    [
      'json without a frame',
      { ...JSON_VOICE, frame: 'results' },
      'application/json',
      `{"success":"false","results":[{"status":"7","error":"${SENTENCE}"}]}`,
    ],
  ] as const)('in %s', (_, responseFormat, contentType, body) => {
    expect(answerRefusal(refusal, responseFormat)).toEqual({
      status: 400,
      contentType: `${contentType}; charset=utf-8`,
      body,
    });
  });

  it('lists each of several numbers, and sums them up in one sentence', () => {
    const wrong = (why: string) => refuse('no_valid_recipient', { why });
    const each = [{ shown: '8584', refusal: wrong('a short code') }];
    expect(answerRefusal({ ...refusal, each }, XML_VOICE).body).toContain(
      `<error>${SENTENCE}</error><results><result><status>7</status>` +
        '<error>Invalid recipient: a short code</error><gsm>8584</gsm></result></results></resp',
    );
    expect(answerRefusal({ ...refusal, each }, PLAIN).body).toBe(`7 : ${SENTENCE}`);
  });

  it('says when to try again where the catalogue does', () => {
    expect(answerRefusal(refuse('keys_guessed'), PLAIN)).toMatchObject({
      status: 429,
      headers: { 'Retry-After': '60' },
    });
  });

  it('is 200 for callers who cannot read anything else, but never for an unknown path', () => {
    const responseFormat = { ...PLAIN, always200: true };
    expect(answerRefusal(refuse('keys_guessed'), responseFormat)).toMatchObject({
      status: 200,
      headers: { 'Retry-After': '60' },
    });
    expect(answerRefusal(refuse('path_unknown'), responseFormat).status).toBe(404);
  });

  it('begins with its code, and in no form looks like an acceptance', () => {
    const isClear = (reason: FailureReason): boolean => {
      const plain = answerRefusal(refuse(reason), PLAIN).body;
      const shown = JSON.parse(answerRefusal(refuse(reason), JSON_VOICE).body) as {
        error: string;
        results: { status: string; error: string }[];
      };
      return (
        /^\d{1,2} : \S/.test(plain) &&
        !/ok|success|sent|submitted|delivered|\n/i.test(plain) &&
        `${shown.results[0]?.status} : ${shown.results[0]?.error}` === plain &&
        FAILURE_WORDS.some((word) => shown.error.toLowerCase().includes(word))
      );
    };
    const reasons = Object.keys(FAILURES) as FailureReason[];
    expect(reasons.filter((reason) => !isClear(reason))).toEqual([]);
  });
});

describe('answerDone', () => {
  const body = { plain: () => '31.20', tree: () => ({ success: 'true', balance: '31.20' }) };

  it.each([
    [PLAIN, '31.20'],
    [JSON_VOICE, '{"success":"true","balance":"31.20"}'],
    [
      XML_VOICE,
      '<?xml version="1.0" encoding="UTF-8"?>' +
        '<response><success>true</success><balance>31.20</balance></response>',
    ],
  ])('in %o', (responseFormat, expected) => {
    const answer = answerDone(body, responseFormat, { 'Idempotent-Replayed': 'true' });
    expect(answer).toMatchObject({ status: 200, body: expected });
    expect(answer.headers).toEqual({ 'Idempotent-Replayed': 'true' });
    expect(answerDone(body, responseFormat)).not.toHaveProperty('headers');
  });
});

describe('renderXml', () => {
  it('escapes XML’s special characters, and writes none that XML cannot hold', () => {
    const xml = renderXml({ a: `<&>"' پیغام\u0000\u001b\ud800`, b: [], c: { d: ['x', 'y'] } });
    expect(xml).toContain('<a>&lt;&amp;&gt;&quot;&apos; پیغام\ufffd\ufffd\ufffd</a><b></b>');
    expect(xml).toContain('<c><d><result>x</result><result>y</result></d></c>');
  });

  it('writes every text so that an XML reader gets it back', () => {
    const unescape = (text: string): string =>
      text
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&apos;', "'")
        .replaceAll('&amp;', '&');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const [, written = ''] = /<a>([^<]*)<\/a>/.exec(renderXml({ a: text })) ?? [];
        expect(unescape(written)).toBe(text);
        expect(written).not.toMatch(/[<>"']|&(?!lt;|gt;|quot;|apos;|amp;)/);
      }),
    );
  });
});
