import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { API_FAILURES } from './api-failures.ts';
import { CHAT_ADMIN_FAILURES, CHAT_FAILURES } from './chat-failures.ts';
import { REQUEST_FAILURES } from './request-failures.ts';
import { FILE_FAILURES } from './file-failures.ts';
import {
  FAILURES,
  failureOf,
  FAILURE_WORDS,
  FORBIDDEN_WORDS,
  refuse,
  sentenceOf,
  type FailureReason,
} from './failure.ts';
import { MESSAGE_FAILURES } from './message-failures.ts';

const reasons = Object.keys(FAILURES) as FailureReason[];
const placeholders = (reason: FailureReason): string[] =>
  [...failureOf(reason).sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');

/** Words by which callers take an answer for an acceptance, in any case. */
function misleads(sentence: string): boolean {
  const written = [sentence.toLowerCase(), sentence.toUpperCase().toLowerCase()];
  return FORBIDDEN_WORDS.some((word) => written.some((text) => text.includes(word)));
}

function tellsOfFailure(sentence: string): boolean {
  return FAILURE_WORDS.some((word) => sentence.toLowerCase().includes(word));
}

describe('the failure catalogue', () => {
  it('has every reason in one table, and in no other', () => {
    const tables = [
      REQUEST_FAILURES,
      FILE_FAILURES,
      CHAT_FAILURES,
      API_FAILURES,
      CHAT_ADMIN_FAILURES,
      MESSAGE_FAILURES,
    ];
    const parts = tables.flatMap((table) => Object.keys(table));
    expect(parts.toSorted()).toEqual(reasons.toSorted());
  });

  it('has sentences that nobody takes for an acceptance', () => {
    const isClear = (sentence: string): boolean =>
      !misleads(sentence) && tellsOfFailure(sentence) && !/[{}\r\n]|^\s|\s$|\.$/.test(sentence);
    expect(reasons.filter((reason) => !isClear(sentenceOf({ reason })))).toEqual([]);
  });

  const AT_DOORS = Object.entries({
    ...REQUEST_FAILURES,
    ...FILE_FAILURES,
    ...CHAT_FAILURES,
    ...API_FAILURES,
    ...CHAT_ADMIN_FAILURES,
  });

  it('has a code and a truthful HTTP status for each failure that a caller sees', () => {
    const statuses: Readonly<Record<string, readonly number[]>> = {
      1: [401, 403, 421, 429],
      2: [401],
      4: [400],
      5: [400],
      6: [400],
      7: [400],
      8: [402],
      9: [403],
      20: [400, 404],
      21: [403],
      22: [400],
      23: [403],
      24: [403],
      25: [400],
      26: [400, 403, 404],
      27: [403],
      12: [400, 403, 404, 405, 408, 409, 410, 413, 414, 415, 429, 431, 500, 503],
    };
    const wrong = AT_DOORS.filter(([, it]) => !statuses[it.code]?.includes(it.httpStatus));
    expect(wrong.map(([reason, it]) => `${reason}: ${it.code}, ${it.httpStatus}`)).toEqual([]);
  });

  it('says when to try again exactly where the status requires it', () => {
    const isHonest = (reason: FailureReason): boolean => {
      const { httpStatus, retryAfterSeconds, permanent } = failureOf(reason);
      if ([429, 503].includes(httpStatus) && !((retryAfterSeconds ?? 0) > 0)) return false;
      return !permanent || (retryAfterSeconds === undefined && httpStatus < 500);
    };
    expect(reasons.filter((reason) => !isHonest(reason))).toEqual([]);
  });

  it('bills only what an operator took', () => {
    const billable = reasons.filter((reason) => failureOf(reason).billable);
    expect(billable.toSorted()).toEqual([
      'handset_failed',
      'operator_expired',
      'operator_rejected_later',
      'receipt_never_came',
    ]);
  });

  it('asks callers to try again only where that may help', () => {
    const again = AT_DOORS.filter(([, { permanent }]) => !permanent);
    expect(again.map(([reason]) => reason).toSorted()).toEqual([
      'chat_platform_silent',
      'chat_platform_unreachable',
      'chat_unpriced',
      'codes_exceeded',
      'connections_many',
      'disk_full',
      'documents_exceeded',
      'files_waiting',
      'host_changes_exceeded',
      'host_unproven',
      'idempotency_running',
      'internal',
      'invitations_exceeded',
      'invoice_files_exceeded',
      'join_form_unavailable',
      'keys_guessed',
      'link_not_fetched',
      'logins_guessed',
      'no_price',
      'no_route',
      'outcome_unknown',
      'payment_gateway_unavailable',
      'payments_exceeded',
      'portability_directory',
      'prices_changing',
      'queue_full',
      'rate_exceeded',
      'reader_killed',
      'registration_unavailable',
      'rejected_spending',
      'rejected_too_many',
      'reply_file_unavailable',
      'request_too_slow',
      'results_busy',
      'rows_not_carried',
      'server_busy',
      'store_unavailable',
      'streams_exceeded',
      'tries_exceeded',
      'uploads_busy',
      'uploads_waiting',
    ]);
  });
});

describe('the details of a refusal', () => {
  const quoted = (quote: string): string =>
    sentenceOf(refuse('variable_missing', { variable: { quote, instead: 'variable 2' } }));

  it('replace their names in the sentence', () => {
    const refusal = refuse('text_too_long', { parts: '11', most: '10' });
    expect(sentenceOf(refusal)).toBe('Invalid text: it takes 11 parts, at most 10 are allowed');
    expect(refuse('sender_empty')).toEqual({ reason: 'sender_empty' });
  });

  it('leave their name in the sentence when they are not given', () => {
    expect(sentenceOf(refuse('text_too_long', { parts: '11' }))).toContain('at most (most)');
    expect(sentenceOf({ reason: 'text_too_long' })).toContain('(parts)');
  });

  it('are not searched for further placeholders', () => {
    const refusal = refuse('text_too_long', { parts: '{most}$&', most: '10' });
    expect(sentenceOf(refusal)).toBe(
      'Invalid text: it takes {most}$& parts, at most 10 are allowed',
    );
  });

  it.each([['code'], ['order no'], ['کوڈ'], ['#b#'], ["o'clock"], ['x'.repeat(60)], ['😀']])(
    'quote %j',
    (name) => {
      expect(quoted(name)).toBe(`Invalid message: '${name}' of the template is missing`);
    },
  );

  it.each([
    ['ok'],
    ['token'],
    ['Book'],
    ['o\u212a'],
    ['SUCCESSOR'],
    ['sentence'],
    ['isDelivered'],
    ['x'.repeat(61)],
    [''],
    ['a\nb'],
    ['a\0b'],
    ['a\u200bb'],
    ['a\u202eb'],
    ['\ud83d'],
  ])('never quote %j: it would mislead, or cannot be seen', (name) => {
    expect(quoted(name)).toBe('Invalid message: variable 2 of the template is missing');
  });

  it('never make a misleading sentence, whatever a caller chose', () => {
    const piece = fc.oneof(
      fc.constantFrom(...FORBIDDEN_WORDS, 'O', 'K', '\u212a', 'o', 'k', 's', ' ', "'"),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    );
    const quoting = reasons.filter((reason) => placeholders(reason).length > 0);
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 8 }),
        fc.constantFrom(...quoting),
        (pieces, reason) => {
          const detail = { quote: pieces.join(''), instead: 'the value' };
          const details = Object.fromEntries(placeholders(reason).map((name) => [name, detail]));
          const sentence = sentenceOf(refuse(reason, details));
          expect(misleads(sentence)).toBe(false);
          expect(tellsOfFailure(sentence)).toBe(true);
          expect(sentence).not.toMatch(/\p{Cc}/u);
        },
      ),
      { numRuns: 300 },
    );
  });
});
