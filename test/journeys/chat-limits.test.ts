/** What the platform allows a number: read, shown, kept to; and how much of its day is left. */
import { beforeAll, describe, expect, it } from 'vitest';
import { limit } from '../../src/domain/limits.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { readRouting } from '../../src/store/snapshots/routing-snapshots.ts';
import { callBatches } from '../support/batches.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { PLATFORM } from '../support/chat-world.ts';
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
});

const atPlatform = async () => {
  const [number] = (await ask('GET /v1/chat/numbers')).body.data;
  return number?.['platform'] as Readonly<Record<string, unknown>> | null;
};
const until = (facts: object) =>
  eventually(`the platform saying ${JSON.stringify(facts)}`, async () => {
    const now = (await atPlatform()) ?? {};
    return Object.entries(facts).every(([name, is]) => now[name] === is) && now;
  });
const number = { phoneNumberId: PLATFORM.number };
const mobileOf = (at: number): string => `9230013${String(10_000 + at)}`;
const messages = async (count: number, more: object) => {
  const recipients = Array.from({ length: count }, (_, at) => mobileOf(at));
  const template = String(await story.template('plain_news'));
  const sent = { recipients, kind: 'chat', template_id: template, content: {} };
  return ask('POST /v1/messages', { ...sent, ...more });
};
const rate = async (): Promise<unknown> => {
  const routing = await readRouting(story.paigham.db, 0);
  const link = routing?.links.get(story.linkId);
  return link?.carrier === 'whatsapp' && link.config.ratePerSecond;
};

describe('what the platform allows a number', () => {
  it('is read once it is connected, and shown', async () => {
    expect(await until({ quality: 'green' })).toMatchObject({
      ...{ messaging_limit: 'tier_unlimited', people_a_day: null, throughput: 'high' },
      ...{ on_phone: false, name_status: 'approved', status: 'connected' },
    });
    expect((await messages(2, { dry_run: true })).body['people_today']).toBeNull();
  });

  it('is read again when the platform reports a change, and slows the number down', async () => {
    await story.tell('/accounts', { ...number, messagingLimit: 'TIER_2K' });
    await story.tell('/numbers', { ...number, onPhone: true, quality: 'RED' });
    await until({ quality: 'red', people_a_day: 2_000, on_phone: true });
    await eventually('the slower number', async () => (await rate()) === 20);
    await story.tell('/numbers', { ...number, onPhone: false, quality: 'GREEN' });
    await eventually('its own rate', async () => (await rate()) === 1_000);
  });
});

describe('a campaign that is larger than the day', () => {
  const COUNT = limit('chatGroupMessages') + 500;

  it('is told so before it is sent', async () => {
    await story.until(await story.sendOne('plain_news', '923001399901'), 'DELIVERED');
    const { status, body } = await messages(COUNT, { dry_run: true });
    const today = { limit: 2_000, reached: 1, left: 1_999, over: COUNT - 1_999, days: 2 };
    expect([status, body['people_today']]).toEqual([200, today]);
    const template_id = String(await story.template('plain_news'));
    const fields = { kind: 'chat', sender: '', template_id, content: '{}', dry_run: '1' };
    const file = Array.from({ length: COUNT }, (_, at) => mobileOf(at)).join('\n');
    const { upload } = callBatches(story.paigham.baseUrl, story.shop);
    const dry = await upload({ path: '/v1/batches', fields, file });
    expect(dry.body).toMatchObject({ recipients: COUNT, check: { people_today: today } });
  });

  it('and who was written to today, or has written, is not over', async () => {
    await story.write('923001399902', 'Salam');
    const known = ['923001399901', '923001399902'];
    const recipients = [...known, ...Array.from({ length: COUNT }, (_, at) => mobileOf(at))];
    const today = { left: 1_999, over: COUNT - 1_999 };
    await eventually('that the reply is known', async () => {
      const { body } = await messages(COUNT, { dry_run: true, recipients });
      const { left, over } = body['people_today'] as typeof today;
      return left === today.left && over === today.over;
    });
  });

  it('is not spread where it is not one', async () => {
    const { status, body } = await messages(limit('chatGroupMessages'), { spread: true });
    const rule = 'is for more than 2000 chat messages by template';
    expect([status, body['errors']]).toEqual([400, [{ pointer: '/body/spread', detail: rule }]]);
  });

  it('leaves as far as the day goes, and the rest waits for the next', async () => {
    const { status, body } = await messages(COUNT, { spread: true });
    expect(status).toBe(201);
    const counts = () =>
      ask(`GET /v1/batches/${String(body['id'])}`).then(
        (shown) => shown.body['counts'] as Readonly<Record<string, number>>,
      );
    await eventually('the day used up', async () => (await counts())['delivered'] === 1_999);
    expect(await counts()).toMatchObject({ pending: COUNT - 1_999, failed: 0, rejected: 0 });
    await eventually('an empty line', async () => {
      return (await story.ask('select 1 from queue')).length === 0;
    });
    const [feed] = await story.ask<{ readonly waits: boolean }>(
      'select chat_due_at > now() as waits from feeds',
    );
    expect(feed).toEqual({ waits: true });
    await story.tell('/accounts', { ...number, messagingLimit: 'TIER_10K' });
    await story.tell('/numbers', { ...number, quality: 'GREEN' });
    await until({ people_a_day: 10_000 });
    const hasten = plain('test-hasten', 'update feeds set chat_due_at = now()');
    await story.paigham.db.transact((transaction) => transaction.run(hasten, []));
    await eventually('all of it', async () => (await counts())['delivered'] === COUNT);
    expect(await story.breaches()).toEqual([]);
  });

  it('is refused where it would take longer than anything waits', async () => {
    await story.tell('/accounts', { ...number, messagingLimit: 'TIER_250' });
    await story.tell('/numbers', { ...number, quality: 'GREEN' });
    await until({ people_a_day: 250 });
    const recipients = Array.from({ length: COUNT }, (_, at) => mobileOf(COUNT + at));
    const { status, body } = await messages(COUNT, { recipients, spread: true });
    expect([status, body['errors']]).toMatchObject([
      400,
      [{ pointer: '/body/spread', detail: expect.stringMatching(/^would take 11 days/) }],
    ]);
  });
});
