/**
 * `/v1/events`: what happened to messages, for accounts that want to know
 * (docs/interface/events.md).
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { must } from '../../src/operations/admin.ts';
import { approveSender, rejectSender } from '../../src/features/senders/senders.operations.ts';
import { HOUR_MS } from '../../src/domain/durations.ts';
import { firstIdAt } from '../../src/kit/ids.ts';
import { sendOk } from '../support/caller.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { allEvents, pageOfEvents, untilTold } from '../support/events.ts';
import { eventually } from '../support/eventually.ts';
import { PLAIN_BEHAVIOUR } from '../support/paigham.ts';
import { handOver, writtenBy } from '../support/phones.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';

let story: ChatStory;
let baseUrl: string;
let written = 0;

beforeAll(async () => {
  story = await beginChatStory();
  ({ baseUrl } = story.paigham);
  await pageOfEvents(baseUrl, story.shop);
});

beforeEach(async () => {
  await story.paigham.behave({ ...PLAIN_BEHAVIOUR, receiptDelayMs: 10 });
});

function send(text: string, shop: Shop = story.shop): Promise<number> {
  written += 1;
  return sendOk(baseUrl, shop.write(text, mobileOf(0, written)));
}

const told = (id: string | number, type: string) => untilTold(baseUrl, story.shop, { id, type });

async function messageNow(id: string | number): Promise<Record<string, unknown>> {
  const headers = { Authorization: `Bearer ${story.shop.apiKey}` };
  const response = await fetch(`${baseUrl}/v1/messages/${id}`, { headers });
  const { name, ...message } = (await response.json()) as Record<string, unknown>;
  // Events do not name contacts.
  expect(name).toBeNull();
  return { ...message, attempts: null };
}

describe('a text', () => {
  it('is sent and then delivered, each shown as it was then, without its text', async () => {
    const id = await send('Your code is 4821.');
    const [sent, delivered, ...more] = await told(id, 'message.delivered');
    const now = await messageNow(id);
    expect(more).toEqual([]);
    expect(sent).toMatchObject({ type: 'message.sent', sequence: 1 });
    expect(sent?.data).toEqual({ ...now, state: 'sent', level: null, done_at: null });
    expect(delivered).toMatchObject({ type: 'message.delivered', sequence: 4, data: now });
    expect(delivered?.timestamp).toBe(now['done_at']);
    expect(delivered?.account).toBe(String(story.shop.accountId));
    expect(JSON.stringify([sent, delivered])).not.toContain('Your code');
  });

  it.each([
    ['UNDELIV', 'message.failed', 'handset_failed'],
    ['EXPIRED', 'message.expired', 'operator_expired'],
    ['REJECTD', 'message.rejected', 'operator_rejected_later'],
  ])('that the operator reports as %s is reported as %s', async (receiptState, type, reason) => {
    await story.paigham.behave({ receiptState });
    const events = await told(await send(receiptState), type);
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 3]);
    expect(events.at(-1)?.data).toMatchObject({ reason });
  });

  it('that the operator refused is reported once', async () => {
    await story.paigham.behave({ refuseNext: 1, refuseStatus: 11 });
    const events = await told(await send('Refused'), 'message.rejected');
    expect(events.map(({ type }) => type)).toEqual(['message.rejected']);
  });

  it('with several parts is reported once for each state', async () => {
    const events = await told(await send('x'.repeat(400)), 'message.delivered');
    expect(events.map(({ type }) => type)).toEqual(['message.sent', 'message.delivered']);
  });
});

describe('a chat message', () => {
  it('is reported until it is read', async () => {
    await story.tell('/behaviour', { readPercent: 100, readDelayMs: 5 });
    const id = await story.sendOne('plain_news', '923001110001');
    const events = await told(id, 'message.read');
    const types = events.map(({ type }) => type);
    expect(types).toEqual(['message.sent', 'message.delivered', 'message.read']);
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 4, 5]);
    expect(events.map(({ data }) => (data as { read_at: unknown }).read_at !== null)).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe('the list', () => {
  it('continues page by page, without gaps or repeats', async () => {
    const id = await send('Last');
    await told(id, 'message.delivered');
    const events = await allEvents(baseUrl, story.shop);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: Record<string, string> = cursor === '' ? {} : { cursor };
      const page = await pageOfEvents(baseUrl, story.shop, { limit: '3', ...query });
      seen.push(...page.data.map((it) => it.id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(events.map((it) => it.id).toReversed());
    expect(new Set(seen).size).toBe(seen.length);
    const numbers = events.map((it) => Number(it.id.split('_')[2]));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  it('can be filtered by type and by time', async () => {
    const before = new Date().toISOString();
    const id = await send('Filtered');
    await told(id, 'message.delivered');
    const page = await pageOfEvents(baseUrl, story.shop, { type: 'message.sent', since: before });
    expect(page.data.map(({ data }) => (data as { id: string }).id)).toEqual([String(id)]);
    expect(page.data.map(({ type }) => type)).toEqual(['message.sent']);
    const none = await pageOfEvents(baseUrl, story.shop, { until: '2026-01-01T00:00:00.000Z' });
    expect(none.data).toEqual([]);
  });

  it('has nothing from before somebody asked, and nothing of others', async () => {
    const shop = await openShop(story.paigham.world, { rupees: '100' });
    const early = await send('Nobody listens', shop);
    await eventually('it has arrived', async () => {
      const headers = { Authorization: `Bearer ${shop.apiKey}` };
      const response = await fetch(`${baseUrl}/v1/messages/${early}`, { headers });
      return ((await response.json()) as { state: string }).state === 'delivered';
    });
    expect((await pageOfEvents(baseUrl, shop)).data).toEqual([]);
    const id = await send('Somebody does', shop);
    await untilTold(baseUrl, shop, { id, type: 'message.delivered' });
    const events = await allEvents(baseUrl, shop);
    expect(events.map(({ data }) => (data as { id: string }).id)).toEqual([String(id), String(id)]);
  });
});

describe('the stream', () => {
  /** Reads frames until one has this message and type; returns all ids. */
  async function listen(lastEventId: string | undefined, until: (frame: string) => boolean) {
    const ended = new AbortController();
    const headers = {
      Authorization: `Bearer ${story.shop.apiKey}`,
      Accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }),
    };
    const { signal } = ended;
    const response = await fetch(`${baseUrl}/v1/events`, { headers, signal });
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const frames: string[] = [];
    const read = async (): Promise<readonly string[]> => {
      let text = '';
      for await (const piece of response.body ?? []) {
        text += Buffer.from(piece).toString('utf8');
        const whole = text.split('\n\n');
        text = whole.pop() ?? '';
        frames.push(...whole.filter((it) => it.startsWith('id:')));
        if (frames.some(until)) break;
      }
      return frames.map((it) => /^id: (.*)$/m.exec(it)?.[1] ?? '');
    };
    return { ids: read(), end: () => ended.abort() };
  }

  it('returns what happens next, and resumes after the last event received', async () => {
    const before = (await pageOfEvents(baseUrl, story.shop, { limit: '1' })).data[0];
    const stream = await listen(undefined, (it) => it.includes('event: message.delivered'));
    const id = await send('Streamed');
    const ids = await stream.ids;
    stream.end();
    const events = await told(id, 'message.delivered');
    expect(ids).toEqual(events.map((it) => it.id));
    const again = await listen(before?.id, (it) => it.includes(String(ids[1])));
    expect(await again.ids).toEqual(ids);
    again.end();
  });

  it('says at once where it starts, so that nothing is missed before the first event', async () => {
    const { apiKey } = story.shop;
    const headers = { Authorization: `Bearer ${apiKey}`, Accept: 'text/event-stream' };
    const ended = new AbortController();
    const response = await fetch(`${baseUrl}/v1/events`, { headers, signal: ended.signal });
    const reader = response.body?.getReader();
    const first = Buffer.from((await reader?.read())?.value ?? '').toString();
    ended.abort();
    const [, place = ''] = /^id: (evt_\d+_\d+)\n\n$/m.exec(first) ?? [];
    const id = await send('Between two connections');
    const events = await told(id, 'message.delivered');
    const next = await listen(place, (it) => it.includes('event: message.delivered'));
    expect(await next.ids).toEqual(events.map((it) => it.id));
    next.end();
    const nothingYet = await openShop(story.paigham.world, { rupees: '1' });
    const own = { ...headers, Authorization: `Bearer ${nothingYet.apiKey}` };
    const begun = new AbortController();
    const stream = await fetch(`${baseUrl}/v1/events`, { headers: own, signal: begun.signal });
    const piece = (await stream.body?.getReader().read())?.value;
    begun.abort();
    const [, nought = ''] =
      /^id: (evt_\d+_0)\n\n$/m.exec(Buffer.from(piece ?? '').toString()) ?? [];
    const again = { ...own, 'Last-Event-ID': nought };
    const answer = await fetch(`${baseUrl}/v1/events`, { headers: again });
    expect(answer.status).toBe(200);
    await answer.body?.cancel();
  });

  it('does not start after something that is not an event of the account', async () => {
    const headers = {
      Authorization: `Bearer ${story.shop.apiKey}`,
      Accept: 'text/event-stream',
      'Last-Event-ID': 'evt_1_1',
    };
    expect((await fetch(`${baseUrl}/v1/events`, { headers })).status).toBe(400);
  });

  it('does not start in the future, where it would be silent', async () => {
    const newest = (await pageOfEvents(baseUrl, story.shop, { limit: '1' })).data[0];
    const [, account = '', number = ''] = /^evt_(\d+)_(\d+)$/.exec(newest?.id ?? '') ?? [];
    const farAhead = firstIdAt(Date.now() + 2 * HOUR_MS);
    for (const next of [Number(number) + 1_000, farAhead, Number.MAX_SAFE_INTEGER]) {
      const headers = {
        Authorization: `Bearer ${story.shop.apiKey}`,
        Accept: 'text/event-stream',
        'Last-Event-ID': `evt_${account}_${next}`,
      };
      const answer = await fetch(`${baseUrl}/v1/events`, { headers });
      expect([next, answer.status]).toEqual([next, 400]);
      expect(await answer.text()).toContain('Last-Event-ID');
    }
  });
});

describe('what else happens', () => {
  it('is reported: replies, and decisions on senders and templates', async () => {
    const { shop, paigham } = story;
    const phone = mobileOf(0, 700);
    const id = await sendOk(baseUrl, shop.write('Answer me', phone));
    await told(id, 'message.delivered');
    await handOver(paigham.operators.jazz, writtenBy(phone, 'Gladly'));
    const { admin } = paigham.world;
    const { accountId } = shop;
    must(await rejectSender(admin, { accountId, name: 'Chaman', reason: 'a test' }));
    must(await approveSender(admin, { accountId, name: 'Chaman' }));
    const types = ['reply.received', 'sender.rejected', 'sender.approved'];
    const events = await eventually('all are told', async () => {
      const all = await allEvents(baseUrl, shop);
      const found = types.map((type) => all.find((it) => it.type === type));
      return found.every((it) => it !== undefined) && found;
    });
    expect(events.map((it) => it?.data)).toMatchObject([
      { from: phone, text: 'Gladly' },
      { id: 'Chaman', reason: 'a test' },
      { id: 'Chaman', reason: null },
    ]);
  });
});
