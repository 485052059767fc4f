/** Accounts that record their events are told once that a batch has ended, however it did. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVENT } from '../../src/features/events/show-events.http.ts';
import { HOUR_MS } from '../../src/domain/durations.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { faultsOf } from '../../src/kit/shape.ts';
import { callBatches, csvOf, type Batches } from '../support/batches.ts';
import { eventually } from '../support/eventually.ts';
import { mobileOf } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';
import { v1At, type AskV1 } from '../support/v1.ts';

let story: Story;
let batches: Batches;
let ask: AskV1;
let written = 0;
/** On its way when its account began to listen. */
let earlier: string;

beforeAll(async () => {
  story = await beginStory();
  batches = callBatches(story.paigham.baseUrl, story.shop);
  ask = v1At(story.paigham.baseUrl, story.shop.apiKey);
  earlier = await send(2, { send_at: new Date(wallClock.nowMs() + 6_000).toISOString() });
  // From the first question on they are recorded.
  expect((await ask('GET /v1/events')).body.data).toEqual([]);
});

afterAll(async () => {
  expect(await story.breaches()).toEqual([]);
});

const numbers = (count: number): readonly string[] =>
  Array.from({ length: count }, () => mobileOf(((written += 1) % 4) as 0, written));

async function send(count: number, more: object = {}): Promise<string> {
  const { sender, template_id: template } = story.shop.write('', '');
  const { status, body } = await ask('POST /v1/messages', {
    ...{ recipients: numbers(count), sender, template_id: String(template) },
    ...{ values: { text: 'All' }, ...more },
  });
  expect(status).toBe(201);
  story.okIds.push(Number(body['id']));
  return String(body['id']);
}

type Shown = {
  readonly id: string;
  readonly data: { readonly id: string; readonly state: string };
};

const endsOf = async (id: string): Promise<readonly Shown[]> => {
  const { data } = (await ask('GET /v1/events?type=batch.done&limit=100')).body;
  return (data as unknown as readonly Shown[]).filter((it) => it.data.id === id);
};

/** The one event about the end of a batch. */
async function endOf(id: string): Promise<Shown> {
  const [end, ...others] = await eventually(`the end of ${id}`, async () => {
    const ends = await endsOf(id);
    return ends.length > 0 && ends;
  });
  expect(others).toEqual([]);
  expect(faultsOf(EVENT, end)).toEqual([]);
  if (end === undefined) throw new Error('it has an end');
  return end;
}

describe('batch.done', () => {
  it('is told of too if it began before anybody listened', async () => {
    expect(await endOf(earlier)).toMatchObject({ data: { id: earlier, state: 'sent' } });
  });

  it('comes when the last message has its final state, with counts', async () => {
    const id = await send(5);
    expect((await endOf(id)).data).toMatchObject({
      ...{ state: 'sent', recipients: 5, cancelled: 0, progress: null },
      counts: { delivered: 5, pending: 0, sent: 0 },
    });
  });

  it('comes of a large batch as well', async () => {
    const id = await send(2_500);
    expect((await endOf(id)).data).toMatchObject({ counts: { delivered: 2_500 } });
  });

  it('does not come while any message waits, and comes when the rest is cancelled', async () => {
    const id = await send(3, { send_at: new Date(wallClock.nowMs() + HOUR_MS).toISOString() });
    await endOf(await send(2));
    expect(await endsOf(id)).toEqual([]);
    await batches.hold(id, 'cancel');
    expect((await endOf(id)).data).toMatchObject({
      ...{ state: 'cancelled', cancelled: 3 },
      counts: { cancelled: 3, rejected: 0 },
    });
  });

  it('comes of a file that is refused after its answer', async () => {
    const { status, body } = await batches.upload({
      ...{ file: 'Mobile,Name\nnobody,Ali\n', query: '?async=1' },
    });
    expect(status).toBe(202);
    expect((await endOf(body.id ?? '')).data).toMatchObject({
      ...{ state: 'refused', recipients: null, counts: null },
      problem: { code: 'rows_without_number' },
    });
  });

  it('comes once of a file that is cancelled, read or not', async () => {
    const made = await batches.upload({ file: csvOf(numbers(2_000)), query: '?async=1' });
    const id = made.body.id ?? '';
    const { status } = await batches.hold(id, 'cancel');
    expect([200, 409]).toContain(status);
    const { data } = await endOf(id);
    expect(data.state).toBe(status === 200 ? 'cancelled' : 'sent');
    await endOf(await send(2));
    expect(await endsOf(id)).toHaveLength(1);
  });
});
