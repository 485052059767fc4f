import { describe, expect, it } from 'vitest';
import type { ChatContent } from '../chat/content.ts';
import { packContent } from '../chat/content.ts';
import type { ChatTemplate } from '../chat/template.ts';
import { readableText } from './readable-text.ts';

type Args = Parameters<typeof readableText>;

const CONTENT: ChatContent = {
  ...{ kind: 'template', name: 'order', language: 'en' },
  header: { kind: 'text', text: 'A-17' },
  body: [{ text: 'Ali' }, { text: '$& {{1}}' }],
  buttons: [],
};
const DEFINITION: ChatTemplate['definition'] = {
  unsupported: undefined,
  header: { kind: 'text', text: 'Order {{1}}', variables: ['1'] },
  body: { text: 'Dear {{1}}, {{2}}.', variables: ['1', '2'] },
  footer: 'Chaman',
  offer: undefined,
  buttons: [],
  cards: [],
};

function read(change: {
  readonly route?: 'branded' | 'simple' | 'short_code' | 'none';
  readonly text?: string;
  readonly category?: string;
  readonly variable?: string;
  /** 5 is known; 0: none. */
  readonly template?: number;
  readonly ofTemplate?: ChatTemplate['category'];
}): string | undefined {
  const { route, text = packContent(CONTENT), category, ofTemplate = 'utility' } = change;
  const { variable = 'name', template = 5 } = change;
  const isChat = route === undefined;
  const senders = new Map(route === 'none' ? [] : [[1, { route }]]);
  const templates = new Map([[5, { category: ofTemplate, definition: DEFINITION }]]);
  return readableText(
    {
      chat: isChat ? { readAtMs: undefined } : undefined,
      from: isChat ? { kind: 'number', id: 9 } : { kind: 'sender', id: 1 },
      templateId: template || undefined,
    } as unknown as Args[0],
    { text, category },
    {
      ...{ sendersById: senders, chat: { templates } },
      templates: new Map([[5, { variables: [{ name: variable }] }]]),
    } as unknown as Args[2],
  );
}

describe('what a message says', () => {
  it.each([
    [{ route: 'branded', text: 'Sale!' }, 'Sale!'],
    [{ route: 'simple', text: 'Sale!' }, 'Sale!'],
    [{ route: 'short_code', text: 'Your code is 1.' }, undefined],
    [{ route: 'none', text: 'Sale!' }, undefined],
    [{ route: 'branded', text: 'Your code is 1.', variable: 'code' }, undefined],
    [{ route: 'simple', text: 'It is 1.', variable: 'login_OTP' }, undefined],
    [{ route: 'simple', text: 'It is 1.', template: 6 }, undefined],
    [{ route: 'simple', text: 'Free text', template: 0 }, 'Free text'],
    [{ route: 'branded', text: 'Sale!', variable: 'decoded' }, 'Sale!'],
    [{ route: 'branded', text: '' }, undefined],
    [{ category: 'utility' }, 'Order A-17\n\nDear Ali, $& {{1}}.\n\nChaman'],
    [{ category: 'authentication' }, undefined],
    [{ category: 'utility', ofTemplate: 'authentication' }, undefined],
    [{}, undefined],
    [{ category: 'utility', text: '' }, undefined],
    [{ category: 'free_form', text: packContent({ kind: 'text', body: 'Yes' }) }, 'Yes'],
  ] as const)('%j is read as %j', (change, words) => {
    expect(read(change)).toBe(words);
  });
});
