import { describe, expect, it } from 'vitest';
import { CHAT_TEMPLATES } from '../../../test/support/chat.ts';
import { makeAccount, makeOutgoing, NOON_MS } from '../../../test/support/fixtures.ts';
import { NO_CHAT, type ChatNumber } from '../../domain/chat/account-chat.ts';
import { packContent } from '../../domain/chat/content.ts';
import type { ChatBusinessId, LinkId, SenderId, TemplateId } from '../../domain/ids.ts';
import type { DueMessage } from '../../store/queue/leased.ts';
import { judgeChat } from './judge.ts';

const account = makeAccount();
const number: ChatNumber = {
  id: 5 as LinkId,
  accountId: account.id,
  businessId: 1 as ChatBusinessId,
  phoneNumberId: '300000000000001',
  digits: '923000000001',
  isDefault: true,
  enabled: true,
  window: 'enforce',
  marketingRestsUntilMs: undefined,
  templatesRestUntilMs: undefined,
};
const { sender: _, ...outgoing } = makeOutgoing({ expiresAtMs: NOON_MS + 1 });
const due: DueMessage = {
  ...outgoing,
  linkId: number.id,
  senderId: 5 as SenderId,
  templateId: 0 as TemplateId,
  alphabet: 'chat',
  text: '{"kind":"text","body":"Salaam"}',
  lostUntilMs: undefined,
};

const { offer: OFFER } = CHAT_TEMPLATES;

it.each([
  ['goes while its offer is open', NOON_MS + 1, { kind: 'go' }],
  ['is withdrawn when that is over', NOON_MS, { kind: 'withdrawn', reason: 'offer_over_waiting' }],
  ['or that is in no template', undefined, { kind: 'withdrawn', reason: 'template_revoked' }],
])('a chat message that has waited %s', (__, expiresAtMs, expected) => {
  const { id, name, language } = OFFER;
  const offer = expiresAtMs === undefined ? undefined : { expiresAtMs };
  const text = packContent({
    kind: 'template',
    name,
    language,
    header: undefined,
    offer,
    body: [{ text: 'Ali' }],
    buttons: [{ index: 0, kind: 'copy_code', couponCode: 'SAVE20' }],
  });
  const templates = new Map([[id, OFFER]]);
  const chat = { ...NO_CHAT, numbers: new Map([[number.id, number]]), templates };
  const templateId = Number(id) as TemplateId;
  const now = { facts: FACTS, atMs: NOON_MS };
  expect(judgeChat({ ...due, text, templateId }, { ...account, chat }, now)).toMatchObject(
    expected,
  );
});

const FACTS = {
  optedOut: undefined,
  inboundAtMs: NOON_MS,
  marketingRestsUntilMs: undefined,
  known: undefined,
};

function routed(numbers: readonly ChatNumber[]) {
  const chat = { ...NO_CHAT, numbers: new Map(numbers.map((it) => [it.id, it])) };
  return judgeChat(due, { ...account, chat }, { facts: FACTS, atMs: NOON_MS });
}

describe('a chat message that has waited', () => {
  it.each([
    ['goes by its number', [number], { kind: 'go' }],
    ['waits while that is disabled', [{ ...number, enabled: false }], { kind: 'switched_off' }],
    ['is withdrawn when it is gone', [], { kind: 'withdrawn', reason: 'number_revoked' }],
  ])('%s', (__, numbers, expected) => {
    expect(routed(numbers)).toMatchObject(expected);
  });
});
