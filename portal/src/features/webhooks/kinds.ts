/** What happens, in the words of somebody who does not program. */
import type { Event } from '../../shared/api/types.ts';
import { defineWords } from '../../shared/i18n/i18n.ts';

export type Kind = Event['type'];

/** What one may choose from, by what it is about. Test events always come. */
export const KINDS = {
  messages: [
    ...(['message.held', 'message.sent', 'message.delivered'] as const),
    ...(['message.read', 'message.failed'] as const),
    ...(['message.rejected', 'message.expired', 'message.cancelled'] as const),
    ...(['message.unknown', 'batch.done', 'batch.stopped'] as const),
  ],
  replies: ['reply.received', 'chat.reply.received', 'chat.app_message.sent'],
  money: ['credit.low', 'cap.reached'],
  decisions: [
    ...(['template.approved', 'template.rejected', 'sender.approved'] as const),
    ...(['sender.rejected', 'verification.decided'] as const),
  ],
  chat: [
    ...(['chat.template.approved', 'chat.template.rejected', 'chat.template.paused'] as const),
    ...(['chat.template.disabled', 'chat.number.stopped'] as const),
    ...(['chat.number.marketing_paused', 'chat.number.alert', 'chat.business.alert'] as const),
  ],
  webhooks: ['webhook.stopped'],
} as const satisfies Readonly<Record<string, readonly Kind[]>>;

/** Words are named without dots, which i18next takes for steps into a tree. */
type Plain<Name> = Name extends `${infer First}.${infer Rest}` ? `${First}_${Plain<Rest>}` : Name;

/** `const kindOf = useKind()`, `kindOf('message.sent')`: "A message was sent". */
export function useKind(): (kind: Kind) => string {
  const t = useKindWords();
  return (kind) => t(kind.replaceAll('.', '_') as Plain<Kind>);
}

const useKindWords = defineWords({
  en: {
    message_held: 'Message held back by WhatsApp',
    message_sent: 'Message sent',
    message_delivered: 'Message delivered',
    message_read: 'WhatsApp message read',
    message_failed: 'Message failed',
    message_rejected: 'Message rejected',
    message_cancelled: 'Message cancelled',
    message_expired: 'Message expired before it arrived',
    message_unknown: 'No report came in time',
    batch_done: 'Campaign finished',
    batch_stopped: 'Campaign stopped because of its template',
    reply_received: 'Reply by SMS',
    chat_reply_received: 'Reply by WhatsApp',
    chat_app_message_sent: 'Answer in the WhatsApp app',
    credit_low: 'Credit is low',
    cap_reached: 'Spending cap reached',
    template_approved: 'Template approved',
    template_rejected: 'Template rejected',
    sender_approved: 'Sender approved',
    sender_rejected: 'Sender rejected',
    verification_decided: 'Verification document decided on',
    chat_template_approved: 'WhatsApp template approved',
    chat_template_rejected: 'WhatsApp template rejected',
    chat_template_paused: 'WhatsApp template paused',
    chat_template_disabled: 'WhatsApp template disabled',
    chat_number_stopped: 'WhatsApp number stopped',
    chat_number_marketing_paused: 'Marketing paused for a WhatsApp number',
    chat_number_alert: 'News about a WhatsApp number',
    chat_business_alert: 'News about the WhatsApp business account',
    webhook_stopped: 'Another webhook stopped',
    webhook_test: 'Test',
  },
  ur: {
    message_held: 'واٹس ایپ نے پیغام روک لیا',
    message_sent: 'پیغام بھیجا گیا',
    message_delivered: 'پیغام پہنچ گیا',
    message_read: 'واٹس ایپ پیغام پڑھ لیا گیا',
    message_failed: 'پیغام ناکام ہوا',
    message_rejected: 'پیغام مسترد ہوا',
    message_cancelled: 'پیغام منسوخ ہوا',
    message_expired: 'پہنچنے سے پہلے میعاد ختم',
    message_unknown: 'وقت پر اطلاع نہیں آئی',
    batch_done: 'مہم مکمل ہوئی',
    batch_stopped: 'ٹیمپلیٹ کی وجہ سے مہم روکی گئی',
    reply_received: 'SMS پر جواب آیا',
    chat_reply_received: 'واٹس ایپ پر جواب آیا',
    chat_app_message_sent: 'واٹس ایپ کی ایپ میں جواب دیا گیا',
    credit_low: 'کریڈٹ کم ہے',
    cap_reached: 'خرچ کی حد پوری ہو گئی',
    template_approved: 'ٹیمپلیٹ منظور ہوا',
    template_rejected: 'ٹیمپلیٹ مسترد ہوا',
    sender_approved: 'بھیجنے والے کا نام منظور ہوا',
    sender_rejected: 'بھیجنے والے کا نام مسترد ہوا',
    verification_decided: 'تصدیق کی دستاویز پر فیصلہ ہوا',
    chat_template_approved: 'واٹس ایپ ٹیمپلیٹ منظور ہوا',
    chat_template_rejected: 'واٹس ایپ ٹیمپلیٹ مسترد ہوا',
    chat_template_paused: 'واٹس ایپ ٹیمپلیٹ روکا گیا',
    chat_template_disabled: 'واٹس ایپ ٹیمپلیٹ بند ہوا',
    chat_number_stopped: 'واٹس ایپ نمبر بند ہوا',
    chat_number_marketing_paused: 'واٹس ایپ نمبر کی مارکیٹنگ روکی گئی',
    chat_number_alert: 'واٹس ایپ نمبر کے بارے میں خبر',
    chat_business_alert: 'واٹس ایپ بزنس اکاؤنٹ کے بارے میں خبر',
    webhook_stopped: 'کوئی اور ویب ہک رک گیا',
    webhook_test: 'آزمائش',
  },
});
