/** What the owners of an account read about its credit. */
import {
  formatRupees,
  groupThousands,
  writeRupees,
  type Micros,
} from '../../domain/pricing/money.ts';
import type { Wording } from './mail-texts.ts';

export type CreditNews =
  | {
      readonly kind: 'credit_added';
      readonly amountMicros: Micros;
      /** What is left with it. */
      readonly availableMicros: Micros | undefined;
      readonly reference: string | undefined;
      /** What was to be paid by bank. */
      readonly askedMicros: Micros | undefined;
      /** Its number; undefined: it was not paid for. */
      readonly invoice: string | undefined;
    }
  /** A bank transfer. */
  | { readonly kind: 'transfer_refused'; readonly reference: string; readonly reason: string }
  /** A kept card was not charged. */
  | {
      readonly kind: 'top_up_declined';
      /** In rupees. */
      readonly amount: string;
      /** In the words of the gateway. */
      readonly why: string | undefined;
      readonly needsPerson: boolean;
      /** It was the last time. */
      readonly isOff: boolean;
    }
  /** No more is added by itself this month. */
  | { readonly kind: 'top_up_most'; readonly mostMicros: Micros }
  /** In rupees. */
  | { readonly kind: 'credit_low'; readonly balance: string; readonly threshold: string };

type Mail = CreditNews & { readonly account: string; readonly link: string };

export function creditInEnglish(mail: Mail): Wording {
  const { account, link: href } = mail;
  switch (mail.kind) {
    case 'credit_added': {
      const { amount, asked, left } = amountsOf(mail);
      const differs =
        asked === undefined ? '' : ` instead of Rs ${asked}: the amount that arrived counts`;
      return {
        subject: `${account}: Rs ${amount} of credit added`,
        before: [
          `Rs ${amount} was added to the credit of ${account}${differs}. Rs ${left} is left.`,
          ...(mail.reference === undefined ? [] : [mail.reference]),
        ],
        link:
          mail.invoice === undefined
            ? { words: 'See the credit', href }
            : { words: `Get the invoice ${mail.invoice}`, href: `${href}/invoices` },
        after: [],
      };
    }
    case 'transfer_refused':
      return {
        subject: `${account}: the bank transfer ${mail.reference} was not confirmed`,
        before: [
          `The bank transfer ${mail.reference} of ${account} was not confirmed, and nothing was ` +
            'added.',
          `Why: ${mail.reason}`,
        ],
        link: { words: 'See the credit', href },
        after: [],
      };
    case 'top_up_declined':
      return {
        subject: `${account}: Rs ${mail.amount} could not be charged to your card`,
        before: [
          mail.needsPerson
            ? `The bank wants you to confirm the payment of Rs ${mail.amount} for ${account}: ` +
              'pay it by hand.'
            : `Your card was declined for Rs ${mail.amount} of credit for ${account}.`,
          ...(mail.why === undefined ? [] : [`What the gateway says: ${mail.why}`]),
          mail.isOff
            ? 'The automatic top-up is off now. Pay by hand, and switch it on again there.'
            : 'It is tried again tomorrow, if credit is low still.',
        ],
        link: { words: 'Pay by hand', href },
        after: [],
      };
    case 'top_up_most':
      return mostInEnglish(mail);
    case 'credit_low':
      return {
        subject: `${account}: credit is low`,
        before: [
          `${account} has Rs ${mail.balance} left: less than the Rs ${mail.threshold} below ` +
            'which you wanted to be told.',
          'Messages that the credit does not cover are refused.',
        ],
        link: { words: 'See the credit', href },
        after: ['The amount below which you are told can be changed there.'],
      };
  }
}

