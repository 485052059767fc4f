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
