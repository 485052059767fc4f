/** Batches that are paused, go on, are cancelled or scheduled: of a request and from files. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROBLEM } from '../../src/api/v1/answer.ts';
import { BATCH } from '../../src/features/batches/batch-shape.http.ts';
import { HOUR_MS } from '../../src/domain/durations.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { faultsOf } from '../../src/kit/shape.ts';
import { callBatches, csvOf, type Batches } from '../support/batches.ts';
import { eventually } from '../support/eventually.ts';
import { messagesOf } from '../support/heard.ts';
import { mobileOf, openShop } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';
import { v1At, type AskV1 } from '../support/v1.ts';
import { asker } from '../support/verify.ts';

let story: Story;
let batches: Batches;
let ask: AskV1;
let written = 0;

beforeAll(async () => {
  story = await beginStory();
  batches = callBatches(story.paigham.baseUrl, story.shop);
  ask = v1At(story.paigham.baseUrl, story.shop.apiKey);
});

afterAll(async () => {
  expect(await story.breaches()).toEqual([]);
});

const numbers = (count: number): readonly string[] =>
  Array.from({ length: count }, () => mobileOf(((written += 1) % 4) as 0, written));
const inMs = (ms: number): string => new Date(wallClock.nowMs() + ms).toISOString();

/** A send to so many numbers, in an hour unless said. */
async function schedule(count: number, ms = HOUR_MS): Promise<string> {
  const { sender, template_id: template } = story.shop.write('', '');
  const { status, body } = await ask('POST /v1/messages', {
    ...{ recipients: numbers(count), sender, template_id: String(template) },
    ...{ values: { text: 'Later' }, send_at: inMs(ms) },
  });
  expect(status).toBe(201);
  story.okIds.push(Number(body['id']));
  return String(body['id']);
}

const heard = (): number =>
  Object.values(story.paigham.operators).reduce((sum, it) => sum + messagesOf(it).length, 0);

type Row = { readonly hours: number; readonly validHours: number };

/** When a batch is due, and how long it is valid then. */
async function dueOf(id: string): Promise<readonly Row[]> {
  return asker(story.paigham.db)<Row>(
    `select distinct round(extract(epoch from q.due_at - m.accepted_at) / 3600)::int as hours,
       round(extract(epoch from q.expires_at - q.due_at) / 3600)::int as "validHours"
     from queue q join messages m on m.account_id = q.account_id and m.id = q.message_id
     where m.batch_id = $1`,
    [id],
  );
}

it('of a test key is held by one, and no other is', async () => {
  const { key } = (await ask('POST /v1/keys', { name: 'Tests', mode: 'test' })).body;
  const test = v1At(story.paigham.baseUrl, String(key));
  const live = await schedule(2);
  for (const call of ['/pause', '/cancel', '/resume']) {
    const { body } = await test(`POST /v1/batches/${live}${call}`);
    expect(body['code']).toBe('key_tests_only');
  }
  expect((await test(`PATCH /v1/batches/${live}`, { name: 'x' })).status).toBe(403);
  const { sender, template_id: template } = story.shop.write('', '');
  const made = await test('POST /v1/messages', {
    ...{ recipients: numbers(2), sender, template_id: String(template) },
    ...{ values: { text: 'Later' }, send_at: inMs(HOUR_MS) },
  });
  const own = `/v1/batches/${String(made.body['id'])}`;
  const sendAt = inMs(2 * HOUR_MS);
  const moved = await test(`POST ${own}/reschedule`, { send_at: sendAt });
  expect(moved).toMatchObject({ status: 200, body: { test: true, send_at: sendAt } });
  expect((await test(`PATCH ${own}`, { name: 'Trial' })).body).toMatchObject({ name: 'Trial' });
  expect((await test(`POST ${own}/pause`)).body).toMatchObject({ state: 'paused' });
  expect((await test(`POST ${own}/resume`)).status).toBe(200);
  expect((await test(`POST ${own}/cancel`)).body).toMatchObject({ state: 'cancelled' });
  await batches.hold(live, 'cancel');
});

