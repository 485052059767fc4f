import { describe, expect, it } from 'vitest';
import { FAILURE_WORDS, failureOf, FORBIDDEN_WORDS, sentenceOf } from '../failure/failure.ts';
import { CHAT_MEDIA_KINDS, refusalOfFault, type MediaFault, type WantedMedia } from './media.ts';

const FAULTS: readonly MediaFault[] = [
  'address',
  'not_public',
  'not_there',
  'unreachable',
  'web_page',
  'too_large',
  'empty',
  'wrong_kind',
  'busy',
  'full',
];
const WANTED: readonly WantedMedia[] = [...CHAT_MEDIA_KINDS, 'any'];

describe('a file that was refused', () => {
  it.each(FAULTS.flatMap((fault) => WANTED.map((wanted) => [fault, wanted] as const)))(
    'for %s, wanted as %s, is refused in words that nobody takes for an acceptance',
    (fault, wanted) => {
      const refusal = refusalOfFault(fault, wanted);
      const sentence = sentenceOf(refusal).toLowerCase();
      expect(failureOf(refusal.reason).code).toBe('25');
      expect(FORBIDDEN_WORDS.filter((word) => sentence.includes(word))).toEqual([]);
      expect(FAILURE_WORDS.some((word) => sentence.includes(word))).toBe(true);
      expect(sentence).not.toMatch(/[{}]|\.$/);
    },
  );

  it('says how large it may be', () => {
    expect(sentenceOf(refusalOfFault('too_large', 'image'))).toContain('5 MB');
    expect(sentenceOf(refusalOfFault('too_large', 'any'))).toContain('100 MB');
  });
});
