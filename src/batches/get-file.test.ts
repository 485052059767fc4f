import { describe, expect, it } from 'vitest';
import { FAILURE_WORDS, FORBIDDEN_WORDS, sentenceOf } from '../domain/failure/failure.ts';
import type { FetchReason } from '@paigham/http/fetch/outcome.ts';
import { refusalOfFetch } from './get-file.ts';

const EACH: Readonly<Record<FetchReason, true>> = {
  ...{ not_a_link: true, credentials: true, port: true, not_public: true, no_address: true },
  ...{ not_connected: true, tls: true, timed_out: true, too_slow: true, status: true },
  ...{ redirect: true, encoding: true, broken: true, web_page: true, too_large: true },
};

describe('a link that was not fetched', () => {
  it.each(Object.keys(EACH) as FetchReason[])(
    'for %s is refused in words that nobody takes for an acceptance',
    (reason) => {
      const sentence = sentenceOf(refusalOfFetch({ kind: 'refused', reason, status: 404 }));
      const lower = sentence.toLowerCase();
      expect(FORBIDDEN_WORDS.filter((word) => lower.includes(word))).toEqual([]);
      expect(FAILURE_WORDS.some((word) => lower.includes(word))).toBe(true);
      expect(sentence.includes('404')).toBe(reason === 'status');
    },
  );
});
