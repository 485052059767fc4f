import { limit } from '../limits.ts';

/**
 * Reads a recipient as people write it into the one form that is stored, routed and returned: `923`
 * and nine digits. Which operator holds a prefix is routing data, so a prefix that nobody is known
 * to hold is still a mobile number here.
 */

declare const phoneNumber: unique symbol;

/** A Pakistani mobile number: twelve ASCII digits that begin with 923, no plus. */
export type PhoneNumber = string & { readonly [phoneNumber]: true };

export type RecipientRefusal =
  | {
      readonly reason: 'letters';
      /** The first letter, as written: often an O for a zero. */
      readonly letter: string;
      readonly digits: string;
    }
  | {
      readonly reason: 'spreadsheet_damage';
      /** As written, in ASCII digits without blanks: at most 64 characters. */
      readonly written: string;
      /** The digits that are left make a number that nobody wrote. */
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
      /** All digits found, in ASCII; empty when there are none to show. */
      readonly digits: string;
      /** Of no mobile number: the first sign that does not belong into one, if there is any. */
      readonly sign?: string;
    };

type RecipientReading =
  | { readonly ok: true; readonly number: PhoneNumber }
  | { readonly ok: false; readonly refusal: RecipientRefusal };

const STORED_FORM = /^923\d{9}$/;

/**
 * What may precede a national number: a country code, perhaps with a stray zero, or just the zero.
 */
const HOME = String.raw`(?:(?:\+|00)?920?|0)`;

const MOBILE = new RegExp(`^${HOME}?(3\\d{9})$`);

/** Longer than any number with blanks and marks between its digits; protects the slow path. */
const CHARACTERS_MAX = limit('recipientCharacters');

/**
 * Accepts `923…`, `+923…`, `00923…`, `03…`, `3…` and forms with a stray zero (`+92 (0)3…`); blanks,
 * dots, dashes, brackets and invisible marks anywhere; Arabic, Urdu and full-width digits;
 * quotation marks around it, as spreadsheets protect numbers (`'0300…`, `="0300…"`); a fraction of
 * zeros behind it, as programs write numbers (`923001234567.0`).
 * Everything else is refused, with the first reason that applies.
 */
export function readRecipient(raw: string): RecipientReading {
  if (STORED_FORM.test(raw)) return { ok: true, number: raw as PhoneNumber };
  const plain = MOBILE.exec(raw)?.[1];
  if (plain !== undefined) return { ok: true, number: `92${plain}` as PhoneNumber };
  const trimmed = raw.trim();
  if (trimmed === '') return NOTHING;
  if (trimmed.length > CHARACTERS_MAX) return refuse('too_long', '');
  const written = westernDigits(trimmed).replace(BLANK, '');
  if (written === '') return NOTHING;
  // Before the dot is removed: 0300123456.0 would become a number that nobody wrote.
  const whole = written.replace(PROTECTION, '').replace(NO_FRACTION, '');
  if (SPREADSHEET_DAMAGE.test(whole)) {
    return { ok: false, refusal: { reason: 'spreadsheet_damage', written, digits: '' } };
  }
  const bare = bareOf(whole);
  const national = MOBILE.exec(bare)?.[1];
  if (national !== undefined) return { ok: true, number: `92${national}` as PhoneNumber };
  return refuseBare(bare);
}

const bareOf = (written: string): string =>
  written.replace(PROTECTION, '').replace(PUNCTUATION, '').replace('\uff0b', '+');

/** What people know of a number that they look for. */
export type NumberPart = {
  /** Somewhere in the stored number; undefined: it begins with a country code. */
  readonly within: string | undefined;
  /** Or it begins so. */
  readonly start: string | undefined;
};

/**
 * Reads some digits of a number, at least three, however written: the last four, `0312`, `+92 312`.
 * undefined: it is something else.
 */