describe('a batch of several numbers', () => {
  it('is paused, goes on when it was due, and leaves', async () => {
    const id = await schedule(3, 8_000);
    const paused = await batches.hold(id, 'pause');
    expect([paused.status, faultsOf(BATCH, paused.body)]).toEqual([200, []]);
    expect(paused.body).toMatchObject({ id, state: 'paused', counts: { pending: 3 } });
    const { data } = (await ask(`GET /v1/messages?batch_id=${id}`)).body;
    expect(data.map(({ reason }) => reason)).toEqual(Array(3).fill('batch_paused'));
    expect((await batches.hold(id, 'pause')).body.state).toBe('paused');
    const listed = (await ask('GET /v1/batches?state=paused')).body.data;
    expect(listed.map((it) => it['id'])).toEqual([id]);

    const before = heard();
    const other = await story.send('In between', numbers(1)[0] ?? '');
    await eventually(
      'its time is over',
      () => wallClock.nowMs() > Date.parse(paused.body.send_at ?? ''),
    );
    await story.until(other, 'DELIVERED');
    expect(heard()).toBe(before + 1);

    // Its time is over: the answer may come before or after the last of it left.
    expect(['sending', 'sent']).toContain((await batches.hold(id, 'resume')).body.state);
    await story.until(Number(id), 'DELIVERED');
    expect(heard()).toBe(before + 4);
    expect((await batches.find(id)).state).toBe('sent');
  });

  it('keeps its schedule and its validity through a pause', async () => {
    const id = await schedule(2, 10 * HOUR_MS);
    const before = await dueOf(id);
    expect(before).toEqual([{ hours: 10, validHours: 0 }]);
    await batches.hold(id, 'pause');
    expect((await dueOf(id))[0]?.hours).toBeGreaterThan(8_000_000);
    expect((await batches.hold(id, 'resume')).body.state).toBe('sending');
    expect(await dueOf(id)).toEqual(before);
    await batches.hold(id, 'cancel');
  });

  it('gets another time while it is scheduled, and keeps its validity', async () => {
    const id = await schedule(2, 10 * HOUR_MS);
    const move = (ms: number, of = id, caller = ask) =>
      caller(`POST /v1/batches/${of}/reschedule`, { send_at: inMs(ms) });
    const before = await dueOf(id);
    const moved = await move(20 * HOUR_MS);
    expect([moved.status, faultsOf(BATCH, moved.body)]).toEqual([200, []]);
    expect(Date.parse(String(moved.body['send_at']))).toBeGreaterThan(
      wallClock.nowMs() + 19 * HOUR_MS,
    );
    expect(await dueOf(id)).toEqual([{ ...before[0], hours: 20 }]);
    const [audited] = (await ask('GET /v1/audit?limit=1')).body.data;
    expect(audited).toMatchObject({ action: 'batch.reschedule' });
    for (const ms of [-1_000, 80 * HOUR_MS]) {
      expect(await move(ms)).toMatchObject({
        ...{ status: 400, body: { errors: [{ pointer: '/body/send_at' }] } },
      });
    }
    const stranger = await openShop(story.paigham.world, { rupees: '10' });
    const theirs = v1At(story.paigham.baseUrl, stranger.apiKey);
    expect((await move(HOUR_MS, id, theirs)).body['code']).toBe('batch_unknown');
    await batches.hold(id, 'pause');
    expect(await move(HOUR_MS)).toMatchObject({ status: 409, body: { code: 'batch_held' } });
    await batches.hold(id, 'resume');
    expect((await move(1_000)).status).toBe(200);
    await story.until(Number(id), 'DELIVERED');
    const late = await move(HOUR_MS);
    expect(late).toMatchObject({ status: 409, body: { code: 'batch_not_scheduled' } });
  });

  it('from a large file gets another time whole, and leaves at it', async () => {
    const file = csvOf(numbers(1_200));
    const made = await batches.upload({ file, fields: { send_at: inMs(5 * HOUR_MS) } });
    const id = made.body.id ?? '';
    story.okIds.push(Number(id));
    const moved = await ask(`POST /v1/batches/${id}/reschedule`, { send_at: inMs(1_000) });
    expect([moved.status, moved.body['state']]).toEqual([200, 'sending']);
    await story.until(Number(id), 'DELIVERED');
    const cancelled = await schedule(2);
    await batches.hold(cancelled, 'cancel');
    const never = await ask(`POST /v1/batches/${cancelled}/reschedule`, { send_at: inMs(1_000) });
    expect(never.body['code']).toBe('batch_cancelled');
  });

  it('is cancelled once, for good, and costs nothing', async () => {
    const before = await story.balance();
    const id = await schedule(5);
    expect(await story.balance()).toBeLessThan(before);
    const { status, body } = await batches.hold(id, 'cancel');
    expect([status, faultsOf(BATCH, body)]).toEqual([200, []]);
    expect(body).toMatchObject({
      ...{ state: 'cancelled', cancelled: 5, spent: '0.00' },
      counts: { cancelled: 5, rejected: 0 },
    });
    expect(await story.balance()).toBe(before);
    expect((await batches.hold(id, 'cancel')).body).toMatchObject({ state: 'cancelled' });
    for (const wish of ['pause', 'resume']) {
      const again = await batches.hold(id, wish);
      expect([again.status, again.text, faultsOf(PROBLEM, again.body)]).toEqual([
        409,
        expect.stringContaining('batch_cancelled'),
        [],
      ]);
    }
    const { data } = (await ask(`GET /v1/messages?batch_id=${id}`)).body;
    expect(data.map(({ state, price }) => [state, price])).toEqual(
      Array.from({ length: 5 }, () => ['cancelled', '0.00']),
    );
    const { data: rows } = (await ask(`GET /v1/batches/${id}/rows?format=json`)).body;
    expect(rows.map(({ state, price }) => [state, price])).toEqual(
      Array.from({ length: 5 }, () => ['cancelled', '0.00']),
    );
    expect((await ask(`GET /v1/messages?batch_id=${id}&state=rejected`)).body.data).toEqual([]);
  });

  it('is cancelling while a node holds messages of it, whose end is not known yet', async () => {
    const { jazz } = story.paigham.operators;
    await jazz.change({ answerDelayMs: 8_000 });
    const before = jazz.tally.counts.submits;
    const { sender, template_id: template } = story.shop.write('', '');
    const recipients = [mobileOf(0, 9_001), mobileOf(0, 9_002)];
    const sent = await ask('POST /v1/messages', {
      ...{ recipients, sender, template_id: String(template), values: { text: 'On its way' } },
    });
    const id = String(sent.body['id']);
    story.okIds.push(Number(id));
    await eventually('both at the operator', () => jazz.tally.counts.submits === before + 2);
    await jazz.change({ answerDelayMs: 0 });
    const { body } = await batches.hold(id, 'cancel');
    expect(body).toMatchObject({ state: 'cancelling', cancelled: 0, counts: { pending: 2 } });
    expect((await batches.find(id)).state).toBe('cancelling');
    const over = await eventually('the end', async () => {
      const now = await batches.find(id);
      return now.state === 'cancelled' && now;
    });
    expect(over).toMatchObject({ cancelled: 0, counts: { pending: 0 } });
    await story.until(Number(id), 'DELIVERED');
  });

  it('that has left cannot be paused or cancelled', async () => {
    const id = await schedule(2, 200);
    await story.until(Number(id), 'DELIVERED');
    for (const wish of ['pause', 'cancel']) {
      const answer = await batches.hold(id, wish);
      expect([answer.status, answer.text]).toEqual([
        409,
        expect.stringContaining('batch_not_waiting'),
      ]);
    }
    expect((await batches.hold(id, 'resume')).body.state).toBe('sent');
  });

  it('is nobody else’s, and is in the audit', async () => {
    const id = await schedule(2);
    const stranger = await openShop(story.paigham.world, { rupees: '10' });
    const foreign = callBatches(story.paigham.baseUrl, stranger);
    for (const wish of ['pause', 'resume', 'cancel']) {
      const answer = await foreign.hold(id, wish);
      expect([answer.status, answer.text]).toEqual([404, expect.stringContaining('batch_unknown')]);
      expect((await batches.hold('abc', wish)).status).toBe(404);
    }
    await batches.hold(id, 'cancel');
    const lines = await asker(story.paigham.db)<{ readonly actor: string }>(
      `select actor from audit where action = 'batch.cancel' and detail->>'batch' = $1`,
      [id],
    );
    expect(lines).toEqual([{ actor: expect.stringMatching(/^key/) as string }]);
  });
});

