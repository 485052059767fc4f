/** Why nothing is sent to a row, a number or a webhook, in Urdu. `{}` is what is filled in. */
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
    'جس نے اس کا پتہ رکھا تھا، وہ اب عملے میں نہیں',
  'whoever set its address was removed from the account':
    'جس نے اس کا پتہ رکھا تھا، اسے اکاؤنٹ سے ہٹا دیا گیا ہے',
  'the key that set its address was revoked': 'جس کلید نے اس کا پتہ رکھا تھا، وہ منسوخ ہو چکی ہے',
  'Look for a mail and for a text message: together, their codes confirm the registration':
    'ای میل اور پیغام دونوں دیکھیں: دونوں کے کوڈ مل کر اندراج کی تصدیق کرتے ہیں۔',
  'If a registration waits, new codes are on their way: one a minute, five at most':
    'اگر کوئی اندراج منتظر ہے تو نئے کوڈ آ رہے ہیں: ہر منٹ میں ایک، زیادہ سے زیادہ پانچ۔',
  'If this address has a login, a mail with a link to a new password is on its way':
    'اگر اس پتے کا لاگ اِن ہے تو نئے پاس ورڈ کے لنک والی ای میل آ رہی ہے۔',
  'not a confirmed number of your own people': 'آپ کے لوگوں کا تصدیق شدہ نمبر نہیں۔',
};