export function creditInUrdu(mail: Mail): Wording {
  const { account, link: href } = mail;
  switch (mail.kind) {
    case 'credit_added': {
      const { amount, asked, left } = amountsOf(mail);
      const differs =
        asked === undefined
          ? ''
          : `مانگی گئی رقم \u2066Rs ${asked}\u2069 تھی؛ جو رقم آئی وہی شمار ہوئی۔ `;
      return {
        subject: `${account}: \u2066Rs ${amount}\u2069 کا کریڈٹ آ گیا`,
        before: [
          `${account} کے لیے \u2066Rs ${amount}\u2069 آ گئے۔ ${differs}` +
            `اب خرچ کرنے کو \u2066Rs ${left}\u2069 باقی ہیں۔`,
          ...(mail.reference === undefined ? [] : [`\u2066${mail.reference}\u2069`]),
        ],
        link:
          mail.invoice === undefined
            ? { words: 'کریڈٹ دیکھیں', href }
            : { words: `انوائس \u2066${mail.invoice}\u2069 حاصل کریں`, href: `${href}/invoices` },
        after: [],
      };
    }
    case 'transfer_refused':
      return {
        subject: `${account}: بینک ٹرانسفر \u2066${mail.reference}\u2069 کی تصدیق نہیں ہوئی`,
        before: [
          `${account} کے بینک ٹرانسفر \u2066${mail.reference}\u2069 کی تصدیق نہیں ہوئی اور کچھ ` +
            'شامل نہیں ہوا۔',
          `وجہ: ${mail.reason}`,
        ],
        link: { words: 'کریڈٹ دیکھیں', href },
        after: [],
      };
    case 'top_up_declined':
      return {
        subject: `${account}: آپ کے کارڈ سے \u2066Rs ${mail.amount}\u2069 نہیں لیے جا سکے`,
        before: [
          mail.needsPerson
            ? `بینک چاہتا ہے کہ ${account} کی \u2066Rs ${mail.amount}\u2069 کی ادائیگی کی تصدیق ` +
              'آپ خود کریں: رقم خود ادا کریں۔'
            : `${account} کے کریڈٹ کے لیے آپ کے کارڈ سے \u2066Rs ${mail.amount}\u2069 لینے سے ` +
              'انکار ہوا۔',
          ...(mail.why === undefined ? [] : [`گیٹ وے نے کہا: \u2066${mail.why}\u2069`]),
          mail.isOff
            ? 'خودکار ٹاپ اپ اب بند ہے۔ رقم خود ادا کریں، اور وہیں اسے دوبارہ چالو کریں۔'
            : 'اگر کریڈٹ تب بھی کم ہوا تو کل پھر کوشش ہو گی۔',
        ],
        link: { words: 'خود ادا کریں', href },
        after: [],
      };
    case 'top_up_most':
      return mostInUrdu(mail);
    case 'credit_low':
      return {
        subject: `${account}: کریڈٹ کم رہ گیا ہے`,
        before: [
          `${account} میں \u2066Rs ${mail.balance}\u2069 باقی ہیں، جبکہ آپ نے ` +
            `\u2066Rs ${mail.threshold}\u2069 سے کم پر بتانے کو کہا تھا۔`,
          'جن پیغامات کے لیے کریڈٹ کافی نہ ہو وہ قبول نہیں کیے جاتے۔',
        ],
        link: { words: 'کریڈٹ دیکھیں', href },
        after: ['جس رقم سے کم پر آپ کو بتایا جاتا ہے وہ وہیں بدلی جا سکتی ہے۔'],
      };
  }
}

/** In rupees; `asked`, where it is not what came. */
function amountsOf(mail: Extract<CreditNews, { readonly kind: 'credit_added' }>) {
  const { amountMicros, askedMicros, availableMicros } = mail;
  const differs = askedMicros !== undefined && askedMicros !== amountMicros;
  return {
    amount: writeRupees(amountMicros),
    asked: differs ? writeRupees(askedMicros) : undefined,
    left: groupThousands(formatRupees(availableMicros ?? amountMicros)),
  };
}

type Most = Extract<Mail, { readonly kind: 'top_up_most' }>;

function mostInEnglish({ account, link: href, mostMicros }: Most): Wording {
  const most = writeRupees(mostMicros);
  return {
    subject: `${account}: no more is topped up this month`,
    before: [
      `Credit of ${account} is low, and is not topped up by itself again this month: more ` +
        `than the Rs ${most} that you allow in a month would be charged.`,
      'Messages that the credit does not cover are refused.',
    ],
    link: { words: 'Pay by hand, or allow more', href },
    after: [],
  };
}

function mostInUrdu({ account, link: href, mostMicros }: Most): Wording {
  const most = writeRupees(mostMicros);
  return {
    subject: `${account}: اس مہینے مزید خودکار ٹاپ اپ نہیں ہو گا`,
    before: [
      `${account} کا کریڈٹ کم ہے، مگر اس مہینے خودکار ٹاپ اپ پھر نہیں ہو گا: اس سے آپ کی مقرر ` +
        `کردہ ماہانہ حد \u2066Rs ${most}\u2069 سے زیادہ رقم لی جاتی۔`,
      'جن پیغامات کے لیے کریڈٹ کافی نہ ہو وہ قبول نہیں کیے جاتے۔',
    ],
    link: { words: 'خود ادا کریں، یا حد بڑھائیں', href },
    after: [],
  };
}
