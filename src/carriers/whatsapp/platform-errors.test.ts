import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PlatformRefusal } from '../../domain/chat/platform.ts';
import { failureOf } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import { quietLog } from '../../kit/log.ts';
import { leavesOpen, meaningOfCode, PLATFORM_ERRORS, Refusals } from './platform-errors.ts';

describe('a code of the platform', () => {
  it.each([
    [0, 'platform_number_stopped', 'stop_number'],
    [190, 'platform_number_stopped', 'stop_number'],
    [10, 'platform_number_stopped', 'stop_number'],
    [200, 'platform_number_stopped', 'stop_number'],
    [299, 'platform_number_stopped', 'stop_number'],
    [300, 'platform_unknown_word', 'none'],
    [368, 'platform_number_stopped', 'stop_number'],
    [131031, 'platform_number_stopped', 'stop_number'],
    [131042, 'platform_payment', 'stop_number'],
    [4, 'platform_throttled', 'app'],
    [80007, 'platform_throttled', 'business'],
    [130429, 'platform_throttled', 'number'],
    [131064, 'platform_templates_limited', 'rest_templates'],
    [134011, 'platform_number_stopped', 'stop_number'],
    [133000, 'platform_number_stopped', 'stop_number'],
    [133006, 'platform_number_stopped', 'stop_number'],
    [133015, 'platform_number_stopped', 'stop_number'],
    [136024, 'platform_number_stopped', 'stop_number'],
    [130403, 'platform_refused_recipient', 'none'],
    [132018, 'platform_refused_template', 'none'],
    [131055, 'platform_refused', 'none'],
    [134100, 'platform_refused', 'none'],
    [134102, 'platform_refused', 'none'],
    [134101, 'platform_template_syncing', 'none'],
    [131056, 'platform_recipient_paced', 'recipient'],
    [131048, 'platform_spam_limited', 'rest_marketing'],
    [131000, 'platform_fault', 'none'],
    [33, 'platform_refused_form', 'forget_upload'],
    [100, 'platform_refused_form', 'forget_upload'],
    [131008, 'platform_refused_form', 'none'],
    [131009, 'platform_refused_form', 'forget_upload'],
    [130497, 'platform_refused_recipient', 'none'],
    [131026, 'platform_unreachable', 'none'],
    [131047, 'platform_window_closed', 'close_window'],
    [131049, 'platform_withheld', 'rest_person'],
    [130472, 'platform_withheld', 'none'],
    [131050, 'platform_opted_out', 'opt_out'],
    [131053, 'platform_refused_media', 'forget_upload'],
    [132000, 'platform_refused_template', 'none'],
    [132001, 'platform_refused_template', 'none'],
    [132015, 'platform_template_stopped', 'stop_campaign'],
    [999_999, 'platform_unknown_word', 'none'],
  ])('%i means %s and requires %s', (code, reason, kind) => {
    const meaning = meaningOfCode(code);
    expect(meaning.reason).toBe(reason);
    expect(meaning.reaction?.kind ?? meaning.backoff ?? 'none').toBe(kind);
  });

  it('is in the table of the documents, and none besides', () => {
    const page = readFileSync(new URL('../../../docs/interface/chat.md', import.meta.url), 'utf8');
    const [, section = ''] = page.split("### The platform's codes");
    const rows = [...section.matchAll(/^\| (\d[\d, ;–]*) \|/gm)].map(([, codes = '']) => codes);
    const listed = rows.flatMap((codes) =>
      codes.split(/[,;] /).flatMap((it) => {
        const [first = 0, last = first] = it.split('–').map(Number);
        return Array.from({ length: last - first + 1 }, (_, index) => first + index);
      }),
    );
    const byNumber = (codes: Iterable<number>) => [...codes].toSorted((a, b) => a - b);
    expect(byNumber(listed)).toEqual(byNumber(PLATFORM_ERRORS.keys()));
  });

  it('is temporary exactly where a retry may succeed later', () => {
    const temporary = [...PLATFORM_ERRORS].filter(([, it]) => !failureOf(it.reason).permanent);
    const kinds = new Set(temporary.map(([, it]) => it.reason));
    expect([...kinds].toSorted()).toEqual([
      'platform_fault',
      'platform_number_stopped',
      'platform_recipient_paced',
      'platform_spam_limited',
      'platform_template_syncing',
      'platform_templates_limited',
      'platform_throttled',
    ]);
  });

  it.each([
    [500, 1, true],
    [400, 1, false],
    [500, 131000, false],
    [503, 2, false],
    [502, 777_777, true],
    [400, 777_777, false],
  ])('with status %i, %i leaves open what became of the message: %s', (httpStatus, code, open) => {
    expect(leavesOpen({ httpStatus, code })).toBe(open);
  });
});

const refusal = (code: number): PlatformRefusal => ({
  httpStatus: 400,
  code,
  subcode: undefined,
  message: '',
  details: undefined,
  trace: undefined,
  userMessage: undefined,
  retryAfterMs: undefined,
});

function refusals(): { readonly judge: (code: number) => unknown; readonly counted: number[] } {
  const counted: number[] = [];
  const tally = { unknownCode: (code: number): void => void counted.push(code) };
  const judging = new Refusals({ log: quietLog, tally });
  return { judge: (code) => judging.judge(refusal(code)), counted };
}

describe('a refusal', () => {
  it('with an unknown code is counted and kept as a number', () => {
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

  it('with a code beyond the limit of different ones is counted with the others', () => {
    const { judge, counted } = refusals();
    for (let code = 1; code <= limit('knownStatuses') + 1; code += 1) judge(5_000_000 + code);
    expect(new Set(counted).size).toBe(limit('knownStatuses') + 1);
    expect(counted.at(-1)).toBe(0x7fff_ffff);
  });

  it('keeps a code that is too large for the store within the store’s range', () => {
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
