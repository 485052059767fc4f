/**
 * What follows from an operation of staff, and what came of it, in Urdu. `{}` stands for what is
 * filled in, in the same order; what is filled in may be one of these itself. A test names what is
 * missing here.
 */
export const OPERATION_SENTENCES: Readonly<Record<string, string>> = {
  // What came of an operation.
  'It is already so: nothing was changed': 'پہلے سے ایسا ہی ہے: کچھ نہیں بدلا۔',
  'It was rejected before, as template {}': 'پہلے ٹیمپلیٹ {} کے طور پر مسترد ہو چکی ہے۔',
  'The account is not verified, and is called like {} of {}':
    'اکاؤنٹ کی تصدیق نہیں ہوئی، اور اس کا نام {} جیسا ہے، جو اکاؤنٹ {} کا ہے۔',
  'No webhooks': 'کوئی ویب ہک نہیں۔',
  'No attempts': 'کوئی کوشش نہیں۔',
  'No documents wait': 'کوئی دستاویز منتظر نہیں۔',
  'Nothing was submitted': 'کچھ جمع نہیں کرایا گیا۔',
  'No templates found': 'کوئی ٹیمپلیٹ نہیں ملا۔',
  'No opt-outs found': 'کوئی روکا گیا نمبر نہیں ملا۔',
  'No senders found': 'بھیجنے والے کا کوئی نام نہیں ملا۔',
  'No sender IDs are shared': 'کوئی نام مشترکہ نہیں۔',
  'No credit waits': 'کوئی کریڈٹ منتظر نہیں۔',
  'Nothing waits for a second person': 'دوسرے شخص کا کچھ منتظر نہیں۔',
  'Nothing waits for it': 'اس کا کچھ منتظر نہیں۔',
  'Nothing waits for {} that may be given up': '{} کا ایسا کچھ منتظر نہیں جو ختم کیا جا سکے۔',
  'Nothing waits for {} that may be moved': '{} کا ایسا کچھ منتظر نہیں جو کہیں اور لے جایا جا سکے۔',
  'Nothing waits for {} that may be {}': '{} کا ایسا کچھ منتظر نہیں: {}۔',
  'Nothing was waiting that may be changed': 'ایسا کچھ منتظر نہیں تھا جو بدلا جا سکے۔',
  'They are reported as EXPIRED within half a minute': 'آدھے منٹ میں EXPIRED کہلائیں گے۔',
  'They are reported as EXPIRED within half a minute. There may be more: repeat it':
    'آدھے منٹ میں EXPIRED کہلائیں گے۔ مزید ہو سکتے ہیں: دوبارہ کریں۔',
  'Their rules may move them on when that link goes down':
    'وہ لنک بند ہوا تو اصول انہیں آگے لے جا سکتے ہیں۔',
  'Their rules may move them on when that link goes down. There may be more: repeat it':
    'وہ لنک بند ہوا تو اصول انہیں آگے لے جا سکتے ہیں۔ مزید ہو سکتے ہیں: دوبارہ کریں۔',
  'No replies found': 'کوئی جواب نہیں ملا۔',
  'There is no reply {}': 'جواب {} موجود نہیں۔',
  'No receipts found': 'کوئی رسید نہیں ملی۔',
  'There is no receipt {}': 'رسید {} موجود نہیں۔',
  'There is no message {}': 'پیغام {} موجود نہیں۔',
  'There is no message and no batch {}': 'پیغام یا مہم {} موجود نہیں۔',
  'There is no batch {}': 'مہم {} موجود نہیں۔',
  'There is no account {}': 'اکاؤنٹ {} موجود نہیں۔',
  'There is no account named {}': '{} نام کا کوئی اکاؤنٹ نہیں۔',
  'There is no link {}. Links: {}': 'لنک {} موجود نہیں۔ لنک یہ ہیں: {}',
  'There is no operator {}. Operators: {}': 'آپریٹر {} موجود نہیں۔ آپریٹر یہ ہیں: {}',
  'Batch {} has no messages': 'مہم {} کے کوئی پیغام نہیں۔',
  '{} is a batch': '{} ایک مہم ہے۔',
  '{} is a message': '{} ایک پیغام ہے۔',
  'Its batch is still being written: ask again in a moment':
    'اس کی مہم ابھی لکھی جا رہی ہے: ذرا دیر میں دوبارہ دیکھیں۔',
  'There is no such template': 'ایسا کوئی ٹیمپلیٹ نہیں۔',
  'There are no such invoices': 'ایسی کوئی انوائس نہیں۔',
  'No rates are set: invoices state no tax': 'کوئی شرح مقرر نہیں: انوائس پر ٹیکس نہیں لکھا جاتا۔',
  'There are no such bank transfers': 'ایسا کوئی بینک ٹرانسفر نہیں۔',
  'There are no such payments': 'ایسی کوئی ادائیگی نہیں۔',
  'There are no settings': 'کوئی ترتیبات نہیں: صحت کا صفحہ دیکھیں۔',
  'The account has no balance': 'اکاؤنٹ کا بیلنس نہیں: صحت کا صفحہ دیکھیں۔',
  'No operator has a prefix of {}: it is refused with 7':
    '{} کا سابقہ کسی آپریٹر کا نہیں: کوڈ 7 سے مسترد ہوتا ہے۔',
  '--network must be one of the operators': 'نیٹ ورک آپریٹروں میں سے ایک ہو۔',
  '--id is of another account, {}': 'یہ ID دوسرے اکاؤنٹ کی ہے: {}۔',
  'No messages found': 'کوئی پیغام نہیں ملا۔',
  'Only messages back to {} were searched. Continue with --before {}':
    'صرف {} تک کے پیغامات دیکھے گئے۔ آگے {} سے پہلے کے دیکھیں۔',
  'No attempt has been made yet': 'ابھی کوئی کوشش نہیں ہوئی۔',
  'The text is never shown: it may be a one-time code':
    'متن کبھی نہیں دکھایا جاتا: وہ ایک بار کا کوڈ ہو سکتا ہے۔',
  'waits: the chat platform has not confirmed it, and may do so until {}':
    'منتظر ہے: چیٹ کے پلیٹ فارم نے تصدیق نہیں کی، جو {} تک آ سکتی ہے۔',
  'No unconfirmed attempts found': 'کوئی غیر مصدقہ کوشش نہیں ملی۔',
  'Nothing was charged or saved': 'نہ رقم لگی، نہ کچھ محفوظ ہوا۔',
  'No links found': 'کوئی لنک نہیں ملا۔',
  'No costs found': 'کوئی لاگت نہیں ملی۔',
  'The platform has told of no tier': 'پلیٹ فارم نے کسی درجے کا نہیں بتایا۔',
  'The platform has billed nothing then': 'پلیٹ فارم نے اس مدت میں کوئی بل نہیں بنایا۔',
  'No keys found': 'کوئی کلید نہیں ملی۔',
  'No batches found': 'کوئی مہم نہیں ملی۔',
  'No lines found': 'کوئی سطر نہیں ملی۔',
  'Nobody owes': 'کسی پر رقم واجب نہیں۔',
  'Nobody’s credit ends soon': 'کسی کا کریڈٹ جلد ختم نہیں ہو رہا۔',
  'Nobody has written to it': 'اسے کسی نے نہیں لکھا۔',
  'Nobody is named': 'کوئی مقرر نہیں۔',
  'Nobody is on the staff': 'عملے میں کوئی نہیں۔',
  'The key is not shown again': 'کلید دوبارہ نہیں دکھائی جاتی۔',
  ['The key is not shown again. The account can send its test message to confirmed ' +
  'numbers of its people; for sender IDs of its own: paigham account set {} --verified ' +
  'on']:
    'کلید دوبارہ نہیں دکھائی جاتی۔ اکاؤنٹ اپنے لوگوں کے تصدیق شدہ نمبروں پر آزمائشی پیغام ' +
    'بھیج سکتا ہے؛ اپنے نام کے لیے اکاؤنٹ {} کی تصدیق کریں۔',
  'The password is not shown again': 'پاس ورڈ دوبارہ نہیں دکھایا جاتا۔',
  'Delete the file when you have decided': 'فیصلہ کر کے فائل مٹا دیں۔',
  'The account is verified': 'اکاؤنٹ کی تصدیق ہو گئی۔',
  'The account is {}': 'اکاؤنٹ کی حالت: {}۔',
  'The account stays verified; if need be: account set {} --verified off':
    'اکاؤنٹ تصدیق شدہ رہتا ہے؛ ضرورت ہو تو اکاؤنٹ {} کی تصدیق واپس لیں۔',
  'Every account can now send with it': 'اب ہر اکاؤنٹ اس سے بھیج سکتا ہے۔',
  'No account can send with it any more': 'اب کوئی اکاؤنٹ اس سے نہیں بھیج سکتا۔',
  '{}. Somebody else must confirm request {} within 7 days':
    '{}۔ کوئی اور شخص 7 دن میں درخواست {} کی توثیق کرے۔',
  'Next: {}': 'اگلا قدم: {}',
  'To undo: {}': 'واپس لینے کے لیے: {}',
  'To see its effect: {}': 'اس کا اثر دیکھنے کے لیے: {}',
  'To list the numbers: {}': 'نمبر دیکھنے کے لیے: {}',
  'Its messages: {}': 'اس کے پیغامات: {}',
  'More: {}': 'مزید: {}',
  'Older ones: {}': 'پرانے: {}',
  'Not read: line {}': 'نہیں پڑھی گئی: سطر {}',
  'Next: point the domain at the proxy; see docs/operating/own-domains.md':
    'اگلا قدم: ڈومین کو پراکسی پر لگائیں؛ docs/operating/own-domains.md دیکھیں۔',
  'This reference was used before for {}: no money was moved':
    'یہ حوالہ {} کے لیے پہلے استعمال ہو چکا: رقم نہیں ہلی۔',
  '{} rupees were added to {}. Its balance is {} rupees':
    '{} روپے شامل ہوئے، اکاؤنٹ {} میں۔ اس کا بیلنس {} روپے ہے۔',
  'Explained to the paisa, by {}': 'پائی پائی کا حساب درست، بذریعہ {}۔',
  'NOT explained: {}': 'حساب نہیں ملتا: {}۔',
  'It goes through {}. If that fails, {}': '{} سے جائے گا۔ وہ ناکام ہو تو: {}۔',
  'the message waits in its queue': 'پیغام اس کی قطار میں رہتا ہے',
  '{} takes over': '{} سنبھال لیتا ہے',
  'It waits for {}, or for another rule whose link is up':
    '{} کا منتظر رہے گا، یا کسی اور اصول کا جس کا لنک چالو ہو۔',
  'No rule leads there: sends are refused with 12 until one does':
    'کوئی اصول وہاں نہیں لے جاتا: بننے تک پیغامات کوڈ 12 سے مسترد ہوتے ہیں۔',
  // What waits for a second person.
  'Adds {} rupees to {} ({}), “{}”': '{} روپے شامل کرنا: {} ({})، ”{}“',
  'Adds {} rupees to {} ({})': '{} روپے شامل کرنا: {} ({})',
  '{}; {} rupees were asked': '{}؛ {} روپے مانگے گئے تھے',
  'Takes back {} rupees from {} ({}), “{}”': '{} روپے واپس لینا: {} ({})، ”{}“',
  'Takes back {} rupees from {} ({})': '{} روپے واپس لینا: {} ({})',
  'Lets {} ({}) spend more: {}': '{} ({}) کو زیادہ خرچ کی اجازت: {}',
  '{} rupees → {} rupees in a day': '{} روپے ← {} روپے، ایک دن میں',
  '{} rupees → {} rupees in a month': '{} روپے ← {} روپے، ایک مہینے میں',
  '{} rupees → without a cap in a day': '{} روپے ← ایک دن میں کوئی حد نہیں',
  '{} rupees → without a cap in a month': '{} روپے ← ایک مہینے میں کوئی حد نہیں',
  'Lets {} ({}) pay for the codes that the service texts':
    '{} ({}) سروس کے بھیجے ہوئے کوڈوں کی رقم دے گا',
  'Sets {} for {} ({}), which has no spending cap: it may owe without limit':
    '{} مقرر کرنا، برائے {} ({})، جس کے خرچ کی کوئی حد نہیں: لامحدود رقم واجب ہو سکتی ہے',
  'Sets {} for {} ({})': '{} مقرر کرنا، برائے {} ({})',
  'Lowers the price of {} to {} rupees for {}, from: {}':
    'قیمت کم کرنا: {}، نئی قیمت {} روپے، برائے {}، پہلے: {}',
  'Removes the planned price of a part by {}, {} rupees: less is paid without it':
    'آئندہ کی قیمت ہٹانا، فی حصہ {}، {} روپے: اس کے بغیر کم ادا ہوگا',
  // What follows from an operation.
  '{} rupees would be added, though {} were asked: look again at what the bank says':
    '{} روپے شامل ہوں گے، حالانکہ {} مانگے گئے تھے: بینک کا حساب دوبارہ دیکھیں۔',
  '{} looks like {} of account {}': '{} اس نام جیسا ہے: {}، جو اکاؤنٹ {} کا ہے۔',
  'For {} ({}), from now on its own sender IDs are refused, and its texts end with the demo text':
    '{} ({}) کے لیے اب سے: اپنے نام سے بھیجنا بند، اور پیغامات کے آخر میں ڈیمو عبارت۔',
  'For {} ({}), from now on sends by its templates are refused':
    '{} ({}) کے لیے اب سے: ٹیمپلیٹ سے بھیجنا بند۔',
  'For {} ({}), from now on sends that look up ported numbers are refused':
    '{} ({}) کے لیے اب سے: پورٹ شدہ نمبروں کی تلاش کے ساتھ بھیجنا بند۔',
  'For {} ({}), from now on its programs get refusals with their own HTTP status instead of 200':
    '{} ({}) کے لیے اب سے: انکار 200 کے بجائے اپنے HTTP status کے ساتھ۔',
  'For {} ({}), from now on it may send only what its credit pays for':
    '{} ({}) کے لیے اب سے: صرف موجود کریڈٹ جتنا بھیجنا۔',
  'Account {} has no spending cap, so it may owe without limit':
    'اکاؤنٹ {} کے خرچ کی کوئی حد نہیں، سو اس پر لامحدود رقم واجب ہو سکتی ہے۔',
  'What waits of the batch is cancelled for good, and its price comes back':
    'مہم کے منتظر پیغامات ہمیشہ کے لیے منسوخ ہوں گے، اور ان کی رقم واپس آئے گی۔',
  '{} messages, with Rs {} set aside, are given up, and that comes back':
    '{} پیغامات ختم ہوں گے، ان کے Rs {} واپس آئیں گے۔',
  '1 message, with Rs {} set aside, are given up, and that comes back':
    '1 پیغام ختم ہوگا، اس کے Rs {} واپس آئیں گے۔',
  '{} messages, with Rs {} set aside, go by the other link':
    '{} پیغامات (Rs {}) دوسرے لنک سے جائیں گے۔',
  '1 message, with Rs {} set aside, go by the other link': '1 پیغام (Rs {}) دوسرے لنک سے جائے گا۔',
  'Messages to {} would wait and then expire: their only links are disabled':
    '{} کے پیغامات منتظر رہ کر ختم ہو جائیں گے: ان کے سب لنک بند ہیں۔',
  'Messages to {} would be refused: no route leads there any more':
    '{} کے پیغامات مسترد ہوں گے: وہاں کوئی راستہ نہیں رہے گا۔',
  '{} messages wait for it now': '{} پیغامات ابھی اس کے منتظر ہیں۔',
  '{} messages wait for it now. They go when it sends again, or expire':
    '{} پیغامات ابھی اس کے منتظر ہیں۔ وہ پھر بھیجنے لگے تو جائیں گے، ورنہ ختم ہو جائیں گے۔',
  'The number sends nothing at the moment. What is sent by it waits or fails':
    'ابھی اس نمبر سے کچھ نہیں جاتا۔ اس سے بھیجے گئے پیغامات رکے یا ناکام رہیں گے۔',
  'The number sends nothing at the moment: {}. What is sent by it waits or fails':
    'ابھی اس نمبر سے کچھ نہیں جاتا: {}۔ اس سے بھیجے گئے پیغامات رکے یا ناکام رہیں گے۔',
  '{} messages wait and would be rejected and not charged':
    '{} پیغامات منتظر ہیں: مسترد ہوں گے اور رقم نہیں لگے گی۔',
  '{} would be withdrawn from every account: sends with it would be refused':
    '{} ہر اکاؤنٹ سے واپس لیا جائے گا: اس سے بھیجنا بند ہو جائے گا۔',
  'Numbers that begin with {} would be refused: no operator has them':
    '{} سے شروع ہونے والے نمبر مسترد ہوں گے: وہ کسی آپریٹر کے نہیں۔',
  '{} parts sent in the last day wait for receipts: they come when the link is enabled again':
    'پچھلے دن کے {} حصے رسید کے منتظر ہیں: لنک پھر چالو ہونے پر آئیں گی۔',
  ['{} parts sent in the last day wait for receipts: the link stays bound for them, for ' +
  'at most {} minutes']:
    'پچھلے دن کے {} حصے رسید کے منتظر ہیں: لنک ان کے لیے جڑا رہے گا، زیادہ سے زیادہ {} منٹ۔',
  'The password alone will be enough to enter as {}':
    'صرف پاس ورڈ سے {} کے طور پر داخل ہوا جا سکے گا۔',
  'Keys lose scopes: {}': 'کلیدوں کے اختیار کم ہوں گے: {}۔',
  'Keys end: {}': 'کلیدیں ختم ہوں گی: {}۔',
  'Rows left out, the first': 'چھوڑی گئی سطریں، ابتدائی',
  Owe: 'جن پر رقم واجب ہے',
  'Credit ends soon': 'کریڈٹ ختم ہونے کو ہے',
  Attempts: 'کوششیں',
  'Other receipts': 'دوسری رسیدیں',
  Refunds: 'واپسیاں',
  Heard: 'گیٹ وے سے خبریں',
  'Nothing was heard of it': 'گیٹ وے سے کوئی خبر نہیں آئی',
  simulated: 'نقلی',
  'The webhook {} is paused: {}': 'ویب ہک {} رک جائے گا: {}۔',
};
