/** What people read when their way to sign in was changed, by them or by somebody else. */
import type { Locale, Wording } from '../mails/mail-texts.ts';

export type SecurityChange =
  | { readonly kind: 'password_changed' | 'second_factor_on' | 'second_factor_off' }
  /** `name`: as its person calls the device. */
  | { readonly kind: 'passkey_added' | 'passkey_removed'; readonly name: string };

/** `from`: the address that asked for it. */
export type SecurityMail = SecurityChange & { readonly atMs: number; readonly from: string };

/** No link: whoever forges such a mail has one. */
export const SECURITY_WORDINGS = {
  en: (mail: SecurityMail): Wording => ({
    ...inEnglish(mail),
    after: [
      `That was on ${showMoment(mail.atMs, 'en')} in Pakistan, from the address ${mail.from}.`,
      'If it was you, there is nothing to do.',
      'If it was not, open Paigham as you always do and set a new password by “Forgotten your ' +
        'password?”: that signs everybody out. Then look at the second factor and the passkeys ' +
        'in your profile, and tell support.',
    ],
  }),
  ur: (mail: SecurityMail): Wording => ({
    ...inUrdu(mail),
    after: [
      `وقت: ${showMoment(mail.atMs, 'ur')}، پاکستان کے وقت کے مطابق۔ پتا: \u2066${mail.from}\u2069`,
      'اگر یہ آپ ہی نے کیا ہے تو کچھ کرنے کی ضرورت نہیں۔',
      'اگر آپ نے نہیں کیا تو پیغام ہمیشہ کی طرح کھولیں اور ”پاس ورڈ بھول گئے؟“ سے نیا پاس ورڈ ' +
        'بنائیں: اس سے سب سائن آؤٹ ہو جائیں گے۔ پھر اپنے پروفائل میں دو مرحلہ تصدیق اور Passkey ' +
        'دیکھیں، اور ہمیں بتائیں۔',
    ],
  }),
} as const;

function showMoment(atMs: number, locale: Locale): string {
  const language = locale === 'ur' ? 'ur-PK-u-nu-latn' : 'en-GB';
  return new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Asia/Karachi',
  }).format(atMs);
}

function inEnglish(change: SecurityChange): Pick<Wording, 'subject' | 'before'> {
  switch (change.kind) {
    case 'password_changed':
      return {
        subject: 'Your Paigham password was changed',
        before: ['The password of your Paigham login was changed, and other browsers signed out.'],
      };
    case 'second_factor_on':
      return {
        subject: 'Your second factor for Paigham was turned on',
        before: [
          'Signing in to Paigham now takes a code of your authenticator, or one of the recovery ' +
            'codes that were made with it. Other browsers were signed out.',
        ],
      };
    case 'second_factor_off':
      return {
        subject: 'Your second factor for Paigham was turned off',
        before: [
          'The password alone is now enough to sign in to Paigham as you, and the recovery codes ' +
            'have ended. Other browsers were signed out.',
        ],
      };
    case 'passkey_added':
      return {
        subject: 'A passkey was added to your Paigham login',
        before: [`Whoever has the passkey “${change.name}” can now sign in to Paigham as you.`],
      };
    case 'passkey_removed':
      return {
        subject: 'A passkey was removed from your Paigham login',
        before: [`Nobody can sign in with the passkey “${change.name}” any more.`],
      };
  }
}

function inUrdu(change: SecurityChange): Pick<Wording, 'subject' | 'before'> {
  switch (change.kind) {
    case 'password_changed':
      return {
        subject: 'پیغام کا پاس ورڈ بدل دیا گیا',
        before: ['آپ کے پیغام کا پاس ورڈ بدل دیا گیا۔', 'دوسرے براؤزر سائن آؤٹ کر دیے گئے۔'],
      };
    case 'second_factor_on':
      return {
        subject: 'پیغام کے لیے آپ کی دو مرحلہ تصدیق آن کر دی گئی',
        before: [
          'اب سائن اِن کے لیے تصدیقی ایپ کا کوڈ چاہیے، یا اس کے ساتھ بننے والا بحالی کا کوئی کوڈ۔',
          'دوسرے براؤزر سائن آؤٹ کر دیے گئے۔',
        ],
      };
    case 'second_factor_off':
      return {
        subject: 'پیغام کے لیے آپ کی دو مرحلہ تصدیق آف کر دی گئی',
        before: [
          'اب آپ کے طور پر سائن اِن کے لیے صرف پاس ورڈ کافی ہے، اور بحالی کے کوڈ ختم ہو گئے۔',
          'دوسرے براؤزر سائن آؤٹ کر دیے گئے۔',
        ],
      };
    case 'passkey_added':
      return {
        subject: 'آپ کے پیغام لاگ اِن میں Passkey شامل کی گئی',
        before: [`جس کے پاس Passkey ”${change.name}“ ہے وہ اب آپ کے طور پر سائن اِن کر سکتا ہے۔`],
      };
    case 'passkey_removed':
      return {
        subject: 'آپ کے پیغام لاگ اِن سے Passkey ہٹا دی گئی',
        before: [`اب کوئی Passkey ”${change.name}“ سے سائن اِن نہیں کر سکتا۔`],
      };
  }
}
