/**
 * A campaign of a thousand that the platform holds back whole: half of it leaves, and half of it
 * fails with 132015 when its template is paused. States, counts, money and events of each step.
 */
import { beforeAll, expect, it } from 'vitest';
import { callBatches } from '../support/batches.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { allEvents } from '../support/events.ts';
import { eventually } from '../support/eventually.ts';
import { v1At, type AskV1 } from '../support/v1.ts';

const COUNT = 1_000;
const HALF = COUNT / 2;
const RUPEES = 7;

let story: ChatStory;
let ask: AskV1;
let id = '';
let before: Awaited<ReturnType<ChatStory['moved']>>;

beforeAll(async () => {
  story = await beginChatStory({
    rupees: '10000',
    number: { ratePerSecond: 1_000 },
    platform: { behaviour: { throughputPerSecond: 1_000, statusesPerPost: 50 } },
  });
  ask = v1At(story.paigham.baseUrl, story.shop.apiKey);
  // What happens is kept from the first look on.
  await ask('GET /v1/events');
  before = await story.moved();
  await pace({ portion: 0 });
  const rows = Array.from({ length: COUNT }, (_, at) => `9230012${String(50_000 + at)}`);
  const template_id = String(await story.template('plain_news'));
  const fields = { kind: 'chat', sender: '', template_id, content: '{}' };
  const batches = callBatches(story.paigham.baseUrl, story.shop);
  const made = await batches.upload({ path: '/v1/batches', fields, file: rows.join('\n') });
  id = made.body.id ?? '';
});

const pace = (change: object) =>
  story.tell('/templates/pace', { name: 'plain_news', language: 'en', ...change });

/** The campaign once its counts are these. */
const until = (counts: Readonly<Record<string, number>>) =>
  eventually(JSON.stringify(counts), async () => {
    const { body } = await ask(`GET /v1/batches/${id}`);
    const now = body['counts'] as Readonly<Record<string, number>>;
    return Object.entries(counts).every(([word, is]) => now[word] === is) && body;
  });

/** What has been reserved, charged and given back for it, in rupees. */
async function money() {
  const now = await story.moved();
  const of = (kind: 'reserve' | 'post' | 'release' | 'refund') => now[kind] - before[kind];
  return [of('reserve'), of('post'), of('release'), of('refund')];
}

/** How many events of messages are told of each type, once there are as many as that in all. */
const events = (inAll: number): Promise<Readonly<Record<string, number>>> =>
  eventually(`${inAll} events`, async () => {
    const all = await allEvents(story.paigham.baseUrl, story.shop);
    const types = all.map(({ type }) => type).filter((it) => it.startsWith('message.'));
    const counts: Record<string, number> = {};
    for (const type of types) counts[type] = (counts[type] ?? 0) + 1;
    return types.length === inAll && counts;
  });

it('is held whole: reserved, not charged, told as held', async () => {
  await until({ held: COUNT, sent: 0, delivered: 0, rejected: 0 });
  expect(await money()).toEqual([COUNT * RUPEES, 0, 0, 0]);
  expect(await events(COUNT)).toEqual({ 'message.held': COUNT });
});

it('is delivered and charged as far as it is let go', async () => {
  await pace({ release: HALF });
  await until({ held: HALF, delivered: HALF, rejected: 0 });
  expect(await money()).toEqual([COUNT * RUPEES, HALF * RUPEES, 0, 0]);
});

it('has failed with 132015 and been released for the rest, and costs no more', async () => {
  await pace({ drop: true });
  const now = await until({ held: 0, delivered: HALF, rejected: HALF });
  expect(now).toMatchObject({ spent: `${HALF * RUPEES}.00` });
  expect(await money()).toEqual([COUNT * RUPEES, HALF * RUPEES, HALF * RUPEES, 0]);
  expect(await events(COUNT + 3 * HALF)).toEqual({
    'message.held': COUNT,
    'message.sent': HALF,
    'message.delivered': HALF,
    'message.rejected': HALF,
  });
  const { data } = (await ask(`GET /v1/messages?batch_id=${id}&state=rejected&limit=1`)).body;
  expect(data).toMatchObject([
    { reason: 'platform_template_stopped', detail: expect.stringContaining('132015') },
  ]);
  expect(await story.breaches()).toEqual([]);
});
