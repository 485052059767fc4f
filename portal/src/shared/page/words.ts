import { defineWords } from '../i18n/i18n.ts';

/** What pages say when there is nothing to show, or something went wrong. */
export const useWords = defineWords({
  en: {
    not_found: 'Page not found',
    not_found_text:
      'There is no page at this address. It may have moved, or the link is incomplete.',
    to_start: 'Go to the start',
    failed: 'This could not be loaded',
    again: 'Try again',
    cancel: 'Cancel',
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
    to_start: 'شروع پر جائیں',
    failed: 'یہ لوڈ نہیں ہو سکا',
    again: 'دوبارہ کوشش کریں',
    cancel: 'منسوخ کریں',
    copy: 'کاپی کریں',
    copied: 'کاپی ہو گیا',
    done: 'ہو گیا',
    keep: 'انہیں ویسے ہی رہنے دیں',
    key: 'Key',
    webhook: 'Webhook',
  },
});
