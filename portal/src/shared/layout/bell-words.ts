import { defineWords } from '../i18n/i18n.ts';

/** What stands around the notices. */
export const useBellWords = defineWords({
  en: {
    notices: 'Notices',
    notices_new: 'Notices: {{shown}} new',
    none: 'There is no news. Decisions about your account will appear here.',
    in_browser: 'Tell me in this browser, too, when I look elsewhere',
    replies: 'Unread replies: {{shown}}',
    approvals_one: '{{count}} request waits for approval.',
    approvals_other: '{{count}} requests wait for approval.',
    requests_one: '{{count}} change of money waits for a second person.',
    requests_other: '{{count}} changes of money wait for a second person.',
  },
  ur: {
    notices: 'اطلاعات',
    notices_new: 'اطلاعات: {{shown}} نئی',
    none: 'کوئی نئی اطلاع نہیں۔ آپ کے اکاؤنٹ کے فیصلے یہاں نظر آئیں گے۔',
    in_browser: 'جب میں کہیں اور دیکھ رہا ہوں تو اس براؤزر میں بھی بتائیں',
    replies: 'نہ پڑھے گئے جوابات: {{shown}}',
    approvals_one: '{{count}} درخواست منظوری کی منتظر ہے۔',
    approvals_other: '{{count}} درخواستیں منظوری کی منتظر ہیں۔',
    requests_one: 'رقم کی {{count}} تبدیلی دوسرے شخص کی منتظر ہے۔',
    requests_other: 'رقم کی {{count}} تبدیلیاں دوسرے شخص کی منتظر ہیں۔',
  },
});

/** What has happened. */
export const useNoticeWords = defineWords({
  en: {
    template_approved: 'The template {{name}} was approved.',
    template_rejected: 'The template {{name}} was rejected.',
    sender_approved: 'The sender ID {{name}} was approved.',
    sender_rejected: 'The sender ID {{name}} was rejected.',
    chat_template_approved: 'The chat template {{name}} was approved.',
    chat_template_rejected: 'The chat template {{name}} was rejected.',
    chat_template_paused: 'WhatsApp has paused the chat template {{name}}.',
    chat_template_disabled: 'WhatsApp has disabled the chat template {{name}}.',
    document_yes: 'A document of your verification was approved.',
    document_no: 'A document of your verification was refused.',
    unverified: 'Your account is not verified any more.',
    transfer_refused: 'The bank transfer {{name}} was not confirmed.',
    credit_added: '{{amount}} of credit was added.',
    campaign_paused: 'The campaign {{name}} was stopped: WhatsApp has paused its template.',
    campaign_refused: 'The campaign {{name}}, which was scheduled, could not be sent.',
    campaign_texts:
      'SMS after the campaign {{name}} were given up: they could not be sent for a day.',
    campaign_quality: 'The campaign {{name}} was stopped: people take its template badly.',
    webhook_disabled: 'The webhook {{name}} was stopped because it kept failing.',
  },
  ur: {
    template_approved: 'ٹیمپلیٹ {{name}} منظور ہو گیا۔',
    template_rejected: 'ٹیمپلیٹ {{name}} مسترد ہو گیا۔',
    sender_approved: 'بھیجنے والے کا نام {{name}} منظور ہو گیا۔',
    sender_rejected: 'بھیجنے والے کا نام {{name}} مسترد ہو گیا۔',
    chat_template_approved: 'چیٹ ٹیمپلیٹ {{name}} منظور ہو گیا۔',
    chat_template_rejected: 'چیٹ ٹیمپلیٹ {{name}} مسترد ہو گیا۔',
    chat_template_paused: 'واٹس ایپ نے چیٹ ٹیمپلیٹ {{name}} عارضی طور پر روک دیا ہے۔',
    chat_template_disabled: 'واٹس ایپ نے چیٹ ٹیمپلیٹ {{name}} بند کر دیا ہے۔',
    document_yes: 'آپ کی تصدیق کی ایک دستاویز منظور ہو گئی۔',
    document_no: 'آپ کی تصدیق کی ایک دستاویز نامنظور ہو گئی۔',
    unverified: 'آپ کے اکاؤنٹ کی تصدیق واپس لے لی گئی۔',
    transfer_refused: 'بینک ٹرانسفر {{name}} کی تصدیق نہیں ہوئی۔',
    credit_added: '{{amount}} کریڈٹ شامل کیا گیا۔',
    campaign_paused: 'مہم {{name}} روک دی گئی: واٹس ایپ نے اس کا ٹیمپلیٹ روک دیا ہے۔',
    campaign_refused: 'مہم {{name}}، جس کا وقت مقرر تھا، بھیجی نہیں جا سکی۔',
    campaign_texts: 'مہم {{name}} کے بعد کے کچھ SMS چھوڑ دیے گئے: وہ ایک دن تک نہیں جا سکے۔',
    campaign_quality: 'مہم {{name}} روک دی گئی: لوگوں کو اس کا ٹیمپلیٹ پسند نہیں آ رہا۔',
    webhook_disabled: 'ویب ہک {{name}} بار بار ناکام ہونے پر روک دیا گیا۔',
  },
});
