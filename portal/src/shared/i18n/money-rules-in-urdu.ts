/** The rules of fields about money, in Urdu. */
export const MONEY_RULES: Readonly<Record<string, string>> = {
  'must be rupees, such as 4.80': 'روپے لکھیں، جیسے 4.80۔',
  'must be rupees with at most 2 decimals, such as 4.80':
    'روپے لکھیں، اعشاریہ کے بعد زیادہ سے زیادہ 2 ہندسے، جیسے 4.80۔',
  'must be from {} to {} rupees': '{} سے {} روپے تک ہو سکتا ہے۔',
  'must be of a bank transfer of the account': 'اس اکاؤنٹ کے کسی بینک ٹرانسفر کا ہونا چاہیے۔',
  'must be of a bank transfer of the account that has a slip':
    'اس اکاؤنٹ کے ایسے بینک ٹرانسفر کا ہونا چاہیے جس کی رسید ہو۔',
  'must be of one that waits': 'کسی منتظر کا ہونا چاہیے۔',
  'has a wrong sign: look again': 'میں کوئی حرف غلط ہے: دوبارہ دیکھیں۔',
  'must be of a payment': 'کسی ادائیگی کا ہونا چاہیے۔',
  'must be of a payment of the account': 'اس اکاؤنٹ کی کسی ادائیگی کا ہونا چاہیے۔',
  'must be of a payment that differs': 'ایسی ادائیگی کا ہونا چاہیے جس کی رقم مختلف ہے۔',
  'has no kept card: pay once, and let its card be kept':
    'کوئی کارڈ محفوظ نہیں: ایک بار ادا کریں اور کارڈ محفوظ رکھنے دیں۔',
  'has a card that is being charged: try again in a minute':
    'کارڈ سے رقم لی جا رہی ہے: ایک منٹ بعد پھر کوشش کریں۔',
  'cannot be topped up by itself: the gateway keeps no cards':
    'خودکار ٹاپ اپ نہیں ہو سکتا: گیٹ وے کارڈ محفوظ نہیں رکھتا۔',
  'cannot be set: the gateway keeps no cards': 'نہیں چنا جا سکتا: گیٹ وے کارڈ محفوظ نہیں رکھتا۔',
  'must not be less than what is added at once':
    'ایک بار میں شامل ہونے والی رقم سے کم نہیں ہو سکتی۔',
  'must be of a payment that was paid': 'ایسی ادائیگی کا ہونا چاہیے جو ادا ہوئی۔',
  'has been given back whole': 'پوری رقم واپس ہو چکی، یا ہو رہی ہے۔',
  ['The gateway of this payment cannot be asked for refunds: give the money back there, then ' +
  'record it as given back by hand']:
    'اس ادائیگی کے گیٹ وے سے واپسی مانگی نہیں جا سکتی: رقم وہاں واپس کریں، ' +
    'پھر اسے ہاتھ سے واپس کی گئی لکھیں۔',
  'must not be set: the gateway is asked for the refund':
    'نہیں چنا جا سکتا: گیٹ وے سے کہا جاتا ہے۔',
  'must have at most 2000 printable characters': 'زیادہ سے زیادہ 2000 حروف ہو سکتے ہیں۔',
  'must be {} rupees': 'رقم (روپے): {}۔',
  'must not exceed what the account has left': 'اکاؤنٹ کے باقی کریڈٹ سے زیادہ نہیں ہو سکتا۔',
  'must stay on while the account owes money': 'جب تک اکاؤنٹ پر ادھار ہے، یہ بند نہیں ہو سکتا۔',
  'must not be more than the first': 'پہلی قیمت سے زیادہ نہیں ہو سکتی۔',
  'was used before, with another amount': 'یہ حوالہ پہلے کسی اور رقم کے ساتھ استعمال ہو چکا ہے۔',
  'would take the balance beyond what can be counted': 'بیلنس حد سے بڑھ جائے گا۔',
  'This price is in force, or was: set a new one, which takes its place':
    'یہ قیمت نافذ ہو چکی ہے: نئی قیمت مقرر کریں، وہ اس کی جگہ لے گی۔',
  'There is no such price': 'ایسی کوئی قیمت نہیں۔',
  'is not an invoice': 'کسی انوائس کا نمبر ہونا چاہیے۔',
  'is not an invoice of this account': 'اس اکاؤنٹ کی کسی انوائس کا نمبر ہونا چاہیے۔',
  'must be the number of an invoice, such as INV-2026-000123':
    'انوائس کا نمبر لکھیں، جیسے \u2066INV-2026-000123\u2069۔',
  'has been credited whole': 'اس انوائس کی پوری رقم واپس ہو چکی ہے۔',
  'must not exceed what is left of it: {} rupees':
    'انوائس کی باقی رقم سے زیادہ نہیں ہو سکتی: {} روپے۔',
  'must end sooner: there are more than {} invoices': 'مدت کم کریں: {} سے زیادہ انوائسیں ہیں۔',
  'has a credit note whose words were used': 'یہ حوالہ پہلے استعمال ہو چکا ہے۔',
  'must be percent with at most 2 decimals, below 100: 16 or 19.5':
    'فیصد لکھیں، 100 سے کم، اعشاریہ کے بعد زیادہ سے زیادہ 2 ہندسے: 16 یا 19.5۔',
  'must be the 13 digits of an STRN, or empty': 'STRN کے 13 ہندسے لکھیں، یا خالی چھوڑیں۔',
  'must be rupees without commas, with at most 6 decimals, such as 4.80':
    'روپے کوما کے بغیر لکھیں، اعشاریہ کے بعد زیادہ سے زیادہ 6 ہندسے، جیسے 4.80۔',
  'must be rupees without commas, with at most 2 decimals, such as 4.80':
    'روپے کوما کے بغیر لکھیں، اعشاریہ کے بعد زیادہ سے زیادہ 2 ہندسے، جیسے 4.80۔',
  'must be of one that waits: this one is {}': 'کسی منتظر کا ہونا چاہیے، اور یہ {} ہے۔',
  'waits for a second person already: see request {}':
    'پہلے ہی دوسرے شخص کا منتظر ہے: درخواست {} دیکھیں۔',
  'Paid online, payment {}': 'آن لائن ادائیگی {}',
  'Credit note of {}': '{} کا کریڈٹ نوٹ',
  'Credit note {} of {}': '{} نمبر کا کریڈٹ نوٹ، انوائس {} کا',
};