describe('a large batch', () => {
  it('is cancelled whole, what is not queued yet too', async () => {
    const before = await story.balance();
    const id = await schedule(2_500);
    const feeds = (): Promise<readonly unknown[]> =>
      asker(story.paigham.db)('select 1 from feeds where batch_id = $1', [id]);
    expect(await feeds()).toHaveLength(1);
    await batches.hold(id, 'cancel');
    const { counts, cancelled } = await batches.until(id, 'cancelled');
    expect([counts?.['cancelled'], cancelled]).toEqual([2_500, 2_500]);
    expect(await story.balance()).toBe(before);
    expect(await feeds()).toEqual([]);
  });

  it('that is paused in its feed waits, and goes on', async () => {
    const id = await schedule(2_500, 1_500);
    expect((await batches.hold(id, 'pause')).body.state).toBe('paused');
    const other = await story.send('After its time', numbers(1)[0] ?? '');
    await story.until(other, 'DELIVERED');
    const { send_at: sendAt } = await batches.find(id);
    await eventually('its time is over', () => wallClock.nowMs() > Date.parse(sendAt ?? ''));
    expect((await batches.find(id)).counts).toMatchObject({ pending: 2_500, sent: 0 });
    await batches.hold(id, 'resume');
    const over = await batches.untilOver(id);
    expect(over.counts).toMatchObject({ delivered: 2_500 });
  });

  it('that was paused for too long is cancelled', async () => {
    const before = await story.balance();
    const id = await schedule(3, 10 * HOUR_MS);
    await batches.hold(id, 'pause');
    const longAgo = plain(
      'test-long-ago',
      `update batches set held_at = now() - interval '73 hours' where id = $1`,
    );
    await story.paigham.db.transact((transaction) => transaction.run(longAgo, [id]));
    expect(await batches.until(id, 'cancelled')).toMatchObject({ cancelled: 3 });
    expect(await story.balance()).toBe(before);
  });
});

