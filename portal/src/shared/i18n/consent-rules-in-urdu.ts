/** What the service says of consents and of forms by which people agree, in Urdu. */
export const CONSENT_RULES: Readonly<Record<string, string>> = {
  'SMS rejected, access denied: the recipient has not opted in to such messages':
    'اس نمبر نے تشہیری پیغامات کی رضامندی نہیں دی۔',
  'not opted in to such messages': 'اس نمبر نے تشہیری پیغامات کی رضامندی نہیں دی۔',
  'Access denied: the recipient has not opted in to marketing':
    'اس شخص نے تشہیری پیغامات کی رضامندی نہیں دی۔',
  'Denied: the recipient was not opted in any more when the message was to leave':
    'پیغام کے جانے سے پہلے اس شخص کی رضامندی ختم ہو گئی تھی۔',
  'Invalid id: no such record of a person': 'ایسا کوئی اندراج نہیں۔',
  'Invalid address: no such form, or it is closed': 'یہ فارم نہیں ملا، یا بند ہے۔',
  'Error: no codes go out by this form at the moment, try again later':
    'اس فارم سے ابھی کوڈ نہیں جا رہے، بعد میں کوشش کریں۔',
  'Denied: it is for owners and managers, and for keys with every scope':
    'یہ صرف مالک اور مینیجر کر سکتے ہیں، اور وہ کلیدیں جن کے پاس ہر اجازت ہو۔',
  'Invalid id: nobody was forgotten': 'ایسا کوئی اندراج نہیں۔',
  'must be a Pakistani mobile number or the id of a chat user':
    'پاکستانی موبائل نمبر یا چیٹ صارف کی شناخت لکھیں۔',
  'must be a mobile number or the id of a chat user': 'موبائل نمبر یا چیٹ صارف کی شناخت لکھیں۔',
  'has messages that wait: cancel those {}, or let them leave':
    'اس شخص کے پیغامات منتظر ہیں: ان {} کو منسوخ کریں یا جانے دیں۔',
  forgotten: 'مٹا دیا گیا',
  'Nobody has been forgotten': 'کسی کو نہیں مٹایا گیا۔',
  ['What tells of the person is lost in messages: {}, replies: {}, notes: {}. This cannot be ' +
  'undone.']:
    '{} پیغامات، {} جوابات اور {} نوٹ میں سے اس شخص کا سب کچھ مٹ جائے گا۔ یہ واپس نہیں آ سکتا۔',
  'must be chat: it is a chat user': 'چیٹ چنیں: یہ چیٹ کا صارف ہے۔',
  'must not be in the future': 'یہ وقت ابھی نہیں آیا۔',
  'must be of 1990 or later': '1990 یا اس کے بعد کا ہونا چاہیے۔',
  'must be the id of a template': 'ٹیمپلیٹ چنیں۔',
  'must be an approved transactional template with one variable, for the code':
    'منظور شدہ غیر تشہیری ٹیمپلیٹ چنیں جس میں کوڈ کے لیے ایک ہی خالی جگہ ہو۔',
  'would be more consents than this account may keep: a verified one may keep more':
    'اس اکاؤنٹ کی رضامندیوں کی حد پوری ہے: تصدیق شدہ اکاؤنٹ کی حد زیادہ ہے۔',
  'would be more than the {} forms that an account may have':
    'اکاؤنٹ کے زیادہ سے زیادہ {} فارم ہو سکتے ہیں۔',
  'No consents found': 'کوئی رضامندی نہیں ملی۔',
  'Error: short links need an address: neither the account nor the service has one':
    'مختصر لنکوں کے لیے پتا چاہیے: نہ آپ کا کوئی ڈومین یہاں آتا ہے، نہ سروس کا اپنا پتا مقرر ہے۔',
  'Invalid domain: another account has it, or it belongs to the service itself':
    'یہ ڈومین کسی اور اکاؤنٹ کا ہے، یا خود سروس کا۔',
  'Invalid domain: this account has none for its short links':
    'اس اکاؤنٹ کے مختصر لنکوں کا کوئی ڈومین نہیں۔',
  'No domains found': 'کوئی ڈومین نہیں ملا۔',
  'must be a domain such as go.example.com': 'ڈومین لکھیں، مثلاً \u2066go.example.com\u2069',
  'No forms found': 'کوئی فارم نہیں ملا۔',
};
