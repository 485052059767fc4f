import { defineWords } from '../../shared/i18n/i18n.ts';

export const useWords = defineWords({
  en: {
    title: 'Bank transfers',
    about:
      'Look for the reference in the statement of the bank. Confirm what came, even if it is not ' +
      'what was asked: that much becomes credit. A slip alone proves nothing.',
    reference: 'Reference',
    state: 'State',
    account: 'Account',
    amount: 'Asked',
    received: 'Came',
    made: 'Made',
    slip: 'Slip',
    confirm: 'Confirm',
    refuse: 'Refuse',
    none: 'No bank transfers wait.',
    waiting: 'Waiting',
    confirmed: 'Confirmed',
    refused: 'Refused',
    withdrawn: 'Withdrawn',
    expired: 'Expired',
  },
  ur: {
    title: 'بینک ٹرانسفر',
    about:
      'بینک کے کھاتے میں حوالہ تلاش کریں۔ جو رقم آئی اسی کی تصدیق کریں، ' +
      'چاہے مانگی گئی رقم سے مختلف ہو: اتنا ہی کریڈٹ بنتا ہے۔ ' +
      'صرف رسید سے کچھ ثابت نہیں ہوتا۔',
    reference: 'حوالہ',
    state: 'حالت',
    account: 'اکاؤنٹ',
    amount: 'مانگی گئی',
    received: 'آئی',
    made: 'شروع ہوا',
    slip: 'رسید',
    confirm: 'تصدیق کریں',
    refuse: 'رد کریں',
    none: 'کوئی بینک ٹرانسفر منتظر نہیں۔',
    waiting: 'منتظر',
    confirmed: 'تصدیق شدہ',
    refused: 'رد',
    withdrawn: 'واپس لیا گیا',
    expired: 'میعاد ختم',
  },
});
