/** Small tables of the chat service: prices, versions, domains, JSON equality. */
import { describe, expect, it } from 'vitest';
import { hostNameOf } from '../host.ts';
import type { AccountId, TariffId } from '../ids.ts';
import { micros } from '../pricing/money.ts';
import { businessOfPath, webhookPathOf } from './account-chat.ts';
import { chatTariffFor, type ChatTariff } from './chat-tariff.ts';
import { stateOfGraphVersion } from './graph-version.ts';
import { isSameJson } from './components.ts';

const ROSHAN = 7 as AccountId;

describe('the price of a chat message', () => {
  const price = (id: number, fromMs: number, changes: Partial<ChatTariff> = {}): ChatTariff => ({
    id: id as TariffId,
    accountId: undefined,
    category: 'utility',
    priceMicros: micros(1n),
    validFromMs: fromMs,
    ...changes,
  });
  const idFor = (tariffs: readonly ChatTariff[]) =>
    chatTariffFor(tariffs, { accountId: ROSHAN, category: 'utility', atMs: 100 })?.id;

  it.each<[string, readonly ChatTariff[], number | undefined]>([
    ['none', [], undefined],
    ['of another category', [price(1, 0, { category: 'free_form' })], undefined],
    ['not valid yet', [price(1, 101)], undefined],
    ['from this millisecond on', [price(1, 100)], 1],
    ['the latest', [price(1, 50), price(2, 60), price(3, 10)], 2],
    ['the later row of the same moment', [price(1, 50), price(2, 50)], 2],
    ['the own before everybody’s', [price(1, 10, { accountId: ROSHAN }), price(2, 90)], 1],
    ['never another account’s', [price(1, 10, { accountId: 8 as AccountId })], undefined],
  ])('is %s', (_, tariffs, id) => {
    expect(idFor(tariffs)).toBe(id);
  });
});

describe('a version of the platform’s interface', () => {
  const at = (day: string) => Date.parse(day);

  it.each([
    ['v25.0', '2026-11-21', 'good'],
    ['v25.0', '2028-05-29', 'good'],
    ['v25.0', '2028-05-30', 'ending'],
    ['v25.0', '2028-07-28T23:59:59.999Z', 'ending'],
    ['v25.0', '2028-07-29', 'ended'],
    ['v20.0', '2026-11-21', 'ended'],
    ['v26.0', '2026-11-21', 'good'],
    ['v99.0', '2026-11-21', 'unlisted'],
  ])('%s on %s is %s', (version, day, kind) => {
    expect(stateOfGraphVersion(version, at(day)).kind).toBe(kind);
  });
});

describe('the name of a host', () => {
  it.each([
    ['Messages.Example.com', 'messages.example.com'],
    ['messages.example.com:8443', 'messages.example.com'],
    [' messages.example.com. ', 'messages.example.com'],
    ['xn--mgbah1a.example', 'xn--mgbah1a.example'],
    [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
    [`${'a'.repeat(64)}.example`, ''],
    ['localhost', ''],
    ['127.0.0.1', ''],
    ['[::1]:8080', ''],
    ['-a.example', ''],
    ['a..example', ''],
    ['a_b.example', ''],
    ['a.example/path', ''],
    ['', ''],
  ])('%j is %j', (header, name) => {
    expect(hostNameOf(header)).toBe(name);
  });
});

describe('a webhook’s path', () => {
  it('names the business account, and nothing else does', () => {
    const id = 17 as Parameters<typeof webhookPathOf>[0];
    expect(businessOfPath(webhookPathOf(id))).toBe(id);
    for (const path of [
      '/webhooks/chat/',
      '/webhooks/chat/0',
      '/webhooks/chat/1/',
      '/webhooks/1',
    ]) {
      expect(businessOfPath(path)).toBeUndefined();
    }
  });
});

describe('the same JSON', () => {
  it.each([
    [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
    [[1, 2], [2, 1], false],
    [{ a: undefined }, {}, false],
    [{}, [], false],
    [null, {}, false],
    ['1', 1, false],
    [null, null, true],
  ])('%j and %j: %s', (a, b, same) => {
    expect(isSameJson(a, b)).toBe(same);
  });
});
