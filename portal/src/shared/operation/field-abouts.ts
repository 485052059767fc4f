/**
 * What stands under the fields of staff operations, in Urdu, by what the service says of them in
 * English. A test compares them with the operations that there are.
 */

const ABOUTS: Readonly<Record<string, string>> = {
  'Which contacts are meant: all that is given has to fit; {}: all of them.':
    'کون سے رابطے: جو کچھ لکھا جائے وہ سب پورا ہو؛ \u2066{}\u2069: تمام۔',
  'promotional messages go only to people who have consented':
    'تشہیری پیغام صرف انہیں جاتے ہیں جنہوں نے رضامندی دی ہو',
  'when it leaves the library; none: never': 'لائبریری سے کب نکلے؛ none: کبھی نہیں',
  'of this number or chat user only': 'صرف اس نمبر یا چیٹ کے صارف کے',
  'sms or chat only': 'صرف SMS یا چیٹ کے',
  'of this purpose only': 'صرف اس مقصد کے',
  'given or withdrawn only': 'صرف دی گئی یا واپس لی گئی',
  'of this source only': 'صرف اس طریقے سے',
  'sms, or chat, which it is for the id of a chat user': 'SMS یا چیٹ؛ چیٹ کے صارف کی ID ہو تو چیٹ',
  'what the messages are for': 'پیغامات کا مقصد',
  'how it can be shown: an address, an IP, an order': 'ثبوت: پتا، IP، آرڈر',
  'when it was said; absent: now': 'کب کہا گیا؛ خالی: ابھی',
  'what was agreed to, as it was shown': 'جس پر رضامندی دی، جیسے دکھایا گیا',
  'its name in lists': 'فہرستوں میں اس کا نام',
  'what people agree to, in English': 'جس پر لوگ رضامندی دیں، انگریزی میں',
  'the same in Urdu; empty: English': 'یہی اردو میں؛ خالی: انگریزی',
  'a tag for the contacts of those who agree; empty: none':
    'رضامندی دینے والوں کے رابطوں کا ٹیگ؛ خالی: کوئی نہیں',
  'an approved sender: who texts the codes': 'منظور شدہ نام: کوڈ کس نام سے جائیں',
  'an approved template with one variable, for the code':
    'منظور شدہ ٹیمپلیٹ جس میں کوڈ کے لیے ایک خالی جگہ ہو',
  'whether the form is open': 'کیا فارم کھلا ہے',
  'the mobile number; or give user-id': 'موبائل نمبر؛ یا چیٹ کے صارف کی ID دیں',
  'the id of a chat user': 'چیٹ کے صارف کی ID',
  'the name': 'نام',
  'its name': 'نام',
  'by which people find it': 'جس نام سے لوگ اسے ڈھونڈیں',
  'what it says': 'متن',
  'of the dot before its name': 'نام سے پہلے نقطے کا رنگ',
  'the language: ur, en': 'زبان: ur، en',
  'all the tags, separated by commas': 'تمام ٹیگ، کوما کے ساتھ',
  'What else you want to know of them, as texts: {"city": "Lahore"}.':
    'مزید معلومات، متن میں: \u2066{"city": "Lahore"}\u2069',
  'tags to give, separated by commas': 'لگانے کے ٹیگ، کوما کے ساتھ',
  'tags to take': 'ہٹانے کے ٹیگ',
  'how many it changes, as counted before; refused if there are others':
    'پہلے گنے گئے، کتنے بدلیں گے؛ تعداد بدل گئی ہو تو کچھ نہیں بدلے گا',
  ['to this phone or chat user, from every account; of an account, or since a time, some digits ' +
  'are enough']:
    'اس فون یا چیٹ کے صارف کو، ہر اکاؤنٹ سے؛ اکاؤنٹ یا وقت بھی دیں تو چند ہندسے کافی ہیں',
  'of this account': 'اس اکاؤنٹ کے',
  'in this state only: differs waits for finance':
    'صرف اس حالت میں: \u2066differs\u2069 فنانس کی منتظر ہے',
  'the id that the gateway has given it': 'وہ ID جو گیٹ وے نے دی ہے',
  'the query with which the gateway sent the browser back':
    'وہ پتا جس کے ساتھ گیٹ وے نے براؤزر واپس بھیجا',
  'the id that a send returned: of a message or a batch':
    'وہ ID جو بھیجنے پر ملی تھی: پیغام کی یا مہم کی',
  'the id that an operator gave it, or a part of it': 'وہ ID جو آپریٹر نے دی تھی، پیغام یا حصے کی',
  'to numbers of this operator': 'اس آپریٹر کے نمبروں کو',
  'by this link or chat number': 'اس لنک یا چیٹ نمبر سے',
  'from this sender': 'بھیجنے والے کے اس نام سے',
  'that ended or wait for this reason: operator_throttled':
    'جو اس وجہ سے ختم ہوئے یا رکے ہیں: \u2066operator_throttled\u2069',
  'from then on; Pakistan time: 15:53, 2026-12-01, 2026-12-01T15:53':
    'اس وقت سے آگے؛ پاکستان کا وقت: \u206615:53\u2069، \u20662026-12-01\u2069، ' +
    '\u20662026-12-01T15:53\u2069',
  'before that time': 'اس وقت سے پہلے',
  'older than this message': 'اس پیغام سے پرانے',
  'how many to show at most': 'زیادہ سے زیادہ کتنے دکھائے جائیں',
  'older than this batch': 'اس مہم سے پرانی',
  'start after this person': 'اس شخص کے بعد سے',
  'start after this account': 'اس اکاؤنٹ کے بعد سے',
  'the account’s documents were checked: it may use its own sender IDs, without the demo text':
    'اکاؤنٹ کی دستاویزات جانچ لی گئیں: وہ بھیجنے والے کے اپنے نام استعمال کر سکتا ہے، ' +
    'آزمائشی متن کے بغیر',
  'may send by its templates': 'اپنے ٹیمپلیٹ سے بھیج سکتا ہے',
  'may look up the networks of ported numbers (MNP)':
    'نیٹ ورک بدلے ہوئے نمبروں (MNP) کی جانچ کر سکتا ہے',
  'looks them up on every send': 'ہر بار بھیجتے وقت ان کی جانچ کرتا ہے',
  'refusals also return HTTP status 200': 'انکار پر بھی \u2066HTTP status 200\u2069 ملتا ہے',
  'replaces curly quotes and dashes with GSM characters':
    'خم دار واوین اور ڈیش کی جگہ GSM کے حروف لگاتا ہے',
  'may owe money': 'ادھار پر بھیج سکتا ہے',
  'addresses and networks that may call, separated by commas; none: any':
    'وہ پتے اور نیٹ ورک جو کال کر سکتے ہیں، کوما سے الگ؛ none: کوئی بھی',
  'Addresses and networks (CIDR) that may call; none: from anywhere.':
    'وہ پتے اور نیٹ ورک (CIDR) جو کال کر سکتے ہیں؛ کوئی نہ ہو تو کہیں سے بھی۔',
  'what it may spend in a day; none: no cap': 'ایک دن میں کتنا خرچ کر سکتا ہے؛ none: کوئی حد نہیں',
  'what it may spend in a month; none: no cap':
    'ایک مہینے میں کتنا خرچ کر سکتا ہے؛ none: کوئی حد نہیں',
  'alerts staff when this share of a cap is spent':
    'حد کا اتنا حصہ خرچ ہونے پر عملے کو خبردار کرتا ہے',
  'credit.low is told when the balance is below it; null: never.':
    'بیلنس اس سے کم ہو تو \u2066credit.low\u2069 بتایا جاتا ہے؛ null: کبھی نہیں۔',
  'of this account only': 'صرف اس اکاؤنٹ کے',
  'what has come, where that is not what was asked': 'جو رقم آئی، اگر مانگی گئی رقم سے مختلف ہے',
  'in this state only: waiting waits for finance': 'صرف اس حالت میں: waiting فنانس کا منتظر ہے',
  'the one with this reference, however it is written': 'جس کا یہ حوالہ ہے، جیسے بھی لکھا ہو',
  'it was not paid for, such as a gift: no invoice is made':
    'اس کی رقم ادا نہیں ہوئی، جیسے تحفہ: انوائس نہیں بنتی',
  'the gateway cannot be asked: the money was given back there by hand':
    'گیٹ وے سے کہا نہیں جا سکتا: رقم وہاں ہاتھ سے واپس کی گئی',
  'those with a refund that is asked for or owed, or that were disputed':
    'جن کی واپسی مانگی گئی یا واجب ہے، یا جن پر بینک میں اعتراض ہوا',
  'of this kind only': 'صرف اس قسم کے',
  'the one with this number': 'جس کا یہ نمبر ہے',
  'a part of it; absent: all that is left of it': 'اس کا ایک حصہ؛ خالی: جتنی رقم باقی ہے',
  'whose sales tax its invoices state': 'جس کا سیلز ٹیکس اس کی انوائس پر لکھا جاتا ہے',
  'why, as it stands on the credit note': 'وجہ، جیسی کریڈٹ نوٹ پر لکھی جائے گی',
  'identifies the payment, such as a bank slip; used twice, it moves money once':
    'ادائیگی کی پہچان، جیسے بینک کی رسید کا نمبر؛ دو بار دیا جائے تو رقم ایک ہی بار جاتی ہے',
  'the reference was used for another account, and is meant for this one, too':
    'یہ حوالہ کسی اور اکاؤنٹ کے لیے استعمال ہو چکا ہے، اور اس کے لیے بھی ہے',
  'what it may do: send, read, templates, account':
    'یہ کیا کر سکتی ہے: بھیجنا، دیکھنا، ٹیمپلیٹ، اکاؤنٹ',
  'live, or test: what it sends is neither charged nor carried':
    'اصلی، یا آزمائشی: جو اس سے بھیجا جائے نہ اس کی رقم لی جاتی ہے، نہ وہ روانہ ہوتا ہے',
  'when it ends; none: never': 'کب ختم ہو گی؛ none: کبھی نہیں',
  'what it is called': 'اس کا نام',
  'leaves what it has made as it is: keys, webhooks':
    'جو اس نے بنایا ہے ویسا ہی رہتا ہے: API کلیدیں، ویب ہک',
  'leaves what they have made as it is: keys, webhooks':
    'جو انہوں نے بنایا ہے ویسا ہی رہتا ہے: API کلیدیں، ویب ہک',
  'leaves what they have made of accounts as it is: keys, webhooks':
    'اکاؤنٹس میں جو انہوں نے بنایا ہے ویسا ہی رہتا ہے: API کلیدیں، ویب ہک',
  'more about it, for the account to read': 'اس کی تفصیل، جو اکاؤنٹ پڑھے گا',
  'older than this one': 'اس سے پرانے',
  'why, for the account to read': 'وجہ، جو اکاؤنٹ پڑھے گا',
  'transactional or promotional': 'کاروباری یا تشہیری',
  'what they may hold: code:digits:8,note:text:40:optional; otherwise text of up to 160':
    'ان میں کیا آ سکتا ہے: \u2066code:digits:8,note:text:40:optional\u2069؛ ورنہ 160 حروف تک ' +
    'کا متن',
  'which wording; needed once the account has changed it, so that nobody approves what came after':
    'کون سی عبارت؛ اکاؤنٹ اسے بدل چکا ہو تو ضروری ہے، تاکہ کوئی بعد کی عبارت منظور نہ کر دے',
  'start after this number': 'اس نمبر کے بعد سے',
  'all messages, or promotional ones only': 'تمام پیغامات، یا صرف تشہیری',
  'to this account': 'اس اکاؤنٹ کو',
  'that belong to no account': 'جو کسی اکاؤنٹ کے نہیں',
  'from this phone: 923001234567': 'اس فون سے: 923001234567',
  'to this sender ID': 'بھیجنے والے کے اس نام کو',
  'before this time: 15:53, 2026-12-01T15:53':
    'اس وقت سے پہلے: \u206615:53\u2069، \u20662026-12-01T15:53\u2069',
  'older than this reply': 'اس جواب سے پرانے',
  'the user who answers it, or nobody': 'جو صارف اس کا جواب دے گا، یا کوئی نہیں',
  'whether everything in it has been read': 'کیا اس میں سب کچھ پڑھ لیا گیا ہے',
  'open, or closed until a reply': 'کھلی، یا اگلے جواب تک بند',
  'What the file holds: one number per line.': 'فائل میں جو لکھا ہے: ہر سطر میں ایک نمبر۔',
  'whose list it is: PTA': 'فہرست کس کی ہے: PTA',
  'the file is the whole list: removes numbers not in it':
    'فائل پوری فہرست ہے: جو نمبر اس میں نہیں وہ ہٹا دیے جائیں گے',
  'lists the numbers, starting after this one': 'نمبروں کی فہرست، اس نمبر کے بعد سے',
  'from this list only': 'صرف اس فہرست سے',
  'of these days only: sat,sun or mon-fri': 'صرف یہ دن: \u2066sat,sun\u2069 یا \u2066mon-fri\u2069',
  'in force from then on, also from a day that is past': 'تب سے نافذ، گزرے ہوئے دن سے بھی',
  'for numbers that begin with this code: 92': 'ان نمبروں کے لیے جو اس کوڈ سے شروع ہوتے ہیں: 92',
  'for this account only': 'صرف اس اکاؤنٹ کے لیے',
  'the length of the period in which they are counted': 'کتنی مدت میں گنے جاتے ہیں',
  'of this sender type only': 'بھیجنے والے کی صرف اس قسم کے',
  'for this account, instead of the general cap': 'اس اکاؤنٹ کے لیے، عام حد کی جگہ',
  'their name': 'ان کا نام',
  'for this operator only': 'صرف اس آپریٹر کے لیے',
  'in force from then on': 'اس وقت سے نافذ',
  'refunds a message that fails at the operator':
    'آپریٹر کے ہاں ناکام ہونے والے پیغام کی رقم واپس کرتا ہے',
  'what this account has saved': 'جو اس اکاؤنٹ کی جانچ سے محفوظ ہے',
  'name or address of the operator’s SMSC': 'آپریٹر کے SMSC کا نام یا پتا',
  'its port': 'اس کا پورٹ',
  'encryption: none, with the certificate checked, or with any certificate':
    'خفیہ کاری: کوئی نہیں، سرٹیفکیٹ کی جانچ کے ساتھ، یا کسی بھی سرٹیفکیٹ کے ساتھ',
  'the name in the operator’s certificate, if it is not the host':
    'آپریٹر کے سرٹیفکیٹ میں لکھا نام، اگر ہوسٹ سے مختلف ہو',
  'PEM text of the authority that signed the certificate, if it is not a public one':
    'جس ادارے نے سرٹیفکیٹ پر دستخط کیے اس کا PEM متن، اگر وہ عوامی نہ ہو',
  'login of the bind (SMPP 3.4: at most 15 characters)':
    'بائنڈ کا لاگ اِن (\u2066SMPP 3.4\u2069: زیادہ سے زیادہ 15 حروف)',
  'system_type of the bind; most operators want none':
    'بائنڈ کا \u2066system_type\u2069؛ اکثر آپریٹر خالی چاہتے ہیں',
  'the version of SMPP that the bind announces': 'SMPP کا وہ ورژن جو بائنڈ بتاتا ہے',
  'address_range of binds that receive: which numbers are ours; most operators want none':
    'وصول کرنے والے بائنڈ کا \u2066address_range\u2069: کون سے نمبر ہمارے ہیں؛ اکثر آپریٹر ' +
    'خالی چاہتے ہیں',
  'addr_ton of the bind, for address_range':
    'بائنڈ کا \u2066addr_ton\u2069، \u2066address_range\u2069 کے لیے',
  'addr_npi of the bind, for address_range':
    'بائنڈ کا \u2066addr_npi\u2069، \u2066address_range\u2069 کے لیے',
  'one connection for both directions, or a transmitter and a receiver':
    'دونوں طرف کے لیے ایک کنکشن، یا بھیجنے اور وصول کرنے کے الگ الگ',
  'how many binds (or pairs) to open; at most what the operator allows':
    'کتنے بائنڈ (یا جوڑے) کھولے جائیں؛ زیادہ سے زیادہ جتنے آپریٹر اجازت دے',
  'maximum unanswered submits, on each bind': 'ہر بائنڈ پر جواب کے منتظر پیغامات کی حد',
  'maximum submits per second, across all binds': 'تمام بائنڈ پر ایک سیکنڈ میں بھیجنے کی حد',
  'refusals for now in a row, such as 0x14 and 0x58, that leave messages to the next rule':
    'لگاتار کتنے وقتی انکار، جیسے 0x14 اور 0x58، پر پیغامات اگلے اصول کو دیے جائیں',
  'the same, for how long it may refuse without taking any':
    'یہی، کتنی دیر تک کچھ قبول کیے بغیر انکار کر سکتا ہے',
  'idle time after which an enquire_link checks the connection':
    'کتنی خاموشی کے بعد \u2066enquire_link\u2069 کنکشن جانچے',
  'timeout of a submit; after it the attempt is ambiguous':
    'بھیجنے کے جواب کا انتظار؛ اس کے بعد کوشش غیر یقینی ہے',
  'how submit_sm_resp writes message ids':
    'آپریٹر کے جواب (\u2066submit_sm_resp\u2069) میں ID کی شکل',
  'how receipts write message ids': 'رسیدوں میں ID کیسے لکھی جاتی ہے',
  'after a lost answer: submit again, or find out first whether the operator has it':
    'جواب گم ہو جائے تو: دوبارہ بھیجیں، یا پہلے معلوم کریں کہ آپریٹر کے پاس ہے یا نہیں',
  'resubmit: how long a lost answer may still come before the message is submitted again':
    'دوبارہ بھیجنے سے پہلے گم شدہ جواب کا کتنی دیر انتظار ہو',
  'reconcile: how long a lost answer may be explained; then the operator is asked':
    'معلوم کرنے کی صورت میں: گم شدہ جواب کا کتنی دیر انتظار ہو؛ پھر آپریٹر سے پوچھا جاتا ہے',
  'query_sm: by the operator’s id, or also by our reference if no id was received':
    '\u2066query_sm\u2069: آپریٹر کی ID سے، یا ID نہ ملی ہو تو ہمارے حوالے سے بھی',
  'give each submit a user_message_reference; some operators repeat it in receipts':
    'ہر پیغام کو \u2066user_message_reference\u2069 دیں؛ کچھ آپریٹر اسے رسید میں دہراتے ہیں',
  'the operator’s clock in receipts: minutes ahead of UTC; Pakistan is 300':
    'رسیدوں میں آپریٹر کی گھڑی: UTC سے کتنے منٹ آگے؛ پاکستان کے لیے 300',
  'what DELIVRD means here: the operator has it, or the phone has it':
    'یہاں DELIVRD کا مطلب: آپریٹر تک پہنچ گیا، یا فون تک پہنچ گیا',
  'one receipt for each part, or one for the whole message':
    'ہر حصے کی ایک رسید، یا پورے پیغام کی ایک',
  'treat any text that looks like a receipt as one, even though a phone could have sent it':
    'جو متن رسید جیسا لگے اسے رسید سمجھیں، چاہے وہ کسی فون نے بھیجا ہو',
  'what a word or number in receipts means at this operator: DNDFAIL=rejected,10=failed':
    'رسیدوں کے کسی لفظ یا نمبر کا اس آپریٹر کے ہاں مطلب: \u2066DNDFAIL=rejected,10=failed\u2069',
  'bits of the part references; sender routes with another width use other links':
    'حصوں کے حوالہ نمبر کے بٹ؛ بھیجنے والے کی جن قسموں کی چوڑائی اور ہو وہ دوسرے لنک سے جاتی ہیں',
  'parts joined by a header or by sar TLVs, or the whole text in message_payload':
    'حصے UDH سے جڑیں یا \u2066sar TLV\u2069 سے، یا پورا متن \u2066message_payload\u2069 میں جائے',
  'the operator’s alphabet for data_coding 0; latin1_as_3: Latin-1, sent as 3':
    '\u2066data_coding 0\u2069 کے لیے آپریٹر کے حروف؛ \u2066latin1_as_3\u2069: ' +
    '\u2066Latin-1\u2069، جو 3 کے طور پر جاتا ہے',
  'source_addr_ton of short codes; commonly 3 (network specific) or 0':
    'شارٹ کوڈ کا \u2066source_addr_ton\u2069؛ عام طور پر 3 یا 0',
  'source_addr_npi of short codes; commonly 0 or 1':
    'شارٹ کوڈ کا \u2066source_addr_npi\u2069؛ عام طور پر 0 یا 1',
  'source_addr_ton of names; commonly 5 (alphanumeric)':
    'ناموں کا \u2066source_addr_ton\u2069؛ عام طور پر 5',
  'source_addr_npi of names; commonly 0': 'ناموں کا \u2066source_addr_npi\u2069؛ عام طور پر 0',
  'dest_addr_ton of recipients; commonly 1 (international)':
    'وصول کنندہ کا \u2066dest_addr_ton\u2069؛ عام طور پر 1',
  'dest_addr_npi of recipients; commonly 1':
    'وصول کنندہ کا \u2066dest_addr_npi\u2069؛ عام طور پر 1',
  'service_type of every submit; most operators want none':
    'ہر پیغام کا \u2066service_type\u2069؛ اکثر آپریٹر خالی چاہتے ہیں',
  'whether the operator is told a message’s validity period, and in which form':
    'کیا آپریٹر کو پیغام کی میعاد بتائی جاتی ہے، اور کس شکل میں',
  'the operator’s clock, minutes ahead of UTC, for absolute validity':
    'میعاد کے لیے آپریٹر کی گھڑی، UTC سے کتنے منٹ آگے',
  'what a code means at this operator: 0x45=operator_queue_full,0x401=operator_throttled':
    'کسی کوڈ کا اس آپریٹر کے ہاں مطلب: ' +
    '\u20660x45=operator_queue_full,0x401=operator_throttled\u2069',
  'unbinds at once: receipts of what was sent come when it is enabled again':
    'فوراً بند ہو جاتا ہے: بھیجے ہوئے پیغامات کی رسیدیں دوبارہ چالو ہونے پر آئیں گی',
  'how long it waits for receipts at most': 'رسیدوں کا زیادہ سے زیادہ کتنی دیر انتظار کرے',
  'for this sender type only': 'بھیجنے والے کی صرف اس قسم کے لیے',
  'for transactional or promotional messages only': 'صرف کاروباری یا صرف تشہیری پیغامات کے لیے',
  'the lowest wins': 'سب سے چھوٹا نمبر پہلے',
  'what a part costs us; of rules with equal priority the cheapest wins':
    'ہمیں ایک حصہ کتنے کا پڑتا ہے؛ برابر ترجیح والے اصولوں میں سب سے سستا چلتا ہے',
  'its share among equal rules': 'برابر کے اصولوں میں اس کا حصہ',
  'it also carries while more seconds of traffic wait for every better link':
    'یہ بھی لے جاتا ہے جب ہر بہتر لنک پر اس سے زیادہ سیکنڈ کا کام منتظر ہو',
  'keeps the rule, but does not use it': 'اصول رہتا ہے مگر استعمال نہیں ہوتا',
  'simple, branded or short_code': 'عام، برانڈ نام یا شارٹ کوڈ',
  'for messages of this account': 'اس اکاؤنٹ کے پیغامات کے لیے',
  'as with ported=1: uses the account’s saved look-ups':
    'جیسے \u2066ported=1\u2069 کے ساتھ: اکاؤنٹ کی محفوظ کی ہوئی جانچ استعمال ہوتی ہے',
  'as if the caller had named it': 'جیسے کال کرنے والے نے خود بتایا ہو',
  'the platform’s app id': 'پلیٹ فارم پر ایپ کی ID',
  'maximum messages per second; the platform allows 80 per number, incoming ones included':
    'ایک سیکنڈ میں پیغامات کی حد؛ پلیٹ فارم ہر نمبر پر 80 کی اجازت دیتا ہے، آنے والے بھی شامل ہیں',
  'pause between two messages to the same user, as the platform requires':
    'ایک ہی شخص کے دو پیغامات کے درمیان وقفہ، جو پلیٹ فارم چاہتا ہے',
  'the platform’s id of the account that pays, where partners share the number':
    'جہاں نمبر کئی پارٹنرز میں مشترک ہو: پلیٹ فارم پر اس اکاؤنٹ کی ID جو ادائیگی کرتا ہے',
  'maximum unanswered requests to the platform': 'پلیٹ فارم سے جواب کی منتظر درخواستوں کی حد',
  'timeout of a request; after it the attempt is ambiguous':
    'درخواست کے جواب کا انتظار؛ اس کے بعد کوشش غیر یقینی ہے',
  'how long a status may explain a lost answer; then UNKNOWN, released':
    'گم شدہ جواب کا کتنی دیر انتظار ہو؛ پھر نامعلوم، اور رقم واپس',
  'free form outside the 24 hours: refused here, or left to the platform':
    '24 گھنٹے کے بعد آزاد متن: یہیں انکار، یا پلیٹ فارم پر چھوڑ دیا جائے',
  'whether it sends': 'کیا یہ بھیجتا ہے',
  'only the newest app secret stays valid': 'ایپ کا صرف نیا خفیہ کوڈ چلتا رہے گا',
  'how many chat templates it may have': 'چیٹ کے کتنے ٹیمپلیٹ رکھ سکتا ہے',
  'collapses whitespace that the platform refuses in values; off: refuses them':
    'قدروں میں وہ خالی جگہیں سمیٹ دیتا ہے جو پلیٹ فارم نہیں لیتا؛ بند: ایسی قدریں نامنظور',
  'in this state only: approved, pending, rejected':
    'صرف اس حالت میں: \u2066approved, pending, rejected\u2069',
  'older than this template': 'اس ٹیمپلیٹ سے پرانے',
  'the platform’s id of a business account': 'پلیٹ فارم پر بزنس اکاؤنٹ کی ID',
  'As the platform requires: lower-case letters, digits and _.':
    'جیسے پلیٹ فارم چاہتا ہے: چھوٹے انگریزی حروف، ہندسے اور _۔',
  'As the platform writes it: en, en_US, ur.':
    'جیسے پلیٹ فارم لکھتا ہے: \u2066en, en_US, ur\u2069۔',
  'What it is for.': 'یہ کس کام کا ہے۔',
  'At most 1,024 characters. Required except in authentication templates.':
    'زیادہ سے زیادہ 1,024 حروف۔ OTP کے ٹیمپلیٹ کے سوا ضروری ہے۔',
  'Up to 13: 2 of type url, 1 call, 10 quick_reply. The platform may allow less.':
    'زیادہ سے زیادہ 13: قسم url کے 2، call کا 1، \u2066quick_reply\u2069 کے 10۔ پلیٹ فارم کم ' +
    'کی اجازت دے سکتا ہے۔',
  'For authentication templates.': 'OTP کے ٹیمپلیٹ کے لیے۔',
  'of this link only': 'صرف اس لنک کے',
  'about this account': 'اس اکاؤنٹ کے بارے میں',
  'by whom: line:root': 'کس نے: \u2066line:root\u2069',
  'the action: link.set, or link for all actions on links':
    'کارروائی: \u2066link.set\u2069، یا لنک کی سب کارروائیوں کے لیے link',
  'older than this line': 'اس سطر سے پرانے',
};

