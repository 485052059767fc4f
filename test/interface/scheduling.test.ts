/** Scheduled messages: charged at once, visible while they wait, and cancellable. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PROBLEM } from '../../src/api/v1/answer.ts';
import { READABLE_MESSAGE } from '../../src/features/messages/message-shape.http.ts';
import { HOUR_MS } from '../../src/domain/durations.ts';
import { limit } from '../../src/domain/limits.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { faultsOf, type Static } from '../../src/kit/shape.ts';
import { fetchReport } from '../support/caller.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';
import { PLAIN_BEHAVIOUR } from '../support/paigham.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';

type Message = Static<typeof READABLE_MESSAGE>;
type Problem = Static<typeof PROBLEM>;
type Answer<Body> = { readonly status: number; readonly body: Body };
type Sent = { readonly id: string; readonly messages: readonly { readonly id: string }[] };

let story: ChatStory;
let stranger: Shop;
let written = 0;

beforeAll(async () => {
  story = await beginChatStory();
  stranger = await openShop(story.paigham.world, { rupees: '10' });
});

beforeEach(async () => {
  await story.paigham.behave({ ...PLAIN_BEHAVIOUR, receiptDelayMs: 10 });
});

afterAll(async () => {
  expect(await story.breaches()).toEqual([]);
});

async function call<Body = Message>(
  method: string,
  path: string,
  body?: object,
  shop: Shop = story.shop,
): Promise<Answer<Body>> {
  const headers = {
    Authorization: `Bearer ${shop.apiKey}`,
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await fetch(`${story.paigham.baseUrl}/v1/messages${path}`, init);
  return { status: response.status, body: (await response.json()) as Body };
}

const next = (): string => mobileOf(0, 8_000 + (written += 1));
const inMs = (ms: number): string => new Date(wallClock.nowMs() + ms).toISOString();

async function schedule(ms: number, recipients = [next()], change: object = {}): Promise<Sent> {
  const { sender, template_id: template } = story.shop.write('', '');
  const { status, body } = await call<Sent>('POST', '', {
    ...{ recipients, sender, template_id: String(template), values: { text: 'Later' } },
    ...{ send_at: inMs(ms), ...change },
  });
  expect(status).toBe(201);
  return body;
}

const show = (id: string): Promise<{ readonly body: Message }> => call('GET', `/${id}`);

function until(id: string, state: string): Promise<Message> {
  return eventually(`${id} is ${state}`, async () => {
    const { body } = await show(id);
    return body.state === state && body;
  });
}

describe('a scheduled text', () => {
  it('is charged, and is visible while it waits', async () => {
    const before = await story.balance();
    const { id } = await schedule(HOUR_MS);
    expect(await story.balance()).toBeLessThan(before);
    const { body } = await show(id);
    expect(faultsOf(READABLE_MESSAGE, body)).toEqual([]);
    expect(body).toMatchObject({
      ...{ state: 'pending', reason: 'scheduled', sent_at: null },
      send_at: expect.stringMatching(/Z$/) as string,
      detail: expect.stringMatching(/^scheduled for 20\d\d-\d\d-\d\d \d\d:\d\d Asia/) as string,
    });
    await call('DELETE', `/${id}`);
  });

  it('leaves when its time has come, and not before', async () => {
    const sendAt = inMs(1_500);
    const { id } = await schedule(0, [next()], { send_at: sendAt });
    const message = await until(id, 'delivered');
    expect(Date.parse(message.sent_at ?? '')).toBeGreaterThanOrEqual(Date.parse(sendAt));
    expect(message).toMatchObject({ reason: null, send_at: null });
  });

  it('is valid from then on', async () => {
    const { id } = await schedule(10 * HOUR_MS);
    const [row] = await story.ask<{ readonly minutes: number }>(
      `select extract(epoch from q.expires_at - q.due_at)::int / 60 as minutes
       from queue q where message_id = $1`,
      [id],
    );
    expect(row?.minutes).toBe(10);
    await call('DELETE', `/${id}`);
  });

  it('is cancelled once, permanently, and costs nothing', async () => {
    const before = await story.balance();
    const { id } = await schedule(HOUR_MS);
    const { status, body } = await call('DELETE', `/${id}`);
    expect([status, faultsOf(READABLE_MESSAGE, body)]).toEqual([200, []]);
    expect(body).toMatchObject({
      ...{ id, state: 'cancelled', reason: 'cancelled', sent_at: null, attempts: [] },
      detail: 'Denied: the account cancelled the message before it left',
    });
    expect(await story.balance()).toBe(before);
    expect(await call('DELETE', `/${id}`)).toEqual({ status: 200, body });
    const report = await fetchReport(story.paigham.baseUrl, story.shop.apiKey, { id: Number(id) });
    expect(report.delivery).toBe('CANCELLED');
  });

  it('in a batch can be cancelled alone', async () => {
    const { messages } = await schedule(5_000, [next(), next()]);
    const [one, other] = messages;
    expect((await call('DELETE', `/${one?.id ?? ''}`)).status).toBe(200);
    await until(other?.id ?? '', 'delivered');
    expect((await show(one?.id ?? '')).body.state).toBe('cancelled');
  });

  it.each([
    [-1_000, 'must be in the future'],
    [limit('scheduleHours') * HOUR_MS + 60_000, 'must be at most 72 hours ahead'],
  ])('of %d ms from now is refused', async (ms, detail) => {
    const { sender, template_id: template } = story.shop.write('', '');
    const order = { recipients: [next()], sender, template_id: String(template) };
    const answer = await call<Problem>('POST', '', { ...order, send_at: inMs(ms) });
    expect(answer.body.errors).toEqual([{ pointer: '/body/send_at', detail }]);
  });
});

describe('what cannot be cancelled', () => {
  it('has left', async () => {
    const { id } = await schedule(200);
    await until(id, 'delivered');
    const { status, body } = await call<Problem>('DELETE', `/${id}`);
    expect([status, body.code, faultsOf(PROBLEM, body)]).toEqual([409, 'message_not_waiting', []]);
  });

  it('is another account’s, or nobody’s', async () => {
    const { id } = await schedule(HOUR_MS);
    const foreign = await call<Problem>('DELETE', `/${id}`, undefined, stranger);
    expect([foreign.status, foreign.body.code]).toEqual([404, 'message_unknown']);
    expect(await call('DELETE', '/abc')).toEqual(foreign);
    expect((await call('DELETE', `/${id}`)).status).toBe(200);
  });
});

describe('a scheduled chat message', () => {
  const order = async (ms: number) => {
    const template = String(await story.template('order_ready'));
    const content = { body: [{ text: 'Ali' }, { text: '991' }] };
    const what = { kind: 'chat', recipients: [next()], template_id: template, content };
    const { status, body } = await call<Sent>('POST', '', { ...what, send_at: inMs(ms) });
    expect(status).toBe(201);
    return body.id;
  };

  it('leaves when its time has come, and not before', async () => {
    const dueAtMs = wallClock.nowMs() + 1_500;
    const message = await until(await order(1_500), 'delivered');
    expect(Date.parse(message.sent_at ?? '')).toBeGreaterThanOrEqual(dueAtMs);
  });

  it('is cancelled and costs nothing', async () => {
    const before = await story.balance();
    const id = await order(HOUR_MS);
    expect(await story.balance()).toBeLessThan(before);
    expect((await show(id)).body).toMatchObject({ state: 'pending', reason: 'scheduled' });
    const { body } = await call('DELETE', `/${id}`);
    expect(body).toMatchObject({ id, state: 'cancelled', reason: 'cancelled' });
    expect(await story.balance()).toBe(before);
  });
});
