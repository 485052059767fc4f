import { describe, expect, it } from 'vitest';
import { limit } from '../limits.ts';
import type { ChatProposal, ProposedButton } from './proposal.ts';
import { faultsOfProposal, TEMPLATE_RULES } from './template-rules.ts';

const BODY = { text: 'Dear {{1}}, your order {{2}} is on its way.', examples: ['Ali', 'A-17'] };

function propose(changes: Partial<ChatProposal> = {}): ChatProposal {
  return {
    name: 'order_update',
    language: 'en',
    category: 'utility',
    header: undefined,
    body: BODY,
    footer: undefined,
    buttons: [],
    code: undefined,
    ...changes,
  };
}

const CODE = propose({
  category: 'authentication',
  body: undefined,
  buttons: [{ type: 'otp', text: 'Copy code' }],
});

const reply = (text: string): ProposedButton => ({ type: 'quick_reply', text });
const replies = (count: number) => Array.from({ length: count }, (_, at) => reply(`Reply ${at}`));
const url = (address: string, example?: string): ProposedButton => {
  return { type: 'url', text: 'Track', url: address, example };
};
const CALL: ProposedButton = { type: 'call', text: 'Call us', phone: '+922111222333' };
const text = (length: number) => 'x'.repeat(length);
const plain = (body: string) => ({ text: body, examples: [] });
const header = (words: string, ...examples: string[]) =>
  ({ type: 'text', text: words, examples }) as const;

