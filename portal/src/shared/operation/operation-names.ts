/**
 * What staff operations are called, in English and Urdu: over the form, on its button, in lists and
 * in questions. By family, in the order of the list of all operations. A test compares it with the
 * operations that there are.
 */

type Names = { readonly en: string; readonly ur: string };

export type Family = {
  readonly title: Names;
  /** By the name in the operation's path. */
  readonly operations: Readonly<Record<string, Names>>;
};

const family = (en: string, ur: string, operations: Family['operations']): Family => ({
  title: { en, ur },
  operations,
});

export const FAMILIES: readonly Family[] = [
  family('Messages', 'پیغامات', {
    'message-list': { en: 'List messages', ur: 'پیغامات کی فہرست دیکھیں' },
    'message-show': { en: 'Show a message', ur: 'پیغام دیکھیں' },
    'unconfirmed-list': { en: 'List unconfirmed messages', ur: 'غیر مصدقہ پیغامات دیکھیں' },
    'receipt-list': { en: 'List unmatched receipts', ur: 'بے جوڑ رسیدیں دیکھیں' },
    'receipt-count': { en: 'Count unmatched receipts', ur: 'بے جوڑ رسیدیں گنیں' },
    'receipt-show': { en: 'Show a receipt', ur: 'رسید دیکھیں' },
  }),
  family('Campaigns', 'مہمات', {
    'batch-list': { en: 'List campaigns', ur: 'مہمات کی فہرست دیکھیں' },
    'batch-show': { en: 'Show a campaign', ur: 'مہم دیکھیں' },
    'batch-rename': { en: 'Rename the campaign', ur: 'مہم کا نام بدلیں' },
    'batch-pause': { en: 'Pause the campaign', ur: 'مہم روکیں' },
    'batch-resume': { en: 'Resume the campaign', ur: 'مہم دوبارہ چلائیں' },
    'batch-reschedule': { en: 'Change the time of the campaign', ur: 'مہم کا وقت بدلیں' },
    'batch-cancel': { en: 'Cancel the campaign', ur: 'مہم منسوخ کریں' },
  }),
  family('Accounts', 'اکاؤنٹس', {
    'account-list': { en: 'List accounts', ur: 'اکاؤنٹس کی فہرست دیکھیں' },
    'account-show': { en: 'Show an account', ur: 'اکاؤنٹ دیکھیں' },
    'account-create': { en: 'Open an account', ur: 'اکاؤنٹ کھولیں' },
    'account-set': { en: 'Change plan and switches', ur: 'پلان اور سوئچ بدلیں' },
    'account-ip-list': { en: 'Set the IP list', ur: 'IP فہرست مقرر کریں' },
    'account-cap': { en: 'Set spending caps', ur: 'خرچ کی حدیں مقرر کریں' },
    'account-low-credit': { en: 'Set the low-credit alarm', ur: 'کم کریڈٹ کا انتباہ مقرر کریں' },
    'account-disable': { en: 'Disable the account', ur: 'اکاؤنٹ بند کریں' },
    'account-enable': { en: 'Enable the account', ur: 'اکاؤنٹ چالو کریں' },
  }),
  family('Domains', 'ڈومین', {
    'account-host-list': { en: 'List domains', ur: 'ڈومین کی فہرست دیکھیں' },
    'account-host-add': { en: 'Add a domain', ur: 'ڈومین شامل کریں' },
    'account-host-claim': { en: 'Claim a domain', ur: 'ڈومین کا دعویٰ کریں' },
    'account-host-remove': { en: 'Remove the domain', ur: 'ڈومین ہٹائیں' },
  }),
  family('Credit', 'کریڈٹ', {
    'payment-list': { en: 'List payments', ur: 'ادائیگیوں کی فہرست دیکھیں' },
    'payment-show': { en: 'Show a payment', ur: 'ادائیگی دیکھیں' },
    'payment-ask': { en: 'Ask the gateway', ur: 'گیٹ وے سے پوچھیں' },
    'payment-close': { en: 'Close a payment', ur: 'ادائیگی بند کریں' },
    'finance-show': { en: 'Show turnover and debts', ur: 'آمدنی اور واجبات دیکھیں' },
    'credit-add': { en: 'Add credit', ur: 'کریڈٹ شامل کریں' },
    'credit-correct': { en: 'Take back credit', ur: 'کریڈٹ واپس لیں' },
    'credit-list': { en: 'List credit that waits', ur: 'منتظر کریڈٹ دیکھیں' },
    'credit-confirm': { en: 'Confirm credit', ur: 'کریڈٹ کی تصدیق کریں' },
    'request-list': { en: 'List what waits for a second person', ur: 'دوسرے شخص کے منتظر دیکھیں' },
    'request-confirm': { en: 'Confirm for somebody else', ur: 'کسی اور کی درخواست کی تصدیق کریں' },
    'request-refuse': { en: 'Refuse the request', ur: 'درخواست نامنظور کریں' },
    'ledger-explain': { en: 'Explain the balance', ur: 'بیلنس کی وضاحت دیکھیں' },
  }),
  family('Prices', 'قیمتیں', {
    'tariff-list': { en: 'List SMS prices', ur: 'SMS کی قیمتیں دیکھیں' },
    'tariff-set': { en: 'Set the SMS price', ur: 'SMS کی قیمت مقرر کریں' },
    'tariff-remove': { en: 'Remove the SMS price', ur: 'SMS کی قیمت ہٹائیں' },
    'chat-tariff-list': { en: 'List chat prices', ur: 'چیٹ کی قیمتیں دیکھیں' },
    'chat-tariff-set': { en: 'Set the chat price', ur: 'چیٹ کی قیمت مقرر کریں' },
    'lookup-prices': { en: 'List look-up prices', ur: 'نمبر کی جانچ کی قیمتیں دیکھیں' },
    'lookup-price': { en: 'Set the look-up price', ur: 'نمبر کی جانچ کی قیمت مقرر کریں' },
  }),
  family('API keys', 'API کلیدیں', {
    'key-list': { en: 'List API keys', ur: 'API کلیدیں دیکھیں' },
    'key-create': { en: 'Make an API key', ur: 'API کلید بنائیں' },
    'key-set': { en: 'Change the API key', ur: 'API کلید بدلیں' },
    'key-revoke': { en: 'Revoke the API key', ur: 'API کلید ختم کریں' },
    'key-rotate': { en: 'Replace all API keys', ur: 'تمام API کلیدیں بدلیں' },
  }),
  family('People', 'لوگ', {
    'user-list': { en: 'List the staff', ur: 'عملہ دیکھیں' },
    'user-staff': { en: 'Set the role on the staff', ur: 'عملے میں کردار مقرر کریں' },
    'user-sign-out': { en: 'Sign the person out', ur: 'فرد کو سائن آؤٹ کریں' },
    'user-reset-factor': { en: 'Reset the second factor', ur: 'دو مرحلہ تصدیق ختم کریں' },
    'user-add': { en: 'Add a login', ur: 'لاگ اِن بنائیں' },
    'user-role': { en: 'Change the role', ur: 'کردار بدلیں' },
    'user-remove': { en: 'Remove the person', ur: 'فرد کو ہٹائیں' },
    'user-invite': { en: 'Invite somebody', ur: 'کسی کو دعوت دیں' },
    'user-uninvite': { en: 'Take back the invitation', ur: 'دعوت واپس لیں' },
  }),
  family('Verification', 'تصدیق', {
    'verification-list': { en: 'List waiting documents', ur: 'منتظر دستاویزات دیکھیں' },
    'verification-show': { en: 'Show documents', ur: 'دستاویزات دیکھیں' },
    'verification-approve': { en: 'Approve the document', ur: 'دستاویز منظور کریں' },
    'verification-refuse': { en: 'Refuse the document', ur: 'دستاویز نامنظور کریں' },
  }),
  family('Sender IDs', 'بھیجنے والوں کے نام', {
    'sender-list': { en: 'List sender IDs', ur: 'بھیجنے والوں کے نام دیکھیں' },
    'sender-add': { en: 'Add a sender ID', ur: 'بھیجنے والے کا نام شامل کریں' },
    'sender-approve': { en: 'Approve the sender ID', ur: 'بھیجنے والے کا نام منظور کریں' },
    'sender-reject': { en: 'Reject the sender ID', ur: 'بھیجنے والے کا نام مسترد کریں' },
    'sender-shared': { en: 'List shared sender IDs', ur: 'مشترکہ نام دیکھیں' },
    'sender-share': { en: 'Share the sender ID', ur: 'نام سب کے لیے کھولیں' },
    'sender-unshare': { en: 'Stop sharing the sender ID', ur: 'نام سب سے واپس لیں' },
  }),
  family('SMS templates', 'SMS ٹیمپلیٹس', {
    'template-list': { en: 'List templates', ur: 'ٹیمپلیٹس دیکھیں' },
    'template-add': { en: 'Add a template', ur: 'ٹیمپلیٹ شامل کریں' },
    'template-edit': { en: 'Edit the template', ur: 'ٹیمپلیٹ بدلیں' },
    'template-approve': { en: 'Approve the template', ur: 'ٹیمپلیٹ منظور کریں' },
    'template-reject': { en: 'Reject the template', ur: 'ٹیمپلیٹ مسترد کریں' },
    'template-remove': { en: 'Delete the template', ur: 'ٹیمپلیٹ حذف کریں' },
    'template-validity': { en: 'Set how long its messages wait', ur: 'پیغامات کی میعاد مقرر کریں' },
    'wording-list': { en: 'List wordings to start from', ur: 'تیار عبارتیں دیکھیں' },
    'wording-approve': { en: 'Approve a wording in advance', ur: 'عبارت پیشگی منظور کریں' },
    'wording-withdraw': {
      en: 'End the approval of a wording',
      ur: 'عبارت کی پیشگی منظوری ختم کریں',
    },
  }),
  family('Chat templates', 'چیٹ ٹیمپلیٹس', {
    'chat-template-list': { en: 'List chat templates', ur: 'چیٹ ٹیمپلیٹس دیکھیں' },
    'chat-template-show': { en: 'Show a chat template', ur: 'چیٹ ٹیمپلیٹ دیکھیں' },
    'chat-template-sync': { en: 'Synchronise chat templates', ur: 'چیٹ ٹیمپلیٹس ملائیں' },
    'chat-template-create': { en: 'Submit a chat template', ur: 'چیٹ ٹیمپلیٹ جمع کرائیں' },
    'chat-template-edit': { en: 'Edit the chat template', ur: 'چیٹ ٹیمپلیٹ بدلیں' },
    'chat-template-delete': { en: 'Delete the chat template', ur: 'چیٹ ٹیمپلیٹ حذف کریں' },
  }),
  family('Chat numbers', 'چیٹ نمبر', {
    'chat-list': { en: 'List chat numbers', ur: 'چیٹ نمبر دیکھیں' },
    'chat-people': { en: 'List chat people', ur: 'چیٹ کے لوگ دیکھیں' },
    'chat-connect': { en: 'Connect a chat number', ur: 'چیٹ نمبر جوڑیں' },
    'chat-set': { en: 'Change the chat number', ur: 'چیٹ نمبر بدلیں' },
    'chat-default': { en: 'Make it the default number', ur: 'اسے طے شدہ نمبر بنائیں' },
    'chat-disconnect': { en: 'Disconnect the chat number', ur: 'چیٹ نمبر الگ کریں' },
    'chat-plan': { en: 'Show or set the chat plan', ur: 'چیٹ پلان دیکھیں یا بدلیں' },
  }),
  family('Blocked numbers', 'روکے گئے نمبر', {
    'optout-list': { en: 'List blocked numbers', ur: 'روکے گئے نمبر دیکھیں' },
    'optout-add': { en: 'Block a number', ur: 'نمبر روکیں' },
    'optout-import': { en: 'Block many numbers', ur: 'کئی نمبر روکیں' },
    'optout-remove': { en: 'Unblock the number', ur: 'نمبر کی روک ہٹائیں' },
  }),
  family('Contacts', 'رابطے', {
    'contact-list': { en: 'List contacts', ur: 'رابطے دیکھیں' },
    'contact-add': { en: 'Add a contact', ur: 'رابطہ شامل کریں' },
    'contact-set': { en: 'Change the contact', ur: 'رابطہ بدلیں' },
    'contact-remove': { en: 'Delete the contact', ur: 'رابطہ مٹائیں' },
    'contact-tag': { en: 'Tag contacts', ur: 'رابطوں پر ٹیگ لگائیں' },
    'contact-purge': { en: 'Delete contacts', ur: 'کئی رابطے مٹائیں' },
    'segment-list': { en: 'List segments', ur: 'گروہ دیکھیں' },
    'segment-add': { en: 'Add a segment', ur: 'گروہ بنائیں' },
    'segment-set': { en: 'Change the segment', ur: 'گروہ بدلیں' },
    'segment-remove': { en: 'Remove the segment', ur: 'گروہ ہٹائیں' },
  }),
  family('Do-not-call register', 'ڈو ناٹ کال رجسٹر', {
    'dnc-import': { en: 'Import numbers', ur: 'نمبر درآمد کریں' },
    'dnc-list': { en: 'List the register', ur: 'رجسٹر دیکھیں' },
    'dnc-show': { en: 'Find a number', ur: 'نمبر تلاش کریں' },
    'dnc-remove': { en: 'Remove the number', ur: 'نمبر ہٹائیں' },
  }),
  family('Replies', 'جوابات', {
    'reply-list': { en: 'List replies', ur: 'جوابات دیکھیں' },
    'conversation-set': { en: 'Change the conversation', ur: 'گفتگو بدلیں' },
    'conversation-take': { en: 'Take over the conversation', ur: 'گفتگو اپنے ذمے لیں' },
  }),
  family('Webhooks', 'ویب ہک', {
    'webhook-list': { en: 'List webhooks', ur: 'ویب ہک دیکھیں' },
    'webhook-show': { en: 'Show attempts at a webhook', ur: 'ویب ہک کی کوششیں دیکھیں' },
    'webhook-pause': { en: 'Pause the webhook', ur: 'ویب ہک روکیں' },
    'webhook-resume': { en: 'Resume the webhook', ur: 'ویب ہک دوبارہ چلائیں' },
  }),
  family('Promotional hours', 'تشہیری اوقات', {
    'hours-list': { en: 'List promotional hours', ur: 'تشہیری اوقات دیکھیں' },
    'hours-set': { en: 'Set promotional hours', ur: 'تشہیری اوقات مقرر کریں' },
    'hours-remove': { en: 'Remove promotional hours', ur: 'تشہیری اوقات ہٹائیں' },
  }),
  family('Message caps', 'پیغامات کی حدیں', {
    'cap-list': { en: 'List caps', ur: 'حدیں دیکھیں' },
    'cap-set': { en: 'Set the cap', ur: 'حد مقرر کریں' },
    'cap-remove': { en: 'Remove the cap', ur: 'حد ہٹائیں' },
    'cap-alarms': { en: 'List caps that were reached', ur: 'پوری ہونے والی حدیں دیکھیں' },
  }),
  family('Operators and numbers', 'آپریٹر اور نمبر', {
    'operator-list': { en: 'List operators', ur: 'آپریٹر دیکھیں' },
    'operator-add': { en: 'Add an operator', ur: 'آپریٹر شامل کریں' },
    'operator-point': { en: 'Send through another operator', ur: 'دوسرے آپریٹر سے بھیجیں' },
    'operator-unpoint': { en: 'Send through its own routes', ur: 'اپنے راستوں سے بھیجیں' },
    'operator-disable': { en: 'Disable the operator', ur: 'آپریٹر بند کریں' },
    'operator-enable': { en: 'Enable the operator', ur: 'آپریٹر چالو کریں' },
    'operator-remove': { en: 'Remove the operator', ur: 'آپریٹر ہٹائیں' },
    'prefix-set': { en: 'Assign prefixes', ur: 'پریفکس مقرر کریں' },
    'prefix-remove': { en: 'Remove prefixes', ur: 'پریفکس ہٹائیں' },
    lookup: { en: 'Look a number up', ur: 'نمبر کی جانچ کریں' },
  }),
  family('Queues', 'قطاریں', {
    'queue-list': { en: 'List queues', ur: 'قطاریں دیکھیں' },
    'queue-show': { en: 'Show a queue', ur: 'قطار کی تفصیل دیکھیں' },
    'queue-move': { en: 'Move the queue to another link', ur: 'قطار دوسرے لنک پر منتقل کریں' },
    'queue-expire': { en: 'Expire what waits', ur: 'منتظر پیغامات ختم کریں' },
  }),
  family('Links', 'لنک', {
    'link-list': { en: 'List links', ur: 'لنک دیکھیں' },
    'link-show': { en: 'Show a link', ur: 'لنک کی تفصیل دیکھیں' },
    'link-add': { en: 'Add a link', ur: 'لنک شامل کریں' },
    'link-set': { en: 'Change the link', ur: 'لنک بدلیں' },
    'link-enable': { en: 'Connect the link', ur: 'لنک جوڑیں' },
    'link-disable': { en: 'Disconnect the link', ur: 'لنک منقطع کریں' },
    'link-remove': { en: 'Remove the link', ur: 'لنک ہٹائیں' },
  }),
  family('Routes', 'راستے', {
    'route-list': { en: 'List routes', ur: 'راستے دیکھیں' },
    'route-set': { en: 'Set the route', ur: 'راستہ مقرر کریں' },
    'route-remove': { en: 'Remove the route', ur: 'راستہ ہٹائیں' },
    'route-explain': { en: 'Explain a route', ur: 'راستے کی وضاحت دیکھیں' },
  }),
  family('The service', 'سروس', {
    'service-show': { en: 'Show who texts the codes', ur: 'کوڈ بھیجنے والا دیکھیں' },
    'service-set': { en: 'Set who texts the codes', ur: 'کوڈ بھیجنے والا مقرر کریں' },
    'audit-list': { en: 'List the audit', ur: 'آڈٹ دیکھیں' },
    doctor: { en: 'Check the service', ur: 'سروس کی جانچ کریں' },
  }),
];
