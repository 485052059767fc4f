import type { RecipientRefusal } from './recipient.ts';

/**
 * Why a recipient gets no message, as a fragment for reports: `a short code`. It stands in answers
 * of either outcome, so it holds none of the words by which callers tell one from the other
 * (contract sections 2 and 3).
 */
export function explainRefusal(refusal: RecipientRefusal): string {
  switch (refusal.reason) {
    case 'letters':
      return `the letter "${refusal.letter}" among the digits`;
    case 'spreadsheet_damage':
      return `damaged by a spreadsheet: ${refusal.written} (format the column as text)`;
    default:
      return WORDS[refusal.reason];
  }
}

type Worded = Exclude<RecipientRefusal['reason'], 'letters' | 'spreadsheet_damage'>;

const WORDS: Readonly<Record<Worded, string>> = {
  empty: 'no digits',
  too_short: 'too short for a mobile number',
  too_long: 'too long for a mobile number',
  extension: 'a number with an extension',
  landline: 'a landline or service number',
  foreign: 'a number of another country',
  short_code: 'a short code',
  not_a_mobile_number: 'not a mobile number',
};