describe('a proposed template', () => {
  it.each<[string, Partial<ChatProposal>]>([
    ['a body alone', {}],
    ['every part', { header: header('Order {{1}}', 'A-17'), footer: { text: 'Roshan Store' } }],
    ['a header of 60 characters', { header: header(text(60)) }],
    ['a footer of 60 characters', { footer: { text: text(60) } }],
    ['a body of 1024 characters', { body: plain(text(1_024)) }],
    ['a body of 1024 characters, each of two units', { body: plain('😀'.repeat(1_024)) }],
    ['a name of 512 characters', { name: text(512) }],
    ['a label of 25 characters', { buttons: [reply(text(25))] }],
    ['a label of 25 characters, each of two units', { buttons: [reply('𝐚'.repeat(25))] }],
    ['10 quick replies', { buttons: replies(10) }],
    [
      '2 addresses, 1 call and quick replies',
      {
        buttons: [url('https://a.example'), url('https://b.example'), CALL, ...replies(7)],
      },
    ],
    [
      'an address that ends with a variable',
      {
        buttons: [url('https://a.example/{{1}}', 'https://a.example/17')],
      },
    ],
    [
      'a code to copy',
      { category: 'marketing', buttons: [{ type: 'copy_code', example: 'SAVE20' }] },
    ],
    ['a picture above', { header: { type: 'image', sampleUrl: 'https://a.example/a.jpg' } }],
    ['Urdu', { language: 'ur', body: { text: 'محترم {{1}}، شکریہ', examples: ['علی'] } }],
    ['a language of a country', { language: 'en_US' }],
    ['a one-time code', CODE],
    [
      'a one-time code that expires',
      {
        ...CODE,
        code: { securityRecommendation: true, expiresMinutes: 90 },
      },
    ],
  ])('may have %s', (_, changes) => {
    expect(faultsOfProposal(propose(changes))).toEqual([]);
  });

  const DOCUMENT = /a limit of this service$/;
  const PLATFORM = /a rule of the chat platform$/;

  it.each<[string, Partial<ChatProposal>, string, RegExp]>([
    ['no body', { body: undefined }, '/body', DOCUMENT],
    ['an empty body', { body: plain(' ') }, '/body', DOCUMENT],
    ['a body of 1025 characters', { body: plain(text(1_025)) }, '/body/text', DOCUMENT],
    ['a body of 1025 emoji', { body: plain('😀'.repeat(1_025)) }, '/body/text', DOCUMENT],
    ['a header of 61 characters', { header: header(text(61)) }, '/header/text', DOCUMENT],
    [
      'two variables in the header',
      {
        header: header('For {{1}} and {{2}}', 'a', 'b'),
      },
      '/header/text',
      DOCUMENT,
    ],
    ['a footer of 61 characters', { footer: { text: text(61) } }, '/footer/text', DOCUMENT],
    ['a variable in the footer', { footer: { text: 'By {{1}}' } }, '/footer/text', DOCUMENT],
    [
      'a named variable',
      { body: { text: 'Dear {{name}}.', examples: ['Ali'] } },
      '/body/text',
      DOCUMENT,
    ],
    ['half a variable', { body: plain('Dear {{1, hello.') }, '/body/text', DOCUMENT],
    [
      '3 addresses',
      { buttons: [1, 2, 3].map((it) => url(`https://a.example/${it}`)) },
      '/buttons',
      DOCUMENT,
    ],
    ['2 calls', { buttons: [CALL, { ...CALL, text: 'Again' }] }, '/buttons', DOCUMENT],
    ['a capital in the name', { name: 'Order' }, '/name', PLATFORM],
    ['no name', { name: '' }, '/name', PLATFORM],
    ['a name of 513 characters', { name: text(513) }, '/name', PLATFORM],
    ['a language in words', { language: 'english' }, '/language', PLATFORM],
    [
      'a gap between variables',
      {
        body: { text: 'Dear {{1}}, order {{3}} it is.', examples: ['a', 'b'] },
      },
      '/body/text',
      PLATFORM,
    ],
    ['a missing example', { body: { ...BODY, examples: ['Ali'] } }, '/body/examples', PLATFORM],
    ['an empty example', { body: { ...BODY, examples: ['Ali', ' '] } }, '/body/examples', PLATFORM],
    ['an example too many', { header: header('Hello', 'Ali') }, '/header/examples', PLATFORM],
    [
      'a variable at the start',
      { body: { text: '{{1}}, hello', examples: ['a'] } },
      '/body/text',
      PLATFORM,
    ],
    [
      'a variable at the end',
      { body: { text: 'Hello {{1}} ', examples: ['a'] } },
      '/body/text',
      PLATFORM,
    ],
    ['a line break in the header', { header: header('a\nb') }, '/header/text', PLATFORM],
    ['an emoji in the footer', { footer: { text: 'Bye 👋' } }, '/footer/text', PLATFORM],
    ['three line breaks in a row', { body: plain('a\n\n\nb') }, '/body/text', PLATFORM],
    ['11 buttons in all', { buttons: [CALL, ...replies(10)] }, '/buttons', PLATFORM],
    ['quick replies apart', { buttons: [reply('a'), CALL, reply('b')] }, '/buttons', PLATFORM],
    ['a label of 26 characters', { buttons: [reply(text(26))] }, '/buttons/0/text', PLATFORM],
    ['a variable in a label', { buttons: [reply('To {{1}}')] }, '/buttons/0/text', PLATFORM],
    [
      'a variable within an address',
      {
        buttons: [url('https://a.example/{{1}}/b', 'https://a.example/1/b')],
      },
      '/buttons/0/url',
      PLATFORM,
    ],
    [
      'an address of 2001 characters',
      {
        buttons: [url(`https://a.example/${text(1_983)}`)],
      },
      '/buttons/0/url',
      PLATFORM,
    ],
    [
      'no example of an address',
      { buttons: [url('https://a.example/{{1}}')] },
      '/buttons/0/example',
      PLATFORM,
    ],
    ['words for a number', { buttons: [{ ...CALL, phone: 'us' }] }, '/buttons/0/phone', PLATFORM],
    [
      'a code to copy in a utility template',
      {
        buttons: [{ type: 'copy_code', example: 'SAVE20' }],
      },
      '/buttons/0',
      PLATFORM,
    ],
    [
      'a code of 16 characters',
      {
        category: 'marketing',
        buttons: [{ type: 'copy_code', example: text(16) }],
      },
      '/buttons/0/example',
      PLATFORM,
    ],
    ['a one-time code in a utility template', { buttons: CODE.buttons }, '/buttons/0', PLATFORM],
    ['a one-time code without its button', { ...CODE, buttons: [] }, '/buttons', PLATFORM],
    ['a one-time code with a body', { ...CODE, body: BODY }, '/body', PLATFORM],
    [
      'an expiry of 91 minutes',
      {
        ...CODE,
        code: { securityRecommendation: false, expiresMinutes: 91 },
      },
      '/code/expires_minutes',
      PLATFORM,
    ],
    [
      'an expiry of something else',
      {
        code: { securityRecommendation: true, expiresMinutes: undefined },
      },
      '/code',
      PLATFORM,
    ],
  ])('may not have %s', (_, changes, pointer, whose) => {
    const faults = faultsOfProposal(propose(changes));
    expect(faults.map((it) => it.pointer)).toContain(pointer);
    expect(faults.find((it) => it.pointer === pointer)?.rule).toMatch(whose);
  });

  it('is told 13 buttons by the document, and 10 by the platform', () => {
    const most = ['chatUrlButtons', 'chatCallButtons', 'chatQuickReplies'] as const;
    expect(most.reduce((sum, name) => sum + limit(name), 0)).toBe(13);
    const buttons = [url('https://a.example'), url('https://b.example'), CALL, ...replies(10)];
    const faults = faultsOfProposal(propose({ buttons }));
    expect(faults).toEqual([
      { pointer: '/buttons', rule: 'must not be more than 10 in all: a rule of the chat platform' },
    ]);
  });

  it('has rules of both kinds, each with its sentence', () => {
    expect(new Set(TEMPLATE_RULES.map(({ of }) => of))).toEqual(new Set(['document', 'platform']));
    const wants = TEMPLATE_RULES.map((it) => it.wants);
    expect(new Set(wants).size).toBe(wants.length);
  });
});
