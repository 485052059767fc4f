/** What the service says of contacts and segments, in Urdu. */
export const CONTACT_RULES: Readonly<Record<string, string>> = {
  'must be a channel and a purpose, such as sms:promotional':
    'ذریعہ اور مقصد لکھیں، جیسے \u2066sms:promotional\u2069۔',
  'must be yes, no, or the day when the person agreed, not one to come: 2026-11-20 or 20/11/2026':
    'ہاں، نہیں، یا رضامندی کا دن لکھیں، جو آ چکا ہو: ' +
    '\u20662026-11-20\u2069 یا \u206620/11/2026\u2069۔',
  'must be a word or a few, of at most {} letters, digits, hyphens and full stops, without commas':
    'ٹیگ زیادہ سے زیادہ {} حروف کا ہو: حروف، ہندسے، ہائفن اور نقطے، کوما کے بغیر۔',
  ['must be a word or a few, of at most {} letters, digits, hyphens and full stops, without ' +
  'commas: not “{}”']:
    'ٹیگ زیادہ سے زیادہ {} حروف کا ہو: حروف، ہندسے، ہائفن اور نقطے، کوما کے بغیر؛ ”{}“ نہیں۔',
  'has no number': 'اس میں نمبر نہیں۔',
  'must be a language code, such as ur or en': 'زبان کا کوڈ لکھیں، جیسے ur یا en۔',
  ['must have names of letters, digits and underscores, none of them mobile, user_id, name, ' +
  'language, tags, id, created_at or updated_at']:
    'معلومات کے نام حروف، ہندسوں اور انڈر اسکور سے بنیں، اور رابطے کے اپنے خانوں کے نام نہ ہوں۔',
  'must have at most {} characters each': 'ہر ایک میں زیادہ سے زیادہ {} حروف لکھیں۔',
  'must be a field and its text, such as city=Lahore':
    'خانہ اور اس کا متن لکھیں، جیسے \u2066city=Lahore\u2069۔',
  'must refer to contacts as {{name}}: #B# is a column of a file':
    'رابطوں کا حوالہ \u2066{{name}}\u2069 کی طرح دیں: \u2066#B#\u2069 فائل کا کالم ہے۔',
  'must refer to name, mobile, language, tags or a field, not “{}”':
    'نام، نمبر، زبان، ٹیگ یا کسی اور خانے کا حوالہ دیں، ”{}“ کا نہیں۔',
  'must close what it opens: {{name}}, with two braces on each side':
    'حوالے کے دونوں طرف دو قوسین لکھیں: \u2066{{name}}\u2069۔',
  'must say where the numbers are, and what else: mobile=B,name=C,city=F':
    'بتائیں کہ نمبر کس کالم میں ہیں: \u2066mobile=B,name=C,city=F\u2069',
  'must not be given with segment_id or filter': 'رابطوں کے ساتھ فائل نہ دیں۔',
  'must not be before send_at': 'پہلی بار بھیجنے کے وقت سے پہلے کا نہیں ہو سکتا۔',
  'is missing: when it recurs first': 'پہلی بار کا وقت بتائیں۔',
  'is for contacts, not for a file': 'یہ صرف رابطوں کے لیے ہے، فائل کے لیے نہیں۔',
  'must not be given with fallback, which follows what has not left in time':
    'SMS کے ساتھ اسے نہ دیں: جو وقت پر روانہ نہ ہو اس کی جگہ SMS جاتا ہے۔',
  'must not be given with segment_id': 'گروہ اور شرط میں سے ایک دیں۔',
  'is the number or the user_id of contact {}': 'یہ رابطہ {} کا نمبر یا ID ہے۔',
  'is the name of another segment': 'یہ کسی اور گروہ کا نام ہے۔',
  'is {} by now: look at them, and repeat it with that count':
    'اب یہ {} ہیں: انہیں دیکھ کر دوبارہ کریں۔',
  'would be more contacts than this account may have: a verified one may have more':
    'اس اکاؤنٹ کے رابطوں کی حد پوری ہے: تصدیق شدہ اکاؤنٹ کی حد زیادہ ہے۔',
  'would be more than the {} segments that an account may have':
    'اکاؤنٹ کے زیادہ سے زیادہ {} گروہ ہو سکتے ہیں۔',
  'No contacts found': 'کوئی رابطہ نہیں ملا۔',
  'No segments found': 'کوئی گروہ نہیں ملا۔',
};
