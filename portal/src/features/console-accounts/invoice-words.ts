import { defineWords } from '../../shared/i18n/i18n.ts';

export const useWords = defineWords({
  en: {
    title: 'Invoices',
    about:
      'One for each amount that an account has paid, and credit notes. Take credit back with a ' +
      'credit note, so that the return of the sales tax has it.',
    number: 'Number',
    account: 'Account',
    month: 'Month',
    any_month: 'Any month',
    kind: 'Kind',
    any_kind: 'Any kind',
    invoice: 'Invoice',
    credit_note: 'Credit note',
    name: 'Customer',
    issued: 'Date',
    net: 'Without tax',
    tax: 'Sales tax',
    amount: 'Total',
    credited: 'Credited',
    pdf: 'PDF',
    csv: 'For the tax return (CSV)',
    credit: 'Credit note',
    rates: 'Rates of sales tax',
    none: 'There are no such invoices.',
  },
  ur: {
    title: 'انوائسیں',
    about:
      'ہر ادا کی گئی رقم کی ایک انوائس، اور کریڈٹ نوٹ۔ کریڈٹ واپس لینا ہو تو کریڈٹ نوٹ سے لیں، ' +
      'تاکہ سیلز ٹیکس کے گوشوارے میں آئے۔',
    number: 'نمبر',
    account: 'اکاؤنٹ',
    month: 'مہینہ',
    any_month: 'ہر مہینہ',
    kind: 'قسم',
    any_kind: 'ہر قسم',
    invoice: 'انوائس',
    credit_note: 'کریڈٹ نوٹ',
    name: 'گاہک',
    issued: 'تاریخ',
    net: 'ٹیکس کے بغیر',
    tax: 'سیلز ٹیکس',
    amount: 'کل',
    credited: 'واپس',
    pdf: 'PDF',
    csv: 'ٹیکس گوشوارے کے لیے (CSV)',
    credit: 'کریڈٹ نوٹ',
    rates: 'سیلز ٹیکس کی شرحیں',
    none: 'ایسی کوئی انوائس نہیں۔',
  },
});
