/** What the service says of the variables of templates, of answers, notes and files, in Urdu. */
export const TEMPLATE_RULES: Readonly<Record<string, string>> = {
  'must not hold more than {} variables': 'زیادہ سے زیادہ {} خالی جگہیں ہو سکتی ہیں۔',
  'must not hold more than one variable': 'صرف ایک خالی جگہ ہو سکتی ہے۔',
  'must not hold variables': 'اس میں خالی جگہیں نہیں ہو سکتیں۔',
  'must not be more than {} {}': 'زیادہ سے زیادہ {} ہو سکتے ہیں۔',
  'must have its variables written {{1}}, {{2}} and so on':
    'خالی جگہیں \u2066{{1}}, {{2}}\u2069 کی شکل میں لکھیں۔',
  'must hold one for each variable': 'ہر خالی جگہ کے لیے ایک مثال دیں۔',
  'must be a web address, which may end with {{1}}: https://shop.example/{{1}}':
    'ویب پتا ہونا چاہیے، جس کے آخر میں {{1}} ہو سکتا ہے: https://shop.example/{{1}}',
  'is the name of another canned answer': 'یہ کسی اور تیار جواب کا نام ہے۔',
  'is not a canned answer of this account': 'یہ اس اکاؤنٹ کا تیار جواب نہیں۔',
  'would be more than the {} canned answers of an account':
    'اکاؤنٹ کے زیادہ سے زیادہ {} تیار جوابات ہو سکتے ہیں۔',
  'There are no canned answers': 'کوئی تیار جواب نہیں۔',
  'is the name of another label': 'یہ کسی اور لیبل کا نام ہے۔',
  'is not a label of this account': 'یہ اس اکاؤنٹ کا لیبل نہیں۔',
  'would be more than the {} labels of an account': 'اکاؤنٹ کے زیادہ سے زیادہ {} لیبل ہو سکتے ہیں۔',
  'There are no labels': 'کوئی لیبل نہیں۔',
  'is not a conversation of this account with this label':
    'یہ اس اکاؤنٹ کی وہ گفتگو نہیں جس پر یہ لیبل ہو۔',
  'is not a note of this conversation': 'یہ اس گفتگو کا نوٹ نہیں۔',
  'would be more than the {} notes of a conversation':
    'ایک گفتگو پر زیادہ سے زیادہ {} نوٹ ہو سکتے ہیں۔',
  'There are no files': 'کوئی فائل نہیں۔',
  'is not a file in the media library of this account': 'یہ اس اکاؤنٹ کی لائبریری کی فائل نہیں۔',
  'is what the template {} shows where a send has no file':
    'ٹیمپلیٹ {} یہی فائل دکھاتا ہے جب پیغام کی اپنی فائل نہ ہو۔',
  'would be more than the {} files of the library: remove one, or get verified':
    'لائبریری میں زیادہ سے زیادہ {} فائلیں ہو سکتی ہیں: کوئی ہٹائیں یا تصدیق کروائیں۔',
  'would be more than the {} MB of the library: remove one, or get verified':
    'لائبریری میں زیادہ سے زیادہ {} MB ہو سکتے ہیں: کوئی ہٹائیں یا تصدیق کروائیں۔',
  'is a web page or a drawing in SVG: phones do not show those, make a picture or a PDF of it':
    'یہ ویب صفحہ یا SVG ہے جو فون نہیں دکھاتے: اس کی تصویر یا PDF بنائیں۔',
  'is damaged: it does not say how large a picture it is': 'تصویر خراب ہے: اس کا سائز درج نہیں۔',
  'is a picture of more than {} million pixels': 'تصویر {} ملین پکسل سے بڑی ہے۔',
  'must be a JPEG of at most {} bytes and {} pixels':
    'JPEG ہو، زیادہ سے زیادہ {} بائٹ اور {} پکسل۔',
};
