/** The rules of fields in Urdu, each of them (a test looks). `{}`: what the service fills in. */
export const RULES: Readonly<Record<string, string>> = {
  'must be the last one that arrived there, within its ten minutes':
    'وہ کوڈ لکھیں جو اس نمبر پر آخر میں آیا؛ یہ دس منٹ تک کارآمد ہے۔',
  // Kinds of values.
  'is missing': 'یہ خانہ ضروری ہے۔',
  'is not known here': 'یہاں ایسا کوئی خانہ نہیں۔',
  'is needed': 'یہ ضروری ہے۔',
  'must be a string': 'یہاں متن لکھیں۔',
  'must be a whole number': 'یہاں پورا عدد لکھیں۔',
  'must be a number': 'یہاں عدد لکھیں۔',
  'must be true or false': 'ہاں یا نہیں چنیں۔',
  'must be an object': 'یہاں کئی خانوں والا JSON لکھیں۔',
  'must be a list': 'یہاں فہرست لکھیں۔',
  'must be on or off': 'آن یا آف چنیں۔',
  'must name columns of the file, whose last is {}': 'وہ کالم بتائیں جو فائل میں ہیں: آخری {} ہے۔',
  'must refer to what contacts have: none has a field “{}”':
    'وہی لکھیں جو رابطوں میں ہے: “{}” کسی میں نہیں۔',
  'must be one of {}': 'ان میں سے ایک چنیں: {}۔',
  'must be some of {}': 'ان میں سے چنیں: {}۔',
  'must be written as {}': 'اس شکل میں لکھیں: {}۔',
  'must be like {}': 'اس شکل میں لکھیں: {}۔',
  'must have one of the forms that are described': 'یہ کسی قابلِ قبول شکل میں نہیں۔',
  'must have at least {} characters': 'کم از کم {} حروف لکھیں۔',
  'must have at least {} character': 'کم از کم {} حرف لکھیں۔',
  'must have at most {} characters': 'زیادہ سے زیادہ {} حروف لکھیں۔',
  'must have at most {} character': 'زیادہ سے زیادہ {} حرف لکھیں۔',
  'must have {} characters at most': 'زیادہ سے زیادہ {} حروف لکھیں۔',
  'must not have more than {} characters': 'زیادہ سے زیادہ {} حروف لکھیں۔',
  'must not be longer than {} characters': 'زیادہ سے زیادہ {} حروف لکھیں۔',
  'must be a string of {} to {} characters': '{} سے {} تک حروف لکھیں۔',
  'must have 1 to {} printable characters without spaces':
    '1 سے {} تک حروف لکھیں، کوئی خالی جگہ یا پوشیدہ حرف نہ ہو۔',
  'must have {} to {} characters': '{} سے {} تک حروف لکھیں۔',
  'must have {} to {} printable characters, the first no space':
    '{} سے {} تک حروف لکھیں: شروع میں خالی جگہ نہ ہو، نہ کوئی پوشیدہ حرف۔',
  'must have {} to {} digits and nothing else': '{} سے {} تک ہندسے لکھیں، اور کچھ نہیں۔',
  'must be {} to {} digits': '{} سے {} تک ہندسے لکھیں۔',
  'must have at least {} items': 'کم از کم {} چیزیں دیں۔',
  'must have at least {} item': 'کم از کم {} چیز دیں۔',
  'must have at most {} items': 'زیادہ سے زیادہ {} چیزیں دیں۔',
  'must have at most {} item': 'زیادہ سے زیادہ {} چیز دیں۔',
  'must have at least {}': 'کم از کم {} ضروری ہے۔',
  'must have at most {}': 'زیادہ سے زیادہ {} ہو سکتا ہے۔',
  'must have at most {} properties': 'زیادہ سے زیادہ {} خانے دیں۔',
  'must hold at most {} values': 'زیادہ سے زیادہ {} قدریں دیں۔',
  'must have {} entries at most': 'زیادہ سے زیادہ {} اندراج دیں۔',
  'must have {} lines at most': 'زیادہ سے زیادہ {} سطریں لکھیں۔',
  'must be a number that a person of this account has confirmed':
    'اس اکاؤنٹ کے کسی فرد کا تصدیق شدہ نمبر ہونا چاہیے۔',
  'must be at most {} days ahead': 'زیادہ سے زیادہ {} دن بعد کا وقت دیں۔',
  'must be at most {} hours ahead: it is charged already':
    'زیادہ سے زیادہ {} گھنٹے بعد کا وقت دیں: اس کی رقم کٹ چکی ہے۔',
  'must be at most {} hours ahead': 'زیادہ سے زیادہ {} گھنٹے بعد کا وقت دیں۔',
  'must be at most {}': 'زیادہ سے زیادہ {} ہو سکتا ہے۔',
  'must be at least {}': 'کم از کم {} ہونا چاہیے۔',
  'must be greater than {}': '{} سے زیادہ ہونا چاہیے۔',
  'must be less than {}': '{} سے کم ہونا چاہیے۔',
  'must be a whole number from {} to {}': '{} سے {} تک پورا عدد لکھیں۔',
  'must be a whole number {}': 'پورا عدد لکھیں: {}۔',
  'must be from {} to {} numbers': '{} سے {} تک نمبر دیں۔',
  'must be from {} to {} days': '{} سے {} تک دن ہو سکتے ہیں۔',
  'must be from {} to {} percent': '{} سے {} فیصد تک ہو سکتا ہے۔',
  'must be from {} to {}, or {}': '{} سے {} تک، یا {}، ہو سکتا ہے۔',
  'must be from {} to {}': '{} سے {} تک ہو سکتا ہے۔',
  'must not be empty': 'یہ خالی نہیں ہو سکتا۔',
  'must be given, with a text': 'یہ متن کے ساتھ ضروری ہے۔',
  'must be given': 'یہ ضروری ہے۔',
  'must stay': 'یہ نہیں ہٹ سکتا۔',
  // Letters.
  'must not contain control characters or lone surrogates':
    'اس میں پوشیدہ یا ادھورے حروف نہیں ہو سکتے۔',
  'must not have control characters': 'اس میں پوشیدہ حروف نہیں ہو سکتے۔',
  'must have no control characters or other invisible ones': 'اس میں پوشیدہ حروف نہیں ہو سکتے۔',
  'must not begin or end with a space': 'شروع یا آخر میں خالی جگہ نہیں ہو سکتی۔',
  'must have {} characters in one line, no control characters or other invisible ones, {}':
    'ایک سطر میں {} حروف لکھیں، کوئی پوشیدہ حرف نہ ہو۔',
  'must have only letters, digits, spaces and . _ & -':
    'صرف حروف، ہندسے، خالی جگہ اور \u2066. _ & -\u2069 لکھیں۔',
  'must have 3 to 11 characters, or be a number of 3 to 15 digits':
    '3 سے 11 تک حروف، یا 3 سے 15 ہندسوں کا نمبر لکھیں۔',
  'must not be a number: it would look like an id': 'نام صرف عدد نہیں ہو سکتا: وہ ID جیسا لگے گا۔',
  'must not hold the address of a page or a mailbox': 'اس میں ویب یا ای میل کا پتا نہیں ہو سکتا۔',
  'must have 2 to 30 letters, digits and dashes, a letter first':
    '2 سے 30 تک انگریزی حروف، ہندسے اور ڈیش لکھیں؛ پہلا حرف ہو۔',
  'must have 1 to 30 lower-case letters, digits and dashes, a letter first':
    '1 سے 30 تک چھوٹے انگریزی حروف، ہندسے اور ڈیش لکھیں؛ پہلا حرف ہو۔',
  'must have 1 to 40 letters, digits, blanks, dots and dashes':
    '1 سے 40 تک حروف، ہندسے، خالی جگہیں، نقطے اور ڈیش لکھیں۔',
  'must have at most 8 ASCII characters': 'زیادہ سے زیادہ 8 انگریزی حروف لکھیں۔',
  'must be the letters of a column, such as B': 'کالم کے حروف لکھیں، جیسے B۔',
  'holds a NUL character': 'اس میں پوشیدہ حروف نہیں ہو سکتے۔',
  // Moments.
  'must be a time': 'وقت لکھیں۔',
  'must be a time such as {}': 'وقت اس شکل میں لکھیں: {}۔',
  'must be in the future': 'آئندہ کا وقت دیں۔',
  'must be a country’s code, such as 92': 'ملک کا کوڈ ہونا چاہیے، مثلاً 92۔',
  'must not lie in the past': 'گزرا ہوا وقت نہیں ہو سکتا۔',
  'must be later than since': 'یہ ”سے“ کے وقت کے بعد ہونا چاہیے۔',
  'must be later than now: to end it, revoke it':
    'آئندہ کا وقت دیں؛ ابھی ختم کرنا ہو تو API کلید ختم کریں۔',
  'must be later: at most {} messages are added up by hour or batch':
    'بعد کا دن دیں: گھنٹے یا مہم کے لحاظ سے زیادہ سے زیادہ {} پیغامات جمع ہوتے ہیں۔',
  'must be within {} days of until': 'پہلے دن سے آخری دن تک زیادہ سے زیادہ {} دن ہو سکتے ہیں۔',
  'must be a day (2026-12-01), a time today (15:53), or both (2026-12-01T15:53)':
    'دن (\u20662026-12-01\u2069)، آج کا وقت (\u206615:53\u2069)، یا دونوں ' +
    '(\u20662026-12-01T15:53\u2069) لکھیں۔',
  'must be times of one day such as 09:00, from before to':
    'ایک ہی دن کے دو وقت دیں، جیسے \u206609:00\u2069؛ شروع کا پہلے ہو۔',
  'must be 09:00-21:00, always or never':
    'اوقات (\u206609:00-21:00\u2069)، \u2066always\u2069 یا \u2066never\u2069 لکھیں۔',
  'must open at least once in {} hours: messages wait for it':
    'ہر {} گھنٹوں میں کم از کم ایک بار کھلنا چاہیے: پیغامات اس کے منتظر رہتے ہیں۔',
  'must be {} at the latest: what you use ends then':
    'زیادہ سے زیادہ {}: آپ کا اپنا اختیار تب ختم ہوتا ہے۔',
  'has ended': 'یہ ختم ہو چکا ہے۔',
  'has expired': 'اس کی میعاد گزر چکی ہے۔',
  // Numbers and addresses.
  'must be a Pakistani mobile number such as {}': 'پاکستانی موبائل نمبر لکھیں، جیسے {}۔',
  'must be a Pakistani mobile number': 'پاکستانی موبائل نمبر لکھیں۔',
  'must be a mobile number, {}': 'موبائل نمبر لکھیں، جیسے {}۔',
  'must be a mobile number or a user_id': 'موبائل نمبر یا چیٹ کے صارف کی ID لکھیں۔',
  'must be a mobile number, or the id of a user who hides it':
    'موبائل نمبر، یا نمبر چھپانے والے چیٹ صارف کی ID، لکھیں۔',
  'must be a phone number, such as {}, at least 3 digits of one, or the id of a chat user':
    'فون نمبر لکھیں، جیسے {}، یا اس کے کم از کم 3 ہندسے، یا چیٹ کے صارف کی ID۔',
  'must be a phone number, at least 3 digits of one, or a user_id':
    'فون نمبر، اس کے کم از کم 3 ہندسے، یا چیٹ کے صارف کی ID لکھیں۔',
  'must be a number from the list': 'فہرست میں سے کوئی نمبر لکھیں۔',
  'must have a number in most lines, or it is not a list of numbers':
    'اکثر سطروں میں نمبر نہیں: یہ نمبروں کی فہرست نہیں لگتی۔',
  'must be an e-mail address': 'ای میل کا پتا لکھیں۔',
  'must be an e-mail address such as {}': 'ای میل کا پتا لکھیں، جیسے {}۔',
  'must be the address of a login': 'اس ای میل پتے کا کوئی لاگ اِن نہیں۔',
  'must be given: this address has no login yet': 'یہ ضروری ہے: اس پتے کا ابھی لاگ اِن نہیں۔',
  'must be an address that begins with https://':
    '\u2066https://\u2069 سے شروع ہونے والا پتا لکھیں۔',
  'must have no fragment: # and what follows is sent nowhere':
    'پتے میں # نہیں ہو سکتا: اس کے بعد کا حصہ کہیں نہیں جاتا۔',
  'must have no name and no password in it': 'پتے میں نام اور پاس ورڈ نہیں ہو سکتے۔',
  'must be at port {}': 'پورٹ ان میں سے ہو: {}۔',
  'must be at a public name or address': 'ایسا پتا لکھیں جو انٹرنیٹ پر سب کے لیے کھلا ہو۔',
  'must be a domain such as messages.example.com':
    'ڈومین لکھیں، جیسے \u2066messages.example.com\u2069۔',
  'must be a domain of your own: anybody can register names in it':
    'اپنا ڈومین لکھیں: اس میں کوئی بھی نام رجسٹر کرا سکتا ہے۔',
  'must be an NTN such as 1234567-8, or the 13 digits of an STRN or an identity card':
    'NTN لکھیں، جیسے \u20661234567-8\u2069، یا STRN یا شناختی کارڈ کے 13 ہندسے۔',
  'must not have "{}", which you do not have': 'یہ اختیار آپ کے پاس خود نہیں: {}۔',
  // Who and what.
  'must be an account that exists': 'ایسا کوئی اکاؤنٹ نہیں: ID یا پورا نام دیکھ لیں۔',
  'must be one of your senders: {}': 'اپنے ناموں میں سے ایک لکھیں: {}۔',
  'must be one of the reasons (did you mean {}?): {}': 'ایسی کوئی وجہ نہیں: شاید {}؟ یہ ہیں: {}۔',
  'must be one of the reasons: {}': 'ایسی کوئی وجہ نہیں۔ یہ ہیں: {}۔',
  'must be one of the senders of accounts, or shared (did you mean {}?): {}':
    'بھیجنے والے کا ایسا کوئی نام نہیں: شاید {}؟ مشترکہ نام یہ ہیں: {}۔',
  'must be one of the senders of accounts, or shared: {}':
    'بھیجنے والے کا ایسا کوئی نام نہیں۔ مشترکہ نام یہ ہیں: {}۔',
  'must be one of the operators': 'ایسا کوئی آپریٹر نہیں: آپریٹروں کی فہرست دیکھیں۔',
  'must be one of the operators, or any': 'کوئی آپریٹر لکھیں، یا any۔',
  'must be one of the links': 'ایسا کوئی لنک نہیں: لنکس کی فہرست دیکھیں۔',
  'must be another operator': 'کوئی دوسرا آپریٹر دیں۔',
  'must be another link': 'کوئی دوسرا لنک دیں۔',
  'must not carry another operator': 'اس سے کسی دوسرے آپریٹر کے پیغامات جا رہے ہیں۔',
  'must not be carried by another operator itself':
    'اس کے اپنے پیغامات کسی دوسرے آپریٹر سے جا رہے ہیں۔',
  'must be a link to an operator, as the other: chat messages stay with their number':
    'آپریٹر کا لنک دیں: چیٹ کے پیغامات اپنے نمبر کے ساتھ رہتے ہیں۔',
  'must be enabled': 'یہ بند ہے: پہلے چالو کریں۔',
  'must be disabled': 'یہ چالو ہے: پہلے بند کریں۔',
  'must be message where longTexts is payload: one submit has one receipt':
    'متن ایک ہی ٹکڑے میں جاتا ہو تو رسید پورے پیغام کی ہو گی۔',
  'must be verified before it gets a sender ID of its own':
    'پہلے اکاؤنٹ کی تصدیق ضروری ہے، پھر بھیجنے والے کا اپنا نام ملے گا۔',
  'must not be one that goes to the account’s own people only':
    'ایسا ٹیمپلیٹ نہ ہو جو صرف اکاؤنٹ کے اپنے لوگوں کو جاتا ہے۔',
  'must be an approved sender of this account': 'بھیجنے والے کا منظور شدہ نام لکھیں۔',
  'must be an approved template with one variable, for the code':
    'ایسا منظور شدہ ٹیمپلیٹ دیں جس میں صرف کوڈ کی خالی جگہ ہو۔',
  'must not be simple: that is for shared names ({})': 'simple صرف مشترکہ ناموں کی قسم ہے ({})۔',
  'must be connected first: the account has no chat number':
    'اکاؤنٹ کا کوئی چیٹ نمبر نہیں: پہلے ایک جوڑیں۔',
  'must belong to a business account': 'یہ کسی بزنس اکاؤنٹ کا ہونا چاہیے۔',
  'must be a number of the business': 'یہ اس بزنس اکاؤنٹ کا نمبر نہیں۔',
  'must be digits, as the platform shows': 'صرف ہندسے لکھیں، جیسے پلیٹ فارم دکھاتا ہے۔',
  'must be the id of a chat number': 'چیٹ نمبر کی ID لکھیں۔',
  'must be the id of a user': 'صارف کی ID لکھیں۔',
  'must be the id of a message': 'پیغام کی ID لکھیں۔',
  'must be the id of an event': 'واقعے کی ID لکھیں۔',
  'must be the id of an event of this account': 'اس اکاؤنٹ کے واقعے کی ID لکھیں۔',
  'must be an id as a send returns it: digits, or a UUID':
    'وہ ID لکھیں جو بھیجنے پر ملتی ہے: ہندسے، یا UUID۔',
  'must be me, nobody, or the id of a user': 'me، nobody، یا صارف کی ID لکھیں۔',
  'must be an id or nobody: a key is not a person': 'صارف کی ID یا nobody لکھیں۔',
  'must be a person of this account who may answer':
    'اکاؤنٹ کا کوئی ایسا فرد چنیں جو پیغام بھیج سکتا ہو۔',
  'must be a batch of the account': 'یہ اس اکاؤنٹ کی مہم نہیں۔',
  'must be a batch that was not cancelled': 'یہ مہم منسوخ ہو چکی ہے۔',
  'must be a batch of which something waits': 'اس مہم کا کوئی پیغام اب منتظر نہیں۔',
  'must be a batch that is neither paused nor still being read':
    'یہ مہم رکی ہوئی ہے یا ابھی پڑھی جا رہی ہے۔',
  'must be a batch that is scheduled, and whose time has not come':
    'صرف ایسی مہم جس کا وقت مقرر ہے اور ابھی نہیں آیا۔',
  'must be a webhook of the account': 'یہ اس اکاؤنٹ کا ویب ہک نہیں۔',
  'must be one that is still kept': 'یہ اب محفوظ نہیں۔',
  'must be of a request that waits': 'ایسی کوئی درخواست منتظر نہیں۔',
  'must be a document that the account has submitted': 'اکاؤنٹ نے ایسی دستاویز نہیں دی۔',
  'must be looked at first by whoever decides: verification save':
    'فیصلے سے پہلے یہ دستاویز خود دیکھیں۔',
  'must be looked at first by whoever decides': 'فیصلے سے پہلے یہ دستاویز خود دیکھیں۔',
  'must be left out: only the tax document has one': 'یہ صرف ٹیکس کی دستاویز کے ساتھ لکھا جاتا ہے۔',
  'must be given, or {}': 'یہ، یا {}، ضروری ہے۔',
  'must be given: it is {} now, see template list': 'یہ ضروری ہے: اب {} ہے۔',
  'must be {}: the wording was changed, see template list': 'عبارت بدل چکی ہے: اب {} ہے۔',
  'must be the id of a chat user, such as {}': 'چیٹ کے صارف کی ID لکھیں، جیسے {}۔',
  'must not be given with number': 'یہ نمبر کے ساتھ نہیں دیا جا سکتا۔',
  'must not be given with event_id': 'یہ \u2066event_id\u2069 کے ساتھ نہیں دیا جا سکتا۔',
  'must say why': 'وجہ لکھیں۔',
  'must say what to change': 'بتائیں کہ کیا بدلنا ہے۔',
  'must say what is wrong': 'لکھیں کہ کیا غلط ہے۔',
  'must be one of {} at most': 'زیادہ سے زیادہ {} ہو سکتے ہیں۔',
  'must be false of a dry run': 'آزمائش میں یہ نہیں ہو سکتا۔',
  'must be a number for everybody: remove the cap instead':
    'سب کے لیے عدد ضروری ہے؛ حد ختم کرنی ہو تو اسے ہٹائیں۔',
  'must stay owner: it is the last one of the account':
    'یہ اکاؤنٹ کا آخری مالک ہے: مالک ہی رہے گا۔',
  'must stay admin: it is the last one of the staff': 'یہ عملے کا آخری منتظم ہے: منتظم ہی رہے گا۔',
  'must stay: connect the other number': 'یہ نہیں بدلتا: دوسرا نمبر الگ سے جوڑیں۔',
  'must be made for this request': 'یہ اس درخواست کے لیے نہیں بنا۔',
  'must be a next_cursor of this list': 'یہ اس فہرست کا صفحہ نہیں: شروع سے دیکھیں۔',
  'must be a next_cursor of this call': 'یہ اس فہرست کا صفحہ نہیں: شروع سے دیکھیں۔',
  'must be ahead of the newest event: read GET /v1/events from there': 'یہ واقعہ ابھی نہیں ہوا۔',
  'must not be ahead of the newest event: read GET /v1/events from there':
    'یہ واقعہ ابھی نہیں ہوا۔',
  'must not differ from the query': 'یہ پتے میں لکھی قدر سے مختلف ہے۔',
  'must be {}': 'یہ {} ہونا چاہیے۔',
  'must be an id of “wording list”, or {}': 'تیار عبارتوں میں سے ایک لکھیں، یا {}۔',
  'must be the id of an account': 'اکاؤنٹ کی شناخت لکھیں۔',
  'must be the id of a label': 'لیبل کی شناخت لکھیں۔',
  'must be {}: an agent only follows': 'یہ {} ہونا چاہیے: ایجنٹ صرف دیکھتا رہتا ہے۔',
  'must be one person who has written to the sender: an agent only answers':
    'ایک شخص لکھیں جس نے اس نمبر کو لکھا ہو: ایجنٹ صرف جواب دیتا ہے۔',
  'must be digits, as the platform shows it': 'صرف ہندسے لکھیں، جیسے پلیٹ فارم دکھاتا ہے۔',
  'must be a batch whose template the chat platform accepts again':
    'چیٹ کا پلیٹ فارم اس مہم کا ٹیمپلیٹ ابھی نہیں لیتا۔',
  'must have at most {} bank transfers that wait':
    'زیادہ سے زیادہ {} بینک ٹرانسفر منتظر ہو سکتے ہیں۔',
  'must be given, or account, id, operator_id or since':
    'یہ، یا اکاؤنٹ، شناخت، آپریٹر کی شناخت یا آغاز، ضروری ہے۔',
  'is taken': 'یہ پہلے سے لیا جا چکا ہے۔',
  'is taken by account {}': 'یہ اکاؤنٹ {} کے پاس ہے۔',
  'is taken in this language': 'اس زبان میں یہ نام پہلے سے ہے۔',
  'is account {}’s own, or too like it: {}': 'یہ اکاؤنٹ {} کا اپنا نام ہے، یا اس جیسا ہے: {}۔',
  'is too similar to the shared name {}': 'یہ مشترکہ نام {} سے بہت ملتا ہے۔',
  'is a sender of this account already': 'بھیجنے والے کا یہ نام اکاؤنٹ کے پاس پہلے سے ہے۔',
  'is shared: every account may use it already':
    'یہ نام مشترکہ ہے: ہر اکاؤنٹ اسے استعمال کر سکتا ہے۔',
  'is not shared': 'یہ نام مشترکہ نہیں۔',
  'is one too many: {} of this account wait for a decision already':
    'اس اکاؤنٹ کے {} نام پہلے ہی فیصلے کے منتظر ہیں۔',
  'is a user of this account already': 'یہ پہلے سے اس اکاؤنٹ میں ہیں۔',
  'is not a user of this account': 'یہ اس اکاؤنٹ میں نہیں۔',
  'is one too many: an account has {} people at most':
    'ایک اکاؤنٹ میں زیادہ سے زیادہ {} لوگ ہو سکتے ہیں۔',
  'are too many: wait an hour': 'بہت سی کوششیں ہو گئیں: ایک گھنٹہ انتظار کریں۔',
  'are {} a day': 'ایک دن میں زیادہ سے زیادہ {} ہو سکتے ہیں۔',
  'are {} at most': 'زیادہ سے زیادہ {} ہو سکتے ہیں۔',
  'cannot be added: an account has at most {} keys':
    'ایک اکاؤنٹ کی زیادہ سے زیادہ {} API کلیدیں ہو سکتی ہیں۔',
  'cannot be replaced: an account has at most {} keys':
    'ایک اکاؤنٹ کی زیادہ سے زیادہ {} API کلیدیں ہو سکتی ہیں۔',
  'cannot be set: there are {} caps already': 'پہلے ہی {} حدیں ہیں: کوئی ہٹائیں۔',
  'has no hours of its own': 'اس اکاؤنٹ کے اپنے اوقات نہیں۔',
  'has no such route': 'اس کا ایسا کوئی راستہ نہیں۔',
  'has routes': 'اس کے راستے ہیں: پہلے وہ ہٹائیں۔',
  'has messages waiting for it': 'اس کے پیغامات منتظر ہیں۔',
  'is waiting for receipts': 'یہ ابھی رسیدوں کا منتظر ہے۔',
  'is one that callers may name': 'یہ آپریٹر انٹرفیس کی طے فہرست میں ہے: اسے بند کر سکتے ہیں۔',
  'is not one of the caps': 'ایسی کوئی حد نہیں۔',
  'is not on the register': 'یہ نمبر رجسٹر میں نہیں۔',
  'has not opted out': 'یہ روکے گئے نمبروں میں نہیں۔',
  'is not a key of this account': 'یہ اس اکاؤنٹ کی API کلید نہیں۔',
  'is not a sender of this account': 'یہ اس اکاؤنٹ کے بھیجنے والے کا نام نہیں۔',
  'is not a template of this account': 'یہ اس اکاؤنٹ کا ٹیمپلیٹ نہیں۔',
  'is not a template of the account': 'یہ اس اکاؤنٹ کا ٹیمپلیٹ نہیں۔',
  'There is no such template': 'ایسا کوئی ٹیمپلیٹ نہیں۔',
  'is not a domain of the account': 'یہ اس اکاؤنٹ کا ڈومین نہیں۔',
  'is needed: another account has the domain': 'یہ ضروری ہے: ڈومین دوسرے اکاؤنٹ کے پاس ہے۔',
  'is not proven yet': 'یہ ابھی ثابت نہیں ہوا۔',
  'is not a chat number of the account': 'یہ اس اکاؤنٹ کا چیٹ نمبر نہیں۔',
  'is not a connected chat number of the account': 'یہ اس اکاؤنٹ کا جڑا ہوا چیٹ نمبر نہیں۔',
  'is connected elsewhere': 'یہ کہیں اور جڑا ہوا ہے۔',
  'The code has expired: begin again': 'کوڈ کی میعاد ختم ہو گئی: دوبارہ شروع کریں۔',
  'The redirect address is not one of the app: tell the operator of the service':
    'واپسی کا پتا ایپ میں درج نہیں: سروس والوں کو بتائیں۔',
  'The code was used before: begin again': 'یہ کوڈ پہلے استعمال ہو چکا: دوبارہ شروع کریں۔',
  'The platform refuses the app of this service: tell its operator':
    'واٹس ایپ اس سروس کی ایپ کو نہیں مان رہا: سروس والوں کو بتائیں۔',
  'The code is not for this service: begin again': 'یہ کوڈ اس سروس کا نہیں: دوبارہ شروع کریں۔',
  'You have shared no WhatsApp account: begin again, and choose one':
    'آپ نے کوئی واٹس ایپ اکاؤنٹ نہیں دیا: دوبارہ شروع کریں اور ایک چنیں۔',
  'Its last provider has not let the number go: ask them to deregister it, then try again':
    'پچھلے فراہم کنندہ نے نمبر نہیں چھوڑا: ان سے رجسٹریشن ختم کرائیں، پھر کوشش کریں۔',
  'It is not the PIN of this number: turn it off in WhatsApp Manager if it is lost, then go on':
    'یہ اس نمبر کا پن نہیں: یاد نہ ہو تو واٹس ایپ مینیجر میں پن بند کر کے کوشش کریں۔',
  'The number must be verified: have WhatsApp Manager send it a code, then try again':
    'نمبر کی تصدیق ضروری ہے: واٹس ایپ مینیجر سے کوڈ منگوائیں، پھر کوشش کریں۔',
  'Too many wrong PINs were tried: try again in some hours':
    'کئی بار غلط پن لکھا گیا: چند گھنٹے بعد کوشش کریں۔',
  'PINs were tried too fast: try again in some minutes':
    'پن بہت جلدی جلدی لکھا گیا: چند منٹ بعد کوشش کریں۔',
  'The number was removed elsewhere just now: try again in some minutes':
    'یہ نمبر ابھی دوسری جگہ سے ہٹا ہے: چند منٹ بعد کوشش کریں۔',
  'The number was registered too often: try again in three days':
    'یہ نمبر بار بار رجسٹر ہوا: تین دن بعد کوشش کریں۔',
  'must be six digits: those of the number, or new ones if it has none':
    'چھ ہندسے لکھیں: نمبر کا اپنا پن، یا نہ ہو تو نیا۔',
  'must be a number that was shared': 'وہی نمبر چنیں جو دیا گیا تھا۔',
  'must be the secret of the app which the token is for': 'یہ اس ایپ کا سیکرٹ نہیں جس کا ٹوکن ہے۔',
  'must be that of the app which the token is for': 'یہ اس ایپ کی آئی ڈی نہیں جس کا ٹوکن ہے۔',
  'must be connected again: another account had its business account':
    'اسے دوبارہ جوڑیں: اس کا بزنس اکاؤنٹ دوسرے اکاؤنٹ کے پاس تھا۔',
  'is connected for another account': 'یہ دوسرے اکاؤنٹ کے لیے جڑا ہوا ہے۔',
  'is not a conversation of this account': 'یہ اس اکاؤنٹ کی گفتگو نہیں۔',
  'is not a chat conversation of this account': 'یہ اس اکاؤنٹ کی چیٹ گفتگو نہیں۔',
  'is a conversation of texts, which nobody else answers':
    'یہ SMS کی گفتگو ہے: اس کا جواب کوئی اور نہیں دیتا۔',
  'is not one of this account': 'یہ اس اکاؤنٹ کا نہیں۔',
  'is none of theirs': 'یہ ان کا نہیں۔',
  'is for chat messages': 'یہ صرف چیٹ کے پیغامات کے لیے ہے۔',
  'is what your template {} says: use that one, or change the wording':
    'آپ کے ٹیمپلیٹ {} کی عبارت یہی ہے: وہی استعمال کریں، یا عبارت بدلیں۔',
  'is for more than {} chat messages by template':
    'یہ ٹیمپلیٹ سے {} سے زیادہ چیٹ پیغامات کے لیے ہے۔',
  'is for texts': 'یہ صرف SMS کے لیے ہے۔',
  'has been changed {} times: add another': 'یہ {} بار بدل چکا ہے: نیا ٹیمپلیٹ بنائیں۔',
  'has changed meanwhile: look again': 'اس دوران یہ بدل گیا: دوبارہ دیکھیں۔',
  'has just been replaced by the account: look again':
    'اکاؤنٹ نے ابھی اس کی جگہ نئی دستاویز دی ہے: دوبارہ دیکھیں۔',
  'needs coverage for ported numbers: ask the operator for it':
    'پہلے اکاؤنٹ کو نیٹ ورک بدلے ہوئے نمبروں کی جانچ کی اجازت چاہیے: سروس سے کہیں۔',
  'needs --mnp-coverage on': 'پہلے نیٹ ورک بدلے ہوئے نمبروں کی جانچ کی اجازت دیں۔',
  'holds {}, which is half a placeholder: write {}': '{} ادھوری خالی جگہ ہے: \u2066{}\u2069 لکھیں۔',
  'declare {} twice': 'ایک ہی خالی جگہ دو بار لکھی ہے: {}۔',
  'allows {} templates, and the account has them':
    'زیادہ سے زیادہ {} ٹیمپلیٹ ہو سکتے ہیں، اور اکاؤنٹ کے اتنے ہو چکے ہیں۔',
  'was refused by the chat platform: {}': 'چیٹ کے پلیٹ فارم نے نامنظور کیا: {}',
  'You asked for this yourself: somebody else must confirm it':
    'یہ آپ نے خود مانگا ہے: تصدیق کوئی اور کرے گا۔',
  'You belong to this account: somebody else on the staff must decide for it':
    'آپ خود اس اکاؤنٹ میں ہیں: فیصلہ عملے کا کوئی اور فرد کرے گا۔',
  'Your login is younger than the request: an older one must confirm it':
    'آپ کا لاگ اِن درخواست کے بعد بنا ہے: تصدیق کوئی پرانا لاگ اِن کرے گا۔',
  'Say what to change: at least one more field is needed':
    'بتائیں کہ کیا بدلنا ہے: کم از کم ایک اور خانہ پُر کریں۔',
  // Who one is.
  'must be harder to guess: it is a common one, a pattern, or made of names; three or four {}':
    'یہ آسانی سے بوجھا جا سکتا ہے: عام ہے، ترتیب ہے، یا ناموں سے بنا ہے۔ تین چار بے تعلق الفاظ ' +
    'بہتر ہیں۔',
  'must be your present password; if you have forgotten it, reset it':
    'یہ آپ کا موجودہ پاس ورڈ نہیں؛ بھول گئے ہوں تو نیا مقرر کریں۔',
  'must be the one that your authenticator shows now':
    'وہ کوڈ لکھیں جو آپ کی ایپ ابھی دکھا رہی ہے۔',
  'must be of a passkey that is not known yet': 'یہ Passkey پہلے سے محفوظ ہے۔',
  'would be more than {} passkeys': 'زیادہ سے زیادہ {} Passkey ہو سکتی ہیں۔',
  'is set up already: remove it first': 'یہ پہلے سے ہے: پہلے اسے ہٹائیں۔',
  'needs whoever asks to show who they are': 'پہلے تصدیق کریں کہ یہ آپ ہیں۔',
  // Files.
  'must be a PDF, JPEG or PNG': 'PDF، JPEG یا PNG فائل دیں۔',
  'must be a JPEG or PNG picture': 'JPEG یا PNG تصویر دیں۔',
  'must be a picture': 'تصویر دیں۔',
  'must be a picture with a width and height': 'یہ تصویر خراب ہے: دوسری دیں۔',
  'must be whole: its end is missing': 'فائل ادھوری ہے: دوبارہ دیں۔',
  'must have at most {} pixels': 'تصویر بہت بڑی ہے: زیادہ سے زیادہ {} پکسل۔',
  'must have at most {} documents': 'ایک دن میں زیادہ سے زیادہ {} دستاویزات دی جا سکتی ہیں۔',
  '{} by its content, whatever its name says': 'فائل کا مواد اس کے نام سے مختلف ہے۔',
  // Links, in the words of their protocol.
  'must be pairs such as {}, separated by commas': 'جوڑے لکھیں، کوما سے الگ، جیسے {}۔',
  'must be words and their states, at most {} characters':
    'الفاظ اور ان کی حالتیں لکھیں، زیادہ سے زیادہ {} حروف۔',
  'must be codes and their reasons, at most {} characters':
    'کوڈ اور ان کی وجوہات لکھیں، زیادہ سے زیادہ {} حروف۔',
  'must be certificates as text (PEM), at most {} characters':
    'سرٹیفکیٹ متن (PEM) کی شکل میں دیں، زیادہ سے زیادہ {} حروف۔',
};
