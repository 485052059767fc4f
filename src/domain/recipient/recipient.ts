import { limit } from '../limits.ts';
/**
 * Reads a recipient as people write it into the one form that is stored, routed and echoed:
 * `923` and nine digits. Which operator holds a prefix is data of the routes, so a prefix that
 * nobody is known to hold is still a mobile number here.
 */

declare const phoneNumber: unique symbol;

/** A Pakistani mobile number: twelve ASCII digits that begin with 923, no plus. */
export type PhoneNumber = string & { readonly [phoneNumber]: true };

export type RecipientRefusal =
  | {
      readonly reason: 'letters';
      /** The first letter, as it was written: often an O for a zero. */
      readonly letter: string;
      readonly digits: string;
    }
  | {
      readonly reason: 'spreadsheet_damage';
      /** As it was written, in ASCII digits without blanks: 64 characters at most. */
      readonly written: string;
      /** What is left of them is a number that nobody wrote. */
      readonly digits: '';
    }
  | {
      readonly reason:
        | 'empty'
        | 'too_short'
        | 'too_long'
        | 'extension'
        | 'landline'
        | 'foreign'
        | 'short_code'
        | 'not_a_mobile_number';
      /** All digits that were found, as ASCII; empty when there are none to show. */
      readonly digits: string;
    };

export type RecipientReading =
  | { readonly ok: true; readonly number: PhoneNumber }
  | { readonly ok: false; readonly refusal: RecipientRefusal };

const STORED_FORM = /^923\d{9}$/;

/** What may stand before a national number: a country code, with a stray zero, or the zero. */
const HOME = String.raw`(?:(?:\+|00)?920?|0)`;

const MOBILE = new RegExp(`^${HOME}?(3\\d{9})$`);

/** More than any number with blanks and marks between its digits; guards the slow path. */
const CHARACTERS_MAX = limit('recipientCharacters');

/**
 * Takes `923…`, `+923…`, `00923…`, `03…`, `3…` and forms with a stray zero (`+92 (0)3…`); blanks,
 * dots, dashes, brackets and invisible marks anywhere; Arabic, Urdu and full-width digits.
 * Everything else is refused, with the first reason that applies.
 */
export function readRecipient(raw: string): RecipientReading {
  if (STORED_FORM.test(raw)) return { ok: true, number: raw as PhoneNumber };
  const trimmed = raw.trim();
  if (trimmed === '') return NOTHING;
  if (trimmed.length > CHARACTERS_MAX) return refuse('too_long', '');
  const written = trimmed.replace(OTHER_DIGIT, toAsciiDigit).replace(BLANK, '');
  if (written === '') return NOTHING;
  // Before the dot goes: 0300123456.0 would become a number that nobody wrote.
  if (SPREADSHEET_DAMAGE.test(written)) {
    return { ok: false, refusal: { reason: 'spreadsheet_damage', written, digits: '' } };
  }
  const bare = written.replace(PUNCTUATION, '').replace('\uff0b', '+');
  const national = MOBILE.exec(bare)?.[1];
  if (national !== undefined) return { ok: true, number: `92${national}` as PhoneNumber };
  return refuseBare(bare);
}

/** Arabic, Urdu (extended Arabic) and full-width digits; the low four bits are the value. */
const OTHER_DIGIT = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;

function toAsciiDigit(digit: string): string {
  return String(digit.charCodeAt(0) & 0x0f);
}

/** Blanks, and format characters: direction marks, zero-width spaces, soft hyphens. */
const BLANK = /[\s\p{Cf}]/gu;

/** Dots, dashes of all lengths, brackets. */
const PUNCTUATION = /[.\uff0e\p{Pd}\u2212\p{Ps}\p{Pe}]/gu;

/** `9.23E+11`: digits are lost. `3001234567.0`: a number column that became text. */
const SPREADSHEET_DAMAGE = /^\+?\d+(?:\.\d+)?e[+-]?\d+$|^\+?\d+\.0+$/i;

const EXTENSION = /^\+?\d{7,}(?:;?ext[a-z]*|x|#)[=:]?\d+$/i;

const LETTER = /\p{L}/u;

const NOTHING: RecipientReading = refuse('empty', '');

function refuseBare(bare: string): RecipientReading {
  if (EXTENSION.test(bare)) return refuse('extension', bare);
  const letter = LETTER.exec(bare)?.[0];
  if (letter !== undefined) {
    return { ok: false, refusal: { reason: 'letters', letter, digits: digitsOf(bare) } };
  }
  const shape = SHAPES.find(([pattern]) => pattern.test(bare));
  return refuse(shape?.[1] ?? 'not_a_mobile_number', bare);
}

type PlainReason = Exclude<RecipientRefusal['reason'], 'letters' | 'spreadsheet_damage'>;

/** What digits without a mobile number's shape are; the first pattern that matches wins. */
const SHAPES: readonly (readonly [RegExp, PlainReason])[] = [
  // With an international prefix and not our country; no country code begins with 0.
  [/^(?:\+|00)[1-9]\d{0,5}$/, 'too_short'],
  [/^(?:\+|00)(?!92)[1-9]\d{6,14}$/, 'foreign'],
  [/^(?:\+|00)(?!92)[1-9]\d{15,}$/, 'too_long'],
  [/^[1-9]\d{3,4}$/, 'short_code'],
  // At home.
  [new RegExp(`^${HOME}?3\\d{0,8}$`), 'too_short'],
  [new RegExp(`^${HOME}?3\\d{10,}$`), 'too_long'],
  [new RegExp(`^${HOME}\\d{0,6}$`), 'too_short'],
  [new RegExp(`^${HOME}[1-9]\\d{6,9}$`), 'landline'],
  [new RegExp(`^${HOME}[1-9]\\d{10,}$`), 'too_long'],
  [new RegExp(`^${HOME}`), 'not_a_mobile_number'],
  // Bare digits that begin with neither our country code, a zero nor a 3.
  [/^\d{1,3}$/, 'too_short'],
  [/^\d{11,15}$/, 'foreign'],
  [/^\d{16,}$/, 'too_long'],
];

function refuse(reason: PlainReason, text: string): RecipientReading {
  return { ok: false, refusal: { reason, digits: digitsOf(text) } };
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
