/** The agreement that an account prints on its letterhead, signs, stamps and gives back. */
import { stampInZone } from '../../domain/policy/hours.ts';
import { escapeXml } from '../../api/answer.ts';
import type { GivenPage } from '../../api/v1/endpoint.ts';

/** Of the wording below; a signed agreement names it. */
const AGREEMENT_VERSION = '1';

type Signing = {
  readonly accountId: number;
  readonly company: string;
  /** Who signs, as far as it is known. */
  readonly person: string | undefined;
  readonly nowMs: number;
};

const ENGLISH = [
  'We ask for the verification of our account with this SMS service, and for sender IDs in ' +
    'our name.',
  'We are a company, product or service of Pakistani origin. We send for ourselves alone, and do ' +
    'not terminate traffic of international entities.',
  'We own the names that we ask for as sender IDs, or have the written consent of their owner.',
  'We send to people who have agreed to hear from us, stop when they ask us to, and keep to the ' +
    'hours, categories and rules of the Pakistan Telecommunication Authority.',
  'The identity card, the photograph and the tax number that we have given are genuine, and are ' +
    'those of the person who signs and of our company. We tell the service when they change.',
  'We are answerable for everything that is sent with our keys.',
] as const;

const URDU = [
  'ہم اس ایس ایم ایس سروس پر اپنے اکاؤنٹ کی تصدیق اور اپنے نام کی سینڈر آئی ڈی کی ' +
    'درخواست کرتے ہیں۔',
  'ہماری کمپنی، مصنوعات یا خدمات پاکستانی ہیں۔ ہم صرف اپنے لیے پیغامات بھیجتے ہیں ' +
    'اور کسی بین الاقوامی ادارے کے پیغامات نہیں پہنچاتے۔',
  'سینڈر آئی ڈی کے لیے مانگے گئے نام ہماری ملکیت ہیں، یا ہمارے پاس ان کے مالک کی ' +
    'تحریری اجازت ہے۔',
  'ہم صرف انہیں پیغام بھیجتے ہیں جنہوں نے اس کی اجازت دی ہے، ان کے کہنے پر بند کر ' +
    'دیتے ہیں، اور پاکستان ٹیلی کمیونیکیشن اتھارٹی کے اوقات، اقسام اور قواعد کی ' +
    'پابندی کرتے ہیں۔',
  'ہمارا دیا ہوا شناختی کارڈ، تصویر اور ٹیکس نمبر اصلی ہیں اور دستخط کرنے والے ' +
    'اور ہماری کمپنی کے ہیں۔ تبدیلی کی صورت میں ہم سروس کو بتائیں گے۔',
  'ہماری کیز سے بھیجے گئے ہر پیغام کے ہم ذمہ دار ہیں۔',
] as const;

/** The head of the sheet is left to the letterhead; all of it fits on one sheet of A4. */
const STYLE = `
@page { size: A4; margin: 12mm 20mm }
body { font: 10.5pt/1.4 system-ui, sans-serif; color: #111; max-width: 170mm; margin: 0 auto }
.letterhead { height: 33mm; border-bottom: 1px dashed #999; color: #777; font-size: 9pt }
@media print { .letterhead { color: transparent; border: 0 } }
h1 { font-size: 14pt; margin: 4mm 0 2mm }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 1mm 6mm; margin: 4mm 0 }
dt { color: #555 } dd { margin: 0; font-weight: 600 }
ol { margin: 0 } li { margin-bottom: 1mm }
[lang=ur] { font-family: 'Noto Nastaliq Urdu', 'Jameel Noori Nastaleeq', serif; line-height: 1.9 }
.signs { display: grid; grid-template-columns: 1fr 1fr 45mm; gap: 8mm; margin-top: 6mm;
  align-items: end; font-size: 9pt; break-inside: avoid }
.signs div { border-top: 1px solid #111; padding-top: 1mm }
.signs .stamp { height: 26mm; border: 1px dashed #999; padding: 2mm; color: #555 }`;

const LINE = '________________________';

/** The agreement of an account, in English and Urdu, as a page to print. */
export function makeAgreement({ accountId, company, person, nowMs }: Signing): GivenPage {
  const facts = [
    ['Company (account) · کمپنی', `${company} (${accountId})`],
    ['Signed by · دستخط کنندہ', person ?? LINE],
    ['Date · تاریخ', stampInZone(nowMs).slice(0, 10)],
    ['Version of this agreement · معاہدے کا نسخہ', AGREEMENT_VERSION],
  ] as const;
  const pairs = facts.map(
    ([word, value]) => `<dt>${word}</dt><dd><bdi>${escapeXml(value)}</bdi></dd>`,
  );
  const points = (texts: readonly string[]): string =>
    `<ol>${texts.map((it) => `<li>${it}</li>`).join('')}</ol>`;
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Agreement</title>',
    `<style>${STYLE}</style></head><body>`,
    '<div class="letterhead">Print this on your letterhead · یہ اپنے لیٹر ہیڈ پر چھاپیں</div>',
    `<dl>${pairs.join('')}</dl>`,
    `<section><h1>Agreement for an SMS account</h1>${points(ENGLISH)}</section>`,
    '<section lang="ur" dir="rtl"><h1>ایس ایم ایس اکاؤنٹ کا معاہدہ</h1>',
    `${points(URDU)}</section>`,
    '<div class="signs"><div>Name and position · نام اور عہدہ</div>',
    '<div>Signature and date · دستخط اور تاریخ</div>',
    '<div class="stamp">Company stamp · کمپنی کی مہر</div></div></body></html>',
  ].join('');
  return { kind: 'page', html, style: STYLE };
}
