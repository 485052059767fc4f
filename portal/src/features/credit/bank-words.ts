import { defineWords } from '../../shared/i18n/i18n.ts';

export const useBankWords = defineWords({
  en: {
    by_bank: 'Pay by bank transfer',
    about:
      'You get a reference: write it on your transfer, then give us the slip. Credit comes when ' +
      'we have seen the money, usually within one working day.',
    owner_pays: 'Owners and developers of the account can pay by bank.',
    amount: 'Amount to transfer (rupees)',
    open: 'Get a reference',
    transfer: 'Bank transfer {{reference}}',
    reference: 'Reference',
    waiting: 'Waiting',
    confirmed: 'Confirmed',
    refused: 'Not confirmed',
    withdrawn: 'Withdrawn',
    expired: 'Expired',
    waiting_text: 'Pay with the reference, then give us the slip.',
    slip_text: 'We have your slip, and look for the money. You need not do anything.',
    confirmed_text: '{{received}} came and were added to your credit.',
    differs_text: '{{received}} came instead of {{asked}}, and were added to your credit.',
    refused_text: 'The money was not found, or is not yours: {{reason}}. If it comes, it is added.',
    withdrawn_text: 'You withdrew it: do not pay with this reference.',
    expired_text:
      'No slip was given in time. If you have paid, ask us: money that came is added all the same.',
    slip_unfit: 'This is no whole PDF, JPEG or PNG: give the slip again, such as a photo of it.',
    slip_too_large:
      'This file is larger than 5 MB: give a smaller one, such as a photo of the slip.',
    give: 'Give the slip',
    give_again: 'Give another slip',
    withdraw: 'Withdraw',
    withdraw_title: 'Withdraw {{reference}}?',
    withdraw_text: 'Do so if you have not paid. If you have, leave it: the money is on its way.',
  },
  ur: {
    by_bank: 'بینک ٹرانسفر سے ادائیگی',
    about:
      'آپ کو ایک حوالہ نمبر ملتا ہے: اسے اپنے ٹرانسفر پر لکھیں، پھر ہمیں رسید دیں۔ رقم دیکھتے ہی ' +
      'کریڈٹ آ جاتا ہے، عموماً ایک کاروباری دن میں۔',
    owner_pays: 'بینک سے ادائیگی اکاؤنٹ کے مالکان اور ڈویلپرز کر سکتے ہیں۔',
    amount: 'ٹرانسفر کی رقم (روپے)',
    open: 'حوالہ نمبر لیں',
    transfer: 'بینک ٹرانسفر {{reference}}',
    reference: 'حوالہ نمبر',
    waiting: 'منتظر',
    confirmed: 'تصدیق شدہ',
    refused: 'تصدیق نہیں ہوئی',
    withdrawn: 'واپس لیا گیا',
    expired: 'میعاد ختم',
    waiting_text: 'اس حوالے کے ساتھ ادائیگی کریں، پھر ہمیں رسید دیں۔',
    slip_text: 'آپ کی رسید مل گئی، ہم رقم دیکھ رہے ہیں۔ آپ کو کچھ کرنے کی ضرورت نہیں۔',
    confirmed_text: '{{received}} آ گئے اور آپ کے کریڈٹ میں شامل ہو گئے۔',
    differs_text: '{{asked}} کی جگہ {{received}} آئے، اور آپ کے کریڈٹ میں شامل ہو گئے۔',
    refused_text: 'رقم نہیں ملی، یا آپ کی نہیں: {{reason}}۔ آ جائے تو شامل ہو جائے گی۔',
    withdrawn_text: 'آپ نے اسے واپس لے لیا: اس حوالہ نمبر سے ادائیگی نہ کریں۔',
    expired_text:
      'وقت پر رسید نہیں دی گئی۔ اگر آپ ادا کر چکے ہیں تو ہم سے کہیں: ' +
      'آئی ہوئی رقم پھر بھی شامل ہوتی ہے۔',
    slip_unfit: 'یہ مکمل PDF، JPEG یا PNG نہیں: رسید دوبارہ دیں، جیسے اس کی تصویر۔',
    slip_too_large: 'یہ فائل 5 MB سے بڑی ہے: چھوٹی دیں، جیسے رسید کی تصویر۔',
    give: 'رسید دیں',
    give_again: 'دوسری رسید دیں',
    withdraw: 'واپس لیں',
    withdraw_title: '{{reference}} واپس لیں؟',
    withdraw_text: 'صرف تب، جب آپ نے ادا نہیں کیا۔ اگر کر چکے ہیں تو رہنے دیں: رقم راستے میں ہے۔',
  },
});
