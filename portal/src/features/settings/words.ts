import { defineWords } from '../../shared/i18n/i18n.ts';

export const useWords = defineWords({
  en: {
    title: 'Settings',
    about: 'What holds for every message and every program of this account.',
    saved: 'Saved.',
    save: 'Save',
    sending: 'Sending and answers',
    mnp_option: 'Look up ported numbers',
    mnp_option_about:
      'Each number is looked up before its message goes out, for a small price, so that it ' +
      'takes the way to the operator that serves it now.',
    not_covered: 'Not part of your plan: ask the service for ported-number coverage.',
    always_200: 'Answer HTTP 200 to refusals, too',
    always_200_about:
      'For programs that read the text of an answer and give up on any other status. The ' +
      'JSON API is not affected.',
    lookalikes: 'Replace curly quotes and dashes',
    lookalikes_about:
      'A single one turns a text into Unicode, with 70 instead of 160 characters a part.',
    needs_consent: 'Promotional messages need consent',
    needs_consent_about:
      'They go only to people who have agreed to them, as under Contacts, Consents. All others ' +
      'are left out, with the reason.',
    links: 'Short links',
    links_about:
      'Campaigns can make the addresses in their texts short, and count who opens them. On a ' +
      'domain of your own people see whose link it is.',
    links_are: 'They look like this now: {{example}}',
    links_none: 'There are none yet: the service has no public address, and you have no domain.',
    links_verified: '{{domain}} leads here: your links begin with it.',
    links_pending: '{{domain}} does not lead here yet.',
    links_unreachable: 'Nothing answered there.',
    links_elsewhere: 'Something else answers there.',
    links_next:
      'Let its DNS lead to this service (a CNAME record to {{host}}), then check. We look again ' +
      'each day. Until then your links begin with the address of the service.',
    links_checked: 'Last checked {{at}}.',
    links_domain: 'Your domain for links',
    links_domain_about: 'A short one that nothing else uses, such as go.shop.pk.',
    links_check: 'Check now',
    links_looked: 'Checked.',
    links_remove: 'Remove',
    links_remove_ask:
      'Links that you have sent with this domain will lead nowhere any more, in every phone.',
    links_keep: 'Keep it',
    addresses: 'IP list',
    addresses_about:
      'Keys work from these addresses alone. Signing in to this portal is not affected.',
    list: 'Addresses and networks',
    list_about:
      'One on each line, such as 203.0.113.7 or 2001:db8::/48. Empty: keys work from anywhere.',
    address: 'Statements and invoices',
    address_about: 'Printed on what we issue, below the name of the account, from now on.',
    province: 'Province',
    province_about: 'Your invoices state its sales tax on services, if one is set.',
    strn: 'Sales tax number (STRN)',
    strn_about: '13 digits. Empty: none. The NTN is that of your verification.',
    address_label: 'Address',
    address_lines: 'Up to six lines. Empty: none.',
    plan: 'Your plan',
    plan_about: 'The service sets it. Contact support to change something.',
    account: 'Account',
    fixed_content: 'SMS by templates',
    coverage: 'Ported-number coverage',
    postpaid: 'Postpaid',
    chat_templates: 'Chat templates, at most',
    yes: 'Yes',
    no: 'No',
  },
  ur: {
    title: 'ترتیبات',
    about: 'جو اس اکاؤنٹ کے ہر پیغام اور ہر پروگرام پر لاگو ہے۔',
    saved: 'محفوظ ہو گیا۔',
    save: 'محفوظ کریں',
    sending: 'بھیجنا اور جوابات',
    mnp_option: 'نیٹ ورک بدلے ہوئے نمبر معلوم کریں',
    mnp_option_about:
      'ہر نمبر کا موجودہ نیٹ ورک پیغام جانے سے پہلے تھوڑی سی قیمت پر معلوم کیا جاتا ہے، تاکہ ' +
      'پیغام صحیح آپریٹر کو جائے۔',
    not_covered: 'آپ کے پلان میں شامل نہیں: سروس سے یہ سہولت مانگیں۔',
    always_200: 'انکار پر بھی HTTP 200 دیں',
    always_200_about:
      'ان پروگراموں کے لیے جو جواب کا متن پڑھتے ہیں اور کسی اور HTTP جواب پر رک جاتے ہیں۔ JSON ' +
      'API پر اثر نہیں ہوتا۔',
    lookalikes: 'خمدار واوین اور ڈیش بدل دیں',
    lookalikes_about: 'ایک بھی ہو تو پیغام یونیکوڈ بن جاتا ہے: فی حصہ 160 کی جگہ 70 حروف۔',
    needs_consent: 'تشہیری پیغام صرف رضامندی سے',
    needs_consent_about:
      'یہ صرف انہیں جاتے ہیں جنہوں نے رضامندی دی ہو (رابطے، رضامندیاں)۔ باقی وجہ کے ساتھ چھوڑ ' +
      'دیے جاتے ہیں۔',
    links: 'مختصر لنک',
    links_about:
      'مہم اپنے پیغاموں کے پتے مختصر کر سکتی ہے اور گن سکتی ہے کہ کس نے کھولے۔ اپنے ڈومین پر لوگ ' +
      'دیکھتے ہیں کہ لنک کس کا ہے۔',
    links_are: 'اب یہ ایسے ہوتے ہیں: {{example}}',
    links_none: 'ابھی کوئی نہیں: سروس کا عوامی پتا مقرر نہیں، اور آپ کا کوئی ڈومین نہیں۔',
    links_verified: '{{domain}} یہاں آتا ہے: آپ کے لنک اسی سے شروع ہوتے ہیں۔',
    links_pending: '{{domain}} ابھی یہاں نہیں آتا۔',
    links_unreachable: 'وہاں سے کوئی جواب نہیں آیا۔',
    links_elsewhere: 'وہاں سے کوئی اور جواب دیتا ہے۔',
    links_next:
      'اس کا DNS اس سروس کی طرف کریں (CNAME ریکارڈ: {{host}})، پھر جانچیں۔ ہم ہر روز دوبارہ ' +
      'دیکھتے ہیں۔ تب تک لنک سروس کے پتے سے شروع ہوتے ہیں۔',
    links_checked: 'آخری جانچ: {{at}}۔',
    links_domain: 'لنکوں کے لیے آپ کا ڈومین',
    links_domain_about: 'مختصر، جو کسی اور کام میں نہ ہو، مثلاً \u2066go.shop.pk\u2069',
    links_check: 'ابھی جانچیں',
    links_looked: 'جانچ لیا۔',
    links_remove: 'ہٹائیں',
    links_remove_ask: 'اس ڈومین سے بھیجے ہوئے لنک کسی بھی فون پر کہیں نہیں جائیں گے۔',
    links_keep: 'رہنے دیں',
    addresses: 'IP فہرست',
    addresses_about: 'کلیدیں صرف انہی پتوں سے چلتی ہیں۔ اس پورٹل میں سائن اِن پر اثر نہیں ہوتا۔',
    list: 'پتے اور نیٹ ورک',
    list_about:
      'ہر سطر میں ایک، مثلاً \u2066203.0.113.7\u2069 یا \u20662001:db8::/48\u2069۔ ' +
      'خالی: کلیدیں ہر جگہ سے چلتی ہیں۔',
    address: 'گوشوارے اور انوائسیں',
    address_about: 'اب سے جاری ہونے والے کاغذات پر اکاؤنٹ کے نام کے نیچے چھپتا ہے۔',
    province: 'صوبہ',
    province_about: 'انوائس پر اس صوبے کا خدمات پر سیلز ٹیکس لکھا جاتا ہے، اگر مقرر ہو۔',
    strn: 'سیلز ٹیکس نمبر (STRN)',
    strn_about: '13 ہندسے۔ خالی: کوئی نہیں۔ NTN وہی ہے جو تصدیق میں دیا گیا۔',
    address_label: 'پتا',
    address_lines: 'زیادہ سے زیادہ چھ سطریں۔ خالی: کوئی پتا نہیں۔',
    plan: 'آپ کا پلان',
    plan_about: 'یہ سروس مقرر کرتی ہے۔ بدلنے کے لیے سروس سے رابطہ کریں۔',
    account: 'اکاؤنٹ',
    fixed_content: 'ٹیمپلیٹ سے SMS',
    coverage: 'نیٹ ورک بدلے ہوئے نمبروں کی سہولت',
    postpaid: 'پوسٹ پیڈ',
    chat_templates: 'چیٹ ٹیمپلیٹس، زیادہ سے زیادہ',
    yes: 'ہاں',
    no: 'نہیں',
  },
});
