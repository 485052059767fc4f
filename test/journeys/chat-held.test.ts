/**
 * The platform holds messages of a template back until people's feedback decides: what is held is
 * not sent, and says so everywhere; then it leaves, or fails with 132015.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { beginChatStory, idIn, onlyId, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';
import { v1At, type AskV1 } from '../support/v1.ts';

let story: ChatStory;
let ask: AskV1;
beforeAll(async () => {
  story = await beginChatStory();
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
    await story.tell('/next', { answer: { kind: 'held', word: 'paused' }, fate: { kind: 'silent' } });
    const id = onlyId(await story.send('plain_news', [{ mobile: '923001237106' }]));
    await story.until(id, 'HELD');
    expect(await message(id)).toMatchObject({ reason: 'platform_holds_paused' });
    const { breaches } = story;
    expect(await breaches()).toEqual([]);
  });
});
