import { describe, expect, it } from 'vitest';
import type { ChatEvent } from '../domain/chat/webhook-event.ts';
import type { AccountId, ChatBusinessId } from '../domain/ids.ts';
import type { RoutingSnapshot } from '../store/routing/known-routing.ts';
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
  return placeEvents([{ post, events: [event] }], routing).templates.map(({ atMs }) => atMs);
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