export function readNumberPart(raw: string): NumberPart | undefined {
  if (raw.length > CHARACTERS_MAX) return undefined;
  const bare = bareOf(westernDigits(raw).replace(BLANK, ''));
  if (!/^\+?\d{3,15}$/.test(bare)) return undefined;
  // The last four may begin with zeros, too.
  const within = bare.startsWith('+') ? undefined : bare;
  const [, code, home, rest = ''] = PREFIXED.exec(bare) ?? [];
  if (code !== undefined) return { within, start: home === undefined ? rest : `92${rest}` };
  return { within, start: bare.startsWith('0') ? `92${bare.slice(1)}` : undefined };
}

/** With a country code, ours perhaps with a stray zero. */
const PREFIXED = /^(\+|00)(920?)?(\d*)$/;

/** Arabic, Urdu (extended Arabic) and full-width digits; the low four bits are the value. */
const OTHER_DIGIT = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;

/** A text with its digits as programs write them. */
export function westernDigits(text: string): string {
  return text.replace(OTHER_DIGIT, (digit) => String(digit.charCodeAt(0) & 0x0f));
}

/** Blanks, and format characters: direction marks, zero-width spaces, soft hyphens. */
const BLANK = /[\s\p{Cf}]/gu;

/** A code however somebody types it: its digits in any script, in groups or not. */
export function typedCode(text: string): string {
  return westernDigits(text).replaceAll(/[\s\p{Cf}\p{Pd}]/gu, '');
}

