import { defineWords } from '../../shared/i18n/i18n.ts';

export const usePlanWords = defineWords({
  en: {
    plan: 'What will be sent',
    contacts: 'To the contacts of',
    file: 'To the rows of',
    people: 'Recipients',
    now: '{{shown}} as things are now',
    later: 'Counted at its time',
    at: 'When',
    says: 'Text',
    fallback: 'SMS to those whom it does not reach',
    cancel_unread: 'Nothing of it is sent. Nothing has been charged for it yet.',
    cancel_series: 'The whole series ends: it is sent neither then nor later. Nothing is charged.',
  },
  ur: {
    plan: 'کیا بھیجا جائے گا',
    contacts: 'ان رابطوں کو',
    file: 'اس فائل کی سطروں کو',
    people: 'وصول کنندہ',
    now: 'ابھی کے حساب سے {{shown}}',
    later: 'مقررہ وقت پر گنے جائیں گے',
    at: 'کب',
    says: 'متن',
    fallback: 'جن تک نہ پہنچے انہیں SMS',
    cancel_unread: 'اس میں سے کچھ نہیں جائے گا۔ اس کی کوئی رقم ابھی نہیں لی گئی۔',
    cancel_series: 'پورا سلسلہ ختم ہو جائے گا: نہ اب جائے گا نہ بعد میں۔ کوئی رقم نہیں لی گئی۔',
  },
});
