import { defineWords } from '../../shared/i18n/i18n.ts';

export const useWords = defineWords({
  en: {
    title: 'Prices',
    about:
      'What you pay now. A message is charged when it is accepted; what is not sent comes back.',
    sms: 'SMS, for each part',
    sms_about:
      'A part has 160 characters of the GSM alphabet, or 70 in Urdu and with emoji; long texts ' +
      'take several.',
    none: 'No price is set yet: contact support.',
    network: 'Operator',
    simple: 'Shared name',
    branded: 'Your own name',
    short_code: 'Short code',
    refunded: 'Paid back if it fails',
    chat: 'Chat, for each message',
    chat_about: 'By the category of its template. Texts and pictures cost the same.',
    chat_authentication: 'One-time code',
    chat_utility: 'Utility: orders, appointments',
    chat_marketing: 'Marketing',
    chat_free_form: 'Answer in your own words',
    lookups: 'Look-up of a ported number',
    lookups_about:
      'Finds the operator that serves a number now, so that it is not lost on the way.',
    lookups_none: 'Not offered at the moment.',
    lookup_first: 'A number for the first time',
    lookup_again: 'One that you looked up lately',
    estimate: 'What would it cost?',
    text: 'Your text',
    text_about: 'As people would read it, with names and numbers filled in.',
    sender: 'Sender',
    recipients: 'People',
    nothing_yet: 'Write a text to see its parts and its price.',
    from_to: '{{from}} to {{to}}',
    parts_one: '{{count}} part',
    parts_other: '{{count}} parts',
    gsm: 'GSM alphabet',
    unicode: 'Unicode',
    characters: '{{units}} characters, {{left}} left',
    all_parts:
      '{{parts}} parts for {{people}} people. Until your account is verified, the demo ' +
      'text is counted, too.',
    each: '{{each}} each, {{total}} if all are there',
  },
  ur: {
    title: 'قیمتیں',
    about:
      'آپ ابھی کیا ادا کرتے ہیں۔ پیغام قبول ہونے پر رقم لگتی ہے؛ ' +
      'جو نہ بھیجا جائے وہ واپس آ جاتی ہے۔',
    sms: 'SMS، فی حصہ',
    sms_about:
      'ایک حصے میں GSM کے 160 حروف، یا اردو اور ایموجی کے ساتھ 70 حروف؛ لمبے متن کے کئی ' +
      'حصے ہوتے ہیں۔',
    none: 'ابھی کوئی قیمت مقرر نہیں: سپورٹ سے رابطہ کریں۔',
    network: 'آپریٹر',
    simple: 'مشترکہ نام',
    branded: 'آپ کا اپنا نام',
    short_code: 'شارٹ کوڈ',
    refunded: 'ناکام ہو تو واپس',
    chat: 'چیٹ، فی پیغام',
    chat_about: 'ٹیمپلیٹ کی قسم کے مطابق۔ متن اور تصویر کی قیمت ایک ہے۔',
    chat_authentication: 'ایک بار کا کوڈ',
    chat_utility: 'ضروری: آرڈر، اپائنٹمنٹ',
    chat_marketing: 'تشہیری',
    chat_free_form: 'اپنے الفاظ میں جواب',
    lookups: 'پورٹ شدہ نمبر کی تلاش',
    lookups_about: 'معلوم کرتی ہے کہ نمبر اب کس آپریٹر پر ہے، تاکہ پیغام راستے میں نہ رہ جائے۔',
    lookups_none: 'فی الحال دستیاب نہیں۔',
    lookup_first: 'نمبر پہلی بار',
    lookup_again: 'جو حال ہی میں دیکھا گیا ہو',
    estimate: 'خرچ کتنا ہوگا؟',
    text: 'آپ کا متن',
    text_about: 'جیسا لوگ پڑھیں گے، نام اور نمبر بھر کر۔',
    sender: 'بھیجنے والا',
    recipients: 'لوگ',
    nothing_yet: 'حصے اور قیمت دیکھنے کے لیے متن لکھیں۔',
    from_to: '{{from}} سے {{to}} تک',
    parts_one: '{{count}} حصہ',
    parts_other: '{{count}} حصے',
    gsm: 'GSM حروف',
    unicode: 'یونیکوڈ',
    characters: '{{units}} حروف، {{left}} باقی',
    all_parts:
      '{{people}} لوگوں کے لیے {{parts}} حصے۔ اکاؤنٹ کی تصدیق تک ڈیمو عبارت بھی شمار ہوتی ہے۔',
    each: '{{each}} فی کس، سب وہاں ہوں تو {{total}}',
  },
});
