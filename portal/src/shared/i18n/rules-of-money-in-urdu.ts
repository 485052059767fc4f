/** The rules of amounts and bank transfers in Urdu. `{}`: what the service fills in. */
export const RULES_OF_MONEY: Readonly<Record<string, string>> = {
  'must be rupees without commas, such as 4.80': 'روپے کوما کے بغیر لکھیں، جیسے 4.80۔',
  'must be rupees without commas, with at most 2 decimals, such as 4.80':
    'روپے کوما کے بغیر لکھیں، اعشاریہ کے بعد زیادہ سے زیادہ 2 ہندسے، جیسے 4.80۔',
  'must be from {} to {} rupees': '{} سے {} روپے تک ہو سکتا ہے۔',
  'must be of a bank transfer of the account': 'اس اکاؤنٹ کے کسی بینک ٹرانسفر کا ہونا چاہیے۔',
  'must be of a bank transfer of the account that has a slip':
    'اس اکاؤنٹ کے ایسے بینک ٹرانسفر کا ہونا چاہیے جس کی رسید ہو۔',
  'must be of one that waits: this one is {}': 'کسی منتظر کا ہونا چاہیے، اور یہ {} ہے۔',
  confirmed: 'تصدیق شدہ',
  refused: 'رد شدہ',
  withdrawn: 'واپس لیا گیا',
  expired: 'میعاد گزرا',
  'waits for a second person already: see request {}':
    'پہلے ہی دوسرے شخص کا منتظر ہے: درخواست {} دیکھیں۔',
  'has a wrong sign: look again': 'میں کوئی حرف غلط ہے: دوبارہ دیکھیں۔',
};
