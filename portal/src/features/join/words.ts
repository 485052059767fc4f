import { defineWords } from '../../shared/i18n/i18n.ts';

export const useWords = defineWords({
  en: {
    no_form: 'This form is not here',
    phone: 'Your mobile number',
    agree: 'I agree: send me a code',
    what_next: 'A code comes by text message. Nothing else is sent before you have entered it.',
    sent_to: 'A code is on its way to {{phone}}. It is good for ten minutes.',
    code: 'Code',
    confirm: 'Confirm',
    change: 'Another number, or a new code',
    done: 'Thank you. You get messages of {{company}} from now on; reply STOP to end them.',
  },
  ur: {
    no_form: 'یہ فارم یہاں نہیں',
    phone: 'آپ کا موبائل نمبر',
    agree: 'مجھے منظور ہے: کوڈ بھیجیں',
    what_next: 'SMS سے ایک کوڈ آئے گا۔ اسے لکھنے سے پہلے اور کچھ نہیں بھیجا جائے گا۔',
    sent_to: '{{phone}} پر کوڈ بھیجا جا رہا ہے۔ یہ دس منٹ تک کارآمد ہے۔',
    code: 'کوڈ',
    confirm: 'تصدیق کریں',
    change: 'کوئی اور نمبر، یا نیا کوڈ',
    done: 'شکریہ۔ اب {{company}} کے پیغامات آپ کو ملیں گے؛ بند کرنے کے لیے STOP لکھیں۔',
  },
});
