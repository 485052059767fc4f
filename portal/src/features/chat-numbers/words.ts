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
    default_title: 'Make {{number}} the default?',
    default_text: 'It sends nothing at the moment. {{why}} What is sent by it waits or fails.',
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
    shown_name: 'Shown as',
    quality: 'Quality',
    quality_green: 'High',
    quality_yellow: 'Medium',
    quality_red: 'Low: write less, and only to people who want it',
    quality_unknown: 'Not rated yet',
    people: 'New people in 24 hours',
    people_any: 'No limit',
    speed: 'Speed',
    on_phone: '20 messages a second: it is used on a phone, too',
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
    done_blocked: 'It does not send yet.',
    done_none: 'It sends now. Its templates could not be read yet: they are fetched again.',
    here: 'WhatsApp reports here what becomes of your messages.',
    as_before: 'WhatsApp reports where it did before what becomes of your messages.',
    by_hand:
      'One step is left: enter this address and verify token at WhatsApp, under “Configuration” ' +
      'of your app. Until then you do not see what was delivered, nor any reply.',
    nowhere: 'WhatsApp does not report yet what becomes of messages: {{why}}. Connect it again.',
    to_templates: 'See the templates',
    connect_whatsapp: 'Connect with WhatsApp',
    by_ids: 'Use IDs and a token',
    signup_title: 'Connect with WhatsApp',
    signup_about:
      'You sign in at WhatsApp’s own page, choose the business account and number there, and ' +
      'come back here.',
    which: 'Is the number used in the WhatsApp Business app?',
    which_no: 'No, it is new or free',
    which_no_about: 'WhatsApp sends it a code by text or call. No app can use it afterwards.',
    which_phone: 'Yes, and it stays there',
    which_phone_about:
      'You go on writing in the app, too. What you write there is shown here. It sends 20 ' +
      'messages a second.',
    go: 'Continue at WhatsApp',
    asking: 'WhatsApp is asked what you have shared …',
    declined: 'You ended the dialogue before anything was shared. Nothing was changed.',
    failed_there: 'WhatsApp ended the dialogue: {{why}}',
    not_connected: 'It was not connected',
    try_again: 'Begin again',
    choose: 'Which number do you connect?',
    taken:
      'It is connected for another account. Disconnect it there first, or begin again with ' +
      'another number; if that account is not yours, ask the operator of this service.',
    over:
      'This link is good once, for an hour, in the hands of whoever began. Nothing was changed: ' +
      'begin again.',
    stays_on_phone: 'It stays in the app on your phone.',
    no_numbers:
      'The account that you shared has no number. Add one in WhatsApp Manager, then begin again.',
    pin: 'PIN of six digits',
    pin_about:
      'If the number has a PIN (two-step verification), give that one. If not, choose one ' +
      'and keep it: WhatsApp asks for it when the number moves.',
    connect_this: 'Connect',
    back: 'To my numbers',
    no_payment:
      'Your WhatsApp account has no payment method. Add one in WhatsApp Manager, under ' +
      '“Billing”: until then WhatsApp lets nothing out that costs money.',
    no_payment_stays: 'If you have added one and this stays, connect the number again.',
    from_phone: 'Contacts and conversations of your phone come in the next minutes, once.',
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
    default_title: '{{number}} کو طے شدہ بنائیں؟',
    default_text: 'ابھی اس سے کچھ نہیں جاتا۔ {{why}} اس سے بھیجے گئے پیغامات رکے یا ناکام رہیں گے۔',
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
    shown_name: 'لوگوں کو یہ نام نظر آتا ہے',
    quality: 'معیار',
    quality_green: 'اچھا',
    quality_yellow: 'درمیانہ',
    quality_red: 'کم: کم لکھیں، اور صرف انہیں جو چاہتے ہیں',
    quality_unknown: 'ابھی درجہ نہیں ملا',
    people: '24 گھنٹوں میں نئے افراد',
    people_any: 'کوئی حد نہیں',
    speed: 'رفتار',
    on_phone: 'فی سیکنڈ 20 پیغامات: یہ فون پر بھی استعمال ہوتا ہے',
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
    done_blocked: 'ابھی اس سے پیغام نہیں جا سکتے۔',
    done_none: 'اب اس سے پیغام جا سکتے ہیں۔ ٹیمپلیٹ ابھی نہیں پڑھے گئے، دوبارہ لائیں گے۔',
    here: 'آپ کے پیغامات کا کیا ہوا، واٹس ایپ یہاں بتاتا رہے گا۔',
    as_before: 'آپ کے پیغامات کا کیا ہوا، واٹس ایپ پہلے کی طرح بتاتا رہے گا۔',
    by_hand:
      'ایک قدم باقی ہے: یہ پتا اور ویریفائی ٹوکن واٹس ایپ پر اپنی ایپ کے ”Configuration“ میں ' +
      'درج کریں۔ تب تک نہ ترسیل کا پتا چلے گا نہ کوئی جواب آئے گا۔',
    nowhere: 'واٹس ایپ ابھی نہیں بتا رہا کہ پیغامات کا کیا ہوا: {{why}}۔ دوبارہ جوڑیں۔',
    to_templates: 'ٹیمپلیٹ دیکھیں',
    connect_whatsapp: 'واٹس ایپ سے جوڑیں',
    by_ids: 'آئی ڈی اور ٹوکن سے',
    signup_title: 'واٹس ایپ سے جوڑیں',
    signup_about:
      'آپ واٹس ایپ کے اپنے صفحے پر سائن اِن کر کے بزنس اکاؤنٹ اور نمبر چنتے ہیں، پھر یہاں ' +
      'واپس آتے ہیں۔',
    which: 'کیا یہ نمبر واٹس ایپ بزنس ایپ میں چل رہا ہے؟',
    which_no: 'نہیں، نیا یا خالی ہے',
    which_no_about:
      'واٹس ایپ اس پر پیغام یا کال سے کوڈ بھیجے گا۔ اس کے بعد یہ کسی ایپ میں نہیں چلے گا۔',
    which_phone: 'ہاں، اور وہیں رہے گا',
    which_phone_about:
      'آپ ایپ میں بھی لکھتے رہیں گے، اور وہاں کا لکھا یہاں نظر آئے گا۔ رفتار فی سیکنڈ 20 ' +
      'پیغامات ہو گی۔',
    go: 'واٹس ایپ پر جائیں',
    asking: 'واٹس ایپ سے پوچھا جا رہا ہے کہ آپ نے کیا دیا …',
    declined: 'آپ نے کچھ دیے بغیر بات ختم کر دی۔ کچھ نہیں بدلا۔',
    failed_there: 'واٹس ایپ نے بات ختم کر دی: {{why}}',
    not_connected: 'نمبر نہیں جڑا',
    try_again: 'دوبارہ شروع کریں',
    choose: 'کون سا نمبر جوڑنا ہے؟',
    taken:
      'یہ دوسرے اکاؤنٹ میں جڑا ہے۔ پہلے وہاں سے الگ کریں، یا دوسرے نمبر سے دوبارہ شروع کریں؛ ' +
      'اگر وہ اکاؤنٹ آپ کا نہیں تو سروس کے منتظم سے کہیں۔',
    over:
      'یہ لنک ایک بار، ایک گھنٹے تک، اور صرف شروع کرنے والے کے لیے ہے۔ کچھ نہیں بدلا: دوبارہ ' +
      'شروع کریں۔',
    stays_on_phone: 'یہ آپ کے فون کی ایپ میں بھی رہے گا۔',
    no_numbers:
      'آپ کے دیے ہوئے اکاؤنٹ میں کوئی نمبر نہیں۔ واٹس ایپ مینیجر میں نمبر شامل کر کے دوبارہ ' +
      'شروع کریں۔',
    pin: 'چھ ہندسوں کا پن',
    pin_about:
      'اگر نمبر کا پن (دو مرحلوں کی تصدیق) ہے تو وہی لکھیں۔ نہیں تو نیا چن کر سنبھال لیں: ' +
      'نمبر منتقل کرتے وقت واٹس ایپ یہی پوچھے گا۔',
    connect_this: 'جوڑیں',
    back: 'میرے نمبروں پر',
    no_payment:
      'آپ کے واٹس ایپ اکاؤنٹ میں ادائیگی کا کوئی طریقہ نہیں۔ واٹس ایپ مینیجر میں ”Billing“ ' +
      'کے تحت شامل کریں: تب تک قیمت والا کوئی پیغام نہیں جائے گا۔',
    no_payment_stays: 'اگر شامل کر چکے ہیں اور یہ پھر بھی نظر آئے تو نمبر دوبارہ جوڑیں۔',
    from_phone: 'آپ کے فون کے رابطے اور گفتگو اگلے چند منٹ میں ایک بار آئیں گی۔',
    close: 'بند کریں',
  },
});
