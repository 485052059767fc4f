/** Why WhatsApp refuses or pauses a template: its words for it, in ours. */
import { defineWords } from '../i18n/i18n.ts';

const KNOWN = [
  ...(['ABUSIVE_CONTENT', 'CATEGORY_NOT_AVAILABLE', 'INCORRECT_CATEGORY'] as const),
  ...(['INVALID_FORMAT', 'LOW_QUALITY', 'PROMOTIONAL', 'SCAM', 'TAG_CONTENT_MISMATCH'] as const),
];

const useWords = defineWords({
  en: {
    ABUSIVE_CONTENT: 'WhatsApp finds its content abusive or misleading: word it otherwise.',
    CATEGORY_NOT_AVAILABLE: 'WhatsApp does not offer this category for your account.',
    INCORRECT_CATEGORY: 'It has another category than its text: choose the one that fits.',
    INVALID_FORMAT: 'Its format is not valid: check its placeholders and their samples.',
    LOW_QUALITY: 'People took it badly: they blocked or reported it.',
    PROMOTIONAL: 'It advertises: make it a marketing template.',
    SCAM: 'WhatsApp takes it for a fraud: word it otherwise.',
    TAG_CONTENT_MISMATCH: 'Its language or category does not fit its text.',
  },
  ur: {
    ABUSIVE_CONTENT: 'واٹس ایپ کے مطابق اس کا متن نامناسب یا گمراہ کن ہے: الفاظ بدلیں۔',
    CATEGORY_NOT_AVAILABLE: 'واٹس ایپ آپ کے اکاؤنٹ کو یہ قسم نہیں دیتا۔',
    INCORRECT_CATEGORY: 'اس کی قسم متن کے مطابق نہیں: درست قسم چنیں۔',
    INVALID_FORMAT: 'اس کی ساخت درست نہیں: خالی جگہیں اور ان کی مثالیں دیکھیں۔',
    LOW_QUALITY: 'لوگوں نے اسے پسند نہیں کیا: انہوں نے بلاک یا رپورٹ کیا۔',
    PROMOTIONAL: 'یہ تشہیر ہے: اسے مارکیٹنگ ٹیمپلیٹ بنائیں۔',
    SCAM: 'واٹس ایپ اسے دھوکا سمجھتا ہے: الفاظ بدلیں۔',
    TAG_CONTENT_MISMATCH: 'اس کی زبان یا قسم متن کے مطابق نہیں۔',
  },
});

/** `ABUSIVE_CONTENT`, and what may follow it, in words; other sentences as they are. */
export function useReasons(): (reason: string) => string {
  const t = useWords();
  return (reason) => {
    const [, word, rest = ''] = /^([A-Z]+(?:_[A-Z]+)*)(?:\. (.+))?$/su.exec(reason) ?? [];
    if (word === undefined) return reason;
    const known = KNOWN.find((it) => it === word);
    const said = known === undefined ? `${word.toLowerCase().replaceAll('_', ' ')}.` : t(known);
    return `${said} ${rest}`.trim();
  };
}
