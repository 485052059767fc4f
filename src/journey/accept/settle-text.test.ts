import { firstNonGsmCharacter } from '@paigham/sms-text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeAccount } from '../../../test/support/fixtures.ts';
import type { Account } from '../../domain/account/account.ts';
import { sentenceOf } from '../../domain/failure/failure.ts';
import { settleText, type SettledText } from './settle-text.ts';

type Settings = Partial<Account> & { readonly unicode?: boolean; readonly demoText?: string };

function settle(rendered: string, settings: Settings = {}): SettledText | string {
  const { unicode = false, demoText = ' -Demo.', ...account } = settings;
  const settled = settleText(rendered, {
    account: makeAccount(account),
    senderRoute: 'simple',
    unicode,
    demoText,
  });
  return 'reason' in settled ? sentenceOf(settled) : settled;
}

const gsm = (text: string, parts = 1): SettledText => ({ text, alphabet: 'gsm7', parts });
const ucs2 = (text: string, parts = 1): SettledText => ({ text, alphabet: 'ucs2', parts });
const unverified = { verified: false } as const;
const plain = { lookalikes: false } as const;
const unicode = { unicode: true } as const;

describe('the text that goes out', () => {
  it.each<readonly [string, string, Settings, SettledText]>([
    ['GSM stays as it is', 'Hi @é€', {}, gsm('Hi @é€')],
    ['look-alikes take their GSM form', 'Don’t – “go”…', {}, gsm('Don\'t - "go"...')],
    ['with type=unicode they stay', 'Don’t', unicode, ucs2('Don’t')],
    ['with type=unicode a GSM text stays GSM', 'Hello', unicode, gsm('Hello')],
    ['with type=unicode other scripts go', 'آپ کا کوڈ', unicode, ucs2('آپ کا کوڈ')],
    ['line ends are one LF', 'a\r\nb\rc\nd\r\n', {}, gsm('a\nb\nc\nd\n')],
    ['line ends are one LF in UCS-2', 'ک\r\nb', unicode, ucs2('ک\nb')],
    ['a demo text follows', 'Hi', unverified, gsm('Hi -Demo.')],
    [
      'a demo text takes its GSM form too',
      'Hi',
      { ...unverified, demoText: ' – Demo' },
      gsm('Hi - Demo'),
    ],
    ['none follows once verified', 'Hi', { demoText: ' – Demo' }, gsm('Hi')],
    ['nothing is one part', '', {}, gsm('')],
    ['invisible marks go', 'Ali\u200e, \u2068No.\u2069 1\ufe0f7\u061c', {}, gsm('Ali, No. 17')],
    ['they go where look-alikes are off', 'Ali\u200e\u00ad', plain, gsm('Ali')],
    ['they make no text unicode', 'Ali\u200e', unicode, gsm('Ali')],
    ['they stay in other scripts', 'می\u200cرود\u200f', unicode, ucs2('می\u200cرود\u200f')],
    ['they stay in emoji', '👩\u200d💻 ❤\ufe0f', unicode, ucs2('👩\u200d💻 ❤\ufe0f')],
    ['nothing turns a number round', 'آرڈر \u202e1022\u202c', unicode, ucs2('آرڈر 1022')],
    ['decomposed letters are composed', 'Jose\u0301', {}, gsm('José')],
    ['they are in UCS-2 too', 'ا\u0653پ', unicode, ucs2('آپ')],
  ])('%s', (_, rendered, settings, settled) => {
    expect(settle(rendered, settings)).toEqual(settled);
  });

  it.each<readonly [string, string, Settings, string]>([
    ['an Urdu letter', 'code کوڈ', {}, "'ک' at position 6"],
    ['a look-alike where they are off', 'Don’t', plain, "'’' at position 4"],
    ['the place where the caller wrote it', 'a…b…ç', {}, "'ç' at position 5"],
    ['the first of two', 'ça ک', {}, "'ç' at position 1"],
    ['a whole emoji', 'Hi 😀', {}, "'😀' at position 4"],
    ['a mark that no letter takes', 'aZ\u0308', {}, "'\u0308' at position 3"],
    ['a letter that it makes', 'as\u0327', {}, "'ş' at position 2"],
    ['a tab where look-alikes are off', 'a\tb', plain, 'the character at position 2'],
    ['a line end as one character', 'a\r\nç', {}, "'ç' at position 3"],
  ])('is refused without type=unicode, naming %s', (_, rendered, settings, place) => {
    expect(settle(rendered, settings)).toBe(
      `Invalid text: ${place} needs type=unicode (unicode: true at /v1/messages)`,
    );
  });
});

describe('the parts of a text', () => {
  it.each([
    ['160 characters are one part', 'a'.repeat(160), {}, 1],
    ['161 are two', 'a'.repeat(161), {}, 2],
    ['an extension character counts two', `${'a'.repeat(159)}€`, {}, 2],
    ['70 of UCS-2 are one', 'ک'.repeat(70), unicode, 1],
    ['71 of UCS-2 are two', 'ک'.repeat(71), unicode, 2],
    ['line ends are counted after they are one', 'a\r\n'.repeat(80), {}, 1],
    ['look-alikes are counted in their GSM form', `${'a'.repeat(158)}…`, {}, 2],
    ['a demo text is counted', 'a'.repeat(154), unverified, 2],
    ['ten are the most, in GSM', 'a'.repeat(1530), {}, 10],
    ['ten are the most, in UCS-2', 'ک'.repeat(670), unicode, 10],
  ])('%s', (_, rendered, settings, parts) => {
    expect(settle(rendered, settings)).toMatchObject({ parts });
  });

  it.each([
    ['in GSM', 'a'.repeat(1531), {}],
    ['in UCS-2', 'ک'.repeat(671), unicode],
    ['with a demo text', 'a'.repeat(1530), unverified],
  ])('may not be eleven, %s', (_, rendered, settings) => {
    expect(settle(rendered, settings)).toBe(
      'Invalid text: it takes 11 parts, at most 10 are allowed',
    );
  });
});

describe('every text', () => {
  it('is GSM unless the caller asked for more; a refusal names one character', () => {
    const unit = fc.constantFrom('a', '€', '’', '…', '\r\n', '\r', '\u200b', 'ç', 'ک', '😀');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), fc.boolean(), (rendered, isUnicode) => {
        const settled = settle(rendered, { unicode: isUnicode });
        if (typeof settled === 'string') {
          expect(isUnicode).toBe(false);
          const position = Number(/position (\d+) /.exec(settled)?.[1]);
          const lines = rendered.replaceAll('\r\n', '\n');
          expect(['ç', 'ک', '😀'.charAt(0)]).toContain(lines.charAt(position - 1));
          return;
        }
        expect(settled.text).not.toContain('\r');
        const isGsm = firstNonGsmCharacter(settled.text) === undefined;
        expect(settled.alphabet).toBe(isGsm ? 'gsm7' : 'ucs2');
        if (!isUnicode) expect(isGsm).toBe(true);
      }),
    );
  });
});
