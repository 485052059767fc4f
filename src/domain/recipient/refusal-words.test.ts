import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FAILURE_WORDS, FORBIDDEN_WORDS } from '../failure/failure.ts';
import { explainRefusal } from './refusal-words.ts';

/** Words by which callers take an answer for a refusal or for a success. */
const TELLING = new RegExp([...FAILURE_WORDS, ...FORBIDDEN_WORDS].join('|'), 'i');

describe('the explanation of a filtered recipient', () => {
  it.each([
    'empty',
    'too_short',
    'too_long',
    'extension',
    'landline',
    'foreign',
    'short_code',
    'not_a_mobile_number',
  ] as const)('of %s says something and holds no telling word', (reason) => {
    const words = explainRefusal({ reason, digits: '' });
    expect(words).toMatch(/^[a-z]/);
    expect(words).not.toMatch(TELLING);
  });

  it('of a number that a spreadsheet damaged shows what stands there', () => {
    const explain = (written: string): string =>
      explainRefusal({ reason: 'spreadsheet_damage', written, digits: '' });
    const words = explain('9.23E+11');
    expect(words).toBe('damaged by a spreadsheet: 9.23E+11 (format the column as text)');
    expect(words).not.toMatch(TELLING);
  });

  it('of letters names the letter and holds no telling word, whichever it is', () => {
    const explain = (letter: string): string =>
      explainRefusal({ reason: 'letters', letter, digits: '' });
    expect(explain('O')).toBe('the letter "O" among the digits');
    const letter = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 });
    fc.assert(fc.property(letter, (any) => !TELLING.test(explain(any))));
    for (const any of 'abcdefghijklmnopqrstuvwxyz') expect(explain(any)).not.toMatch(TELLING);
  });
});
