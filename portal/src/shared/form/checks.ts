/** What a form finds itself, in the language of the page: the browser would say it in its own. */
import { currentLocale } from '../i18n/i18n.ts';

const WORDS = {
  en: {
    missing: 'Fill this in.',
    email: 'Give an e-mail address, such as ali@shop.example.',
    short: 'At least 12 characters.',
    unticked: 'Read and accept the terms to go on.',
    address: 'Give a whole address, such as https://shop.example/orders.',
    wrong: 'This is not what belongs here.',
  },
  ur: {
    missing: 'یہ خانہ پُر کریں۔',
    email: 'ای میل کا پتا لکھیں، جیسے ali@shop.example۔',
    short: 'کم از کم 12 حروف۔',
    address: 'مکمل پتا لکھیں، جیسے https://shop.example/orders۔',
    wrong: 'یہ وہ نہیں جو یہاں لکھنا ہے۔',
    unticked: 'آگے بڑھنے کے لیے شرائط پڑھ کر قبول کریں۔',
  },
} as const;

type Check = (value: unknown) => string | null;

const say = (word: keyof typeof WORDS.en): string => WORDS[currentLocale()][word];
const isMissing = (value: unknown): boolean => String(value).trim() === '';

export const filled: Check = (value) => (isMissing(value) ? say('missing') : null);

export const anEmail: Check = (value) =>
  filled(value) ?? (/^[^\s@]+@[^\s@]+$/.test(String(value).trim()) ? null : say('email'));

export const aNewPassword: Check = (value) =>
  filled(value) ?? (String(value).length < 12 ? say('short') : null);

export const ticked: Check = (value) => (value === true ? null : say('unticked'));

/** Of a field that the browser refuses. */
export function sayFault({ validity, type }: HTMLInputElement | HTMLTextAreaElement): string {
  if (validity.valueMissing) return say('missing');
  if (validity.tooShort) return say('short');
  if (!validity.typeMismatch) return say('wrong');
  return say(type === 'url' ? 'address' : 'email');
}
