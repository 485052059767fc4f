import { defineWords } from '../i18n/i18n.ts';

/** What pages say when there is nothing to show, or something went wrong. */
export const useWords = defineWords({
  en: {
    not_found: 'Page not found',
    not_found_text:
      'There is no page at this address. It may have moved, or the link is incomplete.',
    not_for_role: 'Not for your role',
    not_for_role_text: 'An owner of the account can give you a role that may open this page.',
    to_start: 'Go to the start',
    failed: 'This could not be loaded',
    again: 'Try again',
    cancel: 'Cancel',
    close: 'Close',
    copy: 'Copy',
    copied: 'Copied',
    done: 'Done',
    keep: 'Leave them as they are',
    key: 'Key',
    webhook: 'Webhook',
  },
  ur: {
    not_found: 'صفحہ نہیں ملا',
    not_found_text: 'اس پتے پر کوئی صفحہ نہیں۔ شاید یہ منتقل ہو گیا ہے یا لنک نامکمل ہے۔',
    not_for_role: 'آپ کے کردار کے لیے نہیں',
    not_for_role_text: 'اکاؤنٹ کا مالک آپ کو ایسا کردار دے سکتا ہے جو یہ صفحہ کھول سکے۔',
    to_start: 'شروع پر جائیں',
    failed: 'یہ لوڈ نہیں ہو سکا',
    again: 'دوبارہ کوشش کریں',
    cancel: 'منسوخ کریں',
    close: 'بند کریں',
    copy: 'کاپی کریں',
    copied: 'کاپی ہو گیا',
    done: 'ہو گیا',
    keep: 'انہیں ویسے ہی رہنے دیں',
    key: 'کلید',
    webhook: 'ویب ہک',
  },
});
