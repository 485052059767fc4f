import { describe, expect, it } from 'vitest';
import type { ChatEvent } from '../domain/chat/webhook-event.ts';
import type { AccountId, ChatBusinessId, LinkId } from '../domain/ids.ts';
import type { RoutingSnapshot } from '../store/snapshots/routing-snapshots.ts';
import { placeEvents } from './place-events.ts';

const RECEIVED_MS = 1_800_000_000_000;
const BUSINESS = '200000000000001';
const accountId = 7 as AccountId;
const businessId = 3 as ChatBusinessId;

const routing = {
  links: new Map(),
  chat: {
    businesses: new Map([[businessId, { accountId, platformId: BUSINESS, id: businessId }]]),
  },
} as unknown as Pick<RoutingSnapshot, 'links' | 'chat'>;

function placed(writtenAtMs: number | undefined) {
  const event: ChatEvent = {
    kind: 'template',
    platformBusinessId: BUSINESS,
    writtenAtMs,
    templateId: '1',
    name: 'order_ready',
    language: 'en',
    change: { what: 'state', to: 'paused', reason: undefined },
  };
  const post = {
    ...{ accountId, businessId, id: 1, raw: Buffer.alloc(0), tries: 0 },
    receivedAtMs: RECEIVED_MS,
  };
  return placeEvents([{ post, events: [event] }], routing, () => false).templates.map(
    ({ atMs }) => atMs,
  );
}

describe('what an event says about a template', () => {
  it.each([
    ['when it was written', RECEIVED_MS - 5_000, RECEIVED_MS - 5_000],
    ['when it was received, where the platform names no moment', undefined, RECEIVED_MS],
    // Otherwise nothing that comes later would count until then.
    [
      'when it was received, where the clock of the platform runs ahead',
      RECEIVED_MS + 1,
      RECEIVED_MS,
    ],
  ])('takes effect at %s', (_, writtenAtMs, atMs) => {
    expect(placed(writtenAtMs)).toEqual([atMs]);
  });
});

describe('a post', () => {
  const own = { id: businessId, accountId, platformId: BUSINESS, appId: '1' };
  const sister = { ...own, id: 4 as ChatBusinessId, platformId: '200000000000002' };
  const otherApp = {
    ...sister,
    id: 5 as ChatBusinessId,
    platformId: '200000000000003',
    appId: '2',
  };
  const foreign = {
    ...{ ...own, id: 6 as ChatBusinessId, platformId: '200000000000004' },
    accountId: 8 as AccountId,
  };
  const vouched = { ...foreign, id: 7 as ChatBusinessId, platformId: '200000000000005' };
  const all = [own, sister, otherApp, foreign, vouched];
  const linkOf = (business: typeof own, id: number) =>
    [
      id as LinkId,
      {
        ...{ id, carrier: 'whatsapp', accountId: business.accountId, business },
        config: { phoneNumberId: `10${id}` },
      },
    ] as const;
  const snapshot = {
    links: new Map(all.map((it, place) => linkOf(it, place + 1))),
    chat: { businesses: new Map(all.map((it) => [it.id, it])) },
  } as unknown as Pick<RoutingSnapshot, 'links' | 'chat'>;

  const says = (platformBusinessId: string, phoneNumberId: string) => {
    const at = { platformBusinessId, writtenAtMs: undefined };
    const person = { phone: '923001234567', userId: undefined };
    const events = [
      { ...at, kind: 'inbound', phoneNumberId },
      { ...at, kind: 'user_change', before: person, user: person, atMs: RECEIVED_MS },
      { ...at, kind: 'account', event: 'partner_removed' },
    ] as unknown as readonly ChatEvent[];
    const post = { ...{ accountId, businessId, id: 1, raw: Buffer.alloc(0), tries: 0 } };
    const given = placeEvents(
      [{ post: { ...post, receivedAtMs: RECEIVED_MS }, events }],
      snapshot,
      (_, it) => it === vouched.id,
    );
    const { inbound, userChanges, alarms } = given;
    return [inbound.length, userChanges.length, alarms.length];
  };

  it.each([
    ['its own business', own.platformId, '101', [1, 1, 1]],
    ['another of its account and app', sister.platformId, '102', [1, 1, 1]],
    ['another app of its account', otherApp.platformId, '103', [0, 0, 0]],
    ['another account', foreign.platformId, '104', [0, 0, 0]],
    ['another account, whose secret its own business has', vouched.platformId, '105', [0, 0, 1]],
    ['nobody', '299999999999999', '101', [0, 0, 0]],
    ['a number of another business', own.platformId, '102', [0, 1, 1]],
  ])('speaks of %s', (_, business, number, counts) => {
    expect(says(business, number)).toEqual(counts);
  });
});
