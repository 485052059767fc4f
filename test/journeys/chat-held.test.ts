/**
 * The platform holds messages of a template back until people's feedback decides: what is held is
 * not sent, and says so everywhere; then it leaves, or fails with 132015.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { limit } from '../../src/domain/limits.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { beginChatStory, idIn, onlyId, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';
import { v1At, type AskV1 } from '../support/v1.ts';

let story: ChatStory;
let ask: AskV1;
beforeAll(async () => {
  story = await beginChatStory({
    rupees: '100000',
    number: { ratePerSecond: 1_000 },
    platform: { behaviour: { throughputPerSecond: 1_000, statusesPerPost: 50 } },
  });
  ask = v1At(story.paigham.baseUrl, story.shop.apiKey);
  // What happens is kept from the first look on.
  await ask('GET /v1/events');
});

const pace = (change: object) =>
  story.tell('/templates/pace', { name: 'order_ready', language: 'en', ...change });
const send = (mobile: string) => story.sendOne('order_ready', mobile, ['Ali', '991']);
const message = async (id: string) => (await ask(`GET /v1/messages/${id}`)).body;
const count = async (state: string) =>
  (await ask(`GET /v1/messages?state=${state}&kind=chat`)).body.data.length;

/** The events of a message, in order. */
const eventsOf = (id: string, last: string) =>
  eventually(`${last} of ${id}`, async () => {
    const { data } = (await ask(`GET /v1/events?message_id=${id}`)).body;
    const types = data.map(({ type }) => type).toReversed();
    const numbers = data.map(({ sequence }) => Number(sequence)).toReversed();
    const isRising = numbers.every((it, index) => index === 0 || it > (numbers[index - 1] ?? 0));
    return types.at(-1) === last && { types, isRising };
  });

describe('what the platform holds back', () => {
  let held: readonly string[] = [];

  it('is neither sent nor failed, costs nothing yet, and says why', async () => {
    await pace({ portion: 1 });
    await story.until(await send('923001237101'), 'DELIVERED');
    const before = await story.moved();
    held = await Promise.all(['923001237102', '923001237103', '923001237104'].map(send));
    for (const id of held) await story.until(id, 'HELD');
    const [id = ''] = held;
    expect(await story.report(id)).toMatchObject({
      delivery: 'HELD',
      results: [{ status: 'HELD', reason: expect.stringMatching(/^held: .* judges the template/) }],
    });
    expect(await message(id)).toMatchObject({
      ...{ state: 'held', reason: 'platform_holds' },
      detail: expect.stringMatching(/^held: /),
      done_at: null,
    });
    expect([await count('held'), await count('sent')]).toEqual([3, 0]);
    for (const by of ['day', 'template']) {
      const { total } = (await ask(`GET /v1/usage?by=${by}`)).body as { readonly total?: object };
      expect(total).toMatchObject({ messages: 4, counts: { held: 3, sent: 0, delivered: 1 } });
    }
    expect(await eventsOf(id, 'message.held')).toMatchObject({ types: ['message.held'] });
    const after = await story.moved();
    expect([after.post - before.post, after.release - before.release]).toEqual([0, 0]);
  });

  it('leaves when the platform lets it go', async () => {
    const [id = ''] = held;
    await pace({ release: 1 });
    await story.until(id, 'DELIVERED');
    expect(await message(id)).toMatchObject({ state: 'delivered', reason: null });
    expect(await eventsOf(id, 'message.delivered')).toEqual({
      types: ['message.held', 'message.sent', 'message.delivered'],
      isRising: true,
    });
    expect(await count('held')).toBe(2);
  });

  it('fails with words and is released when the template is paused', async () => {
    const before = await story.moved();
    await pace({ drop: true });
    for (const id of held.slice(1)) await story.until(id, 'REJECTED');
    const [, id = ''] = held;
    expect(await message(id)).toMatchObject({
      ...{ state: 'rejected', reason: 'platform_template_stopped' },
      detail: expect.stringMatching(/paused or disabled the template \(132015\)/),
    });
    expect(await eventsOf(id, 'message.rejected')).toMatchObject({
      types: ['message.held', 'message.rejected'],
    });
    const after = await story.moved();
    expect([after.post - before.post, after.release - before.release]).toEqual([0, 6]);
  });

  it('is sent where its status came before the answer that says held', async () => {
    await story.tell('/next', {
      answer: { kind: 'held', word: 'paused' },
      fate: { kind: 'early' },
    });
    const id = onlyId(await story.send('plain_news', [{ mobile: '923001237105' }]));
    await story.until(id, 'DELIVERED');
    const rows = await story.ask('select reason from messages where id = $1', [idIn(id)]);
    expect(rows).toEqual([{ reason: null }]);
  });

  it('is held by a template that is paused, too', async () => {
    await story.tell('/next', {
      answer: { kind: 'held', word: 'paused' },
      fate: { kind: 'silent' },
    });
    const id = onlyId(await story.send('plain_news', [{ mobile: '923001237106' }]));
    await story.until(id, 'HELD');
    expect(await message(id)).toMatchObject({ reason: 'platform_holds_paused' });
    const { breaches } = story;
    expect(await breaches()).toEqual([]);
  });
});

