import { describe, expect, it } from 'vitest';
import type { PlatformRefusal } from '../../domain/chat/platform.ts';
import { limit } from '../../domain/limits.ts';
import { quietLog } from '../../kit/log.ts';
import { Refusals } from './refusals.ts';

const refusal = (code: number): PlatformRefusal => ({
  httpStatus: 400,
  code,
  subcode: undefined,
  message: '',
  details: undefined,
  trace: undefined,
  userTitle: undefined,
  userMessage: undefined,
  isTransient: false,
  retryAfterMs: undefined,
});

function refusals(): { readonly judge: (code: number) => unknown; readonly counted: number[] } {
  const counted: number[] = [];
  const tally = { unknownCode: (code: number): void => void counted.push(code) };
  const judging = new Refusals({ log: quietLog, tally });
  return { judge: (code) => judging.judge(refusal(code)), counted };
}

describe('a refusal', () => {
  it('with a code that is not known here is counted and kept as a number', () => {
    const { judge, counted } = refusals();
    expect(judge(2_494_100)).toMatchObject({ reason: 'platform_unknown_word', status: 2_494_100 });
    expect(judge(2_494_100)).toMatchObject({ status: 2_494_100 });
    expect(counted).toEqual([2_494_100, 2_494_100]);
  });

  it('with a known code is not counted', () => {
    const { judge, counted } = refusals();
    expect(judge(131_026)).toMatchObject({ reason: 'platform_unreachable', status: 131_026 });
    expect(counted).toEqual([]);
  });

  it('with a code beyond the bound of different ones is counted with the others', () => {
    const { judge, counted } = refusals();
    for (let code = 1; code <= limit('knownStatuses') + 1; code += 1) judge(5_000_000 + code);
    expect(new Set(counted).size).toBe(limit('knownStatuses') + 1);
    expect(counted.at(-1)).toBe(0x7fff_ffff);
  });

  it('keeps a code that the store could not hold within what it can', () => {
    const { judge } = refusals();
    expect(judge(2 ** 40)).toMatchObject({ status: 0x7fff_ffff });
  });
});

describe('a refusal of a file', () => {
  it.each([
    [100, 'platform_refused_media'],
    [131_053, 'platform_refused_media'],
    [131_000, 'platform_media_unready'],
    [80_007, 'platform_media_unready'],
    [777_777, 'platform_media_unready'],
  ])('with %i is %s', (code, reason) => {
    const judging = new Refusals({ log: quietLog });
    expect(judging.judgeUpload(refusal(code)).reason).toBe(reason);
  });
});
