import { describe, expect, it } from 'vitest';
import type { ChatWord } from '../domain/chat/word.ts';
import type { AccountId, ChatBusinessId } from '../domain/ids.ts';
import type { RoutingSnapshot } from '../store/settings/read-routing.ts';
import { placeWords } from './place-events.ts';

const HEARD_MS = 1_800_000_000_000;
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
  const word: ChatWord = {
    kind: 'template',
    platformBusinessId: BUSINESS,
    writtenAtMs,
    templateId: '1',
    name: 'order_ready',
    language: 'en',
    change: { what: 'state', to: 'paused', reason: undefined },
  };
  const event = {
    ...{ accountId, businessId, id: 1, raw: Buffer.alloc(0), tries: 0 },
    receivedAtMs: HEARD_MS,
  };
  return placeWords([{ event, words: [word] }], routing).templates.map(({ atMs }) => atMs);
}

describe('what is told of a template', () => {
  it.each([
    ['when it was written', HEARD_MS - 5_000, HEARD_MS - 5_000],
    ['when it was heard, where the platform names no moment', undefined, HEARD_MS],
    // Else nothing that is told later would count until then.
    ['when it was heard, where the clock of the platform runs ahead', HEARD_MS + 1, HEARD_MS],
  ])('is true from %s', (_, writtenAtMs, atMs) => {
    expect(placed(writtenAtMs)).toEqual([atMs]);
  });
});
