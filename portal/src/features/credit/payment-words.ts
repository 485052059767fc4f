import { defineWords } from '../../shared/i18n/i18n.ts';

export const usePaymentWords = defineWords({
  en: {
    pay_now: 'Pay now',
    pay_about: 'You pay on the page of the payment gateway, and come back here.',
    amount: 'Amount (rupees)',
    bounds: 'From {{least}} to {{most}} at once.',
    go: 'Go to payment',
    gives: 'Enough for about {{texts}} texts of one part.',
    gives_range: 'Enough for about {{fewest}} to {{texts}} texts of one part, by the network.',
    owner_pays: 'Owners and developers of the account can pay here.',
    payments: 'Payments',
    made: 'Made',
    state: 'State',
    gateway_id: 'Number at the gateway',
    none: 'Nothing was paid here yet.',
    continue: 'Go on paying',
    payment: 'Payment {{id}}',
    one: 'Payment',
    opening: 'Being opened',
    open: 'Not paid yet',
    paid: 'Paid',
    declined: 'Declined',
    expired: 'Ran out of time',
    failed: 'Not opened',
    differs: 'Being checked',
    closed: 'Settled',
    opening_text: 'The payment gateway is opening this payment.',
    open_text:
      'The payment gateway has not confirmed this payment yet. If you have paid, your credit ' +
      'comes by itself, usually within a minute, and this page shows it. If not, go on paying.',
    paid_text: '{{amount}} were added to your credit.',
    declined_text: 'The payment was declined, and nothing was added. Try again, or pay otherwise.',
    expired_text: 'Nobody paid in time, and nothing was added. Start a new payment.',
    failed_text: 'The payment gateway has not taken this payment. Start a new one.',
    differs_text:
      'The gateway reports another amount than was asked. We are looking into it: you need not ' +
      'pay again.',
    closed_text: 'We have looked into this payment and settled it.',
    back: 'Back to credit',
  },
  ur: {
    pay_now: 'ابھی ادائیگی کریں',
    pay_about: 'آپ ادائیگی کے گیٹ وے کے صفحے پر رقم ادا کرتے ہیں، پھر یہاں واپس آتے ہیں۔',
    amount: 'رقم (روپے)',
    bounds: 'ایک بار میں {{least}} سے {{most}} تک۔',
    go: 'ادائیگی پر جائیں',
    gives: 'ایک حصے کے تقریباً {{texts}} پیغامات کے لیے کافی۔',
    gives_range:
      'نیٹ ورک کے لحاظ سے ایک حصے کے تقریباً {{fewest}} سے {{texts}} پیغامات کے لیے کافی۔',
    owner_pays: 'یہاں اکاؤنٹ کے مالکان اور ڈویلپرز ادائیگی کر سکتے ہیں۔',
    payments: 'ادائیگیاں',
    made: 'شروع ہوئی',
    state: 'حالت',
    gateway_id: 'گیٹ وے کا نمبر',
    none: 'یہاں ابھی کوئی ادائیگی نہیں ہوئی۔',
    continue: 'ادائیگی جاری رکھیں',
    payment: 'ادائیگی {{id}}',
    one: 'ادائیگی',
    opening: 'کھل رہی ہے',
    open: 'ابھی ادا نہیں ہوئی',
    paid: 'ادا ہو گئی',
    declined: 'بینک نے انکار کیا',
    expired: 'وقت ختم ہو گیا',
    failed: 'نہیں کھلی',
    differs: 'جانچ ہو رہی ہے',
    closed: 'نمٹا دی گئی',
    opening_text: 'گیٹ وے یہ ادائیگی کھول رہا ہے۔',
    open_text:
      'گیٹ وے نے ابھی اس ادائیگی کی تصدیق نہیں کی۔ اگر آپ رقم ادا کر چکے ہیں تو کریڈٹ خود ' +
      'آ جائے گا، عموماً ایک منٹ میں، اور یہ صفحہ بتا دے گا۔ ورنہ ادائیگی جاری رکھیں۔',
    paid_text: '{{amount}} آپ کے کریڈٹ میں شامل ہو گئے۔',
    declined_text:
      'ادائیگی سے انکار ہوا اور کچھ شامل نہیں ہوا۔ دوبارہ کوشش کریں، یا کسی اور طریقے سے ادا کریں۔',
    expired_text: 'وقت پر ادائیگی نہیں ہوئی اور کچھ شامل نہیں ہوا۔ نئی ادائیگی شروع کریں۔',
    failed_text: 'گیٹ وے نے یہ ادائیگی قبول نہیں کی۔ نئی ادائیگی شروع کریں۔',
    differs_text:
      'گیٹ وے نے مانگی گئی رقم سے مختلف رقم بتائی ہے۔ ہم جانچ کر رہے ہیں: ' +
      'آپ کو دوبارہ ادا کرنے کی ضرورت نہیں۔',
    closed_text: 'ہم نے اس ادائیگی کی جانچ کر کے اسے نمٹا دیا ہے۔',
    back: 'کریڈٹ پر واپس',
  },
});