/** Quotation marks at either end, perhaps as the formula that keeps a number a text. */
const PROTECTION = /^=(?=["“”])|(?:(?<=^=?)["'`´‘’‚“”„]+)|["'`´‘’‚“”„]+$/gu;

/** Dots, dashes of any length, brackets. */
const PUNCTUATION = /[.\uff0e\p{Pd}\u2212\p{Ps}\p{Pe}]/gu;

/** `3001234567.0`: a number column converted to text, with all its digits. */
const NO_FRACTION = /(?<=^\+?\d+)\.0+$/;

/** `9.23E+11`: digits are lost. */
const SPREADSHEET_DAMAGE = /^\+?\d+(?:\.\d+)?e[+-]?\d+$/i;

const EXTENSION = /^\+?\d{7,}(?:;?ext[a-z]*|x|#)[=:]?\d+$/i;

const LETTER = /\p{L}/u;

/** What no number has; a plus is one, but at the beginning. */
const SIGN = /[^\d+]|(?<!^)\+/u;

const NOTHING: RecipientReading = refuse('empty', '');

function refuseBare(bare: string): RecipientReading {
  if (EXTENSION.test(bare)) return refuse('extension', bare);
  const letter = LETTER.exec(bare)?.[0];
  if (letter !== undefined) {
    return { ok: false, refusal: { reason: 'letters', letter, digits: digitsOf(bare) } };
  }
  const reason = SHAPES.find(([pattern]) => pattern.test(bare))?.[1] ?? 'not_a_mobile_number';
  const sign = SIGN.exec(bare)?.[0];
  if (reason !== 'not_a_mobile_number' || sign === undefined) return refuse(reason, bare);
  return { ok: false, refusal: { reason, sign, digits: digitsOf(bare) } };
}

type PlainReason = Exclude<RecipientRefusal['reason'], 'letters' | 'spreadsheet_damage'>;

/** What digits without the shape of a mobile number are; the first matching pattern wins. */
const SHAPES: readonly (readonly [RegExp, PlainReason])[] = [
  // With an international prefix and not our country code; no country code begins with 0.
  [/^(?:\+|00)[1-9]\d{0,5}$/, 'too_short'],
  [/^(?:\+|00)(?!92)[1-9]\d{6,14}$/, 'foreign'],
  [/^(?:\+|00)(?!92)[1-9]\d{15,}$/, 'too_long'],
  [/^[1-9]\d{3,4}$/, 'short_code'],
  // National.
  [new RegExp(`^${HOME}?3\\d{0,8}$`), 'too_short'],
  [new RegExp(`^${HOME}?3\\d{10,}$`), 'too_long'],
  [new RegExp(`^${HOME}\\d{0,6}$`), 'too_short'],
  [new RegExp(`^${HOME}[1-9]\\d{6,9}$`), 'landline'],
  [new RegExp(`^${HOME}[1-9]\\d{10,}$`), 'too_long'],
  [new RegExp(`^${HOME}`), 'not_a_mobile_number'],
  // Bare digits that begin with none of our country code, a zero or a 3.
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

/** An entry of a list that gets no message. */
export type FilteredEntry = {
  readonly code: RecipientRefusal['reason'] | 'repeated';
  /** The reason, worded so that any answer may show it. */
  readonly reason: string;
  /** Its digits if it had any, else `number 3`: its position, not counting empty entries. */
  readonly shown: string;
};

export type RecipientList = {
  /** In list order, each number once. */
  readonly accepted: readonly PhoneNumber[];
  readonly filtered: readonly FilteredEntry[];
};

/**
 * Reads a list of numbers, or numbers separated by commas (seed section 4.1). Empty entries and a
 * trailing comma are ignored; a number that came before, however written, is `repeated`. Reading
 * stops one entry past the limit of a request: with more entries than that, accepted and filtered
 * together, the list is too long.
 */
export function readRecipients(raw: string | readonly string[]): RecipientList {
  const reading = readingRecipients(raw);
  let step = reading.next();
  while (step.done !== true) step = reading.next();
  return step.value;
}

/** The same for a list that may be long: yields now and then, so that others come in between. */
export function* readingRecipients(
  raw: string | readonly string[],
): Generator<undefined, RecipientList, void> {
  const mostEntries = limit('recipientsPerRequest');
  const accepted = new Set<PhoneNumber>();
  const filtered: FilteredEntry[] = [];
  for (const piece of typeof raw === 'string' ? piecesOf(raw) : raw) {
    const place = accepted.size + filtered.length + 1;
    const reading = readRecipient(piece);
    if (!reading.ok) {
      if (reading.refusal.reason === 'empty') continue;
      filtered.push(filteredEntry(reading.refusal, place));
    } else if (accepted.has(reading.number)) {
      filtered.push({ code: 'repeated', reason: 'repeated', shown: reading.number });
    } else {
      accepted.add(reading.number);
    }
    if (place > mostEntries) break;
    if (place % limit('rowsInPiece') === 0) yield;
  }
  return { accepted: [...accepted], filtered };
}

/** One piece at a time: an array of all the pieces of a body full of commas would be huge. */
function* piecesOf(raw: string): Generator<string> {
  let start = 0;
  while (start < raw.length) {
    const comma = raw.indexOf(',', start);
    const end = comma === -1 ? raw.length : comma;
    if (end > start) yield raw.slice(start, end);
    start = end + 1;
  }
}

function filteredEntry(refusal: RecipientRefusal, place: number): FilteredEntry {
  const shown = refusal.digits === '' ? `number ${place}` : refusal.digits;
  return { code: refusal.reason, reason: explainRefusal(refusal), shown };
}

/**
 * Why a recipient gets no message, as a fragment for reports: `a short code`. Both acceptances and
 * refusals contain it, so it uses none of the words by which callers tell one from the other
 * (contract sections 2 and 3).
 */
export function explainRefusal(refusal: RecipientRefusal): string {
  switch (refusal.reason) {
    case 'letters':
      return `the letter "${refusal.letter}" among the digits`;
    case 'spreadsheet_damage':
      return `damaged by a spreadsheet: ${refusal.written} (format the column as text)`;
    case 'not_a_mobile_number':
      return refusal.sign === undefined
        ? WORDS[refusal.reason]
        : `not a mobile number: it has the sign ${shownSign(refusal.sign)}`;
    default:
      return WORDS[refusal.reason];
  }
}

/** Quoted if it can be seen. */
function shownSign(sign: string): string {
  if (/[\p{P}\p{S}\p{N}]/u.test(sign)) return `"${sign}"`;
  return `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
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
