import { defineWords } from '../../shared/i18n/i18n.ts';

export const useWords = defineWords({
  en: {
    title: 'All operations',
    about:
      'Everything that you may do in your role. What changes something is written to the audit.',
    search: 'Search operations',
    none: 'Nothing found',
    none_text: 'Try fewer words, or ask whether your role may do it.',
    reads: 'Reads only',
    for_account: '{{does}}: {{account}}',
  },
  ur: {
    title: 'تمام کارروائیاں',
    about: 'وہ سب کچھ جو آپ اپنے کردار میں کر سکتے ہیں۔ ہر تبدیلی آڈٹ میں درج ہوتی ہے۔',
    search: 'کارروائی تلاش کریں',
    none: 'کچھ نہیں ملا',
    none_text: 'کم الفاظ سے تلاش کریں، یا پوچھیں کہ آیا آپ کے کردار کو اس کی اجازت ہے۔',
    reads: 'صرف دیکھنے کے لیے',
    for_account: '{{does}}: {{account}}',
  },
});