describe('a file', () => {
  it('is scheduled, shows when, and is cancelled', async () => {
    const before = await story.balance();
    const sendAt = inMs(HOUR_MS);
    const { status, body } = await batches.upload({
      file: csvOf(numbers(20)),
      fields: { send_at: sendAt },
    });
    expect([status, faultsOf(BATCH, body)]).toEqual([201, []]);
    expect(body).toMatchObject({ state: 'sending', send_at: sendAt, counts: { pending: 20 } });
    expect(await batches.hold(body.id ?? '', 'cancel')).toMatchObject({
      body: { state: 'cancelled', cancelled: 20, send_at: sendAt },
    });
    expect(await story.balance()).toBe(before);
  });

  it('is refused for a time in the past', async () => {
    const { status, body } = await batches.upload({
      ...{ file: csvOf(numbers(1)), fields: { send_at: inMs(-1_000) } },
    });
    expect([status, (body as unknown as { errors: unknown }).errors]).toEqual([
      400,
      [{ pointer: '/body/send_at', detail: 'must be in the future' }],
    ]);
  });

  it('that is kept for later keeps its time', async () => {
    const sendAt = inMs(HOUR_MS);
    const upload = { file: csvOf(numbers(20)), fields: { send_at: sendAt }, query: '?async=1' };
    const { status, body } = await batches.upload(upload);
    expect([status, body.send_at]).toEqual([202, sendAt]);
    const id = body.id ?? '';
    expect(await batches.until(id, 'sending')).toMatchObject({ send_at: sendAt });
    expect((await batches.hold(id, 'cancel')).body.state).toBe('cancelled');
  });
});
