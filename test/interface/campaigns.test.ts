/** Campaigns: what they are called, and what is done with them before and after they are sent. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BATCH } from '../../src/features/batches/batch-shape.http.ts';
import { HOUR_MS } from '../../src/domain/durations.ts';
import { wallClock } from '../../src/kit/clock.ts';
import { faultsOf } from '../../src/kit/shape.ts';
import { callBatches, csvOf, type Batches } from '../support/batches.ts';
import { mobileOf, openShop } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';
import { v1At, type AskV1 } from '../support/v1.ts';

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

describe('a campaign of another day', () => {
  const far = { send_at: inMs(40 * 24 * HOUR_MS) };
  const open = async (id: string) => {
    await ask(`POST /v1/batches/${id}/reschedule`, { send_at: inMs(700) });
    return batches.until(id, 'sent');
  };

  it('is kept unread and costs nothing; at its time it is judged, charged and sent', async () => {
    const before = await story.balance();
    const [wants, stays] = numbers(2);
    const made = await batches.upload({ file: csvOf([wants ?? '', stays ?? '']), fields: far });
    const id = made.body.id ?? '';
    expect([made.status, faultsOf(BATCH, made.body)]).toEqual([202, []]);
    expect(made.body).toMatchObject({ state: 'waiting', send_at: expect.any(String), price: null });
    expect((await ask('GET /v1/batches?state=waiting')).body.data).toMatchObject([{ id }]);
    expect(await story.balance()).toBe(before);
    // Who opts out before it is read gets nothing of it.
    const added = await ask('POST /v1/suppressions', { number: wants });
    expect(added.status).toBeLessThan(300);
    expect(await open(id)).toMatchObject({ recipients: 1, rows_left_out: 1 });
    story.okIds.push(Number(id));
    await story.until(Number(id), 'DELIVERED');
    expect(await story.balance()).toBeLessThan(before);
  });

  it('is moved, paused and cancelled before it is read', async () => {
    const made = await batches.upload({ file: csvOf(numbers(1)), fields: far });
    const id = made.body.id ?? '';
    const move = (days: number) =>
      ask(`POST /v1/batches/${id}/reschedule`, { send_at: inMs(days * 24 * HOUR_MS) });
    expect((await move(91)).body['errors']).toMatchObject([
      { detail: 'must be at most 90 days ahead', pointer: '/body/send_at' },
    ]);
    const moved = await move(89);
    expect(Date.parse(String(moved.body['send_at']))).toBeGreaterThan(
      wallClock.nowMs() + 88 * 24 * HOUR_MS,
    );
    expect((await batches.hold(id, 'pause')).body.state).toBe('paused');
    expect((await move(80)).body['code']).toBe('batch_held');
    expect((await batches.hold(id, 'resume')).body.state).toBe('waiting');
    expect((await batches.hold(id, 'cancel')).body.state).toBe('cancelled');
    expect((await move(80)).body['code']).toBe('batch_cancelled');
  });

  it('that is charged already cannot wait for longer than messages do', async () => {
    const soon = { send_at: inMs(5 * HOUR_MS) };
    const { body } = await batches.upload({ file: csvOf(numbers(1)), fields: soon });
    story.okIds.push(Number(body.id));
    const moved = await ask(`POST /v1/batches/${body.id}/reschedule`, far);
    expect(moved.body['errors']).toMatchObject([
      { detail: 'must be at most 72 hours ahead: it is charged already' },
    ]);
    await batches.hold(body.id ?? '', 'cancel');
  });

  it('to contacts goes to those who are there at its time', async () => {
    const [first, second] = numbers(2);
    await ask('POST /v1/contacts', { mobile: first, name: 'Sana', tags: ['far'] });
    const { sender, template_id: template } = story.shop.write('', '');
    const made = await ask('POST /v1/batches', {
      ...{ sender, template_id: String(template), message: { text: 'Dear {{name|customer}}' } },
      ...{ duplicate: true, filter: { tag: 'far' }, ...far },
    });
    expect([made.status, made.body['state']]).toEqual([202, 'waiting']);
    await ask('POST /v1/contacts', { mobile: second, name: 'Bilal', tags: ['far'] });
    const id = String(made.body['id']);
    story.okIds.push(Number(id));
    expect((await open(id)).recipients).toBe(2);
  });

  it('that cannot be paid at its time is refused, with why', async () => {
    const poor = await openShop(story.paigham.world, { rupees: '1' });
    const theirs = callBatches(story.paigham.baseUrl, poor);
    const { body } = await theirs.upload({ file: csvOf(numbers(9)), fields: far });
    const request = `POST /v1/batches/${body.id}/reschedule`;
    await v1At(story.paigham.baseUrl, poor.apiKey)(request, { send_at: inMs(700) });
    const { problem } = await theirs.until(body.id ?? '', 'refused');
    expect(problem?.code).toBe('credit_insufficient');
  });
});

describe('the name of a campaign', () => {
  it('is given with it, changed, taken away, and shown wherever it is', async () => {
    const named = { name: 'Eid 2026', send_at: inMs(5 * HOUR_MS) };
    const { body } = await batches.upload({ file: csvOf(numbers(2)), fields: named });
    const id = body.id ?? '';
    story.okIds.push(Number(id));
    expect([body.name, faultsOf(BATCH, body)]).toEqual(['Eid 2026', []]);
    const listed = (await ask('GET /v1/batches')).body.data.find((it) => it['id'] === id);
    expect(listed).toMatchObject({ id, name: 'Eid 2026' });
    const renamed = await ask(`PATCH /v1/batches/${id}`, { name: 'عید' });
    expect(renamed).toMatchObject({ status: 200, body: { id, name: 'عید' } });
    const [audited] = (await ask('GET /v1/audit?limit=1')).body.data;
    expect(audited).toMatchObject({ action: 'batch.rename' });
    expect((await ask(`PATCH /v1/batches/${id}`, { name: null })).body['name']).toBeNull();
    await batches.hold(id, 'cancel');
  });

  it('of a file that is read later is the one that it has when it is sent', async () => {
    const { body } = await batches.upload({ file: csvOf(numbers(3)), query: '?async=1' });
    const id = body.id ?? '';
    story.okIds.push(Number(id));
    const renamed = await ask(`PATCH /v1/batches/${id}`, { name: 'While it is read' });
    expect(renamed.body['name']).toBe('While it is read');
    await story.until(Number(id), 'DELIVERED');
    expect((await batches.find(id)).name).toBe('While it is read');
  });

  it('follows the rules of names, and is nobody else’s to give', async () => {
    const { body } = await batches.upload({ file: csvOf(numbers(1)) });
    story.okIds.push(Number(body.id));
    for (const name of ['', ' x', 'x\ny', 'x'.repeat(101)]) {
      const errors = [{ pointer: '/body/name' }];
      expect(await ask(`PATCH /v1/batches/${body.id}`, { name })).toMatchObject({
        ...{ status: 400, body: { errors } },
      });
    }
    const wrong = await batches.upload({ file: csvOf(numbers(1)), fields: { name: ' x' } });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('/body/name')]);
    const stranger = await openShop(story.paigham.world, { rupees: '10' });
    const theirs = v1At(story.paigham.baseUrl, stranger.apiKey);
    const refused = await theirs(`PATCH /v1/batches/${body.id}`, { name: 'x' });
    expect(refused).toMatchObject({ status: 404, body: { code: 'batch_unknown' } });
  });
});