describe('a campaign', () => {
  const COUNT = limit('chatGroupMessages') + 1;
  const PORTION = 500;
  /** As the queue is fed: the first portion, of which the platform holds half. */
  const PIECE = limit('feedMessages');
  let id = '';
  const batch = async () => (await ask(`GET /v1/batches/${id}`)).body;
  const until = (state: object) =>
    eventually(JSON.stringify(state), async () => {
      const now = await batch();
      const counts = now['counts'] as Readonly<Record<string, number>>;
      return Object.entries(state).every(([word, is]) => (counts[word] ?? now[word]) === is) && now;
    });

  beforeAll(async () => {
    await story.tell('/templates/pace', { name: 'plain_news', language: 'en', portion: PORTION });
    const recipients = Array.from({ length: COUNT }, (_, at) => `9230012${String(40_000 + at)}`);
    const template = String(await story.template('plain_news'));
    const of = { recipients, kind: 'chat', template_id: template, content: {} };
    id = String((await ask('POST /v1/messages', of)).body['id']);
  });

  it('waits with the rest while the platform holds some of it', async () => {
    const held = PIECE - PORTION;
    await until({ delivered: PORTION, held, pending: COUNT - PIECE, state: 'sending' });
    await eventually('an empty line', async () => {
      return (await story.ask('select 1 from queue')).length === 0;
    });
  });

  it('stops when its template is paused: what was held has failed, the rest waits', async () => {
    const before = await story.moved();
    const drop = { name: 'plain_news', language: 'en', drop: true };
    await story.tell('/templates/pace', drop);
    const rejected = PIECE - PORTION;
    const now = await until({ state: 'paused', rejected, held: 0, pending: COUNT - PIECE });
    expect(now).toMatchObject({ pause_reason: 'template_paused' });
    const after = await story.moved();
    expect([after.release - before.release, after.post - before.post]).toEqual([7 * rejected, 0]);
    const spent = 7 * (COUNT - rejected);
    expect(now['spent']).toBe(`${spent}.00`);
    // Events are recorded just after what they tell of.
    const data = await eventually('the event', async () => {
      const { body } = await ask('GET /v1/events?type=batch.stopped');
      return body.data.length > 0 && body.data;
    });
    expect(data).toMatchObject([
      { data: { id, state: 'paused', pause_reason: 'template_paused' } },
    ]);
    const notices = (await ask('GET /v1/notices')).body.data;
    const notice = { kind: 'campaign', id, state: 'stopped', reason: 'template_paused' };
    expect(notices).toContainEqual(expect.objectContaining(notice));
  });

  it('does not go on before the template does, and then does', async () => {
    const resume = () => ask(`POST /v1/batches/${id}/resume`, {});
    expect(await resume()).toMatchObject({
      status: 409,
      body: { code: 'batch_template_stopped' },
    });
    const event = { name: 'plain_news', language: 'en', event: 'REINSTATED' };
    await story.tell('/templates/decide', event);
    await eventually('it may be resumed', async () => (await resume()).status === 200);
    const { data } = (await ask('GET /v1/notices')).body;
    const its = data.filter((it) => it['kind'] === 'chat_template' && it['name'] === 'plain_news');
    // The platform's times are whole seconds: within one, either may stand first.
    const states = its.slice(0, 2).map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(['approved', 'paused']));
    const done = COUNT - (PIECE - PORTION);
    expect(await until({ delivered: done, state: 'sent' })).toMatchObject({ pause_reason: null });
    expect(await story.breaches()).toEqual([]);
  });

  it('stops when people take its template badly', async () => {
    const soon = new Date(wallClock.nowMs() + 3_600_000).toISOString();
    const recipients = Array.from({ length: COUNT }, (_, at) => `9230012${String(40_000 + at)}`);
    const template = String(await story.template('plain_news'));
    const of = { recipients, kind: 'chat', template_id: template, content: {}, send_at: soon };
    id = String((await ask('POST /v1/messages', of)).body['id']);
    const quality = { name: 'plain_news', language: 'en', quality: 'RED' };
    await story.tell('/templates/decide', quality);
    const now = await until({ state: 'paused', pending: COUNT });
    expect(now).toMatchObject({ pause_reason: 'template_quality' });
    expect((await ask(`POST /v1/batches/${id}/cancel`, {})).status).toBe(200);
    await until({ state: 'cancelled', cancelled: COUNT });
    expect(await story.breaches()).toEqual([]);
  });
});
