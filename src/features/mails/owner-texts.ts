/** What the owners of an account read about it: decisions of staff, and low credit. */
import {
  explainRefusal,
  type DocumentKind,
  type DocumentReason,
} from '../../domain/account/verification.ts';
import { creditInEnglish, creditInUrdu, type CreditNews } from './credit-texts.ts';
import type { Wording } from './mail-texts.ts';

/** `reason`: why not; undefined: it was approved. */
export type OwnerNews =
  | { readonly kind: 'sender_decided'; readonly name: string; readonly reason: string | undefined }
  | {
      readonly kind: 'template_decided';
      readonly name: string;
      /** Of the wording. */
      readonly version: number;
      readonly reason: string | undefined;
    }
  | { readonly kind: 'account_verified' | 'account_unverified' }
  | {
      readonly kind: 'document_refused';
      readonly document: DocumentKind;
      readonly reason: DocumentReason;
      /** What staff have added to it. */
      readonly words: string | undefined;
    }
  /** To whoever wants it: replies that nobody has read. */
  | { readonly kind: 'replies_unread'; readonly conversations: number }
  | CreditNews;

/** `link`: where the account looks. */
export type OwnerMail = OwnerNews & { readonly account: string; readonly link: string };

export const OWNER_WORDINGS = { en: inEnglish, ur: inUrdu } as const;

const DOCUMENTS: Readonly<Record<DocumentKind, { readonly en: string; readonly ur: string }>> = {
  identity_card_front: { en: 'Identity card, front', ur: 'شناختی کارڈ، سامنے کا رخ' },
  identity_card_back: { en: 'Identity card, back', ur: 'شناختی کارڈ، پچھلا رخ' },
  face: { en: 'Face', ur: 'چہرہ' },
  agreement: { en: 'Agreement', ur: 'معاہدہ' },
  tax: { en: 'Tax number', ur: 'ٹیکس نمبر' },
};

const URDU_REASONS: Readonly<Record<DocumentReason, string>> = {
  unreadable: 'اسے پڑھا نہیں جا سکتا: پوری دستاویز دکھائیں، تصویر صاف ہو اور چمک نہ ہو۔',
  expired: 'دستاویز کی میعاد ختم ہو چکی ہے۔',
  name_differs: 'اس پر درج نام اکاؤنٹ یا دستخط کرنے والے کا نہیں۔',
  wrong_document: 'یہ وہ دستاویز نہیں جو درکار ہے۔',
  not_signed: 'معاہدہ آپ کے لیٹر ہیڈ پر، دستخط اور مہر کے ساتھ ہونا چاہیے۔',
  other: 'اسے قبول نہیں کیا جا سکتا۔',
};

function inEnglish(mail: OwnerMail): Wording {
  const { account, link: href } = mail;
  switch (mail.kind) {
    case 'sender_decided':
    case 'template_decided': {
      const [what, words] =
        mail.kind === 'sender_decided'
          ? [`sender ID ${mail.name}`, 'See the sender IDs']
          : [`template “${mail.name}” (version ${mail.version})`, 'See the templates'];
      const verdict = mail.reason === undefined ? 'approved' : 'rejected';
      return {
        subject: `${account}: ${what} was ${verdict}`,
        before: [
          `The ${what} of ${account} was ${verdict}.`,
          mail.reason === undefined ? 'You can send with it now.' : `Why: ${mail.reason}`,
        ],
        link: { words, href },
        after: [],
      };
    }
    case 'account_verified':
    case 'account_unverified':
      return {
        ...englishOfVerification(account, mail.kind === 'account_verified'),
        link: { words: 'See the verification', href },
        after: [],
      };
    case 'document_refused': {
      const name = DOCUMENTS[mail.document].en;
      return {
        subject: `${account}: a document was refused (${name})`,
        before: [
          `A document for the verification of ${account} was refused: ${name}.`,
          `Why: ${explainRefusal(mail.reason, mail.words)}`,
        ],
        link: { words: 'Give another one', href },
        after: [],
      };
    }
    case 'replies_unread': {
      const many = mail.conversations > 1;
      const people = many ? `${mail.conversations} people wait` : 'Somebody waits';
      return {
        subject: `${account}: ${many ? `${mail.conversations} unread replies` : 'an unread reply'}`,
        before: [`${people} for an answer from ${account}: nobody has read what they wrote.`],
        link: { words: 'Read the replies', href },
        after: ['After how long you are told, and whether, is a setting of your profile.'],
      };
    }
    case 'credit_added':
    case 'transfer_refused':
    case 'credit_low':
    case 'top_up_declined':
    case 'top_up_most':
      return creditInEnglish(mail);
  }
}

