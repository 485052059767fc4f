/** Campaigns to contacts that recur: each is a batch of its own, and keeps the next. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BATCH } from '../../src/features/batches/batch-shape.http.ts';
import { DAY_MS } from '../../src/domain/durations.ts';
import { limit } from '../../src/domain/limits.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { faultsOf } from '../../src/kit/shape.ts';
import { callBatches, type Batches } from '../support/batches.ts';
import { mobileOf } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';
import { v1At, type AskV1 } from '../support/v1.ts';

let story: Story;
let batches: Batches;
let ask: AskV1;

beforeAll(async () => {
  story = await beginStory();
  batches = callBatches(story.paigham.baseUrl, story.shop);
  ask = v1At(story.paigham.baseUrl, story.shop.apiKey);
  await ask('POST /v1/contacts', { mobile: mobileOf(0, 1), name: 'Sana', tags: ['fees'] });
});

afterAll(async () => {
  expect(await story.breaches()).toEqual([]);
});

const inMs = (ms: number): string => new Date(wallClock.nowMs() + ms).toISOString();
const make = (more: object) => {
  const { sender, template_id: template } = story.shop.write('', '');
  return ask('POST /v1/batches', {
    ...{ sender, template_id: String(template), duplicate: true, name: 'Fees' },
    ...{ message: { text: 'Dear {{name|parent}}' }, filter: { tag: 'fees' } },
    ...more,
  });
};

/** The one that waits; its time is now. */
async function begin(): Promise<Awaited<ReturnType<Batches['until']>>> {
  const [{ id } = { id: '' }, ...others] = await waiting();
  expect(others).toEqual([]);
  story.okIds.push(Number(id));
  await ask(`POST /v1/batches/${id}/reschedule`, { send_at: inMs(700) });
  return batches.until(id, 'sent');
}

async function waiting() {
  const { data } = (await ask('GET /v1/batches?state=waiting')).body;
  return data as readonly { id: string; name: string; send_at: string; recurs: unknown }[];
}

it('is sent each time to those who are contacts then, until it is cancelled', async () => {
  // Within hours, too, it is charged at its time.
  const recurs = { every: 'week', until: inMs(60 * DAY_MS) };
  const before = await story.balance();
  const made = await make({ send_at: inMs(DAY_MS / 2), recurs });
  expect([made.status, faultsOf(BATCH, made.body)]).toEqual([202, []]);
  expect(made.body).toMatchObject({ state: 'waiting', recurs, price: null });
  expect(await story.balance()).toBe(before);

  const first = await begin();
  expect(first).toMatchObject({ recipients: 1, recurs: null, name: 'Fees' });
  const [next] = await waiting();
  expect(next).toMatchObject({ name: 'Fees', recurs });
  expect(next?.send_at).toBe(new Date(Date.parse(first.send_at ?? '') + 7 * DAY_MS).toISOString());

  await ask('POST /v1/contacts', { mobile: mobileOf(1, 2), name: 'Bilal', tags: ['fees'] });
  expect(await begin()).toMatchObject({ recipients: 2 });

  const [third] = await waiting();
  expect((await batches.hold(third?.id ?? '', 'pause')).body).toMatchObject({ recurs });
  expect((await batches.hold(third?.id ?? '', 'cancel')).body).toMatchObject({ recurs: null });
  expect(await waiting()).toEqual([]);
});

it('goes on after one that was refused', async () => {
  await make({ send_at: inMs(DAY_MS), recurs: { every: 'day' } });
  await ask('POST /v1/contacts/purge', { filter: { tag: 'fees' }, count: 2 });
  const [{ id } = { id: '' }] = await waiting();
  await ask(`POST /v1/batches/${id}/reschedule`, { send_at: inMs(700) });
  await batches.until(id, 'refused');
  const [next] = await waiting();
  expect(next?.recurs).toMatchObject({ every: 'day' });
  await batches.hold(next?.id ?? '', 'cancel');
});

it('ends with the last that is not after its end', async () => {
  await ask('POST /v1/contacts', { mobile: mobileOf(0, 3), name: 'Sana', tags: ['fees'] });
  await make({ send_at: inMs(DAY_MS / 4), recurs: { every: 'day', until: inMs(DAY_MS / 2) } });
  expect(await begin()).toMatchObject({ recipients: 1 });
  expect(await waiting()).toEqual([]);
});

it.each([
  [{ recurs: { every: 'week' } }, '/body/send_at', 'is missing: when it recurs first'],
  [
    { send_at: inMs(2 * DAY_MS), recurs: { every: 'week', until: inMs(DAY_MS) } },
    '/body/recurs/until',
    'must not be before send_at',
  ],
  [
    { send_at: inMs(DAY_MS), recurs: { every: 'week' }, filter: undefined, url: 'https://a.test/' },
    '/body/recurs',
    'is for contacts, not for a file',
  ],
])('%j is refused', async (more, pointer, detail) => {
  const { status, body } = await make(more);
  expect([status, body['errors']]).toEqual([400, [{ pointer, detail }]]);
});

it('is shown by a dry run, which keeps nothing', async () => {
  const recurs = { every: 'month' };
  const { body } = await make({ send_at: inMs(DAY_MS), recurs, dry_run: true });
  expect(body).toMatchObject({ state: 'dry_run', recurs: { every: 'month', until: null } });
  expect(await waiting()).toEqual([]);
});

it('are so many at most, which is said of campaigns, and not to be tried again', async () => {
  const most = limit('uploadsScheduled');
  const open = Array.from({ length: most + 2 }, () => make({ send_at: inMs(9 * DAY_MS) }));
  const made = await Promise.all(open);
  const refused = made.filter(({ status }) => status === 409);
  expect(refused.map(({ body }) => body['code'])).toEqual(Array(2).fill('campaigns_exceeded'));
  expect(refused[0]?.body['detail']).toContain(`at most ${most} campaigns`);
  expect(refused[0]?.headers.get('retry-after')).toBeNull();
  for (const { id } of await waiting()) await batches.hold(id, 'cancel');
});
