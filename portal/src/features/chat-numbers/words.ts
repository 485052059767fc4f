import { defineWords } from '../../shared/i18n/i18n.ts';

export const useWords = defineWords({
  en: {
    title: 'WhatsApp numbers',
    about: 'The numbers of your own that messages on WhatsApp come from.',
    none: 'No number is connected',
    none_text:
      'Connect the number of your WhatsApp Business account: its templates appear here, and you ' +
      'can answer whoever writes to it.',
    connect: 'Connect a number',
    again: 'Give new secrets',
    reconnect: 'Connect again',
    default: 'Default',
    make_default: 'Make it the default',
    made_default: 'Messages that name no number now leave from it.',
    disconnect: 'Disconnect',
    disconnect_title: 'Disconnect {{number}}?',
    disconnect_text:
      'Nothing more is sent from it. What waits is sent if you connect it again in time; ' +
      'otherwise it expires and costs nothing.',
    disconnected: 'It is disconnected.',
    off: 'Disconnected',
    state: 'State',
    checking: 'Being looked at',
    free: 'Free answers this month',
    free_of: '{{used}} of {{most}}',
    number_id: 'Phone number ID',
    business_id: 'Business account ID',
    where_title: 'Where to find them',
    where:
      'In the WhatsApp Manager of Meta Business Suite, under “Phone numbers”. The token is that ' +
      'of a system user, made without an end, who may send messages and manage the account. The ' +
      'app secret is in the settings of your app, under “Basic”.',
    business_about: 'In digits. It is beside the name of your WhatsApp account.',
    number_about: 'In digits. It is not the number itself.',
    token: 'Access token',
    token_about: 'It is kept sealed and never shown again.',
    app_secret: 'App secret',
    app_secret_about: 'WhatsApp signs with it what it reports to us.',
    verify_token: 'Verify token',
    verify_token_about: 'Only if the address of reports is entered at WhatsApp by hand.',
    more: 'More',
    needed: 'Give it.',
    done: '{{number}} is connected',
    done_templates_one: 'It sends now, and has {{count}} template.',
    done_templates_other: 'It sends now, and has {{count}} templates.',
    done_none: 'It sends now. Its templates could not be read yet: they are fetched again.',
    here: 'WhatsApp reports here what becomes of your messages.',
    by_hand:
      'One step is left: enter this address at WhatsApp, under “Configuration” of your app, with ' +
      'your verify token. Until then you do not see what was delivered, nor any reply.',
    nowhere: 'WhatsApp does not report yet what becomes of messages: {{why}}. Connect it again.',
    to_templates: 'See the templates',
    close: 'Close',
  },
  ur: {
    title: 'واٹس ایپ نمبر',
    about: 'آپ کے اپنے نمبر جن سے واٹس ایپ کے پیغامات جاتے ہیں۔',
    none: 'کوئی نمبر جڑا ہوا نہیں',
    none_text:
      'اپنے واٹس ایپ بزنس اکاؤنٹ کا نمبر جوڑیں: اس کے ٹیمپلیٹ یہاں آ جائیں گے اور آپ لکھنے والوں ' +
      'کو جواب دے سکیں گے۔',
    connect: 'نمبر جوڑیں',
    again: 'نئے خفیہ کوڈ دیں',
    reconnect: 'دوبارہ جوڑیں',
    default: 'طے شدہ',
    make_default: 'طے شدہ بنائیں',
    made_default: 'جن پیغامات میں نمبر نہ لکھا ہو وہ اب اسی سے جائیں گے۔',
    disconnect: 'الگ کریں',
    disconnect_title: '{{number}} الگ کر دیں؟',
    disconnect_text:
      'اس سے مزید کچھ نہیں جائے گا۔ جو پیغامات انتظار میں ہیں وہ وقت پر دوبارہ جوڑنے سے چلے ' +
      'جائیں گے، ورنہ ان کی میعاد ختم ہو جائے گی اور ان کا کچھ خرچ نہیں ہو گا۔',
    disconnected: 'نمبر الگ کر دیا گیا۔',
    off: 'الگ کیا ہوا',
    state: 'حالت',
    checking: 'جانچا جا رہا ہے',
    free: 'اس مہینے کے مفت جوابات',
    free_of: '{{most}} میں سے {{used}}',
    number_id: 'فون نمبر آئی ڈی',
    business_id: 'بزنس اکاؤنٹ آئی ڈی',
    where_title: 'یہ کہاں ملیں گے',
    where:
      'میٹا بزنس سوٹ کے واٹس ایپ مینیجر میں، ”Phone numbers“ کے تحت۔ ٹوکن ایسے سسٹم یوزر کا ہو ' +
      'جو پیغام بھیج سکے اور اکاؤنٹ سنبھال سکے، اور اس کی میعاد ختم نہ ہوتی ہو۔ ایپ سیکرٹ آپ کی ' +
      'ایپ کی ترتیبات میں ”Basic“ کے تحت ہے۔',
    business_about: 'ہندسوں میں۔ یہ آپ کے واٹس ایپ اکاؤنٹ کے نام کے ساتھ لکھا ہوتا ہے۔',
    number_about: 'ہندسوں میں۔ یہ خود فون نمبر نہیں۔',
    token: 'ایکسس ٹوکن',
    token_about: 'یہ مہر بند رکھا جاتا ہے اور دوبارہ نہیں دکھایا جاتا۔',
    app_secret: 'ایپ سیکرٹ',
    app_secret_about: 'واٹس ایپ اپنی رپورٹوں پر اسی سے دستخط کرتا ہے۔',
    verify_token: 'ویریفائی ٹوکن',
    verify_token_about: 'صرف تب جب رپورٹوں کا پتا واٹس ایپ پر خود درج کرنا ہو۔',
    more: 'مزید',
    needed: 'یہ درج کریں۔',
    done: '{{number}} جڑ گیا',
    done_templates_one: 'اب اس سے پیغام جا سکتے ہیں۔ اس کا {{count}} ٹیمپلیٹ ہے۔',
    done_templates_other: 'اب اس سے پیغام جا سکتے ہیں۔ اس کے {{count}} ٹیمپلیٹ ہیں۔',
    done_none: 'اب اس سے پیغام جا سکتے ہیں۔ ٹیمپلیٹ ابھی نہیں پڑھے گئے، دوبارہ لائیں گے۔',
    here: 'آپ کے پیغامات کا کیا ہوا، واٹس ایپ یہاں بتاتا رہے گا۔',
    by_hand:
      'ایک قدم باقی ہے: یہ پتا واٹس ایپ پر اپنی ایپ کے ”Configuration“ میں اپنے ویریفائی ٹوکن کے ' +
      'ساتھ درج کریں۔ تب تک نہ ترسیل کا پتا چلے گا نہ کوئی جواب آئے گا۔',
    nowhere: 'واٹس ایپ ابھی نہیں بتا رہا کہ پیغامات کا کیا ہوا: {{why}}۔ دوبارہ جوڑیں۔',
    to_templates: 'ٹیمپلیٹ دیکھیں',
    close: 'بند کریں',
  },
});
