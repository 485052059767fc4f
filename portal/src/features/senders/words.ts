import { defineWords } from '../../shared/i18n/i18n.ts';

export const useWords = defineWords({
  en: {
    title: 'Sender IDs',
    about: 'The name or number that people see above your message. There are three types.',
    simple: 'Simple',
    simple_about:
      'A shared name that every account may use. It is ready at once, and people cannot ' +
      'reply to it.',
    branded: 'Branded',
    branded_about:
      'Your own company or brand as the sender. Each name (mask) is approved once, and ' +
      'then stays yours.',
    short_code: 'Short code / OTP',
    short_code_about:
      'A number for one-time codes and other urgent messages: it goes before everything ' +
      'else, people can reply to it, and it carries no advertising. 8584 is shared by ' +
      'all.',
    shared: 'Shared',
    none: 'You have none yet.',
    rests: 'Rests until you are verified',
    since: 'Approved {{at}}',
    asked: 'Requested {{at}}',
    decided: 'Decided {{at}}',
    verify_first: 'Only verified accounts can have a sender ID of their own.',
    verify: 'Verify your account',
    name: 'New sender name',
    name_about: '3 to 11 letters, digits, spaces and . _ & -',
    code: 'New short code',
    code_about: 'Digits only, as it was assigned to you',
    request_branded: 'Request this name',
    request_short_code: 'Request this short code',
    requested: '“{{name}}” waits for approval',
    again: 'You can request another name.',
  },
  ur: {
    title: 'بھیجنے والوں کے نام',
    about: 'وہ نام یا نمبر جو لوگوں کو آپ کے پیغام کے اوپر نظر آتا ہے۔ اس کی تین قسمیں ہیں۔',
    simple: 'سادہ (Simple)',
    simple_about:
      'ایک مشترکہ نام جو ہر اکاؤنٹ استعمال کر سکتا ہے۔ فوراً دستیاب ہے، اور لوگ اس کا ' +
      'جواب نہیں دے سکتے۔',
    branded: 'آپ کا برانڈ (Branded)',
    branded_about:
      'بھیجنے والے کی جگہ آپ کی کمپنی یا برانڈ کا نام۔ ہر نام (mask) ایک بار منظور ہوتا ' +
      'ہے، پھر آپ ہی کا رہتا ہے۔',
    short_code: 'شارٹ کوڈ / OTP',
    short_code_about:
      'OTP اور دوسرے فوری پیغامات کے لیے ایک نمبر: یہ سب سے پہلے جاتا ہے، لوگ اس کا جواب ' +
      'دے سکتے ہیں، اور اس پر تشہیر نہیں ہوتی۔ 8584 سب کے لیے مشترکہ ہے۔',
    shared: 'مشترکہ',
    none: 'ابھی آپ کا کوئی نہیں۔',
    rests: 'تصدیق تک بند',
    since: 'منظوری {{at}}',
    asked: 'درخواست {{at}}',
    decided: 'فیصلہ {{at}}',
    verify_first: 'بھیجنے والے کا اپنا نام صرف تصدیق شدہ اکاؤنٹ رکھ سکتا ہے۔',
    verify: 'اپنے اکاؤنٹ کی تصدیق کریں',
    name: 'بھیجنے والے کا نیا نام',
    name_about: '3 سے 11 انگریزی حروف، ہندسے، خالی جگہ اور \u2066. _ & -\u2069',
    code: 'نیا شارٹ کوڈ',
    code_about: 'صرف ہندسے، جیسے آپ کو الاٹ ہوئے',
    request_branded: 'اس نام کی درخواست کریں',
    request_short_code: 'اس شارٹ کوڈ کی درخواست کریں',
    requested: '”{{name}}“ منظوری کا منتظر ہے',
    again: 'آپ کسی اور نام کی درخواست کر سکتے ہیں۔',
  },
});
