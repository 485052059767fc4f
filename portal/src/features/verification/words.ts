import { defineWords } from '../../shared/i18n/i18n.ts';

export const useWords = defineWords({
  en: {
    title: 'Verification',
    about:
      'Five documents show who you are. They are stored encrypted; only those who decide ' +
      'see them, and each look is in your audit log.',
    verified: 'Your account is verified',
    verified_text:
      'Messages go out without the demo text, and you may have sender names of your own.',
    to_senders: 'Request a sender name',
    withdrawn: 'Your account is not verified any more',
    withdrawn_text:
      'The operator of the service has withdrawn the verification. Sender IDs of your own rest, ' +
      'and the demo text follows your messages. Ask why; documents can be given again here.',
    progress: '{{received}} of {{all}} received',
    approved: '{{count}} approved',
    waiting: 'We have everything and are checking it. The result appears here, and by mail.',
    changes: 'What changes once you are verified',
    change_demo: 'The demo text at the end of your messages goes away.',
    change_brand: 'You can have your own name as the sender.',
    identity_card_front: 'Identity card, front',
    identity_card_front_about:
      'The CNIC of the person who signs: all four corners, in focus, no glare.',
    identity_card_back: 'Identity card, back',
    identity_card_back_about: 'The other side of the same card.',
    face: 'Face',
    face_about:
      'A photo of that person’s face, taken now: no glasses or cap, light from the front.',
    agreement: 'Agreement',
    agreement_about:
      'Print the form on your letterhead, sign and stamp it, and upload a scan or photo.',
    tax: 'Tax number',
    tax_about:
      'Your NTN or STRN with its certificate; or your CNIC number if you trade in your name.',
    number: 'Number',
    number_about: 'NTN such as 1234567-8, STRN, or CNIC',
    number_first: 'Type the number first; then upload the document.',
    missing: 'Missing',
    submitted_at: '{{name}}, given on {{at}}',
    print: 'Print the form',
    blocked:
      'Your browser blocked the window with the form: allow windows of this page, and try ' +
      'again.',
    photo: 'Take a photo',
    choose: 'Choose a file',
    choose_about: 'A photo or a PDF. It is uploaded at once; large photos are made smaller.',
    choose_face: 'A photo. It is uploaded at once; large ones are made smaller.',
    replace: 'Replace',
    other: 'Choose another',
    upload: 'Upload again',
    uploading: 'Uploading: {{percent}} %',
    too_large:
      'This file has {{size}} MB; at most 5 MB can be uploaded. Scan it again with a lower ' +
      'resolution.',
    heic:
      'This is a HEIC photo, which this browser cannot read. Choose it on the iPhone itself, or ' +
      'save it as JPEG first: on the iPhone, in Settings, Camera, Formats, choose ' +
      '“Most compatible”.',
    done: '{{name}}: received',
    preview: 'The file that you chose',
    take: 'Take the photo',
    no_camera: 'There is no camera that this page may use. Choose a photo instead.',
    close: 'Close',
    others: 'The owner of the account, or a developer, uploads the documents.',
  },
  ur: {
    title: 'تصدیق',
    about:
      'پانچ دستاویزات سے آپ کی شناخت ہوتی ہے۔ یہ انکرپٹ ہو کر محفوظ ہوتی ہیں؛ صرف فیصلہ ' +
      'کرنے والے انہیں دیکھتے ہیں، اور ہر بار دیکھنا آپ کے آڈٹ لاگ میں آتا ہے۔',
    verified: 'آپ کے اکاؤنٹ کی تصدیق ہو چکی ہے',
    verified_text:
      'پیغامات ڈیمو عبارت کے بغیر جاتے ہیں، اور آپ بھیجنے والے کا اپنا نام رکھ سکتے ہیں۔',
    to_senders: 'بھیجنے والے کے نام کی درخواست کریں',
    withdrawn: 'آپ کے اکاؤنٹ کی تصدیق واپس لے لی گئی ہے',
    withdrawn_text:
      'سروس نے تصدیق واپس لے لی ہے۔ بھیجنے والے کا آپ کا اپنا نام فی الحال بند ہے، اور ' +
      'پیغامات کے آخر میں ڈیمو عبارت لگتی ہے۔ سروس سے وجہ پوچھیں؛ ' +
      'دستاویزات یہاں دوبارہ دی جا سکتی ہیں۔',
    progress: '{{all}} میں سے {{received}} موصول',
    approved: '{{count}} منظور',
    waiting: 'سب کچھ مل گیا ہے اور جانچ جاری ہے۔ نتیجہ یہیں نظر آئے گا اور ای میل سے بھی۔',
    changes: 'تصدیق کے بعد کیا بدلے گا',
    change_demo: 'پیغامات کے آخر سے ڈیمو عبارت ہٹ جائے گی۔',
    change_brand: 'بھیجنے والے کی جگہ آپ کا اپنا نام آ سکے گا۔',
    identity_card_front: 'شناختی کارڈ، سامنے کا رخ',
    identity_card_front_about:
      'دستخط کرنے والے کا CNIC: چاروں کونے نظر آئیں، تصویر صاف ہو اور چمک نہ ہو۔',
    identity_card_back: 'شناختی کارڈ، پچھلا رخ',
    identity_card_back_about: 'اسی کارڈ کا دوسرا رخ۔',
    face: 'چہرہ',
    face_about: 'اسی شخص کے چہرے کی تازہ تصویر: عینک یا ٹوپی کے بغیر، روشنی سامنے سے۔',
    agreement: 'معاہدہ',
    agreement_about:
      'فارم اپنے لیٹر ہیڈ پر چھاپیں، دستخط اور مہر کریں، پھر اسکین یا تصویر اپ لوڈ کریں۔',
    tax: 'ٹیکس نمبر',
    tax_about: 'آپ کا NTN یا STRN اور اس کا سرٹیفکیٹ؛ اپنے نام سے کاروبار ہو تو CNIC نمبر۔',
    number: 'نمبر',
    number_about: 'NTN جیسے \u20661234567-8\u2069، STRN یا CNIC',
    number_first: 'پہلے نمبر لکھیں، پھر دستاویز اپ لوڈ کریں۔',
    missing: 'باقی ہے',
    submitted_at: '{{name}}، {{at}} کو دیا گیا',
    print: 'فارم چھاپیں',
    blocked:
      'براؤزر نے فارم کی ونڈو روک دی: اس صفحے کو ونڈو کھولنے کی اجازت دیں اور دوبارہ کوشش ' +
      'کریں۔',
    photo: 'تصویر لیں',
    choose: 'فائل منتخب کریں',
    choose_about: 'تصویر یا PDF۔ فوراً اپ لوڈ ہو جاتی ہے؛ بڑی تصویریں چھوٹی کر دی جاتی ہیں۔',
    choose_face: 'ایک تصویر۔ فوراً اپ لوڈ ہو جاتی ہے؛ بڑی ہو تو چھوٹی کر دی جاتی ہے۔',
    replace: 'بدلیں',
    other: 'کوئی اور منتخب کریں',
    upload: 'دوبارہ اپ لوڈ کریں',
    uploading: 'اپ لوڈ ہو رہا ہے: {{percent}} %',
    too_large:
      'یہ فائل \u2066{{size}} MB\u2069 کی ہے؛ زیادہ سے زیادہ \u20665 MB\u2069 اپ لوڈ ہو سکتی ہے۔ ' +
      'کم ریزولیوشن میں دوبارہ اسکین کریں۔',
    heic:
      'یہ HEIC تصویر ہے جسے یہ براؤزر نہیں پڑھ سکتا۔ اسے آئی فون ہی پر منتخب کریں، یا پہلے JPEG ' +
      'کے طور پر محفوظ کریں: آئی فون میں Settings، Camera، Formats میں ' +
      '\u2066“Most compatible”\u2069 چنیں۔',
    done: '{{name}}: موصول ہو گیا',
    preview: 'آپ کی منتخب کردہ فائل',
    take: 'تصویر کھینچیں',
    no_camera: 'یہ صفحہ کوئی کیمرا استعمال نہیں کر سکتا۔ اس کی بجائے کوئی تصویر منتخب کریں۔',
    close: 'بند کریں',
    others: 'دستاویزات اکاؤنٹ کا مالک یا ڈویلپر اپ لوڈ کرتا ہے۔',
  },
});
