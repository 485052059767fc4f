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

describe('the name of a campaign', () => {
  it('is given with it, changed, taken away, and shown wherever it is', async () => {
    const named = { name: 'Eid 2026', send_at: inMs(5 * HOUR_MS) };
    const { body } = await batches.upload({ file: csvOf(numbers(2)), fields: named });
    const id = body.id ?? '';
    story.okIds.push(Number(id));
    expect([body.name, faultsOf(BATCH, body)]).toEqual(['Eid 2026', []]);
    const [listed] = (await ask('GET /v1/batches?limit=1')).body.data;
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
