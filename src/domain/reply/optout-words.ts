/**
 * The words by which a person asks for no more advertising, for nothing at all any more (STOP ALL),
 * or to opt back in; decision 14 says what each does. Only a reply that is such a word and nothing
 * else counts: "please do not stop" asks for nothing. `REG` and `UNREG` belong to the regulator's
 * own register of numbers and mean nothing here.
 */
import type { OptoutRequest } from './reply.ts';

const WORDS: Readonly<Record<OptoutRequest, readonly string[]>> = {
  stop: [
    'STOP',
    // What the chat platform writes on its opt-out button in templates.
    'STOP PROMOTIONS',
    'UNSUB',
    'UNSUBSCRIBE',
    'END',
    'QUIT',
    'CANCEL',
    'OPT OUT',
    'OPTOUT',
    'BAND',
    'BAND KARO',
    'BAND KAREN',
    'BAND KAREIN',
    'بند',
    'بند کرو',
    'بند کریں',
    'بند کر دیں',
    'روکیں',
    'روکو',
    'روک دیں',
    'ختم کریں',
  ],
  stop_all: [
    'STOP ALL',
    'STOPALL',
    'UNSUBSCRIBE ALL',
    'SAB BAND',
    'SAB BAND KAREN',
    'SAB BAND KAREIN',
    'سب بند',
    'سب بند کرو',
    'سب بند کریں',
  ],
  start: [
    'START',
    'UNSTOP',
    'RESUME',
    'OPT IN',
    'OPTIN',
    'SHURU',
    'SHURU KAREN',
    'SHURU KAREIN',
    'شروع',
    'شروع کرو',
    'شروع کریں',
  ],
};

/** Letters that Arabic and Urdu keyboards write differently and people consider the same. */
const VARIANTS: Readonly<Record<string, string>> = {
  ي: 'ی',
  ى: 'ی',
  ك: 'ک',
  ه: 'ہ',
  ە: 'ہ',
  ۃ: 'ہ',
  ة: 'ہ',
  ھ: 'ہ',
  ں: 'ن',
  ٱ: 'ا',
};

const wishes = new Map<string, OptoutRequest>();
for (const wish of ['stop', 'stop_all', 'start'] as const) {
  for (const word of WORDS[wish]) wishes.set(normalise(word), wish);
}

/** Longer than any of the words, with blanks and marks around it. */
const LONGEST_CHARACTERS = 64;

export function readOptoutRequest(text: string): OptoutRequest | undefined {
  return text.length > LONGEST_CHARACTERS ? undefined : wishes.get(normalise(text));
}

/** Letters only, in one case and one form, with one blank between words. */
function normalise(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\u0640]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/./gu, (letter) => VARIANTS[letter] ?? letter);
}
