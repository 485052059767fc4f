/**
 * Why the service refused something, or what became of a message, in Urdu, by its sentence in the
 * catalogue of failures (src/domain/failure). `{}` stands for what it fills in, in the same order.
 * What only a program can do wrong stays in English. A test compares it with the catalogue.
 */
export const FAILURES: Readonly<Record<string, string>> = {
  'Error: more than {} requests in {} seconds':
    '{} سے زیادہ درخواستیں {} سیکنڈ میں: ذرا ٹھہر کر کوشش کریں۔',
  'Error: more than {} open connections from your address, use each for more':
    'آپ کے ہاں سے بہت سے رابطے کھلے ہیں: تھوڑی دیر میں کوشش کریں۔',
  'Invalid request: it arrived too slowly': 'رابطہ بہت سست ہے: دوبارہ کوشش کریں۔',
  'Error: the service is receiving too much at the moment, try again later':
    'سروس پر ابھی بہت بوجھ ہے: تھوڑی دیر میں کوشش کریں۔',
  'Invalid request: the body is larger than {} bytes': 'یہ بہت بڑا ہے: زیادہ سے زیادہ {} بائٹ۔',
  'Error: nobody can pay here, this service has no payment gateway':
    'یہاں آن لائن ادائیگی نہیں ہو سکتی: ادائیگی کا طریقہ کریڈٹ کے صفحے پر دیکھیں۔',
  'Error: the payment gateway has not opened a checkout, try again in a minute':
    'گیٹ وے نے ادائیگی کا صفحہ نہیں کھولا: ایک منٹ بعد دوبارہ کوشش کریں۔',
  'Error: nobody can pay by bank here, this service has named no bank account':
    'یہاں بینک سے ادائیگی نہیں ہو سکتی: ادائیگی کا طریقہ کریڈٹ کے صفحے پر دیکھیں۔',
  'Error: an account may get at most {} invoices as PDF in an hour':
    'ایک گھنٹے میں زیادہ سے زیادہ {} انوائسیں PDF میں مل سکتی ہیں۔',
  'Invalid id: no such invoice': 'ایسی کوئی انوائس نہیں۔',
  'Invalid id: no such bank transfer': 'ایسا کوئی بینک ٹرانسفر نہیں۔',
  'Error: this bank transfer does not wait any more': 'یہ بینک ٹرانسفر اب منتظر نہیں۔',
  'Error: an account may have at most {} bank transfers that wait':
    'ایک وقت میں زیادہ سے زیادہ {} بینک ٹرانسفر منتظر رہ سکتے ہیں: جو ادا نہیں کرنے وہ واپس لیں۔',
  'Invalid id: no such payment': 'ایسی کوئی ادائیگی نہیں۔',
  'Error: an account may open at most {} payments in an hour':
    'ایک گھنٹے میں زیادہ سے زیادہ {} ادائیگیاں کھل سکتی ہیں: کھلی ادائیگی مکمل کریں، ' +
    'یا انتظار کریں۔',
  'Error: sender is empty': 'بھیجنے والے کا نام چنیں۔',
  'Error: mobile is empty': 'وصول کنندہ کا نمبر لکھیں۔',
  'Error: message is empty': 'پیغام لکھیں۔',
  'Invalid mobile: more than {} recipients in one request':
    'ایک بار میں زیادہ سے زیادہ {} وصول کنندگان ہو سکتے ہیں۔',
  'Error: template_id is missing': 'ٹیمپلیٹ چنیں۔',
  'Invalid template_id: no such template in this account': 'اس اکاؤنٹ میں ایسا کوئی ٹیمپلیٹ نہیں۔',
  'Invalid template_id: the template is {}, not approved': 'ٹیمپلیٹ ابھی منظور شدہ نہیں ({})۔',
  'Access denied: fixed content is not enabled on this account, ask the site admin':
    'اس اکاؤنٹ کو ٹیمپلیٹ سے بھیجنے کی اجازت نہیں: سروس سے کہیں۔',
  'Invalid message: {} of the template is missing': 'ٹیمپلیٹ کی خالی جگہ پُر کریں: {}۔',
  'Invalid message: {} is not a variable of the template':
    'ٹیمپلیٹ میں ایسی کوئی خالی جگہ نہیں: {}۔',
  'Invalid message: {} is given twice': 'یہ دو بار دیا گیا ہے: {}۔',
  'Invalid message: {} is empty': 'یہ خالی ہے: {}۔',
  'Invalid message: {} is longer than {} characters': '{} میں زیادہ سے زیادہ {} حروف آ سکتے ہیں۔',
  'Invalid message: {} must be of type {}': '{} اس قسم کا ہونا چاہیے: {}۔',
  'Invalid message: {} contains a control character or half a surrogate pair':
    '{} میں پوشیدہ یا ادھورا حرف ہے۔',
  'Access denied: this sender is not approved for the account':
    'بھیجنے والے کا یہ نام اس اکاؤنٹ کے لیے منظور نہیں۔',
  'Access denied: only shared senders may be used until the account is verified':
    'اکاؤنٹ کی تصدیق تک صرف مشترکہ نام استعمال ہو سکتے ہیں۔',
  'Access denied: promotional templates cannot use a short code':
    'تشہیری ٹیمپلیٹ شارٹ کوڈ سے نہیں بھیجا جا سکتا۔',
  'Access denied: MNP coverage is unavailable on this account':
    'اس اکاؤنٹ کو نیٹ ورک بدلے ہوئے نمبروں کی جانچ کی اجازت نہیں۔',
  'Request rejected: directory error, the network could not be determined':
    'نمبر کا نیٹ ورک معلوم نہ ہو سکا: تھوڑی دیر میں کوشش کریں۔',
  'Invalid text: {} at position {} needs type=unicode (unicode: true at /v1/messages)':
    'حرف {} (مقام {}) کے لیے یونیکوڈ ضروری ہے۔',
  'Invalid text: it takes {} parts, at most {} are allowed':
    'متن {} حصوں کا ہے؛ زیادہ سے زیادہ {} ہو سکتے ہیں۔',
  'Invalid recipient: its network is unknown': 'اس نمبر کا نیٹ ورک معلوم نہیں۔',
  'Invalid recipient: {}': 'وصول کنندہ کا نمبر درست نہیں: {}۔',
  'Error: no route to {} at the moment': 'ابھی {} کا کوئی راستہ نہیں۔',
  'Error: no price is set for this message at the moment': 'اس پیغام کی قیمت ابھی مقرر نہیں۔',
  'SMS rejected, access denied: the template goes to your own confirmed numbers only':
    'یہ ٹیمپلیٹ صرف آپ کے اپنے تصدیق شدہ نمبروں کو جاتا ہے۔',
  'SMS rejected, access denied: the recipient has opted out':
    'وصول کنندہ نے پیغامات بند کرائے ہوئے ہیں۔',
  'SMS rejected, access denied: the recipient is on the do-not-call register':
    'وصول کنندہ ڈو ناٹ کال رجسٹر میں ہے۔',
  'SMS rejected, access denied: at most {} {} in {}': 'پیغامات کی حد پوری ہو گئی: {} {}، {} میں۔',
  'SMS rejected, access denied: {} PKR needed, {} PKR left in the spending cap of the {}':
    'خرچ کی حد پوری ہو رہی ہے: \u2066Rs\u2069 {} چاہییں، حد میں \u2066Rs\u2069 {} باقی ہیں ({})۔',
  'Insufficient credit: {} PKR needed, {} PKR left':
    'کریڈٹ کم ہے: \u2066Rs\u2069 {} چاہییں، \u2066Rs\u2069 {} باقی ہیں۔',
  'Invalid idempotency key: it was used with another request':
    'یہ پہلے کسی اور درخواست کے ساتھ بھیجا جا چکا ہے۔',
  'Error: a request with this idempotency key is still running': 'یہی درخواست ابھی چل رہی ہے۔',
  'Error: too many messages are waiting, try again later':
    'بہت سے پیغامات منتظر ہیں: تھوڑی دیر میں کوشش کریں۔',
  'Error: the request could not be stored, nothing was charged, try again':
    'درخواست محفوظ نہ ہو سکی، کوئی رقم نہیں لی گئی: دوبارہ کوشش کریں۔',
  'Error: the database connection was lost while saving; the request may have been accepted':
    'محفوظ کرتے وقت رابطہ ٹوٹ گیا؛ شاید درخواست قبول ہو گئی ہو۔',
  'Error: internal error {}; nothing was charged': 'اندرونی خرابی {}؛ کوئی رقم نہیں لی گئی۔',
  'Invalid id: no such message': 'ایسا کوئی پیغام نہیں۔',
  'Invalid login: too many wrong passwords, try again later':
    'بہت بار غلط پاس ورڈ دیا گیا: بعد میں کوشش کریں۔',
  'Invalid login': 'ای میل یا پاس ورڈ درست نہیں۔',
  // Files.
  ['Invalid file: it is a web page; a share link must lead to the file itself and be ' +
  'publicly accessible']: 'یہ فائل نہیں، ویب کا صفحہ ہے۔',
  'Invalid file: it was saved as a web page or as XML: save it as .xlsx':
    'فائل ویب صفحے یا XML کی شکل میں ہے: \u2066.xlsx\u2069 کے طور پر محفوظ کریں۔',
  'Invalid file: too large, {}': 'فائل بہت بڑی ہے: {}۔',
  'Error: too many files are being uploaded, try again later':
    'بہت سی فائلیں اپ لوڈ ہو رہی ہیں: تھوڑی دیر میں کوشش کریں۔',
  'Error: there is no disk space for the file, nothing was charged, try again later':
    'فائل کے لیے جگہ نہیں، کوئی رقم نہیں لی گئی: بعد میں کوشش کریں۔',
  'Error: {} files of this account are waiting to be read, try again later':
    'اس اکاؤنٹ کی {} فائلیں پڑھے جانے کی منتظر ہیں: تھوڑی دیر میں کوشش کریں۔',
  'Error: an account may have at most {} campaigns that wait for their time':
    'مقررہ وقت کی منتظر مہمیں زیادہ سے زیادہ {} ہو سکتی ہیں: کوئی منسوخ کریں۔',
  'Invalid file: it is not a .csv, .txt, .xlsx or .xls file, or of contacts .vcf':
    'فائل \u2066.csv\u2069، \u2066.txt\u2069، \u2066.xlsx\u2069 یا \u2066.xls\u2069 نہیں۔',
  'Invalid file: it is password-protected': 'فائل پر پاس ورڈ لگا ہے۔',
  'Invalid file: it has no rows': 'فائل میں کوئی سطر نہیں۔',
  'Invalid file: none of its rows can be used; {}': 'فائل کی کوئی سطر استعمال نہیں ہو سکتی؛ {}۔',
  'Invalid file: {}': 'فائل درست نہیں: {}۔',
  'Invalid message: {} is referred to, the last one of the file is {}':
    'پیغام میں {} لکھا ہے، فائل کا آخری کالم {} ہے۔',
  'Invalid recipient: no row has a number that can be reached; {}':
    'کسی سطر میں قابلِ رسائی نمبر نہیں؛ {}۔',
  'Error: none of its rows can be accepted at the moment; {}':
    'ابھی کوئی سطر قبول نہیں ہو سکتی؛ {}۔',
  'SMS rejected, access denied: no rows are left; {}': 'کوئی سطر نہیں بچی؛ {}۔',
  'Error: too many files are being read, try again later':
    'بہت سی فائلیں پڑھی جا رہی ہیں: تھوڑی دیر میں کوشش کریں۔',
  'Error: reading the file was interrupted, nothing was charged, try again later':
    'فائل پڑھنا رک گیا، کوئی رقم نہیں لی گئی: دوبارہ کوشش کریں۔',
  ['Error: prices, hours, caps or credit changed while the file was read, nothing was ' +
  'charged, try again']:
    'فائل پڑھتے وقت قیمتیں، اوقات، حدیں یا کریڈٹ بدل گئے، کوئی رقم نہیں لی گئی: دوبارہ کوشش کریں۔',
  // Chat.
  'Error: no such chat number in this account': 'اس اکاؤنٹ میں ایسا کوئی چیٹ نمبر نہیں۔',
  'Error: numbers are connected by their ids here, not in the dialogue':
    'یہاں نمبر صرف آئی ڈی اور ٹوکن سے جوڑے جاتے ہیں۔',
  'Error: it was begun by somebody else, too long ago, or has ended':
    'یہ سلسلہ ختم ہو چکا یا کسی اور نے شروع کیا تھا: دوبارہ شروع کریں۔',
  'Error: the number or its business account is connected for another account':
    'یہ نمبر، یا اس کا بزنس اکاؤنٹ، دوسرے اکاؤنٹ کے لیے جڑا ہوا ہے۔',
  'Access denied: the number of {} is disabled': 'چیٹ کا یہ نمبر بند ہے۔',
  'Error: the account has no number to send from, connect one or give {}':
    'اکاؤنٹ کا کوئی چیٹ نمبر جڑا ہوا نہیں۔',
  'Invalid {}: no such number in this account': 'اس اکاؤنٹ میں ایسا کوئی چیٹ نمبر نہیں۔',
  'Invalid {}: the template belongs to another business account':
    'یہ ٹیمپلیٹ دوسرے بزنس اکاؤنٹ کا ہے۔',
  'Invalid header: the template has no header that takes a value':
    'ٹیمپلیٹ کی سرخی میں قدر نہیں آتی۔',
  'Invalid header: the template needs one of the type {}': 'سرخی کے لیے یہ ضروری ہے: {}۔',
  'Invalid offer: the template has no offer that expires':
    'اس ٹیمپلیٹ میں ختم ہونے والی پیشکش نہیں: offer نہ دیں۔',
  'Invalid offer: it expires before the message leaves':
    'پیشکش پیغام روانہ ہونے سے پہلے ختم ہو جائے گی: بعد کا وقت دیں۔',
  'Invalid cards: the template needs {} cards, {} given': 'ٹیمپلیٹ کو {} کارڈ چاہییں، {} دیے گئے۔',
  'Invalid card {}: {}': 'کارڈ {} درست نہیں: {}۔',
  'Invalid body: the template needs {} values, {} given':
    'ٹیمپلیٹ کے لیے {} قدریں ضروری ہیں، {} دی گئیں۔',
  'Invalid body: the template needs a value named {}': 'ٹیمپلیٹ کی خالی جگہ پُر کریں: {}۔',
  'Invalid {}: it is empty': 'یہ خالی ہے: {}۔',
  'Invalid {}: it holds a control character': '{} میں پوشیدہ حرف ہے۔',
  'Invalid {}: line breaks, tabs and more than four consecutive spaces are not allowed':
    '{} میں نئی سطر، ٹیب یا چار سے زیادہ لگاتار خالی جگہیں نہیں ہو سکتیں۔',
  'Invalid {}: {} characters, at most {} are carried':
    '{} میں {} حروف ہیں؛ زیادہ سے زیادہ {} جا سکتے ہیں۔',
  'Invalid template_id: the template has a part that cannot be filled here: {}':
    'ٹیمپلیٹ کا یہ حصہ یہاں پُر نہیں کیا جا سکتا: {}۔',
  'Invalid {}: {} is required': '{} میں یہ ضروری ہے: {}۔',
  'Invalid buttons: the {} button at index {} needs a value': 'بٹن {} ({}) کے لیے قدر ضروری ہے۔',
  'Error: {} is missing': 'یہ ضروری ہے: {}۔',
  'Error: text.body is empty': 'پیغام لکھیں۔',
  'Error: no price is set for such messages, ask the site admin':
    'ایسے پیغامات کی قیمت مقرر نہیں: سروس سے کہیں۔',
  'Invalid recipient: nobody with this user id has written to this account':
    'اس ID کے کسی صارف نے اس اکاؤنٹ کو پیغام نہیں بھیجا۔',
  'Invalid recipient: a chat user id has two capital letters, a dot, then letters and digits':
    'چیٹ صارف کی ID میں دو بڑے انگریزی حروف، نقطہ، پھر حروف اور ہندسے ہوتے ہیں۔',
  'Invalid recipient: one-time codes need a phone number, and this user shows none':
    'OTP کوڈ کے لیے فون نمبر ضروری ہے، اور یہ صارف نمبر نہیں دکھاتا۔',
  'Access denied: this user has not written to the number in the last 24 hours, use a template':
    'اس شخص نے پچھلے 24 گھنٹوں میں نہیں لکھا: ٹیمپلیٹ سے بھیجیں۔',
  'Access denied: the recipient has opted out of such messages':
    'وصول کنندہ نے ایسے پیغامات بند کرائے ہوئے ہیں۔',
  'Invalid media: its url is not an http or https address of at most {} characters':
    'فائل کا درست پتا لکھیں، زیادہ سے زیادہ {} حروف۔',
  'Invalid media: {}': 'فائل درست نہیں: {}۔',
  // People.
  'Error: nobody is signed in here, or the session has ended':
    'آپ کا سیشن ختم ہو گیا: سائن اِن کریں۔',
  'Access denied: only owners and managers of the account see what messages say':
    'پیغامات کا متن صرف اکاؤنٹ کے مالک اور مینیجر دیکھتے ہیں۔',
  'Access denied: only the staff of this service may do that': 'یہ صرف سروس کا عملہ کر سکتا ہے۔',
  'Access denied: your role on the staff may not do that': 'عملے میں آپ کا کردار یہ نہیں کر سکتا۔',
  'Invalid name: no such operation': 'ایسا کوئی کام نہیں۔',
  'Denied: agree to the consequences first, nothing was changed':
    'پہلے نتائج قبول کریں؛ کچھ نہیں بدلا گیا۔',
  'Access denied: staff may see an account, and change nothing in its name':
    'عملہ اکاؤنٹ کو دیکھ سکتا ہے، اس کے نام سے کچھ بدل نہیں سکتا۔',
  'Access denied: only for a person who has just given their password or a code':
    'پہلے تصدیق کریں کہ یہ آپ ہیں۔',
  'Access denied: you belong to no account': 'آپ کسی اکاؤنٹ میں نہیں۔',
  'Invalid id: there is no account with it': 'اس ID کا کوئی اکاؤنٹ نہیں۔',
  'Invalid account: you belong to no account with this id': 'آپ اس ID کے کسی اکاؤنٹ میں نہیں۔',
  'Access denied: this account is disabled': 'یہ اکاؤنٹ بند ہے۔',
  'Invalid code: it is wrong, or was used before': 'کوڈ غلط ہے، یا استعمال ہو چکا ہے۔',
  'Error: the service cannot write to people at the moment, try again later':
    'سروس ابھی کوڈ نہیں بھیج سکتی: بعد میں کوشش کریں۔',
  'Invalid codes: at least one of them is wrong': 'کم از کم ایک کوڈ غلط ہے۔',
  'Invalid codes: they are too old, were tried too often, or were used already':
    'کوڈ پرانے ہیں، بہت بار آزمائے گئے، یا استعمال ہو چکے: نئے کوڈ منگوائیں۔',
  'Error: too many tries, wait a while': 'بہت سی کوششیں ہو گئیں: کچھ دیر ٹھہریں۔',
  'Error: too many codes to this mailbox or phone lately, give the last ones, or wait':
    'اس ای میل یا فون کو بہت سے کوڈ جا چکے: آخری کوڈ لکھیں، یا کچھ دیر ٹھہریں۔',
  'Error: too many invitations of this account, or to this address, wait a while':
    'اس اکاؤنٹ سے، یا اس پتے کو، بہت سی دعوتیں جا چکیں: کچھ دیر ٹھہریں۔',
  'Invalid link: it was used or withdrawn, has expired, or was replaced by a newer one':
    'یہ لنک استعمال ہو چکا، واپس لیا جا چکا، پرانا ہو چکا، یا اس کی جگہ نیا آ چکا ہے۔',
  'Invalid passkey: it is unknown here, or the request has expired':
    'یہ Passkey یہاں کی نہیں، یا درخواست پرانی ہو چکی ہے۔',
  'Error: passkeys need a host name, and this page was opened by an address of numbers':
    'Passkey کے لیے سروس کو نام والے پتے سے کھولیں، ہندسوں والے پتے سے نہیں۔',
  'Invalid id: no such invitation': 'ایسی کوئی دعوت نہیں۔',
  'Invalid id: no such session': 'ایسا کوئی سیشن نہیں۔',
  'Invalid id: no such passkey': 'ایسی کوئی Passkey نہیں۔',
  'Invalid id: no such API key': 'ایسی کوئی API کلید نہیں۔',
  'Error: the API key has ended': 'API کلید ختم ہو چکی ہے۔',
  'Invalid id: no such sender': 'بھیجنے والے کا ایسا کوئی نام نہیں۔',
  'Invalid id: no such contact': 'ایسا کوئی رابطہ نہیں۔',
  'Invalid id: no such segment': 'ایسا کوئی گروہ نہیں۔',
  'Invalid id: no such label': 'ایسا کوئی لیبل نہیں۔',
  'Invalid id: no such canned answer': 'ایسا کوئی تیار جواب نہیں۔',
  'Invalid id: no such file': 'ایسی کوئی فائل نہیں۔',
  'Invalid id: no such note': 'ایسا کوئی نوٹ نہیں۔',
  'Invalid number: it is not on the suppression list': 'یہ روکے گئے نمبروں میں نہیں۔',
  'Invalid id: no such user': 'ایسا کوئی صارف نہیں۔',
  'Invalid document: the account has given none of this kind':
    'اکاؤنٹ نے ایسی کوئی دستاویز نہیں دی۔',
  'Error: the document cannot be opened, it was sealed with another master key':
    'یہ دستاویز کھولی نہیں جا سکتی: سروس کی کلید بدل چکی ہے۔',
  'Error: an account may give at most {} documents in 24 hours':
    'ایک اکاؤنٹ 24 گھنٹوں میں زیادہ سے زیادہ {} دستاویزات دے سکتا ہے۔',
  'Invalid month: {}': 'یہ مہینہ نہیں ہو سکتا: {}۔',
  // Campaigns and messages that wait.
  'Invalid id: no such batch': 'ایسی کوئی مہم نہیں۔',
  'Invalid send_window: nothing could leave inside of it within {} hours':
    'ان اوقات میں {} گھنٹوں کے اندر کچھ نہیں جا سکتا۔',
  'Error: this batch has no texts that could be repeated':
    'صرف وہ مہم دوبارہ بھیجی جا سکتی ہے جس کے پیغامات قبول ہوئے تھے۔',
  'Error: what may be one-time codes (a short code, a variable called code) cannot be repeated':
    'جو ایک بار کے کوڈ ہو سکتے ہیں (شارٹ کوڈ سے، یا جہاں code نام کی جگہ ہو) دوبارہ نہیں جاتے۔',
  'Error: some messages of this batch have no last word yet':
    'اس مہم کے کچھ پیغامات کا انجام ابھی معلوم نہیں۔',
  'Error: nobody of this batch is left for another try':
    'اس مہم میں کوئی باقی نہیں جسے دوبارہ بھیجا جا سکے۔',
  'Error: those whom this batch failed to reach had another try already':
    'جنہیں یہ مہم نہیں ملی تھی، انہیں پہلے ہی دوبارہ بھیجی جا چکی ہے۔',
  'Error: nothing of this batch waits any more': 'اس مہم کا کوئی پیغام اب منتظر نہیں۔',
  'Error: the chat platform does not accept the template of this batch now':
    'چیٹ کا پلیٹ فارم اس مہم کا ٹیمپلیٹ ابھی قبول نہیں کرتا۔',
  'Error: this batch was cancelled, it cannot go on': 'یہ مہم منسوخ ہو چکی ہے: آگے نہیں چل سکتی۔',
  'Error: this batch is not scheduled, its time has come, or it has been read already':
    'اس مہم کا وقت مقرر نہیں، یا آ چکا ہے، یا یہ پڑھی جا چکی ہے۔',
  'Error: this batch is paused, or its file is still being read':
    'یہ مہم رکی ہوئی ہے، یا اس کی فائل ابھی پڑھی جا رہی ہے۔',
  'Error: the message has left, or has not reached the queue yet':
    'پیغام جا چکا ہے، یا ابھی قطار تک نہیں پہنچا۔',
  'Error: too many results are being written, try again later':
    'بہت سے نتائج لکھے جا رہے ہیں: تھوڑی دیر میں کوشش کریں۔',
  'Invalid id: the reply has no file': 'اس جواب میں فائل نہیں۔',
  'Error: the chat platform no longer has the file, it keeps files for 7 days':
    'فائل اب پلیٹ فارم پر نہیں: وہ 7 دن رکھتا ہے۔',
  'Error: the chat platform is not providing the file at the moment':
    'پلیٹ فارم ابھی فائل نہیں دے رہا: تھوڑی دیر میں کوشش کریں۔',
  'Error: an account has at most {} addresses for events':
    'ایک اکاؤنٹ کے زیادہ سے زیادہ {} ویب ہک ہو سکتے ہیں۔',
  'Error: the secret of this address for events was replaced too many times within a day':
    'اس ویب ہک کا خفیہ کوڈ ایک دن میں بہت بار بدلا گیا۔',
  'Invalid id: no such address for events': 'ایسا کوئی ویب ہک نہیں۔',
  'Invalid id: no such reply': 'ایسا کوئی جواب نہیں۔',
  'Invalid id: no such conversation': 'ایسی کوئی گفتگو نہیں۔',
  'Denied: a conversation of texts cannot be taken over, nobody else answers it':
    'یہ SMS کی گفتگو ہے: اس کا جواب کوئی اور نہیں دیتا۔',
  'Invalid name: there is already a template of this name in this language':
    'اس زبان میں اس نام کا ٹیمپلیٹ پہلے سے ہے۔',
  'Denied: the plan of the account allows no more templates':
    'اکاؤنٹ کے پلان میں مزید ٹیمپلیٹ کی گنجائش نہیں۔',
  'Denied: the template {}': 'یہ ٹیمپلیٹ اب بدلا نہیں جا سکتا: {}۔',
  'Error: no business account of the chat platform is connected, or not this one':
    'چیٹ کے پلیٹ فارم کا کوئی بزنس اکاؤنٹ جڑا ہوا نہیں، یا یہ نہیں۔',
  'Error: the chat platform refused it: {}': 'چیٹ کے پلیٹ فارم نے نامنظور کیا: {}۔',
  'Error: the chat platform cannot be reached': 'چیٹ کے پلیٹ فارم سے رابطہ نہیں ہو رہا۔',
  'Error: the answer of the chat platform was lost, synchronise to see what it did':
    'چیٹ کے پلیٹ فارم کا جواب گم ہو گیا: ٹیمپلیٹس ملا کر دیکھیں۔',
  'Invalid host: you have it already, or it belongs to the service itself':
    'یہ ڈومین آپ کے پاس پہلے سے ہے، یا خود سروس کا ہے۔',
  'Error: neither proof of the domain was found': 'ڈومین کا کوئی ثبوت نہیں ملا۔',
  'Denied: an account may change its domains {} times an hour':
    'ایک گھنٹے میں زیادہ سے زیادہ {} بار ڈومین بدلے جا سکتے ہیں۔',
  'Invalid host: no such domain in this account': 'اس اکاؤنٹ کا ایسا کوئی ڈومین نہیں۔',
  // What became of a message.
  'Denied: the account cancelled the message before it left':
    'پیغام جانے سے پہلے اکاؤنٹ نے منسوخ کر دیا۔',
  'Denied: the account has paused the batch': 'اکاؤنٹ نے مہم روک رکھی ہے۔',
  'Error: the operator asked us to slow down': 'آپریٹر نے آہستہ بھیجنے کو کہا۔',
  'Error: the queue at the operator is full': 'آپریٹر کی قطار بھری ہوئی ہے۔',
  'Error: the operator cannot accept the message at the moment':
    'آپریٹر ابھی پیغام قبول نہیں کر سکتا۔',
  'Error: the operator had an internal fault': 'آپریٹر کے ہاں اندرونی خرابی ہوئی۔',
  'Failed: the operator refused the message': 'آپریٹر نے پیغام قبول نہیں کیا۔',
  'Failed: the operator refused the recipient': 'آپریٹر نے وصول کنندہ کا نمبر قبول نہیں کیا۔',
  'Failed: the operator refused the sender': 'آپریٹر نے بھیجنے والے کا نام قبول نہیں کیا۔',
  'Failed: the operator refused the format of the message': 'آپریٹر نے پیغام کی شکل قبول نہیں کی۔',
  'Error: the operator answered with an unknown code': 'آپریٹر نے نامعلوم کوڈ میں جواب دیا۔',
  'Error: the text has a different number of parts than was charged':
    'متن کے حصے اتنے نہیں جتنے کی رقم لی گئی۔',
  'Error: a test was on its way to somebody, or a real message to nobody':
    'آزمائشی پیغام کسی کو، یا اصلی پیغام کسی کو نہیں، جا رہا تھا۔',
  'Failed: the operator did not accept the message in time':
    'آپریٹر نے وقت پر پیغام قبول نہیں کیا۔',
  'Error: the chat platform asked us to slow down': 'چیٹ کے پلیٹ فارم نے آہستہ بھیجنے کو کہا۔',
  'Error: too many messages to this recipient in a short time':
    'اس وصول کنندہ کو تھوڑی دیر میں بہت پیغامات گئے۔',
  'Error: the chat platform is limiting the number after complaints from recipients':
    'شکایتوں کے بعد چیٹ کا پلیٹ فارم اس نمبر کو محدود کر رہا ہے۔',
  'Error: the chat platform accepts no templates of the business account for a while':
    'چیٹ کا پلیٹ فارم کچھ دیر اس بزنس اکاؤنٹ کے ٹیمپلیٹ نہیں لے رہا۔',
  'Error: the chat platform lets no more marketing through to this person for a day':
    'چیٹ کا پلیٹ فارم اس شخص کو ایک دن مزید تشہیری پیغام نہیں جانے دیتا۔',
  'Error: the chat platform holds the message back until it has judged the template':
    'چیٹ کے پلیٹ فارم نے پیغام روکا ہوا ہے: وہ پہلے ٹیمپلیٹ کو پرکھے گا۔',
  'Error: the chat platform holds the message back because it has paused the template':
    'چیٹ کے پلیٹ فارم نے پیغام روکا ہوا ہے: اس نے ٹیمپلیٹ روک دیا ہے۔',
  'Error: the chat platform is still taking in the template':
    'چیٹ کا پلیٹ فارم ابھی ٹیمپلیٹ تیار کر رہا ہے۔',
  'Error: the chat platform had an internal fault': 'چیٹ کے پلیٹ فارم پر اندرونی خرابی ہوئی۔',
  'Error: the chat platform has blocked the number': 'چیٹ کے پلیٹ فارم نے نمبر روک دیا ہے۔',
  'Error: the file of the message could not be uploaded to the chat platform':
    'پیغام کی فائل چیٹ کے پلیٹ فارم پر اپ لوڈ نہ ہو سکی۔',
  'Error: the chat platform answered with an unknown code':
    'چیٹ کے پلیٹ فارم نے نامعلوم کوڈ میں جواب دیا۔',
  'Failed: the chat platform refused the message': 'چیٹ کے پلیٹ فارم نے پیغام قبول نہیں کیا۔',
  'Failed: the chat platform refused the format of the message':
    'چیٹ کے پلیٹ فارم نے پیغام کی شکل قبول نہیں کی۔',
  'Failed: the chat platform refused the recipient':
    'چیٹ کے پلیٹ فارم نے وصول کنندہ قبول نہیں کیا۔',
  'Failed: the chat platform refused the file of the message':
    'چیٹ کے پلیٹ فارم نے پیغام کی فائل قبول نہیں کی۔',
  'Failed: the chat platform refused the template or its values':
    'چیٹ کے پلیٹ فارم نے ٹیمپلیٹ یا اس کی قدریں قبول نہیں کیں۔',
  'Failed: the chat platform has paused or disabled the template':
    'چیٹ کے پلیٹ فارم نے ٹیمپلیٹ روک دیا یا بند کر دیا ہے۔',
  'Failed: the recipient cannot be reached on the chat platform':
    'وصول کنندہ چیٹ کے پلیٹ فارم پر نہیں ملتا۔',
  'Failed: the chat platform withheld the message from this recipient':
    'چیٹ کے پلیٹ فارم نے یہ پیغام اس وصول کنندہ تک نہیں پہنچایا۔',
  'Denied: the recipient has opted out of marketing messages from this number':
    'وصول کنندہ نے اس نمبر کے تشہیری پیغامات بند کرائے ہوئے ہیں۔',
  'Denied: more than 24 hours have passed since the recipient last wrote':
    'وصول کنندہ کو لکھے 24 گھنٹے سے زیادہ ہو گئے۔',
  'Failed: the account has no payment method at the chat platform':
    'چیٹ کے پلیٹ فارم پر اکاؤنٹ کی ادائیگی کا طریقہ مقرر نہیں۔',
  'Error: the content of the message could not be read': 'پیغام کا متن پڑھا نہ جا سکا۔',
  'Failed: the message did not reach the handset': 'پیغام فون تک نہیں پہنچا۔',
  'Failed: the operator gave up when the message expired':
    'میعاد ختم ہونے پر آپریٹر نے کوشش چھوڑ دی۔',
  'Failed: the operator rejected the message': 'آپریٹر نے پیغام مسترد کر دیا۔',
  'Error: the operator has not reported on the message': 'آپریٹر نے پیغام کی رسید نہیں دی۔',
  'Error: the answer of the operator was lost, nothing was charged':
    'آپریٹر کا جواب گم ہو گیا، کوئی رقم نہیں لی گئی۔',
  'Failed: the message expired while it waited for an operator':
    'آپریٹر کے انتظار میں پیغام کی میعاد ختم ہو گئی۔',
  'Denied: the account was disabled while the message waited':
    'پیغام منتظر تھا کہ اکاؤنٹ بند کر دیا گیا۔',
  'Denied: the sender was withdrawn while the message waited':
    'پیغام منتظر تھا کہ بھیجنے والے کا نام واپس لے لیا گیا۔',
  'Denied: the number was withdrawn while the message waited':
    'پیغام منتظر تھا کہ نمبر واپس لے لیا گیا۔',
  'Denied: the 24 hours since the recipient last wrote ended while the message waited':
    'پیغام منتظر تھا کہ وصول کنندہ کے لکھنے کے بعد کے 24 گھنٹے گزر گئے۔',
  'Denied: the person whose number it is left the account while the message waited':
    'یہ نمبر جس کا ہے وہ پیغام کے انتظار کے دوران اکاؤنٹ سے چلا گیا۔',
  'Denied: the template was withdrawn while the message waited':
    'پیغام منتظر تھا کہ ٹیمپلیٹ واپس لے لیا گیا۔',
  'Denied: the offer expired while the message waited':
    'نہیں بھیجا گیا: پیغام کے انتظار کے دوران پیشکش ختم ہو گئی۔',
  'Denied: the recipient opted out while the message waited':
    'پیغام منتظر تھا کہ وصول کنندہ نے پیغامات بند کرا دیے۔',
  'Denied: the recipient was added to the do-not-call register while the message waited':
    'پیغام منتظر تھا کہ وصول کنندہ ڈو ناٹ کال رجسٹر میں آ گیا۔',
};
