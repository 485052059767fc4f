import { defineWords } from '../../shared/i18n/i18n.ts';

export const useWords = defineWords({
  en: {
    title: 'Open an account',
    about: 'Send SMS and chat messages to your customers, and see what became of each.',
    company: 'Company',
    name: 'Your name',
    email: 'E-mail',
    phone: 'Mobile number',
    phone_about: 'Such as 0300 1234567. We text it a code.',
    password: 'Password',
    terms: 'Terms',
    accept: 'I have read the terms and accept them',
    always_200: 'My program was written for an older SMS service',
    always_200_about:
      'It then gets every answer with HTTP status 200, refusals too. Settings can change it.',
    go_on: 'Send me the codes',
    have: 'I have an account',
    crowded:
      'Too many codes went to this mailbox or phone lately, perhaps because somebody else ' +
      'entered them. Give the last codes that arrived: they show that both are yours.',
    codes_title: 'Two codes',
    codes_about: 'We sent one to {{email}} and one by SMS to {{phone}}.',
    email_code: 'Code from the e-mail',
    phone_code: 'Code from the SMS',
    enter: 'Open my account',
    resend: 'Send new codes',
    resend_in: 'Send new codes in {{seconds}} s',
    change: 'Change what I entered',
    mailbox: 'Read both codes in the demo’s mailbox',
  },
  ur: {
    title: 'اکاؤنٹ کھولیں',
    about: 'اپنے گاہکوں کو SMS اور چیٹ پیغامات بھیجیں، اور دیکھیں کہ ہر ایک کا کیا ہوا۔',
    company: 'کمپنی',
    name: 'آپ کا نام',
    email: 'ای میل',
    phone: 'موبائل نمبر',
    phone_about: 'اس پر SMS سے کوڈ آئے گا، مثلاً 0300 1234567۔',
    password: 'پاس ورڈ',
    terms: 'شرائط',
    always_200: 'میرا پروگرام کسی پرانی SMS سروس کے لیے لکھا گیا تھا',
    always_200_about:
      'تب اسے ہر جواب HTTP 200 کے ساتھ ملے گا، انکار بھی۔ بعد میں ترتیبات میں بدلا جا سکتا ہے۔',
    accept: 'میں نے شرائط پڑھ لی ہیں اور مجھے منظور ہیں',
    go_on: 'مجھے کوڈ بھیجیں',
    have: 'میرا اکاؤنٹ موجود ہے',
    crowded:
      'حال ہی میں اس ای میل یا فون پر بہت زیادہ کوڈ بھیجے گئے، شاید کسی اور نے یہ درج کیے ہوں۔ ' +
      'جو کوڈ آخر میں آئے وہ لکھیں: ان سے ظاہر ہو گا کہ دونوں آپ کے ہیں۔',
    codes_title: 'دو کوڈ',
    codes_about: 'ایک کوڈ {{email}} پر اور ایک SMS سے {{phone}} پر بھیجا گیا ہے۔',
    email_code: 'ای میل والا کوڈ',
    phone_code: 'SMS والا کوڈ',
    enter: 'میرا اکاؤنٹ کھولیں',
    resend: 'نئے کوڈ بھیجیں',
    resend_in: 'نئے کوڈ {{seconds}} سیکنڈ میں',
    change: 'درج کی ہوئی معلومات بدلیں',
    mailbox: 'دونوں کوڈ ڈیمو کے میل باکس میں پڑھیں',
  },
});
