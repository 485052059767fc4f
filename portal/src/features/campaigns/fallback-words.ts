import { defineWords } from '../../shared/i18n/i18n.ts';

export const useFallbackWords = defineWords({
  en: {
    again_without_texts: 'This time no SMS goes to those whom it does not reach.',
    fallback: 'Send an SMS to those whom WhatsApp does not reach',
    fallback_about:
      'One text, if the message fails or is not delivered in time. It is charged when it is sent.',
    fallback_text: 'The SMS',
    fallback_minutes: 'After how many minutes',
    fallback_minutes_about:
      'From 5 to 1440, counted from when the message left. What has not left by then is ' +
      'cancelled first.',
    fallback_sender: 'Sender of the SMS',
    fallback_template: 'Template of the SMS',
    fallback_choose: 'Choose an approved template',
    fallback_most_one: 'And {{shown}} SMS at most, for {{price}}, charged when it is sent.',
    fallback_most_other: 'And {{shown}} SMS at most, for {{price}}, charged when they are sent.',
    fallback_without_one: '{{shown}} person can get none.',
    fallback_without_other: '{{shown}} people can get none.',
    fallback_result: 'WhatsApp first, then SMS',
    fallback_by_chat: 'By WhatsApp',
    fallback_by_sms: 'By SMS',
    fallback_arrived: '{{shown}} delivered',
    fallback_none: 'No SMS possible',
    fallback_cost: 'Cost of both',
    fallback_open_one:
      '{{shown}} person may still get an SMS: {{minutes}} minutes after the message left.',
    fallback_open_other:
      '{{shown}} people may still get an SMS: {{minutes}} minutes after their message left.',
    fallback_waits: 'Some SMS are waiting',
    fallback_no_credit:
      'Your credit does not last for them. Add credit: they are tried again for a day, and then ' +
      'given up.',
    fallback_capped: 'Your spending cap is reached. They are tried again for a day.',
    fallback_later: 'They could not be sent now. They are tried again for a day.',
    fallback_given_up_one: '{{count}} SMS was given up',
    fallback_given_up_other: '{{count}} SMS were given up',
    fallback_given_up_about: 'They could not be sent for a day. They cost nothing.',
    fallback_see: 'See the SMS',
    fallback_of: 'These SMS follow a WhatsApp campaign: see it',
    to_me_both: 'Send both to my phone',
    to_me_both_sent: 'The message and the SMS are on their way to your phone.',
  },
  ur: {
    again_without_texts: 'اس بار جن تک یہ نہ پہنچے، انہیں SMS نہیں جائے گا۔',
    fallback: 'جن تک واٹس ایپ نہ پہنچے انہیں SMS بھیجیں',
    fallback_about: 'صرف ایک SMS، اگر پیغام ناکام ہو یا وقت پر نہ پہنچے۔ رقم بھیجتے وقت کٹے گی۔',
    fallback_text: 'SMS',
    fallback_minutes: 'کتنے منٹ بعد',
    fallback_minutes_about:
      '5 سے 1440 تک، پیغام کی روانگی سے۔ جو تب تک روانہ نہ ہوا ہو وہ پہلے منسوخ ہو گا۔',
    fallback_sender: 'SMS بھیجنے والا',
    fallback_template: 'SMS کا ٹیمپلیٹ',
    fallback_choose: 'منظور شدہ ٹیمپلیٹ چنیں',
    fallback_most_one: 'اور زیادہ سے زیادہ {{shown}} SMS، {{price}} میں، رقم بھیجتے وقت کٹے گی۔',
    fallback_most_other: 'اور زیادہ سے زیادہ {{shown}} SMS، {{price}} میں، رقم بھیجتے وقت کٹے گی۔',
    fallback_without_one: '{{shown}} فرد کو SMS نہیں جا سکتا۔',
    fallback_without_other: '{{shown}} افراد کو SMS نہیں جا سکتا۔',
    fallback_result: 'پہلے واٹس ایپ، پھر SMS',
    fallback_by_chat: 'واٹس ایپ سے',
    fallback_by_sms: 'SMS سے',
    fallback_arrived: '{{shown}} پہنچے',
    fallback_none: 'SMS ممکن نہیں',
    fallback_cost: 'دونوں کا خرچ',
    fallback_open_one:
      '{{shown}} فرد کو ابھی SMS جا سکتا ہے: پیغام کی روانگی کے {{minutes}} منٹ بعد۔',
    fallback_open_other:
      '{{shown}} افراد کو ابھی SMS جا سکتا ہے: پیغام کی روانگی کے {{minutes}} منٹ بعد۔',
    fallback_waits: 'کچھ SMS رکے ہوئے ہیں',
    fallback_no_credit:
      'آپ کا کریڈٹ ان کے لیے کافی نہیں۔ کریڈٹ ڈالیں: ایک دن تک دوبارہ کوشش ہو گی، پھر ' +
      'چھوڑ دیے جائیں گے۔',
    fallback_capped: 'آپ کے خرچ کی حد پوری ہو گئی ہے۔ ایک دن تک دوبارہ کوشش ہو گی۔',
    fallback_later: 'یہ ابھی نہیں جا سکے۔ ایک دن تک دوبارہ کوشش ہو گی۔',
    fallback_given_up_one: '{{count}} SMS چھوڑ دیا گیا',
    fallback_given_up_other: '{{count}} SMS چھوڑ دیے گئے',
    fallback_given_up_about: 'یہ ایک دن تک نہیں جا سکے۔ ان کی کوئی رقم نہیں کٹی۔',
    fallback_see: 'SMS دیکھیں',
    fallback_of: 'یہ SMS ایک واٹس ایپ مہم کے بعد گئے: مہم دیکھیں',
    to_me_both: 'دونوں میرے فون پر بھیجیں',
    to_me_both_sent: 'پیغام اور SMS دونوں آپ کے فون پر جا رہے ہیں۔',
  },
});
