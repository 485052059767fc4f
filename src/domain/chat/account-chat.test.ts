import { describe, expect, it } from 'vitest';
import {
  CHAT_NUMBERS,
  CHAT_TEMPLATES,
  makeAccountChat,
  makeChatNumber,
} from '../../../test/support/chat.ts';
import { sentenceOf } from '../failure/failure.ts';
import { type AccountChat, chooseNumber, findTemplate } from './account-chat.ts';
import type { ChatTemplate } from './template.ts';

const chat = makeAccountChat();
const { order, hotel, waiting, strange } = CHAT_TEMPLATES;

function chosen(named: string, template?: ChatTemplate, from: AccountChat = chat): unknown {
  const number = chooseNumber(from, named, template);
  return 'reason' in number ? sentenceOf(number) : number.id;
}

function having(...numbers: readonly ReturnType<typeof makeChatNumber>[]): AccountChat {
  return makeAccountChat({ numbers: new Map(numbers.map((it) => [it.id, it] as const)) });
}

describe('the number a message is sent from', () => {
  it.each([
    ['our id', '62'],
    ['the id of the platform', CHAT_NUMBERS.second.phoneNumberId],
    ['its digits', '923007654322'],
    ['its digits as people write them', ' 0300-7654322'],
    ['its digits after a plus that became a blank', ' 923007654322'],
  ])('is found by %s', (_, named) => {
    expect(chosen(named)).toBe(62);
    expect(chosen(named, order)).toBe(62);
  });

  it('may be of another country', () => {
    const abroad = having(makeChatNumber(65, { digits: '97145550100' }));
    for (const named of ['97145550100', '+971 4 555-0100', '0097145550100']) {
      expect(chosen(named, undefined, abroad)).toBe(65);
    }
  });

  it.each([
    ['99', undefined, 'Invalid chatapp_id: no such number in this account'],
    ['63', undefined, 'Access denied: the number of chatapp_id is disabled'],
    ['61', hotel, 'Invalid chatapp_id: the template belongs to another business account'],
  ])('is refused: %s', (named, template, sentence) => {
    expect(chosen(named, template)).toBe(sentence);
  });

  it('is the default, or a number that can send the template', () => {
    expect(chosen('')).toBe(61);
    expect(chosen(' ', order)).toBe(61);
    expect(chosen('', hotel)).toBe(64);
    expect(chosen('', order, having(CHAT_NUMBERS.off, CHAT_NUMBERS.second))).toBe(62);
  });

  it('is clear without a default only if there is just one', () => {
    const none = 'Error: the account has no number to send from, connect one or give chatapp_id';
    expect(chosen('', undefined, having(CHAT_NUMBERS.second))).toBe(62);
    expect(chosen('', undefined, having(CHAT_NUMBERS.second, CHAT_NUMBERS.hotel))).toBe(none);
    expect(chosen('', undefined, having())).toBe(none);
    expect(chosen('', order, having(CHAT_NUMBERS.off, CHAT_NUMBERS.hotel))).toBe(none);
  });
});

describe('the requested template', () => {
  const found = (named: string): unknown => {
    const it = findTemplate(chat, named);
    return it.ok ? it.template.id : sentenceOf(it.refusal);
  };

  it('is found by our id and by the platform’s', () => {
    expect(found(' 72 ')).toBe(72);
    expect(found(order.platformId ?? '')).toBe(72);
  });

  it.each([
    ['', 'Error: template_id is missing'],
    ['1', 'Invalid template_id: no such template in this account'],
    [String(waiting.id), "Invalid template_id: the template is 'pending', not approved"],
    ['81', "Invalid template_id: the template is 'rejected', not approved"],
    [
      String(strange.id),
      "Invalid template_id: the template has a part that cannot be filled here: 'CAROUSEL'",
    ],
  ])('is refused: %j', (named, sentence) => {
    expect(found(named)).toBe(sentence);
  });

  it('is not described by a platform state that would mislead', () => {
    const revoked = { ...order, state: 'revoked' };
    const it = findTemplate({ ...chat, templates: new Map([[order.id, revoked]]) }, '72');
    expect(it.ok ? '' : sentenceOf(it.refusal)).toBe(
      'Invalid template_id: the template is out of use, not approved',
    );
  });
});
