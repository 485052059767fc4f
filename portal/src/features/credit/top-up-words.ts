import { defineWords } from '../../shared/i18n/i18n.ts';

export const useTopUpWords = defineWords({
  en: {
    title: 'Automatic top-up',
    about:
      'When your credit falls below an amount, your card is charged. The payment gateway keeps ' +
      'the card; its number is never here.',
    declined:
      'Your card was declined three times, and the top-up was switched off. Pay by hand, or with ' +
      'another card, and switch it on again.',
    no_card: 'No card is kept. Tick “Keep this card for automatic top-up” when you pay.',
    card: 'Card {{last4}}, until {{expires}}',
    is_off: 'It is off.',
    is_on:
      'It is on: below {{below}}, {{add}} are added. This month {{charged}} of at most {{most}}.',
    used_up: 'Nothing more is charged this month: another top-up would be above the most.',
    below: 'When credit is below (rupees)',
    add: 'Add (rupees)',
    most_a_month: 'At most in a month (rupees)',
    save: 'Save',
    switch_on: 'Switch on',
    switch_off: 'Switch off',
    forget: 'Forget this card',
  },
  ur: {
    title: 'خودکار ٹاپ اپ',
    about:
      'جب آپ کا کریڈٹ ایک رقم سے کم ہو تو آپ کے کارڈ سے رقم لی جاتی ہے۔ کارڈ گیٹ وے کے پاس رہتا ' +
      'ہے؛ اس کا نمبر یہاں کبھی نہیں آتا۔',
    declined:
      'آپ کے کارڈ سے تین بار انکار ہوا، اس لیے ٹاپ اپ بند کر دیا گیا۔ خود ادا کریں، یا کسی اور ' +
      'کارڈ سے، اور اسے دوبارہ چالو کریں۔',
    no_card: 'کوئی کارڈ محفوظ نہیں۔ ادائیگی کرتے وقت ”خودکار ٹاپ اپ کے لیے کارڈ محفوظ رکھیں“ چنیں۔',
    card: 'کارڈ {{last4}}، {{expires}} تک',
    is_off: 'یہ بند ہے۔',
    is_on:
      'یہ چالو ہے: {{below}} سے کم پر {{add}} شامل ہوتے ہیں۔ اس مہینے {{most}} میں سے {{charged}}۔',
    used_up: 'اس مہینے اور کچھ نہیں لیا جائے گا: ایک اور ٹاپ اپ زیادہ سے زیادہ رقم سے بڑھ جائے گا۔',
    below: 'جب کریڈٹ اس سے کم ہو (روپے)',
    add: 'اتنا شامل کریں (روپے)',
    most_a_month: 'مہینے میں زیادہ سے زیادہ (روپے)',
    save: 'محفوظ کریں',
    switch_on: 'چالو کریں',
    switch_off: 'بند کریں',
    forget: 'یہ کارڈ بھول جائیں',
  },
});
