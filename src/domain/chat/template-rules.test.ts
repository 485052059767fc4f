import { describe, expect, it } from 'vitest';
import type { ChatProposal, ProposedButton } from './proposal.ts';
import { faultsOfProposal } from './template-rules.ts';

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

const many = (count: number, button: ProposedButton) => Array.from({ length: count }, () => button);
const REPLY: ProposedButton = { type: 'quick_reply', text: 'Yes' };
const COPY: ProposedButton = { type: 'copy_code', example: 'SAVE20' };
const WEBSITE: ProposedButton = {
  type: 'url',
  text: 'Track',
  url: 'https://a.example',
  example: undefined,
};
const CALL: ProposedButton = { type: 'call', text: 'Call us', phone: '+922111222333' };
const text = (length: number) => 'x'.repeat(length);
const plain = (body: string) => ({ text: body, examples: [] });
const header = (words: string) => ({ type: 'text', ...plain(words) }) as const;

describe('a proposed template', () => {
  it.each<[string, Partial<ChatProposal>]>([
    ['a body alone', {}],
    ['every part', { header: header('Order {{1}}'), footer: { text: 'Roshan Store' } }],
    ['a header of 60 characters', { header: header(text(60)) }],
    ['a footer of 60 characters', { footer: { text: text(60) } }],
    ['a body of 1024 characters', { body: plain(text(1_024)) }],
    ['a body of 1024 characters, each of two units', { body: plain('😀'.repeat(1_024)) }],
    ['13 buttons', { buttons: [...many(2, WEBSITE), CALL, ...many(10, REPLY)] }],
    ['a picture above', { header: { type: 'image', sampleUrl: 'https://a.example/a.jpg' } }],
    ['a one-time code, in the platform’s words', { category: 'authentication', body: undefined }],
  ])('may have %s', (_, changes) => {
    expect(faultsOfProposal(propose(changes))).toEqual([]);
  });

  it.each<[string, Partial<ChatProposal>]>([
    ['its name', { name: 'Order!' }],
    ['its language', { language: 'english' }],
    ['where a variable stands', { body: plain('{{1}}, hello {{3}}') }],
    ['an empty space', { body: plain('a\n\n\n\nb') }],
    ['an emoji above', { header: header('Hello 👋') }],
    ['a label', { buttons: [{ type: 'quick_reply', text: text(26) }] }],
    ['the order of buttons', { buttons: [REPLY, CALL, REPLY] }],
    ['a code to copy', { buttons: many(2, COPY) }],
    ['a one-time code', { buttons: [{ type: 'otp', text: 'Copy code' }] }],
  ])('leaves it to the platform to judge %s', (_, changes) => {
    expect(faultsOfProposal(propose(changes))).toEqual([]);
  });

  it.each<[string, Partial<ChatProposal>, string, RegExp]>([
    ['no body', { body: undefined }, '/body', /must be given/],
    ['an empty body', { body: plain(' ') }, '/body', /must be given/],
    ['a body of 1025 characters', { body: plain(text(1_025)) }, '/body/text', /than 1024/],
    ['a body of 1025 emoji', { body: plain('😀'.repeat(1_025)) }, '/body/text', /than 1024/],
    ['a header of 61 characters', { header: header(text(61)) }, '/header/text', /than 60/],
    ['two header variables', { header: header('{{1}} and {{2}}') }, '/header/text', /than one/],
    ['a footer of 61 characters', { footer: { text: text(61) } }, '/footer/text', /than 60/],
    ['a footer variable', { footer: { text: 'By {{1}}' } }, '/footer/text', /not hold variables/],
    ['a named variable', { body: plain('Dear {{name}}.') }, '/body/text', /\{\{1\}\}/],
    ['half a variable', { body: plain('Dear {{1, hello.') }, '/body/text', /\{\{1\}\}/],
    ['3 websites', { buttons: many(3, WEBSITE) }, '/buttons', /than 2 of type url/],
    ['2 calls', { buttons: many(2, CALL) }, '/buttons', /than 1 of type call/],
    ['11 quick replies', { buttons: many(11, REPLY) }, '/buttons', /than 10 of type quick_reply/],
    ['14 buttons', { buttons: many(14, COPY) }, '/buttons', /than 13 in all/],
  ])('may not have %s', (_, changes, pointer, rule) => {
    const at = { pointer, rule: expect.stringMatching(rule) as string };
    expect(faultsOfProposal(propose(changes))).toEqual([at]);
  });
});