/** What a field means when it is left out, where that is no number and no word to choose. */
const DEFAULTS: Readonly<Record<string, string>> = {
  'as it is': 'جوں کا توں',
  never: 'کبھی نہیں',
  now: 'ابھی',
  'all, or what the key may that makes it': 'سب، یا جو بنانے والی API کلید کر سکتی ہے',
  'none, or when the key ends that makes it': 'کبھی نہیں، یا جب بنانے والی API کلید ختم ہو',
  'the token’s own': 'ٹوکن کی اپنی',
  'the one connected first': 'جو پہلے جوڑا گیا',
};

const DEFAULT = / \(default: (.+)\)$/;
const NEEDED = / \(needed\)$/;

/**
 * The same in Urdu; as it is where the service is newer than what is open in the browser.
 * @param wordOf what one reads for a word that one chooses.
 */
export function inUrdu(about: string, wordOf: (word: string) => string): string {
  const plain = about.replace(DEFAULT, '').replace(NEEDED, '');
  const urdu = ABOUTS[plain];
  if (urdu === undefined) return about;
  const [, fallback] = DEFAULT.exec(about) ?? [];
  if (fallback === undefined) return NEEDED.test(about) ? `${urdu} (ضروری)` : urdu;
  return `${urdu} (خود سے: ${DEFAULTS[fallback] ?? wordOf(fallback)})`;
}
