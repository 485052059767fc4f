/**
 * What the service says of itself and of what staff do, in Urdu: what the doctor finds, what is
 * wrong with links, what follows from an operation, and what came of it. `{}` stands for what is
 * filled in, in the same order; what is filled in may be one of these itself. A test names what the
 * service says and is missing here.
 */
export const OPERATION_SENTENCES: Readonly<Record<string, string>> = {
  // What a finding is about.
  database: 'ڈیٹا بیس',
  migrations: 'ڈیٹا بیس کا ڈھانچا',
  'database roles': 'ڈیٹا بیس کے صارف',
  clock: 'گھڑی',
  disk: 'ڈسک',
  'master key': 'اصل کلید',
  nodes: 'نوڈ',
  proxies: 'پراکسی',
  links: 'لنک',
  traffic: 'ٹریفک',
  operators: 'آپریٹر',
  'operators’ PDUs': 'آپریٹروں کے PDU',
  domains: 'ڈومین',
  queue: 'قطار',
  days: 'دن',
  events: 'واقعات',
  files: 'فائلیں',
  mail: 'ڈاک',
  codes: 'کوڈ',
  'chat webhook': 'چیٹ ویب ہک',
  'chat webhook field {}': 'چیٹ ویب ہک کا خانہ {}',
  'chat number {}': 'چیٹ نمبر {}',
  'link {}': 'لنک {}',
  'operator {}': 'آپریٹر {}',
  'domain {}': 'ڈومین {}',
  'queue of {}': '{} کی قطار',
  'days of {}': '{} کے دن',
  // The database and the machine.
  'PostgreSQL {}; {}': 'PostgreSQL {}؛ {}',
  'fsync, synchronous_commit, full_page_writes and data checksums are on':
    'fsync، synchronous_commit، full_page_writes اور data checksums چالو ہیں',
  'DATABASE_URL names a PostgreSQL older than {}':
    'DATABASE_URL میں دیا گیا PostgreSQL {} سے پرانا ہے۔',
  "The database's encoding is {}: it must be UTF8": 'ڈیٹا بیس کی encoding {} ہے: UTF8 ہونی چاہیے۔',
  'The database runs with fsync off: a power cut would lose accepted messages':
    'ڈیٹا بیس کا fsync بند ہے: بجلی جانے پر قبول شدہ پیغامات ضائع ہوں گے۔',
  'The database runs with synchronous_commit off: a crash would lose messages':
    'ڈیٹا بیس کا synchronous_commit بند ہے: اچانک بندش پر پیغامات ضائع ہوں گے۔',
  'full_page_writes is off: safe only where the file system never tears a page':
    'full_page_writes بند ہے: یہ صرف وہاں محفوظ ہے جہاں فائل سسٹم صفحہ ادھورا نہ لکھے۔',
  'Data checksums are off: a disk that returns wrong bytes would go unnoticed':
    'Data checksums بند ہیں: ڈسک غلط ڈیٹا دے تو پتا نہیں چلے گا۔',
  'The database has {}, which this program lacks: it is newer':
    'ڈیٹا بیس میں {} ہے جو اس پروگرام میں نہیں: وہ زیادہ نیا ہے۔',
  'All {} are applied': 'تمام {} لاگو ہیں۔',
  '{} missing: start the service, which applies them':
    '{} باقی ہیں: سروس چلائیں، وہ انہیں لاگو کرتی ہے۔',
  'which can alter tables: see db/roles.sql': 'جو ٹیبل بدل سکتا ہے: db/roles.sql دیکھیں۔',
  'DATABASE_URL logs in as {}, {}': 'DATABASE_URL میں صارف {} ہے، {}',
  'Readers log in as {}, which can write: set DATABASE_READ_URL':
    'پڑھنے والوں کا صارف {} لکھ بھی سکتا ہے: DATABASE_READ_URL مقرر کریں۔',
  '{} cannot alter tables, {} cannot write': '{} ٹیبل نہیں بدل سکتا، {} لکھ نہیں سکتا۔',
  "This machine's clock and the database's differ by {} s":
    'اس مشین اور ڈیٹا بیس کی گھڑی میں {} سیکنڈ کا فرق ہے۔',
  "This machine's clock and the database's differ by {} s: synchronise both with a time server":
    'اس مشین اور ڈیٹا بیس کی گھڑی میں {} سیکنڈ کا فرق ہے: دونوں کو ٹائم سرور سے ملائیں۔',
  'The database is on another server: check its disk there':
    'ڈیٹا بیس دوسرے سرور پر ہے: اس کی ڈسک وہاں دیکھیں۔',
  '{} of {} GiB are free for {}': '{} از {} GiB خالی ہیں، برائے {}۔',
  '{} of {} GiB are free for {}. Sends will be refused':
    '{} از {} GiB خالی ہیں، برائے {}۔ پیغامات قبول نہیں ہوں گے۔',
  'It is stored next to the database in {}: whoever gets the folder can read every API key. Move master.key elsewhere and set its path in MASTER_KEY_FILE':
    'یہ ڈیٹا بیس کے ساتھ {} میں رکھی ہے: جسے یہ فولڈر ملے وہ ہر API کلید پڑھ سکتا ہے۔ master.key کہیں اور رکھیں اور اس کا راستہ MASTER_KEY_FILE میں دیں۔',
  'There is no API key yet that it could be tried on':
    'ابھی کوئی API کلید نہیں جس پر اسے آزمایا جائے۔',
  'It decrypts the newest {} API keys': 'یہ تازہ ترین {} API کلیدیں کھولتی ہے۔',
  'It does not decrypt {} of the newest {} API keys (accounts {}): restore the MASTER_KEY that made them, or rotate those keys':
    'یہ {} کلیدیں نہیں کھولتی، تازہ ترین {} API کلیدوں میں سے (اکاؤنٹ {}): وہ MASTER_KEY واپس لائیں جس سے وہ بنیں، یا ان کی جگہ نئی کلیدیں بنائیں۔',
  'None is running: nothing is sent. Start one': 'کوئی نوڈ نہیں چل رہا: کچھ نہیں جاتا۔ ایک چلائیں۔',
  '{} nodes running: {}': '{} نوڈ چل رہے ہیں: {}۔',
  '{} running: {}': '{} چل رہے ہیں: {}۔',
  '1 node running: {}': '1 نوڈ چل رہا ہے: {}۔',
  'No unlisted proxy has forwarded requests recently':
    'حال ہی میں کسی انجان پراکسی سے درخواستیں نہیں آئیں۔',
  '{} forwarded requests at {} and is not in TRUSTED_PROXIES: if it is your proxy, add it there, or all its callers share its address':
    '{} نے {} پر درخواستیں آگے بھیجیں اور TRUSTED_PROXIES میں نہیں: اگر یہ آپ کی پراکسی ہے تو اسے وہاں لکھیں، ورنہ اس کے سب لوگوں کا پتا ایک ہی سمجھا جائے گا۔',
  'Files are read by processes without network access':
    'فائلیں ایسے پروسیس پڑھتے ہیں جن کی نیٹ ورک تک رسائی نہیں۔',
  'Files are read by processes that could open connections: this user may not create a network namespace ("unshare --net --map-root-user true" says why)':
    'فائلیں ایسے پروسیس پڑھتے ہیں جو رابطے کھول سکتے ہیں: اس صارف کو network namespace بنانے کی اجازت نہیں (وجہ: unshare --net --map-root-user true)۔',
  // Links and operators.
  'None is enabled: no message can be sent': 'کوئی لنک چالو نہیں: کوئی پیغام نہیں جا سکتا۔',
  'Its {} must {}': 'اس کا {} درست نہیں: must {}',
  'MASTER_KEY does not decrypt its password: set it again':
    'MASTER_KEY سے اس کا پاس ورڈ نہیں کھلتا: دوبارہ لکھیں۔',
  '{} cannot be reached: {}': '{} تک رسائی نہیں: {}۔',
  '{} answers, held by {}': '{} جواب دیتا ہے، {} کے پاس ہے۔',
  'It is enabled, but no route leads to it': 'یہ چالو ہے، مگر کوئی روٹ اس تک نہیں جاتا۔',
  'No running node holds it: does any have the role carriers?':
    'کسی چلتے نوڈ کے پاس نہیں: کیا کسی کا کردار carriers ہے؟',
  'It has needed attention since {}': '{} سے توجہ درکار ہے۔',
  'It has needed attention since {}: {}': '{} سے توجہ درکار ہے: {}۔',
  'It has been on trial since {}': '{} سے آزمائش پر ہے۔',
  'It has been on trial since {}: {}': '{} سے آزمائش پر ہے: {}۔',
  'It has been down since {}': '{} سے بند ہے۔',
  'It has been down since {}: {}': '{} سے بند ہے: {}۔',
  'it could not be opened yet': 'ابھی کھل نہیں سکا',
  'it takes nothing: {}': 'کچھ نہیں لے رہا: {}',
  'too many failed: {}': 'بہت سے ناکام ہوئے: {}',
  'some are let through after: {}': 'کچھ آزمائشی طور پر جا رہے ہیں، کیونکہ: {}',
  'the operator did not answer in time': 'آپریٹر نے وقت پر جواب نہیں دیا',
  'the operator answered {}': 'آپریٹر کا جواب {}',
  'the platform answered {}': 'پلیٹ فارم کا جواب {}',
  'bind refused: {}': 'bind سے انکار: {}',
  'the bind cannot be written: {}': 'bind لکھا نہیں جا سکتا: {}',
  'the operator’s octets cannot be read: {}': 'آپریٹر کا ڈیٹا پڑھا نہیں جا سکتا: {}',
  'There are none: every number is refused': 'کوئی نہیں: ہر نمبر مسترد ہوتا ہے۔',
  '{}: each has prefixes, a route and prices': '{}: ہر ایک کے سابقے، روٹ اور قیمتیں ہیں۔',
  'It has no prefixes, so no number belongs to it':
    'اس کا کوئی سابقہ نہیں، سو کوئی نمبر اس کا نہیں۔',
  'No route carries {}: refused with 12': 'کوئی روٹ نہیں، برائے {}: کوڈ 12 سے مسترد۔',
  'Only disabled links carry {}: messages wait': 'صرف بند لنک ہیں، برائے {}: پیغامات منتظر ہیں۔',
  'No tariff for {}: refused with 12': 'کوئی قیمت نہیں، برائے {}: کوڈ 12 سے مسترد۔',
  'Every link takes messages and reports on them as usual':
    'ہر لنک معمول کے مطابق پیغامات لے رہا اور رسیدیں دے رہا ہے۔',
  'It refuses everything: {} in {} min': 'سب کچھ مسترد کر رہا ہے: {}، {} منٹ میں۔',
  'It refuses {}: {} in {} min': '{} مسترد کر رہا ہے: {}، {} منٹ میں۔',
  'It took {} parts and reported on {} in {} min; usual are {}. What it says nothing of stays SENT':
    'اس نے {} حصے لیے اور {} کی رسید دی، {} منٹ میں؛ معمول {} ہے۔ جس کی رسید نہ آئے وہ SENT رہتا ہے۔',
  'Of its receipts {} cannot be read, {} in {} min':
    'اس کی رسیدوں میں سے {} پڑھی نہیں جاتیں، {}، {} منٹ میں۔',
  'Of its receipts {} cannot be read, {} in {} min: see "paigham receipt list"':
    'اس کی رسیدوں میں سے {} پڑھی نہیں جاتیں، {}، {} منٹ میں: رسیدیں دیکھیں۔',
  'Of {} receipts in {} min {} say delivered; usual are {}':
    '{} رسیدوں میں، {} منٹ میں، {} پہنچنے کا کہتی ہیں؛ معمول {} ہے۔',
  'None had a fault in the last day': 'پچھلے دن کسی میں خرابی نہیں تھی۔',
  'Its operator has sent PDUs with faults since {}: {}. What is not marked as refused was read; see "paigham receipt list --kind damaged --link {}", and "--kind unreadable"':
    'اس کے آپریٹر نے {} سے ناقص PDU بھیجے ہیں: {}۔ جس پر refused نہ لکھا ہو وہ پڑھا گیا؛ لنک {} کی رسیدیں دیکھیں۔',
  "Its receipts have had states without a meaning here since {}: {}. Ask the operator what they mean, then: paigham link set {} --receipt-words '{}'":
    'اس کی رسیدوں میں {} سے ایسی حالتیں ہیں جن کا یہاں مطلب معلوم نہیں: {}۔ آپریٹر سے مطلب پوچھیں، پھر لنک {} کے خانے receipt words میں لکھیں: {}۔',
  // Chat.
  'It sends for account {}': 'یہ اکاؤنٹ {} کے لیے بھیجتا ہے۔',
  'Its business account is gone': 'اس کا بزنس اکاؤنٹ نہیں رہا۔',
  'MASTER_KEY does not decrypt its token: set it again':
    'MASTER_KEY سے اس کا ٹوکن نہیں کھلتا: دوبارہ لکھیں۔',
  'MASTER_KEY does not decrypt its app secrets: set them again':
    'MASTER_KEY سے ایپ کے خفیہ کوڈ نہیں کھلتے: دوبارہ لکھیں۔',
  'MASTER_KEY does not decrypt its verify token: connect it again':
    'MASTER_KEY سے تصدیقی ٹوکن نہیں کھلتا: نمبر دوبارہ جوڑیں۔',
  'Its templates were never read: {}': 'اس کے ٹیمپلیٹ کبھی نہیں پڑھے گئے: انہیں ملائیں۔',
  'Its templates were last read at {}: {}': 'اس کے ٹیمپلیٹ آخری بار {} پر پڑھے گئے: انہیں ملائیں۔',
  'It is being tried': 'آزمائش پر ہے۔',
  'It is being tried: {}': 'آزمائش پر ہے: {}۔',
  'It is down': 'بند ہے۔',
  'It is down: {}': 'بند ہے: {}۔',
  'It needs attention': 'توجہ درکار ہے۔',
  'It needs attention: {}': 'توجہ درکار ہے: {}۔',
  'Recipients complained: its marketing is paused until {}':
    'لوگوں نے شکایت کی: اس کی تشہیر {} تک رکی ہے۔',
  'The platform limits the account: its templates wait until {}':
    'پلیٹ فارم نے اکاؤنٹ محدود کیا ہے: اس کے ٹیمپلیٹ {} تک منتظر ہیں۔',
  'The platform is failing its messages, last at {}: {}':
    'پلیٹ فارم اس کے پیغامات ناکام کر رہا ہے، آخری بار {} پر: {}۔',
  'No price for {}: such messages are refused':
    'کوئی قیمت نہیں، برائے {}: ایسے پیغامات مسترد ہوتے ہیں۔',
  'The platform bills its {} ({} messages since yesterday), priced 0 here: set a price':
    'پلیٹ فارم {} کی رقم لیتا ہے (کل سے {} پیغامات)، یہاں قیمت 0 ہے: قیمت مقرر کریں۔',
  '{} webhook events wait, the oldest for {} s: is there a worker?':
    'ویب ہک کے {} واقعات منتظر ہیں، سب سے پرانا {} سیکنڈ سے: کیا کوئی worker چل رہا ہے؟',
  '{} webhook events wait, the oldest for {} s':
    'ویب ہک کے {} واقعات منتظر ہیں، سب سے پرانا {} سیکنڈ سے۔',
  '{} could not be processed: see chat_events.error':
    '{} پر عمل نہ ہو سکا: chat_events.error دیکھیں۔',
  'All events are processed': 'سب واقعات نمٹ چکے ہیں۔',
  'It came {} times, last at {}, and is not followed here: unsubscribe from it at the platform. The first is in chat_unread_fields.payload':
    'یہ {} بار آیا، آخری بار {} پر، اور یہاں استعمال نہیں ہوتا: پلیٹ فارم پر اسے بند کریں۔ پہلا chat_unread_fields.payload میں ہے۔',
  'the platform refuses the access credential: store a new one':
    'پلیٹ فارم ٹوکن قبول نہیں کرتا: نیا لکھیں',
  'the credential lacks a permission for this number': 'ٹوکن کو اس نمبر کی اجازت نہیں',
  'the platform has locked the account: see its business pages':
    'پلیٹ فارم نے اکاؤنٹ بند کر دیا ہے: اس کے بزنس صفحات دیکھیں',
  'the platform has not approved the display name of the number':
    'پلیٹ فارم نے نمبر کا نام منظور نہیں کیا',
  'the number is not registered with the platform': 'نمبر پلیٹ فارم پر رجسٹر نہیں',
  // Queues, events, mail, codes, domains.
  'Nothing waits': 'کچھ منتظر نہیں۔',
  '{} wait, {} are being sent': '{} منتظر ہیں، {} جا رہے ہیں۔',
  '{} wait, {} are being sent, {} held by a node that is gone':
    '{} منتظر ہیں، {} جا رہے ہیں، {} ایسے نوڈ کے پاس ہیں جو نہیں رہا۔',
  '{} wait, the oldest for {} s, {} are being sent':
    '{} منتظر ہیں، سب سے پرانا {} سیکنڈ سے، {} جا رہے ہیں۔',
  '{} wait, the oldest for {} s, {} are being sent, {} held by a node that is gone':
    '{} منتظر ہیں، سب سے پرانا {} سیکنڈ سے، {} جا رہے ہیں، {} ایسے نوڈ کے پاس ہیں جو نہیں رہا۔',
  'There is no partition at all': 'کوئی partition نہیں۔',
  'There is no partition at all.: nothing more can be stored. Run a worker':
    'کوئی partition نہیں: مزید کچھ محفوظ نہیں ہو سکتا۔ ایک worker چلائیں۔',
  '{} partitions: {} days kept, room for {} more': '{} partition: {} دن محفوظ، مزید {} کی گنجائش۔',
  '{}: nothing more can be stored. Run a worker':
    '{}: مزید کچھ محفوظ نہیں ہو سکتا۔ ایک worker چلائیں۔',
  '{}: no worker has created partitions recently':
    '{}: حال ہی میں کسی worker نے partition نہیں بنائے۔',
  '{} groups of events wait for their numbers, one for {} s: is there a worker?':
    'واقعات کے {} گروہ اپنے نمبر کے منتظر ہیں، ایک {} سیکنڈ سے: کیا کوئی worker چل رہا ہے؟',
  '{}, one for {} s: is there a worker?': '{}، ایک {} سیکنڈ سے: کیا کوئی worker چل رہا ہے؟',
  'Webhooks and streams are told at once': 'ویب ہک اور براہِ راست سلسلوں کو فوراً بتایا جاتا ہے۔',
  'Account {} is {}: its claim of {} does not count':
    'اکاؤنٹ {} کی حالت {} ہے: {} کا دعویٰ شمار نہیں ہوتا۔',
  '{} is {}: its claim of {} does not count': '{} کی حالت {} ہے: {} کا دعویٰ شمار نہیں ہوتا۔',
  'Account {} has had it since {}, {}': 'اکاؤنٹ {} کے پاس {} سے ہے، {}۔',
  '{} has had it since {}, {}': '{} کے پاس {} سے ہے، {}۔',
  'Account {} claimed it on {} and has not proven it: it does not count':
    'اکاؤنٹ {} نے {} کو دعویٰ کیا اور ثابت نہیں کیا: شمار نہیں ہوتا۔',
  '{} claimed it on {} and has not proven it: it does not count':
    '{} نے {} کو دعویٰ کیا اور ثابت نہیں کیا: شمار نہیں ہوتا۔',
  '{} and has not proven it: it does not count': '{}، اور ثابت نہیں ہوا: شمار نہیں ہوتا۔',
  'proven by the DNS': 'DNS سے ثابت',
  'proven by a file on it': 'اس پر رکھی فائل سے ثابت',
  'given by staff': 'عملے کا دیا ہوا',
  'not verified': 'غیر تصدیق شدہ',
  'No account is named to text codes: nobody can register':
    'کوڈ بھیجنے کے لیے کوئی اکاؤنٹ مقرر نہیں: کوئی رجسٹر نہیں ہو سکتا۔',
  'No account is named to text them: nobody can register. {}':
    'انہیں بھیجنے کے لیے کوئی اکاؤنٹ مقرر نہیں: کوئی رجسٹر نہیں ہو سکتا۔',
  'No account is named to text them: nobody can register':
    'انہیں بھیجنے کے لیے کوئی اکاؤنٹ مقرر نہیں: کوئی رجسٹر نہیں ہو سکتا۔',
  '{} or more of the {} that strangers may have sent in an hour were sent: somebody may be pumping texts':
    'اجنبیوں کے لیے گھنٹے کی حد میں سے {} یا زیادہ جا چکے، حد {} ہے: شاید کوئی جان بوجھ کر بھجوا رہا ہے۔',
  'Account {}, which pays for them, has no spending cap: strangers spend its credit':
    'اکاؤنٹ {}، جو ان کی رقم دیتا ہے، کے خرچ کی کوئی حد نہیں: اجنبی اس کا کریڈٹ خرچ کرتے ہیں۔',
  'They can be sent': 'بھیجے جا سکتے ہیں۔',
  'Account {}, which texts codes, is disabled': 'اکاؤنٹ {}، جو کوڈ بھیجتا ہے، بند ہے۔',
  'Account {}, which texts codes, may not send by its templates':
    'اکاؤنٹ {}، جو کوڈ بھیجتا ہے، ٹیمپلیٹ سے نہیں بھیج سکتا۔',
  'Account {}, which texts codes, has no credit left':
    'اکاؤنٹ {}، جو کوڈ بھیجتا ہے، کا کریڈٹ ختم ہے۔',
  'Account {}, which texts codes, has no approved template {}':
    'اکاؤنٹ {}، جو کوڈ بھیجتا ہے، کا ٹیمپلیٹ {} منظور شدہ نہیں۔',
  'Account {}, which texts codes, has no approved sender {}':
    'اکاؤنٹ {}، جو کوڈ بھیجتا ہے، کا بھیجنے والا نام {} منظور شدہ نہیں۔',
  'SMTP_URL is not set: {}': 'SMTP_URL مقرر نہیں: {}۔',
  'nobody can register or set a new password, or is told anything by mail':
    'کوئی رجسٹر نہیں ہو سکتا، نیا پاس ورڈ نہیں رکھ سکتا، اور کسی کو ای میل نہیں جاتی',
  'None leaves; /demo/mailbox shows them': 'کوئی نہیں جاتی؛ /demo/mailbox میں دیکھیں۔',
  '{} wait, the oldest for {}': '{} منتظر ہیں، سب سے پرانی {} سے۔',
  '{} wait, the oldest for {}. The mail server said: {}':
    '{} منتظر ہیں، سب سے پرانی {} سے۔ ڈاک سرور نے کہا: {}',
  '{} were given up in the last {} days': '{} ترک کی گئیں، پچھلے {} دنوں میں۔',
  '{} were given up in the last {} days. The mail server said: {}':
    '{} ترک کی گئیں، پچھلے {} دنوں میں۔ ڈاک سرور نے کہا: {}',
  '{} wait': '{} منتظر ہیں۔',
  '{} minutes': '{} منٹ',
  'It could not be checked: {}': 'جانچا نہیں جا سکا: {}۔',
  'Nothing is wrong': 'کوئی خرابی نہیں۔',
  'Faults: {}. Warnings: {}': 'خرابیاں: {}۔ انتباہ: {}۔',
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
  'No unconfirmed attempts found': 'کوئی غیر مصدقہ کوشش نہیں ملی۔',
  'Nothing was charged or saved': 'نہ رقم لگی، نہ کچھ محفوظ ہوا۔',
  'No links found': 'کوئی لنک نہیں ملا۔',
  'No keys found': 'کوئی کلید نہیں ملی۔',
  'No batches found': 'کوئی مہم نہیں ملی۔',
  'No lines found': 'کوئی سطر نہیں ملی۔',
  'Nobody owes': 'کسی پر رقم واجب نہیں۔',
  'Nobody’s credit ends soon': 'کسی کا کریڈٹ جلد ختم نہیں ہو رہا۔',
  'Nobody has written to it': 'اسے کسی نے نہیں لکھا۔',
  'Nobody is named': 'کوئی مقرر نہیں۔',
  'Nobody is on the staff': 'عملے میں کوئی نہیں۔',
  'The key is not shown again': 'کلید دوبارہ نہیں دکھائی جاتی۔',
  'The key is not shown again. The account can send its test message to confirmed numbers of its people; for sender IDs of its own: paigham account set {} --verified on':
    'کلید دوبارہ نہیں دکھائی جاتی۔ اکاؤنٹ اپنے لوگوں کے تصدیق شدہ نمبروں پر آزمائشی پیغام بھیج سکتا ہے؛ اپنے نام کے لیے اکاؤنٹ {} کی تصدیق کریں۔',
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
    '{} مقرر کرنا، برائے {} ({})، جس کے خرچ کی کوئی حد نہیں: اس پر لامحدود رقم واجب ہو سکتی ہے',
  'Sets {} for {} ({})': '{} مقرر کرنا، برائے {} ({})',
  'Lowers the price of {} to {} rupees for {}, from: {}':
    'قیمت کم کرنا: {}، نئی قیمت {} روپے، برائے {}، پہلے: {}',
  'Removes the planned price of a part by {}, {} rupees: less is paid without it':
    'آئندہ کی قیمت ہٹانا، فی حصہ {}، {} روپے: اس کے بغیر کم ادا ہوگا',
  // What follows from an operation.
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
    '{} کے پیغامات مسترد ہوں گے: وہاں کوئی روٹ نہیں رہے گا۔',
  '{} messages wait for it now': '{} پیغامات ابھی اس کے منتظر ہیں۔',
  '{} messages wait for it now. They go when it sends again, or expire':
    '{} پیغامات ابھی اس کے منتظر ہیں۔ وہ پھر بھیجنے لگے تو جائیں گے، ورنہ ختم ہو جائیں گے۔',
  '{} messages wait and would be rejected and not charged':
    '{} پیغامات منتظر ہیں: مسترد ہوں گے اور رقم نہیں لگے گی۔',
  '{} would be withdrawn from every account: sends with it would be refused':
    '{} ہر اکاؤنٹ سے واپس لیا جائے گا: اس سے بھیجنا بند ہو جائے گا۔',
  'Numbers that begin with {} would be refused: no operator has them':
    '{} سے شروع ہونے والے نمبر مسترد ہوں گے: وہ کسی آپریٹر کے نہیں۔',
  '{} parts sent in the last day wait for receipts: they come when the link is enabled again':
    'پچھلے دن کے {} حصے رسید کے منتظر ہیں: لنک پھر چالو ہونے پر آئیں گی۔',
  '{} parts sent in the last day wait for receipts: the link stays bound for them, for at most {} minutes':
    'پچھلے دن کے {} حصے رسید کے منتظر ہیں: لنک ان کے لیے جڑا رہے گا، زیادہ سے زیادہ {} منٹ۔',
  'The password alone will be enough to enter as {}':
    'صرف پاس ورڈ سے {} کے طور پر داخل ہوا جا سکے گا۔',
  'Keys lose scopes: {}': 'کلیدوں کے اختیار کم ہوں گے: {}۔',
  'Keys end: {}': 'کلیدیں ختم ہوں گی: {}۔',
  'The webhook {} is paused: {}': 'ویب ہک {} رک جائے گا: {}۔',
};
