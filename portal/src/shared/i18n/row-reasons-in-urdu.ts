/** Why a row, a number or a file is not taken, or a webhook waits, in Urdu; `{}`: filled in. */
export const ROW_REASONS: Readonly<Record<string, string>> = {
  'number {}': 'نمبر {}',
  'no digits': 'نمبر نہیں ہے۔',
  'too short for a mobile number': 'موبائل نمبر سے چھوٹا ہے۔',
  'too long for a mobile number': 'موبائل نمبر سے لمبا ہے۔',
  'a number with an extension': 'نمبر کے ساتھ ایکسٹینشن ہے۔',
  'a landline or service number': 'لینڈ لائن یا سروس نمبر ہے۔',
  'a number of another country': 'کسی اور ملک کا نمبر ہے۔',
  'a short code': 'شارٹ کوڈ ہے۔',
  'not a mobile number': 'موبائل نمبر نہیں ہے۔',
  'not a mobile number: it has the sign {}': 'موبائل نمبر نہیں: اس میں نشان {} ہے۔',
  'the letter {} among the digits': 'ہندسوں میں حرف {} ہے۔',
  'damaged by a spreadsheet: {} (format the column as text)':
    'شیٹ نے نمبر خراب کر دیا: {} (کالم کو متن بنائیں)۔',
  'has no number': 'نمبر نہیں ہے۔',
  hidden: 'شیٹ میں چھپی ہوئی ہے۔',
  'hidden in the sheet': 'شیٹ میں چھپی ہوئی ہے۔',
  empty: 'خالی ہے۔',
  repeated: 'نمبر دوبارہ آیا ہے۔',
  'a damaged character in it': 'اس میں ایک خراب حرف ہے۔',
  'a control character or half a character in it': 'اس میں ایک ناقابلِ نمائش حرف ہے۔',
  'longer than {} characters': '{} حروف سے لمبا ہے۔',
  'not of the kind {}': 'قسم {} کا نہیں ہے۔',
  'a text of more than {} parts': 'متن {} حصوں سے لمبا ہے۔',
  '{} needs type=unicode': '{} کے لیے یونیکوڈ چاہیے۔',
  'no network is known': 'نیٹ ورک معلوم نہیں۔',
  'no route to {} at the moment': 'ابھی {} تک کوئی راستہ نہیں۔',
  'too many messages {}': 'بہت زیادہ پیغامات: {}۔',
  'no price is known': 'قیمت معلوم نہیں۔',
  'opted out': 'پیغامات بند کروا چکے ہیں۔',
  'gets no more marketing from the chat platform for a day':
    'چیٹ کا پلیٹ فارم ایک دن تک انہیں مزید تشہیر نہیں پہنچاتا۔',
  'scheduled for {}': '{} کے لیے مقرر ہے۔',
  'waits: its batch is paused': 'منتظر ہے: اس کی مہم روکی ہوئی ہے۔',
  'waits for promotional hours, until {}': 'تشہیر کے اوقات کا منتظر ہے، {} تک۔',
  'waits: no link to {} is up at the moment': 'منتظر ہے: ابھی {} تک کوئی لنک نہیں چل رہا۔',
  'waits: its number on the chat platform sends nothing at the moment':
    'منتظر ہے: چیٹ کے پلیٹ فارم پر اس کا نمبر ابھی کچھ نہیں بھیج رہا۔',
  'waits: its number on the chat platform sends nothing at the moment: {}':
    'منتظر ہے: چیٹ کے پلیٹ فارم پر اس کا نمبر ابھی کچھ نہیں بھیج رہا: {}۔',
  'waits: the chat platform takes no templates of the business account for a while':
    'منتظر ہے: چیٹ کا پلیٹ فارم کچھ دیر اس بزنس اکاؤنٹ کے ٹیمپلیٹ نہیں لے رہا۔',
  'waits: the chat platform limits the number after complaints from recipients':
    'منتظر ہے: لوگوں کی شکایتوں کے بعد چیٹ کے پلیٹ فارم نے نمبر محدود کر دیا ہے۔',
  'waits: the chat platform lets no more marketing through to this person for a day':
    'منتظر ہے: چیٹ کا پلیٹ فارم ایک دن تک انہیں مزید تشہیر نہیں پہنچاتا۔',
  'held: the chat platform judges the template before it sends the message':
    'رکا ہوا ہے: چیٹ کا پلیٹ فارم بھیجنے سے پہلے ٹیمپلیٹ جانچ رہا ہے۔',
  'held: the chat platform has paused the template':
    'رکا ہوا ہے: چیٹ کے پلیٹ فارم نے ٹیمپلیٹ روک دیا ہے۔',
  'on the do-not-call register': 'ڈو ناٹ کال رجسٹر میں ہیں۔',
  'not opted in to such messages': 'ایسے پیغامات کی اجازت نہیں دی۔',
  'you have paused it': 'آپ نے اسے روکا ہے',
  'it was paused by staff': 'عملے نے اسے روکا ہے',
  'it answered 410: it wants no more events': 'اس نے 410 کا جواب دیا: اسے مزید اطلاعات نہیں چاہییں',
  'it has failed for 5 days': 'یہ 5 دن سے ناکام ہے',
  'whoever set its address is not on the staff any more':
    'جس نے اس کا پتا رکھا تھا، وہ اب عملے میں نہیں',
  'whoever set its address was removed from the account':
    'جس نے اس کا پتا رکھا تھا، اسے اکاؤنٹ سے ہٹا دیا گیا ہے',
  'the key that set its address was revoked': 'جس کلید نے اس کا پتا رکھا تھا، وہ منسوخ ہو چکی ہے',
  'Look for a mail and for a text message: together, their codes confirm the registration':
    'ای میل اور پیغام دونوں دیکھیں: دونوں کے کوڈ مل کر اندراج کی تصدیق کرتے ہیں۔',
  'If a registration waits, new codes are on their way: one a minute, five at most':
    'اگر کوئی اندراج منتظر ہے تو نئے کوڈ آ رہے ہیں: ہر منٹ میں ایک، زیادہ سے زیادہ پانچ۔',
  'If this address has a login, a mail with a link to a new password is on its way':
    'اگر اس پتے کا لاگ اِن ہے تو نئے پاس ورڈ کے لنک والی ای میل آ رہی ہے۔',
  'access denied, its address is not public': 'اس کا پتا عام نہیں، یا کھلا نہیں',
  'the file cannot be fetched, its server does not have it or does not give it':
    'اس کے سرور پر فائل نہیں، یا وہ اسے نہیں دیتا',
  'the file cannot be fetched, its server cannot be reached or was cut off':
    'اس کے سرور سے رابطہ نہ ہو سکا یا ٹوٹ گیا',
  'no such file was given, or it is forgotten: give it again':
    'ایسی فائل نہیں دی گئی یا بھلا دی گئی: دوبارہ دیں',
  'its address shows a web page, not a file': 'اس پتے پر فائل نہیں، ویب کا صفحہ ہے',
  'the file is larger than {} MB': 'فائل \u2068{} MB\u2069 سے بڑی ہے',
  'the file is empty': 'فائل خالی ہے',
  'its content is of a kind that the chat platform does not take':
    'اس قسم کی فائل چیٹ کا پلیٹ فارم نہیں لیتا',
  'its content is not {}': 'یہ {} نہیں',
  'a JPEG or PNG picture': 'تصویر (JPEG یا PNG)',
  'a video, MP4 or 3GP': 'ویڈیو (MP4 یا 3GP)',
  'a sound, AAC, AMR, MP3, M4A or OGG with Opus': 'آواز (AAC، AMR، MP3، M4A یا OGG)',
  'a document, PDF, Word, Excel, PowerPoint or text':
    'دستاویز (PDF، Word، Excel، PowerPoint یا متن)',
  'too many files are being fetched now, try again later':
    'ابھی بہت سی فائلیں لائی جا رہی ہیں، بعد میں دوبارہ کوشش کریں',
  'the account has too many files here, what nobody uses is forgotten after {} days':
    'اکاؤنٹ کی بہت سی فائلیں یہاں ہیں؛ جو استعمال نہ ہو، {} دن بعد بھلا دی جاتی ہے',
  'row {}: {}': 'سطر {}: {}',
  'row {}, column {}: {}': 'سطر {}، کالم {}: {}',
  'more than {} bytes': '{} بائٹ سے زیادہ',
  'more than {} bytes once it is unpacked': 'کھلنے پر {} بائٹ سے زیادہ',
  'more than {} parts in the workbook': 'ورک بُک میں {} حصوں سے زیادہ',
  'more than {} sheets': '{} شیٹوں سے زیادہ',
  'more than {} rows': '{} سطروں سے زیادہ',
  'more than {} rows of chat messages': 'چیٹ کے پیغامات کی {} سطروں سے زیادہ',
  'more than {} columns': '{} کالموں سے زیادہ',
  'more than {} filled cells': '{} بھرے خانوں سے زیادہ',
  'more than {} characters in one cell': 'ایک خانے میں {} حروف سے زیادہ',
  'more than {} characters in one row': 'ایک سطر میں {} حروف سے زیادہ',
  'more than {} characters of shared texts': 'مشترک متن کے {} حروف سے زیادہ',
  'more than {} shared texts': '{} مشترک متنوں سے زیادہ',
  'it takes more than {} bytes of memory to read': 'پڑھنے میں {} بائٹ سے زیادہ میموری لگتی ہے',
  'it takes more than {} ms to read': 'پڑھنے میں {} ملی سیکنڈ سے زیادہ لگتے ہیں',
  'it is damaged or cut off': 'یہ خراب یا ادھوری ہے',
  'it holds what no spreadsheet program writes': 'اس میں وہ ہے جو کوئی شیٹ کا پروگرام نہیں لکھتا',
  'a quotation mark is opened and not closed before other rows begin':
    'واوین کھلتے ہیں اور اگلی سطروں سے پہلے بند نہیں ہوتے',
  'a character is damaged: save the file anew as UTF-8':
    'ایک حرف خراب ہے: فائل دوبارہ UTF-8 میں محفوظ کریں',
  'not a confirmed number of your own people': 'آپ کے لوگوں کا تصدیق شدہ نمبر نہیں۔',
};
