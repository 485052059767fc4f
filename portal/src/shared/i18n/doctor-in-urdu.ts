/**
 * What the doctor finds and what is wrong with links, in Urdu. `{}` stands for what is filled in,
 * in the same order; what is filled in may be one of these itself. A test names what is missing.
 */
export const DOCTOR: Readonly<Record<string, string>> = {
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
  payments: 'ادائیگیاں',
  'chat webhook': 'چیٹ ویب ہک',
  'chat webhook field {}': 'چیٹ ویب ہک کا خانہ {}',
  'chat number {}': 'چیٹ نمبر {}',
  'chat prices of {}': 'چیٹ نمبر {} کی قیمتیں',
  'link {}': 'لنک {}',
  'operator {}': 'آپریٹر {}',
  'domain {}': 'ڈومین {}',
  'queue of {}': '{} کی قطار',
  'days of {}': '{} کے دن',
  // Payments.
  ['Payments that wait for finance: {}. Another amount was paid than was asked, and no credit ' +
  'was added']:
    '{} کا فیصلہ مالیات کو کرنا ہے: مانگی ہوئی رقم سے الگ رقم ادا ہوئی، اور کریڈٹ نہیں دیا گیا۔',
  ['Payments that are open for more than a day: {}. Their gateway cannot be asked, or is not the ' +
  'one in PAYMENT_GATEWAY any more']:
    '{} ایک دن سے زیادہ سے کھلی ہیں: گیٹ وے سے پوچھا نہیں جا سکتا، یا PAYMENT_GATEWAY بدل گیا۔',
  'Invoices state sales tax, and nobody as who issues them: set STATEMENT_FROM':
    'انوائس پر سیلز ٹیکس ہے مگر جاری کرنے والا نہیں: STATEMENT_FROM مقرر کریں۔',
  ['Nobody has the role finance, and money is paid: administrators alone see transfers that ' +
  'wait']:
    'رقم ادا ہوتی ہے مگر مالیات کا کردار کسی کے پاس نہیں: منتظر ٹرانسفر صرف منتظم دیکھتے ہیں۔',
  'Bank transfers with a slip for more than two days: {}':
    '{} بینک ٹرانسفروں کی رسید دو دن سے زیادہ سے آئی ہوئی ہے۔',
  'Chargebacks that were told within {} days: {}. Answer them at the gateway':
    'پچھلے {} دنوں میں بینک کے رقم واپس لینے کی خبریں: {}۔ گیٹ وے پر جواب دیں۔',
  ['Refunds made at the gateway, of accounts that had less left: {}. It is taken when they ' +
  'add credit']:
    '{} واپسیاں گیٹ وے پر ایسے اکاؤنٹس کی ہوئیں جن کا کریڈٹ کم تھا: کریڈٹ آنے پر رقم لی جائے گی۔',
  ['Refunds of which the gateway has not said for more than a day what became of them: {}']:
    '{} واپسیاں ایک دن سے پہلے مانگی گئیں، اور گیٹ وے نے نہیں بتایا کہ ان کا کیا ہوا۔',
  'None waits for finance': 'مالیات کے فیصلے کی منتظر کوئی نہیں۔',
  // The database and the machine.
  'GRAPH_VERSION {} is not known here: look up its end':
    'GRAPH_VERSION {} یہاں معلوم نہیں: اس کی آخری تاریخ دیکھیں۔',
  'GRAPH_VERSION {} ends on {}: set a newer one': 'GRAPH_VERSION {} {} کو ختم ہوگا: نیا مقرر کریں۔',
  'GRAPH_VERSION {} ended on {}: set a newer one':
    'GRAPH_VERSION {} {} کو ختم ہو گیا: نیا مقرر کریں۔',
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
  ['It is stored next to the database in {}: whoever gets the folder can read every API ' +
  'key. Move master.key elsewhere and set its path in MASTER_KEY_FILE']:
    'یہ ڈیٹا بیس کے ساتھ {} میں رکھی ہے: جسے یہ فولڈر ملے وہ ہر API کلید پڑھ سکتا ہے۔ اس کی ' +
    'فائل کہیں اور رکھیں اور اس کی جگہ MASTER_KEY_FILE میں لکھیں۔',
  'There is no API key yet that it could be tried on':
    'ابھی کوئی API کلید نہیں جس پر اسے آزمایا جائے۔',
  'It decrypts the newest {} API keys': 'یہ تازہ ترین {} API کلیدیں کھولتی ہے۔',
  ['It does not decrypt {} of the newest {} API keys (accounts {}): restore the ' +
  'MASTER_KEY that made them, or rotate those keys']:
    'یہ {} کلیدیں نہیں کھولتی، تازہ ترین {} API کلیدوں میں سے (اکاؤنٹ {}): وہ MASTER_KEY واپس ' +
    'لائیں جس سے وہ بنیں، یا ان کی جگہ نئی کلیدیں بنائیں۔',
  'None is running: nothing is sent. Start one': 'کوئی نوڈ نہیں چل رہا: کچھ نہیں جاتا۔ ایک چلائیں۔',
  '{} nodes running: {}': '{} نوڈ چل رہے ہیں: {}۔',
  '{} running: {}': '{} چل رہے ہیں: {}۔',
  '1 node running: {}': '1 نوڈ چل رہا ہے: {}۔',
  'No unlisted proxy has forwarded requests recently':
    'حال ہی میں کسی انجان پراکسی سے درخواستیں نہیں آئیں۔',
  ['{} forwarded requests at {} and is not in TRUSTED_PROXIES: if it is your proxy, add ' +
  'it there, or all its callers share its address']:
    '{} نے {} پر درخواستیں آگے بھیجیں اور TRUSTED_PROXIES میں نہیں: اگر یہ آپ کی پراکسی ہے تو ' +
    'اسے وہاں لکھیں، ورنہ اس کے سب لوگوں کا پتا ایک ہی سمجھا جائے گا۔',
  'Files are read by processes without network access':
    'فائلیں ایسے پروسیس پڑھتے ہیں جن کی نیٹ ورک تک رسائی نہیں۔',
  ['Files are read by processes that could open connections: this user may not create a ' +
  'network namespace ("unshare --net --map-root-user true" says why)']:
    'فائلیں ایسے پروسیس پڑھتے ہیں جو رابطے کھول سکتے ہیں: اس صارف کو network namespace بنانے ' +
    'کی اجازت نہیں (وجہ: unshare --net --map-root-user true)۔',
  // Links and operators.
  'None is enabled: no message can be sent': 'کوئی لنک چالو نہیں: کوئی پیغام نہیں جا سکتا۔',
  'Its {} must {}': 'اس کا {} درست نہیں: must {}',
  'MASTER_KEY does not decrypt its password: set it again':
    'MASTER_KEY سے اس کا پاس ورڈ نہیں کھلتا: دوبارہ لکھیں۔',
  '{} cannot be reached: {}': '{} تک رسائی نہیں: {}۔',
  '{} answers, held by {}': '{} جواب دیتا ہے، {} کے پاس ہے۔',
  'It is enabled, but no route leads to it': 'یہ چالو ہے، مگر کوئی راستہ اس تک نہیں جاتا۔',
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
  '{}: each has prefixes, a route and prices': '{}: ہر ایک کے سابقے، راستے اور قیمتیں ہیں۔',
  'It has no prefixes, so no number belongs to it':
    'اس کا کوئی سابقہ نہیں، سو کوئی نمبر اس کا نہیں۔',
  'No route carries {}: refused with 12': 'کوئی راستہ نہیں، برائے {}: کوڈ 12 سے مسترد۔',
  'Only disabled links carry {}: messages wait': 'صرف بند لنک ہیں، برائے {}: پیغامات منتظر ہیں۔',
  'No tariff for {}: refused with 12': 'کوئی قیمت نہیں، برائے {}: کوڈ 12 سے مسترد۔',
  'Every link takes messages and reports on them as usual':
    'ہر لنک معمول کے مطابق پیغامات لے رہا اور رسیدیں دے رہا ہے۔',
  'It refuses everything: {} in {} min': 'سب کچھ مسترد کر رہا ہے: {}، {} منٹ میں۔',
  'It refuses {}: {} in {} min': '{} مسترد کر رہا ہے: {}، {} منٹ میں۔',
  ['It took {} parts and reported on {} in {} min; usual are {}. What it says nothing of ' +
  'stays SENT']:
    'اس نے {} حصے لیے اور {} کی رسید دی، {} منٹ میں؛ معمول {} ہے۔ جس کی رسید نہ آئے وہ SENT ' +
    'رہتا ہے۔',
  'Of its receipts {} cannot be read, {} in {} min':
    'اس کی رسیدوں میں سے {} پڑھی نہیں جاتیں، {}، {} منٹ میں۔',
  'Of its receipts {} cannot be read, {} in {} min: see "paigham receipt list"':
    'اس کی رسیدوں میں سے {} پڑھی نہیں جاتیں، {}، {} منٹ میں: رسیدیں دیکھیں۔',
  'Of {} receipts in {} min {} say delivered; usual are {}':
    '{} رسیدوں میں، {} منٹ میں، {} پہنچنے کا کہتی ہیں؛ معمول {} ہے۔',
  'None had a fault in the last day': 'پچھلے دن کسی میں خرابی نہیں تھی۔',
  ['Its operator has sent PDUs with faults since {}: {}. What is not marked as refused ' +
  'was read; see "paigham receipt list --kind damaged --link {}", and "--kind ' +
  'unreadable"']:
    'اس کے آپریٹر نے {} سے ناقص PDU بھیجے ہیں: {}۔ جس پر refused نہ لکھا ہو وہ پڑھا گیا؛ لنک ' +
    '{} کی رسیدیں دیکھیں۔',
  ['Its receipts have had states without a meaning here since {}: {}. Ask the operator ' +
  "what they mean, then: paigham link set {} --receipt-words '{}'"]:
    'اس کی رسیدوں میں {} سے ایسی حالتیں ہیں جن کا یہاں مطلب معلوم نہیں: {}۔ آپریٹر سے مطلب ' +
    'پوچھیں، پھر لنک {} کے خانے receipt words میں لکھیں: {}۔',
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
  ['Recipients complained: its marketing is paused until {}. Write less of it, to people who ' +
  'asked for it']:
    'لوگوں نے شکایت کی: اس کی تشہیر {} تک رکی ہے۔ تشہیر کم کریں، اور صرف انہیں بھیجیں جنہوں نے ' +
    'مانگی ہو۔',
  ['The platform limits the account: its templates wait until {}. Give every template the ' +
  'category that its text has']:
    'پلیٹ فارم نے اکاؤنٹ محدود کیا ہے: اس کے ٹیمپلیٹ {} تک منتظر ہیں۔ ہر ٹیمپلیٹ کو وہی قسم دیں ' +
    'جو اس کے متن کی ہے۔',
  'The platform is failing its messages, last at {}: {}':
    'پلیٹ فارم اس کے پیغامات ناکام کر رہا ہے، آخری بار {} پر: {}۔',
  'No price for {}: such messages are refused':
    'کوئی قیمت نہیں، برائے {}: ایسے پیغامات مسترد ہوتے ہیں۔',
  'The platform bills its {} (messages since yesterday: {}), priced 0 here: set a price':
    'پلیٹ فارم {} کی رقم لیتا ہے (کل سے {} پیغامات)، یہاں قیمت 0 ہے: قیمت مقرر کریں۔',
  'Its {} is priced {} and costs {} (its tier is {})': '{} کی قیمت {} ہے اور لاگت {} (درجہ: {})۔',
  'Its {} is priced {} and costs {}': '{} کی قیمت {} ہے اور لاگت {}۔',
  'Webhook events that wait: {}, the oldest for {} s: is there a worker?':
    'ویب ہک کے {} واقعات منتظر ہیں، سب سے پرانا {} سیکنڈ سے: کیا کوئی worker چل رہا ہے؟',
  'Webhook events that wait: {}, the oldest for {} s':
    'ویب ہک کے {} واقعات منتظر ہیں، سب سے پرانا {} سیکنڈ سے۔',
  '{} could not be processed: see chat_events.error':
    '{} پر عمل نہ ہو سکا: chat_events.error دیکھیں۔',
  'All events are processed': 'سب واقعات نمٹ چکے ہیں۔',
  ['Times that it came: {}, last at {}. It is not followed here: unsubscribe from it at the ' +
  'platform. The first is in chat_unread_fields.payload']:
    'یہ {} بار آیا، آخری بار {} پر، اور یہاں استعمال نہیں ہوتا: پلیٹ فارم پر اسے بند کریں۔ ' +
    'پہلا chat_unread_fields.payload میں ہے۔',
  'the platform refuses the access credential: store a new one':
    'پلیٹ فارم ٹوکن قبول نہیں کرتا: نیا لکھیں',
  'the credential lacks a permission for this number': 'ٹوکن کو اس نمبر کی اجازت نہیں',
  'the platform has locked the account: see its business pages':
    'پلیٹ فارم نے اکاؤنٹ بند کر دیا ہے: اس کے بزنس صفحات دیکھیں',
  'the platform has not approved the display name of the number':
    'پلیٹ فارم نے نمبر کا نام منظور نہیں کیا',
  'the number is not registered with the platform': 'نمبر پلیٹ فارم پر رجسٹر نہیں',
  'the number was registered or removed a moment ago: wait, then register it by hand':
    'نمبر ابھی رجسٹر ہوا یا ہٹایا گیا: کچھ دیر بعد خود رجسٹر کریں',
  'no payment method at the platform: add one on its business pages':
    'پلیٹ فارم پر ادائیگی کا کوئی طریقہ نہیں: اس کے بزنس صفحات پر شامل کریں',
  'the platform’s terms of payment are not accepted: see its business pages':
    'پلیٹ فارم کی ادائیگی کی شرائط منظور نہیں کی گئیں: اس کے بزنس صفحات دیکھیں',
  // Queues, events, mail, codes, domains.
  'Nothing waits': 'کچھ منتظر نہیں۔',
  '{} wait, {} are being sent': '{} منتظر ہیں، {} جا رہے ہیں۔',
  '{} wait, {} are being sent, {} held by a node that is gone':
    '{} منتظر ہیں، {} جا رہے ہیں، {} ایسے نوڈ کے پاس ہیں جو نہیں رہا۔',
  '{} wait, the oldest for {} s, {} are being sent':
    '{} منتظر ہیں، سب سے پرانا {} سیکنڈ سے، {} جا رہے ہیں۔',
  '{} wait, the oldest for {} s, {} are being sent, {} held by a node that is gone':
    '{} منتظر ہیں، سب سے پرانا {} سیکنڈ سے، {} جا رہے ہیں، {} ایسے نوڈ کے پاس ہیں جو نہیں ' +
    'رہا۔',
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
  ['{} or more of the {} that strangers may have sent in an hour were sent: somebody may ' +
  'be pumping texts']:
    'اجنبیوں کے لیے گھنٹے کی حد میں سے {} یا زیادہ جا چکے، حد {} ہے: شاید کوئی جان بوجھ کر ' +
    'بھجوا رہا ہے۔',
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
    'اکاؤنٹ {}، جو کوڈ بھیجتا ہے: بھیجنے والے کا نام {} منظور شدہ نہیں۔',
  'SMTP_URL is not set: {}': 'SMTP_URL مقرر نہیں: {}۔',
  'nobody can register or set a new password, or is told anything by mail':
    'کوئی رجسٹر نہیں ہو سکتا، نیا پاس ورڈ نہیں رکھ سکتا، اور کسی کو ای میل نہیں جاتی',
  'None leaves; /demo/mailbox shows them': 'کوئی نہیں جاتی؛ /demo/mailbox میں دیکھیں۔',
  'Waiting: {}, the oldest for {}': '{} منتظر ہیں، سب سے پرانی {} سے۔',
  'Waiting: {}, the oldest for {}. The mail server said: {}':
    '{} منتظر ہیں، سب سے پرانی {} سے۔ ڈاک سرور نے کہا: {}',
  'Given up in the last {} days: {}': 'پچھلے {} دنوں میں ترک کی گئیں: {}۔',
  'Given up in the last {} days: {}. The mail server said: {}':
    'پچھلے {} دنوں میں ترک کی گئیں: {}۔ ڈاک سرور نے کہا: {}',
  'Waiting: {}': '{} منتظر ہیں۔',
  '{} min': '{} منٹ',
  'It could not be checked: {}': 'جانچا نہیں جا سکا: {}۔',
  'Nothing is wrong': 'کوئی خرابی نہیں۔',
  'Faults: {}. Warnings: {}': 'خرابیاں: {}۔ انتباہ: {}۔',
};
