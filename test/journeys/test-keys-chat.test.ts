/** What a test key sends to chat: nothing of it comes to the platform, or costs anything. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginChatStory, idIn, onlyId, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';
import { makeTestKey } from '../support/test-key.ts';
import { v1At, type AskV1 } from '../support/v1.ts';

let story: ChatStory;
let ask: AskV1;
let testKey: string;

beforeAll(async () => {
  story = await beginChatStory();
  testKey = await makeTestKey(story.paigham, story.shop.accountId);
  ask = v1At(story.paigham.baseUrl, testKey);
});

afterAll(async () => {
  expect(await story.breaches()).toEqual([]);
});

const number = (digits: string): string => `92399000${digits}`;
const ORDER = [
  { type: 'text', text: 'Ali' },
  { type: 'text', text: '991' },
];

async function send(mobile: string): Promise<string> {
  const entries = [{ mobile, body: ORDER }];
  return onlyId(await story.send('order_ready', entries, { api_key: testKey }));
}

async function until(id: string, state: string) {
  return eventually(`${id} is ${state}`, async () => {
    const { body } = await ask(`GET /v1/messages/${id}`);
    return body['state'] === state && body;
  });
}

/** Requests that the platform had, and what the ledger moved. */
async function traces(): Promise<object> {
  const { heard } = (await story.tell('/heard?last=1000&path=/messages')) as { heard: unknown[] };
  return { heard: heard.length, moved: await story.moved(), balance: await story.balance() };
}

describe('a chat message of a test key', () => {
  it.each([
    ['3001234567', 'delivered', null],
    ['0005', 'delivered', null],
    ['0007', 'delivered', null],
    ['0011', 'failed', 'platform_unreachable'],
    ['0012', 'rejected', 'platform_withheld'],
    ['0013', 'rejected', 'platform_opted_out'],
    ['0014', 'rejected', 'platform_window_closed'],
    ['0015', 'sent', null],
    ['0021', 'rejected', 'platform_refused'],
    ['0022', 'rejected', 'platform_refused_recipient'],
    ['0023', 'rejected', 'platform_refused_template'],
    ['0024', 'rejected', 'platform_refused_form'],
  ])('to …%s ends as %s (%s), and the platform hears nothing', async (digits, state, reason) => {
    const before = await traces();
    const id = await send(digits.length > 4 ? `92${digits}` : number(digits));
    const body = await until(id, state);
    expect(body).toMatchObject({ test: true, kind: 'chat', reason, price: '0.00' });
    expect(body['sender']).toBe('923000000001');
    expect(await traces()).toEqual(before);
  });

  it('that is read says when', async () => {
    const id = await send(number('0005'));
    const body = await eventually('read', async () => {
      const now = await ask(`GET /v1/messages/${id}`);
      return now.body['read_at'] !== null && now.body;
    });
    expect(body['state']).toBe('delivered');
  });

  it('that would opt a person out opts nobody out: the next one goes as well', async () => {
    await until(await send(number('0013')), 'rejected');
    await until(await send(number('0013')), 'rejected');
    await until(await send(number('0004')), 'delivered');
    expect(await story.ask('select from chat_optouts')).toEqual([]);
  });

  it('in free form needs no window, but where the number plays a closed one', async () => {
    const open = await story.sendFree(number('0001'), 'Salaam', { api_key: testKey });
    await until(onlyId(open), 'delivered');
    const closed = await story.sendFree(number('0036'), 'Salaam', { api_key: testKey });
    expect(closed.results[0]?.error).toMatch(/24 hours/);
    const live = await story.sendFree(number('0001'), 'Salaam');
    expect(live.results[0]?.error).toMatch(/24 hours/);
  });

  it.each([
    ['0031', /opted out/],
    ['0034', /credit/i],
    ['0035', /spending cap/],
  ])('to …%s is refused', async (digits, words) => {
    const entries = [{ mobile: number(digits), body: ORDER }];
    const answer = await story.send('order_ready', entries, { api_key: testKey });
    expect(answer.results[0]?.error).toMatch(words);
  });

  it('to …0034 is refused by the credit that the account has', async () => {
    const { balance } = (await ask('GET /v1/balance')).body;
    const entries = [{ mobile: number('0034'), body: ORDER }];
    const answer = await story.send('order_ready', entries, { api_key: testKey });
    expect(answer.results[0]?.error).toContain(`${String(balance)} PKR left`);
  });

  it('brings a reply once, which opens no window', async () => {
    const id = await send(number('0003'));
    await until(id, 'delivered');
    const data = await eventually('the reply', async () => {
      const { body } = await ask(`GET /v1/chat/replies?from=${number('0003')}`);
      return body.data.length > 0 && body.data;
    });
    expect(data).toMatchObject([{ text: 'Yes', from: number('0003'), message_id: id }]);
    expect(await story.ask('select from chat_windows')).toEqual([]);
  });

  it('by /v1 is the same', async () => {
    const before = await traces();
    const { status, body } = await ask('POST /v1/messages', {
      ...{ kind: 'chat', recipients: [number('0001')], content: { body: ORDER } },
      template_id: String(await story.template('order_ready')),
    });
    expect(status).toBe(201);
    await until(String(body['id']), 'delivered');
    expect(await traces()).toEqual(before);
  });

  it('of a large request is the same', async () => {
    const before = await traces();
    const entries = Array.from({ length: 2_100 }, (_, at) => {
      return { mobile: `92300${2_000_000 + at}`, body: ORDER };
    });
    const answer = await story.send('order_ready', entries, { api_key: testKey });
    expect(answer.results).toHaveLength(2_100);
    const last = answer.results.at(-1)?.id ?? '';
    await until(last, 'delivered');
    await eventually('all', async () => {
      const open = 'select from messages where tariff_id = 0 and state = 1';
      return (await story.ask(open)).length === 0;
    });
    expect(await traces()).toEqual(before);
    expect(await story.ask('select from messages where id = $1', [idIn(last)])).toHaveLength(1);
  });

  it('goes its way while its number is stopped, and beside live ones', async () => {
    const live = await story.sendOne('order_ready', '923001234501', ['Ali', '991']);
    const test = await send('923001234501');
    await until(test, 'delivered');
    await story.until(live, 'DELIVERED');
    expect(story.copies('923001234501')).toBe(1);
  });
});

describe('a chat campaign of a test key', () => {
  it('is judged and told like any other, costs nothing and reaches nobody', async () => {
    const before = await traces();
    const tags = ['campaign'];
    const live = v1At(story.paigham.baseUrl, story.shop.apiKey);
    for (const mobile of [number('1001'), number('0011'), '923001239001']) {
      await live('POST /v1/contacts', { mobile, name: 'Sana', tags });
    }
    const { status, body } = await ask('POST /v1/batches', {
      kind: 'chat',
      sender: '',
      template_id: String(await story.template('order_ready')),
      content: { body: [{ type: 'text', text: '{{name}}' }, ORDER[1]] },
      filter: { tag: 'campaign' },
    });
    expect([status, body]).toMatchObject([201, { test: true, recipients: 3, price: '0.00' }]);
    const counts = { delivered: 2, failed: 1 };
    await eventually('all of it has ended', async () => {
      const found = await ask(`GET /v1/batches/${String(body['id'])}`);
      const { delivered, failed } = found.body['counts'] as typeof counts;
      return delivered === counts.delivered && failed === counts.failed;
    });
    expect(await traces()).toEqual(before);
  });
});