function inUrdu(mail: OwnerMail): Wording {
  const { account, link: href } = mail;
  switch (mail.kind) {
    case 'sender_decided':
    case 'template_decided': {
      const [what, words] =
        mail.kind === 'sender_decided'
          ? [`بھیجنے والے کا نام \u2066${mail.name}\u2069`, 'بھیجنے والے کا نام دیکھیں']
          : [`ٹیمپلیٹ ”${mail.name}“ (نسخہ ${mail.version})`, 'ٹیمپلیٹ دیکھیں'];
      const verdict = mail.reason === undefined ? 'منظور' : 'مسترد';
      return {
        subject: `${account}: ${what} ${verdict}`,
        before: [
          `${account} کا ${what} ${verdict} ہو گیا۔`,
          mail.reason === undefined ? 'اب آپ اس سے بھیج سکتے ہیں۔' : `وجہ: ${mail.reason}`,
        ],
        link: { words, href },
        after: [],
      };
    }
    case 'account_verified':
    case 'account_unverified':
      return {
        ...urduOfVerification(account, mail.kind === 'account_verified'),
        link: { words: 'تصدیق دیکھیں', href },
        after: [],
      };
    case 'document_refused': {
      const { document, reason, words = '' } = mail;
      return {
        subject: `${account}: ایک دستاویز نامنظور ہوئی (${DOCUMENTS[document].ur})`,
        before: [
          `${account} کی تصدیق کی ایک دستاویز نامنظور ہوئی: ${DOCUMENTS[document].ur}۔`,
          `وجہ: ${URDU_REASONS[reason]} ${words}`.trim(),
        ],
        link: { words: 'دوسری دستاویز دیں', href },
        after: [],
      };
    }
    case 'replies_unread': {
      const many = mail.conversations > 1;
      const people = many ? `${mail.conversations} افراد` : 'ایک صاحب';
      return {
        subject: many
          ? `${account}: ${mail.conversations} جوابات پڑھے نہیں گئے`
          : `${account}: ایک جواب پڑھا نہیں گیا`,
        before: [`${people} ${account} کے جواب کے منتظر ہیں: ان کا لکھا ابھی کسی نے نہیں پڑھا۔`],
        link: { words: 'جوابات پڑھیں', href },
        after: ['کتنی دیر بعد، اور آیا آپ کو بتایا جائے، یہ آپ کی پروفائل میں طے ہوتا ہے۔'],
      };
    }
    case 'credit_added':
    case 'transfer_refused':
    case 'credit_low':
    case 'top_up_declined':
    case 'top_up_most':
      return creditInUrdu(mail);
  }
}

type Told = Pick<Wording, 'subject' | 'before'>;

function englishOfVerification(account: string, isVerified: boolean): Told {
  if (isVerified) {
    return {
      subject: `${account} is verified`,
      before: [
        `All documents of ${account} were approved: the account is verified.`,
        'Messages go out without the demo text, and you may have sender IDs of your own.',
      ],
    };
  }
  return {
    subject: `${account} is not verified any more`,
    before: [
      `The operator of the service has withdrawn the verification of ${account}.`,
      'Sender IDs of your own are refused until you are verified again, and the demo text ' +
        'follows your messages.',
    ],
  };
}

function urduOfVerification(account: string, isVerified: boolean): Told {
  if (isVerified) {
    return {
      subject: `${account} کی تصدیق ہو گئی`,
      before: [
        `${account} کی سب دستاویزات منظور ہو گئیں: اکاؤنٹ کی تصدیق ہو چکی ہے۔`,
        'پیغامات ڈیمو عبارت کے بغیر جاتے ہیں، اور آپ بھیجنے والے کا اپنا نام رکھ سکتے ہیں۔',
      ],
    };
  }
  return {
    subject: `${account} کی تصدیق واپس لے لی گئی`,
    before: [
      `سروس نے ${account} کی تصدیق واپس لے لی ہے۔`,
      'دوبارہ تصدیق تک بھیجنے والے کا آپ کا اپنا نام استعمال نہیں ہو سکتا، اور پیغامات کے ' +
        'آخر میں ڈیمو عبارت لگتی ہے۔',
    ],
  };
}
