/**
 * What Roshan Store has on the chat platform, as plain objects for tests that need no database:
 * numbers of two business accounts, and a template of each shape. `changes` is what a test is
 * about.
 */
import { failureOf, sentenceOf } from '../../src/domain/failure/failure.ts';
import { readEntry } from '../../src/domain/chat/read-entry.ts';
import type { ReadEntry } from '../../src/domain/chat/request.ts';
import { NO_CHAT, type AccountChat, type ChatNumber } from '../../src/domain/chat/account-chat.ts';
import {
  type ChatCard,
  type ChatDefinition,
  type ChatTemplate,
  readChatWording,
} from '../../src/domain/chat/template.ts';
import type { Given } from '../../src/domain/chat/request-value.ts';
import type {
  AccountId,
  ChatBusinessId,
  ChatMediaId,
  ChatTemplateId,
  LinkId,
} from '../../src/domain/ids.ts';

export const SHOP = 31 as ChatBusinessId;
export const HOTEL = 32 as ChatBusinessId;
export const SAMPLE = 900 as ChatMediaId;

/** A number of Roshan Store's, number `id`. */
export function makeChatNumber(id: number, changes: Partial<ChatNumber> = {}): ChatNumber {
  return {
    id: id as LinkId,
    accountId: 7 as AccountId,
    businessId: SHOP,
    phoneNumberId: `1000000000000${id}`,
    digits: `92300765432${id % 10}`,
    isDefault: false,
    enabled: true,
    window: 'enforce',
    marketingRestsUntilMs: undefined,
    templatesRestUntilMs: undefined,
    ...changes,
  };
}

export const CHAT_NUMBERS = {
  default: makeChatNumber(61, { isDefault: true }),
  second: makeChatNumber(62),
  off: makeChatNumber(63, { enabled: false }),
  hotel: makeChatNumber(64, { businessId: HOTEL }),
} as const;

/** A template whose body is `body`. */
export function makeChatTemplate(
  id: number,
  body: string,
  parts: Partial<ChatDefinition> & Partial<Omit<ChatTemplate, 'definition'>> = {},
): ChatTemplate {
  const { header, footer, offer, unsupported, buttons = [], cards = [], ...changes } = parts;
  return {
    id: id as ChatTemplateId,
    platformId: `77000000000${id}`,
    businessId: SHOP,
    name: `template_${id}`,
    language: 'en',
    category: 'utility',
    state: 'approved',
    reason: undefined,
    definition: { unsupported, header, body: readChatWording(body), footer, offer, buttons, cards },
    ...changes,
  };
}

const ORDER = 'Dear {{1}}, order {{2}} is on its way.';

const CARD: ChatCard = {
  header: { kind: 'image', sample: undefined },
  body: readChatWording('{{1}}, only today'),
  buttons: [
    { kind: 'quick_reply', text: 'More' },
    { kind: 'url', text: 'Buy', url: 'https://shop.example/{{1}}', variable: true },
  ],
};

export const CHAT_TEMPLATES = {
  fixed: makeChatTemplate(71, 'We are open until nine.'),
  order: makeChatTemplate(72, ORDER, { category: 'utility' }),
  titled: makeChatTemplate(73, ORDER, {
    header: { kind: 'text', ...readChatWording('{{1}} sale') },
  }),
  picture: makeChatTemplate(74, 'For you, {{1}}.', { header: { kind: 'image', sample: SAMPLE } }),
  film: makeChatTemplate(75, 'For you, {{1}}.', { header: { kind: 'video', sample: undefined } }),
  invoice: makeChatTemplate(76, 'Your invoice, {{1}}.', {
    header: { kind: 'document', sample: undefined },
  }),
  buttons: makeChatTemplate(77, 'Your order {{1}}.', {
    buttons: [
      { kind: 'call', text: 'Call', phone: '+924200000000' },
      { kind: 'url', text: 'Track', url: 'https://shop.example/o/{{1}}', variable: true },
      { kind: 'url', text: 'Shop', url: 'https://shop.example/', variable: false },
      { kind: 'quick_reply', text: 'Fine' },
      { kind: 'quick_reply', text: 'Stop' },
      { kind: 'copy_code', text: 'Copy' },
    ],
  }),
  code: makeChatTemplate(78, '*{{1}}* is your verification code.', {
    category: 'authentication',
    buttons: [{ kind: 'otp', text: 'Copy code' }],
  }),
  place: makeChatTemplate(85, 'Come and see us, {{1}}.', { header: { kind: 'location' } }),
  offer: makeChatTemplate(86, 'Half price, {{1}}.', {
    category: 'marketing',
    offer: { text: 'Ends soon', expires: true },
    buttons: [
      { kind: 'copy_code', text: 'Copy' },
      { kind: 'url', text: 'Shop', url: 'https://shop.example/', variable: false },
    ],
  }),
  carousel: makeChatTemplate(87, 'New in our shop, {{1}}.', {
    category: 'marketing',
    cards: [CARD, CARD],
  }),
  form: makeChatTemplate(84, 'Choose a time.', { buttons: [{ kind: 'flow', text: 'Choose' }] }),
  named: makeChatTemplate(79, 'Dear {{name}}, order {{order_no}} for {{name}}.'),
  waiting: makeChatTemplate(80, 'Hello.', { state: 'pending' }),
  refused: makeChatTemplate(81, 'Hello.', { state: 'rejected', reason: 'PROMOTIONAL' }),
  strange: makeChatTemplate(82, 'Hello.', { unsupported: 'CAROUSEL' }),
  hotel: makeChatTemplate(83, 'Your room, {{1}}.', { businessId: HOTEL }),
} as const;

/** Everything above, together. */
export function makeAccountChat(changes: Partial<AccountChat> = {}): AccountChat {
  const numbers = Object.values(CHAT_NUMBERS).map((number) => [number.id, number] as const);
  const templates = Object.values(CHAT_TEMPLATES).map((it) => [it.id, it] as const);
  return { ...NO_CHAT, numbers: new Map(numbers), templates: new Map(templates), ...changes };
}

/** A value in the form the interface passes on, from plain JSON. */
export function given(value: unknown): Given {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(given);
  if (typeof value !== 'object' || value === null) return null;
  return new Map(Object.entries(value).map(([name, inner]) => [name, given(inner)] as const));
}

/** `n` body values, as the seed writes them. */
export function texts(...values: readonly string[]): readonly object[] {
  return values.map((text) => ({ type: 'text', text }));
}

/** The recipient of entries. */
export const MOBILE = '923001234567';

/** The third entry of a request with `template`. */
export function templateEntry(template: ChatTemplate, fields: unknown, collapse = true): ReadEntry {
  const sends = { kind: 'template', template } as const;
  return readEntry(given(fields), 3, { sends, collapseBlanks: collapse });
}

/** The content of an entry for MOBILE, or its code and sentence. */
export function contentOf(template: ChatTemplate, fields: object, collapse = true): unknown {
  const read = templateEntry(template, { mobile: MOBILE, ...fields }, collapse);
  return read.ok ? read.draft : toldOf(read);
}

/** Code and sentence of a refused entry. */
export function toldOf(read: ReadEntry): string {
  if (read.ok) return 'passed';
  return `${failureOf(read.refusal.reason).code} : ${sentenceOf(read.refusal)}`;
}
