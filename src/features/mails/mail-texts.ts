/** What mails to people say, in English and Urdu. */
import { DOTS } from '../../domain/account/name.ts';
import type { Role } from '../../domain/account/account.ts';
import { limit } from '../../domain/limits.ts';
import { escapeHtml } from '../../kit/escape-html.ts';
import { OWNER_WORDINGS, type OwnerMail } from './owner-texts.ts';
import { SECURITY_WORDINGS, type SecurityMail } from '../sign-in/security-texts.ts';

export type Locale = 'en' | 'ur';

export type MailContent = JoiningMail | SecurityMail | OwnerMail;

/** To somebody who is about to get into their login. */
type JoiningMail =
  | { readonly kind: 'registration'; readonly name: string; readonly code: string }
  /** Somebody registered with an address that has a login already. */
  | { readonly kind: 'registration_known'; readonly link: string }
  | { readonly kind: 'password_reset'; readonly link: string }
  | {
      readonly kind: 'invitation';
      readonly inviter: string;
      readonly account: string;
      readonly role: Role;
      readonly link: string;
    };

export type WrittenMail = {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** A mail in parts: paragraphs, and one thing to read off or to follow. */
export type Wording = {
  readonly subject: string;
  readonly before: readonly string[];
  readonly code?: string;
  readonly link?: { readonly words: string; readonly href: string };
  readonly after: readonly string[];
};

const CODE_MINUTES = limit('codeMinutes');
const RESET_MINUTES = limit('resetMinutes');
const INVITATION_DAYS = limit('invitationDays');

/** Writes a mail as plain text and as HTML. What people chose is quoted, never markup. */
export function writeMail(content: MailContent, locale: Locale): WrittenMail {
  const wording = wordingOf(unlinked(content), locale);
  const { subject, before, code, link, after } = wording;
  const middle = code ?? (link && `${link.words}:\n${link.href}`);
  const text = [...before, ...(middle === undefined ? [] : [middle]), ...after].join('\n\n');
  return { subject, text: `${text}\n`, html: writeHtml(wording, locale) };
}

/** What strangers and members chose. */
const NAMES = ['name', 'inviter', 'account'] as const;
const DOT = new RegExp(`${DOTS}(?=\\S)`, 'gu');

/** A company may be called Daraz.pk: a word joiner keeps mail programs from making a link of it. */
function unlinked(content: MailContent): MailContent {
  const copy: Record<string, unknown> = { ...content };
  for (const name of NAMES) {
    const given = copy[name];
    if (typeof given === 'string') copy[name] = given.replaceAll(DOT, '$&\u2060');
  }
  return copy as MailContent;
}

function writeHtml({ subject, before, code, link, after }: Wording, locale: Locale): string {
  const direction = locale === 'ur' ? 'rtl' : 'ltr';
  const paragraphs = (texts: readonly string[]): string =>
    texts.map((it) => `<p>${escapeHtml(it)}</p>`).join('\n');
  const middle = [
    ...(code === undefined
      ? []
      : [`<p dir="ltr" style="font-size:24px;letter-spacing:4px"><b>${escapeHtml(code)}</b></p>`]),
    ...(link === undefined
      ? []
      : [`<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.words)}</a></p>`]),
  ];
  return [
    `<!doctype html><html lang="${locale}" dir="${direction}"><head><meta charset="utf-8">`,
    `<title>${escapeHtml(subject)}</title></head>`,
    '<body style="font-family:sans-serif;font-size:16px;line-height:1.5;max-width:34em">',
    [paragraphs(before), ...middle, paragraphs(after)].join('\n'),
    '</body></html>\n',
  ].join('\n');
}

function wordingOf(content: MailContent, locale: Locale): Wording {
  switch (content.kind) {
    case 'registration':
    case 'registration_known':
    case 'password_reset':
    case 'invitation':
      return JOINING_WORDINGS[locale](content);
    case 'password_changed':
    case 'second_factor_on':
    case 'second_factor_off':
    case 'passkey_added':
    case 'passkey_removed':
      return SECURITY_WORDINGS[locale](content);
    case 'sender_decided':
    case 'template_decided':
    case 'account_verified':
    case 'account_unverified':
    case 'document_refused':
    case 'credit_low':
    case 'top_up_declined':
    case 'top_up_most':
    case 'credit_added':
    case 'transfer_refused':
    case 'replies_unread':
      return OWNER_WORDINGS[locale](content);
  }
}

const JOINING_WORDINGS = { en: inEnglish, ur: inUrdu } as const;

function inEnglish(content: JoiningMail): Wording {
  switch (content.kind) {
    case 'registration':
      return {
        subject: 'Your code for Paigham',
        before: [`Hello ${content.name},`, 'Confirm your e-mail address with this code:'],
        code: content.code,
        after: [
          `It is valid for ${CODE_MINUTES} minutes. Nobody at Paigham will ever ask you for it.`,
          'If you did not register, ignore this mail: without the code nothing happens.',
        ],
      };
    case 'registration_known':
      return {
        subject: 'You already have a Paigham login',
        before: [
          'Somebody, probably you, registered at Paigham with this e-mail address.',
          'It already has a login. Sign in, or set a new password if you have forgotten it.',
        ],
        link: { words: 'Sign in', href: content.link },
        after: ['If it was not you, ignore this mail: nothing has changed.'],
      };
    case 'password_reset':
      return {
        subject: 'Set a new Paigham password',
        before: ['Somebody, probably you, asked to set a new password for your Paigham login.'],
        link: { words: 'Set a new password', href: content.link },
        after: [
          `The link works once, within ${RESET_MINUTES} minutes. It signs you out everywhere.`,
          'If it was not you, ignore this mail: your password stays as it is.',
        ],
      };
    case 'invitation':
      return {
        subject: `${content.account} invites you to Paigham`,
        before: [
          `${content.inviter} invites you to work for ${content.account} as ${content.role}.`,
        ],
        link: { words: 'See the invitation', href: content.link },
        after: [
          `The link works once, within ${INVITATION_DAYS} days.`,
          'If you do not know who this is, ignore this mail.',
        ],
      };
  }
}

function inUrdu(content: JoiningMail): Wording {
  switch (content.kind) {
    case 'registration':
      return {
        subject: 'پیغام کے لیے آپ کا کوڈ',
        before: [`السلام علیکم ${content.name}،`, 'اس کوڈ سے اپنے ای میل پتے کی تصدیق کریں:'],
        code: content.code,
        after: [
          `یہ کوڈ ${CODE_MINUTES} منٹ تک کارآمد ہے۔`,
          `پیغام کا کوئی فرد آپ سے یہ کوڈ کبھی نہیں مانگے گا۔`,
          'اگر آپ نے اندراج نہیں کیا تو اس ای میل کو نظر انداز کریں: کوڈ کے بغیر کچھ نہیں ہوگا۔',
        ],
      };
    case 'registration_known':
      return {
        subject: 'پیغام پر آپ کا لاگ اِن پہلے سے موجود ہے',
        before: [
          'کسی نے، غالباً آپ نے، اس ای میل پتے سے پیغام پر اندراج کیا ہے۔',
          'اس پتے کا لاگ اِن پہلے سے موجود ہے۔',
          'سائن اِن کریں، یا پاس ورڈ بھول گئے ہوں تو نیا بنائیں۔',
        ],
        link: { words: 'سائن اِن کریں', href: content.link },
        after: ['اگر یہ آپ نہیں تھے تو اس ای میل کو نظر انداز کریں: کچھ نہیں بدلا۔'],
      };
    case 'password_reset':
      return {
        subject: 'پیغام کا نیا پاس ورڈ بنائیں',
        before: ['کسی نے، غالباً آپ نے، پیغام کا نیا پاس ورڈ بنانے کی درخواست کی ہے۔'],
        link: { words: 'نیا پاس ورڈ بنائیں', href: content.link },
        after: [
          `یہ لنک ایک بار، ${RESET_MINUTES} منٹ کے اندر کام کرتا ہے۔`,
          'اس سے آپ ہر جگہ سائن آؤٹ ہو جائیں گے۔',
          'اگر یہ آپ نہیں تھے تو کچھ نہ کریں: آپ کا پاس ورڈ وہی رہے گا۔',
        ],
      };
    case 'invitation':
      return {
        subject: `${content.account} کی طرف سے پیغام پر دعوت`,
        before: [
          `${content.inviter} نے آپ کو ${content.account} کے لیے بطور ` +
            `${URDU_ROLES[content.role]} کام کرنے کی دعوت دی ہے۔`,
        ],
        link: { words: 'دعوت دیکھیں', href: content.link },
        after: [
          `یہ لنک ایک بار، ${INVITATION_DAYS} دن کے اندر کام کرتا ہے۔`,
          'اگر آپ انہیں نہیں جانتے تو اس ای میل کو نظر انداز کریں۔',
        ],
      };
  }
}

const URDU_ROLES: Readonly<Record<Role, string>> = {
  owner: 'مالک',
  manager: 'مینیجر',
  developer: 'ڈویلپر',
  viewer: 'ناظر',
  agent: 'ایجنٹ',
};
