import { describe, expect, it } from 'vitest';
import { limit } from '../../domain/limits.ts';
import type { HttpReply } from '@paigham/http/connections.ts';
import { readAnswer } from './graph.ts';

const answered = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): HttpReply => ({
  kind: 'answered',
  status,
  header: (name) => headers[name],
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});

const error = {
  message: '(#131056) Pair rate limit hit',
  type: 'OAuthException',
  code: 131056,
  error_subcode: 2_494_055,
  error_data: { messaging_product: 'whatsapp', details: 'Too many messages to one user.' },
  fbtrace_id: 'Az8or2yhqkZfEZ-_4Qn_Bam',
};

describe('an answer from the platform', () => {
  it('is done if it is an object', () => {
    expect(readAnswer(answered(200, { id: '7' }))).toEqual({ kind: 'done', value: { id: '7' } });
  });

  it('is refused in the platform’s words', () => {
    expect(readAnswer(answered(400, { error }))).toEqual({
      kind: 'refused',
      refusal: {
        httpStatus: 400,
        code: 131056,
        subcode: 2_494_055,
        message: '(#131056) Pair rate limit hit',
        details: 'Too many messages to one user.',
        trace: 'Az8or2yhqkZfEZ-_4Qn_Bam',
        userMessage: undefined,
        retryAfterMs: undefined,
      },
    });
  });

  it('is refused by its error, whatever the status says', () => {
    expect(readAnswer(answered(200, { error })).kind).toBe('refused');
    expect(readAnswer(answered(503, { error: { code: 2 } }))).toMatchObject({
      refusal: { code: 2, message: '' },
    });
  });

  it.each([
    [502, '<html>Bad gateway</html>'],
    [404, ''],
    [200, '<html></html>'],
    [200, '[]'],
    [200, '"7"'],
    [500, {}],
    [400, { error: { message: 'without a code' } }],
    [302, ''],
  ])('with status %i and %j leaves open what became of the call', (status, body) => {
    expect(readAnswer(answered(status, body)).kind).toBe('lost');
  });

  it.each([
    [{ 'retry-after': '7' }, 7_000],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '999999999' }, limit('chatPauseMostMs')],
    [
      {
        'x-business-use-case-usage':
          '{"2":[{"type":"messaging","estimated_time_to_regain_access":3}]}',
      },
      180_000,
    ],
    [{ 'x-business-use-case-usage': '{"2":[{"estimated_time_to_regain_access":0}]}' }, undefined],
    [{ 'x-business-use-case-usage': 'none' }, undefined],
  ])('with %j asks us to wait %s ms', (headers, retryAfterMs) => {
    const outcome = readAnswer(answered(429, { error: { code: 80007 } }, headers));
    expect(outcome).toMatchObject({ refusal: { retryAfterMs } });
  });

  it('has its words cut to a limit', () => {
    const long = 'x'.repeat(limit('chatWordsCharacters') + 1);
    const outcome = readAnswer(answered(400, { error: { code: 1, message: long } }));
    if (outcome.kind !== 'refused') throw new Error(outcome.kind);
    expect(outcome.refusal.message).toHaveLength(limit('chatWordsCharacters'));
  });

  it('that never came is described by the connection', () => {
    const lost = { kind: 'lost', why: 'no answer in 10 ms' } as const;
    expect(readAnswer(lost)).toBe(lost);
  });
});
