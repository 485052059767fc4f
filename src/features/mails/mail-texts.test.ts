import { describe, expect, it } from 'vitest';
import { micros } from '../../domain/pricing/money.ts';
import { writeMail, type MailContent } from './mail-texts.ts';

const link = 'https://messages.example.com/portal/reset#token=abc';
const atMs = Date.parse('2026-11-22T09:05:00Z');
const from = '203.0.113.9';
const account = 'Roshan Store';
const EVERY: readonly MailContent[] = [
  { kind: 'registration', name: 'Zara', code: '482193' },
  { kind: 'registration_known', link },
  { kind: 'password_reset', link },
  { kind: 'password_changed', atMs, from },
  { kind: 'second_factor_on', atMs, from },
  { kind: 'second_factor_off', atMs, from },
  { kind: 'passkey_added', name: 'Laptop', atMs, from },
  { kind: 'passkey_removed', name: 'Laptop', atMs, from },
  { kind: 'invitation', inviter: 'Zara', account, role: 'manager', link },
  { kind: 'sender_decided', name: 'ROSHAN', reason: undefined, account, link },
  { kind: 'template_decided', name: 'Parcel', version: 2, reason: 'Too long.', account, link },
  { kind: 'account_verified', account, link },
  { kind: 'document_refused', document: 'tax', reason: 'expired', words: undefined, account, link },
  {
    kind: 'credit_added',
    amountMicros: micros(4_000_000_000n),
    availableMicros: micros(4_100_000_000n),
    reference: 'Bank transfer ABCD-EFGH',
    askedMicros: micros(5_000_000_000n),
    invoice: 'INV-2026-000001',
    account,
    link,
  },
  { kind: 'transfer_refused', reference: 'ABCD-EFGH', reason: 'No such money came', account, link },
  {
    kind: 'top_up_declined',
    ...{ amount: '700.00', why: 'No funds.', needsPerson: false, isOff: false },
    ...{ account, link },
  },
  {
    kind: 'top_up_declined',
    ...{ amount: '700.00', why: undefined, needsPerson: true, isOff: true },
    ...{ account, link },
  },
  { kind: 'top_up_most', mostMicros: micros(2_000_000_000n), account, link },
  { kind: 'credit_low', balance: '95.00', threshold: '100.00', account, link },
];

describe.each(['en', 'ur'] as const)('in %s', (locale) => {
  it.each(EVERY)('a mail about $kind says the same as text and as HTML', (content) => {
    const { subject, text, html } = writeMail(content, locale);
    expect(subject).toMatch(/^[^\r\n]{5,100}$/);
    const needed =
      'code' in content ? content.code : 'link' in content ? content.link : content.from;
    expect(html).toContain(needed);
    expect(text).toContain(needed);
    expect(html).toContain(locale === 'ur' ? 'dir="rtl"' : 'dir="ltr"');
  });

  const security = EVERY.filter((it) => 'from' in it);
  it.each(security)('a mail about $kind says when, in Pakistan, and has no link', (content) => {
    const { html, text } = writeMail(content, locale);
    expect(text).toMatch(/22 .* 2026.*(14:05|2:05)/);
    expect(`${html}${text}`).not.toMatch(/https?:|<a /);
  });

  it('no code is in a subject, which mail servers log', () => {
    const { subject } = writeMail({ kind: 'registration', name: 'Z', code: '482193' }, locale);
    expect(subject).not.toContain('482193');
  });

  it.each(['.', '。', '．', '․', '｡', '﹒', '·'])('no name with %s in it is a link', (dot) => {
    for (const before of ['evil', 'evi\u0301', 'evil\u200d']) {
      const account = `${before}${dot}com`;
      const content = { kind: 'invitation', role: 'viewer', link, account, inviter: 'Z' } as const;
      expect(writeMail(content, locale).subject).toContain(`${before}${dot}\u2060com`);
    }
  });

  it('what people chose is text, not markup', () => {
    const account = '<script>alert(1)</script>';
    const inviter = '"><img src=x>';
    const content = { kind: 'invitation', role: 'viewer', link, account, inviter } as const;
    const { html } = writeMail(content, locale);
    expect(html).not.toMatch(/<script|<img/);
    expect(html).toContain('&lt;script&gt;');
  });
});
