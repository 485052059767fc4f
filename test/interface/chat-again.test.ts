/** Chat campaigns that are sent again, to all or to those whom they did not reach. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PICTURE } from '../../src/demo/demo-picture.ts';
import { BATCH } from '../../src/features/batches/batch-shape.http.ts';
import { HOUR_MS } from '../../src/domain/durations.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { faultsOf } from '../../src/kit/shape.ts';
import { callBatches, csvOf, type Batches } from '../support/batches.ts';
import { tellFailed, workedOff } from '../support/chat-posts.ts';
import { PLATFORM, TEMPLATES } from '../support/chat-world.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';
import { mobileWith, pass, untilFallback } from '../support/fallbacks.ts';
import { v1At, type AskV1 } from '../support/v1.ts';

let story: ChatStory;
let batches: Batches;
let ask: AskV1;

beforeAll(async () => {
  const account = {
    id: PLATFORM.business,
    numbers: [{ id: PLATFORM.number, displayNumber: '+92 300 0000001' }],
    templates: [...TEMPLATES, PICTURE],
  };
  story = await beginChatStory({ rupees: '10000', platform: { accounts: [account] } });
  batches = callBatches(story.paigham.baseUrl, story.shop);
  ask = v1At(story.paigham.baseUrl, story.shop.apiKey);
});

afterAll(async () => {
  expect(await story.breaches()).toEqual([]);
});

const PICTURE = {
  name: 'new_lamp',
  language: 'en',
  category: 'UTILITY',
  components: [
    { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['http://127.0.0.1:1/gone'] } },
    { type: 'BODY', text: 'For you, {{1}}.', example: { body_text: [['Ali']] } },
  ],
} as const;

const body = (...texts: readonly string[]) => texts.map((text) => ({ type: 'text', text }));
const ready = { body: body('#B#', 'A-1') };

const send = async (
  numbers: readonly string[],
  { template = 'plain_news', content = {}, ...change }: Readonly<Record<string, unknown>> = {},
) => {
  const template_id = String(await story.template(String(template)));
  const words = Object.entries({ kind: 'chat', sender: '', template_id, content, ...change });
  const fields = Object.fromEntries(
    words.map(([name, it]) => [name, typeof it === 'string' ? it : JSON.stringify(it)]),
  );
  const made = await batches.upload({ path: '/v1/batches', file: csvOf(numbers), fields });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  return made.body.id ?? '';
};
/** Sends it, and waits until every message has its last word. */
const over = async (...of: Parameters<typeof send>) => {
  const id = await send(...of);
  await batches.untilOver(id);
  await workedOff(story);
  return id;
};
const again = (id: string, asked: object, headers = {}) =>
  ask(`POST /v1/batches/${id}/again`, { recipients: 'failed', ...asked }, headers);
const codeOf = async (id: string, asked: object) => (await again(id, asked)).body['code'];
const rowsOf = async (id: string) =>
  (await ask(`GET /v1/batches/${id}/rows`)).body.data.map((it) => [it['number'], it['state']]);
/** Has the platform deliver the next message to somebody. */
const reach = (to: string) =>
  story.tell('/next', { to, answer: { kind: 'accept' }, fate: { kind: 'plain' } });

describe('a chat campaign that is sent again', () => {
  it('to those whom it did not reach says the same to them alone, once, at its price', async () => {
    const [reached, failed, refused, never] = [
      '923031990000',
      '923031990001',
      '923031990002',
      '923031990033',
    ];
    const id = await over([reached, failed, refused, never], {
      template: 'order_ready',
      content: ready,
      name: 'Ready',
    });
    const before = await story.balance();
    const dry = await again(id, { dry_run: true });
    expect([dry.status, faultsOf(BATCH, dry.body)]).toEqual([200, []]);
    expect(dry.body).toMatchObject({
      ...{ kind: 'chat', recipients: 2, price: '6.00', repeats: id },
      ...{ examples: null, left_out: null },
    });
    expect(await story.balance()).toBe(before);
    await reach(failed);
    await reach(refused);
    const key = { 'Idempotency-Key': 'chat-again' };
    const sent = await again(id, { name: 'Ready, again' }, key);
    expect([sent.status, faultsOf(BATCH, sent.body)]).toEqual([201, []]);
    expect(sent.body).toMatchObject({ kind: 'chat', recipients: 2, repeats: id, price: '6.00' });
    const next = String(sent.body['id']);
    expect((await again(id, { name: 'Ready, again' }, key)).body['id']).toBe(next);
    expect(await codeOf(id, {})).toBe('batch_repeated');
    expect(await codeOf(id, { dry_run: true })).toBe('batch_repeated');
    expect(await batches.untilOver(next)).toMatchObject({
      ...{ spent: '6.00', counts: { delivered: 2 }, name: 'Ready, again' },
    });
    expect(before - (await story.balance())).toBeCloseTo(6, 6);
    expect((await batches.find(id)).failed_repeated_by).toBe(next);
    expect(await rowsOf(next)).toEqual([
      [failed, 'delivered'],
      [refused, 'delivered'],
    ]);
    const shown = story.platform.platform.messages
      .all()
      .flatMap((it) =>
        it.direction === 'out' && it.person.number === failed ? JSON.stringify(it.shown) : [],
      );
    expect(shown.at(-1)).toContain('Ali 1');
    expect(shown.at(-1)).toContain('A-1');
    // All that is left of it arrived.
    expect(await codeOf(next, {})).toBe('batch_none_failed');
  });

  it('leaves out who opted out, and whose marketing rests, and charges for neither', async () => {
    const [stops, rests, gets] = ['923032990001', '923032990025', '923033990001'];
    const id = await send([stops, rests, gets]);
    const told = await rowOf(id, rests, 'sent');
    await tellFailed(story, told, { code: 131049, atMs: wallClock.nowMs() });
    await batches.untilOver(id);
    await workedOff(story);
    await ask('POST /v1/suppressions', { number: stops });
    await reach(gets);
    const before = await story.balance();
    const sent = await again(id, {});
    expect(sent.body).toMatchObject({ rows: 3, rows_left_out: 2, recipients: 1, price: '7.00' });
    const next = String(sent.body['id']);
    await batches.untilOver(next);
    const { data } = (await ask(`GET /v1/batches/${next}/rows?state=left_out`)).body;
    expect(data.map((it) => [it['number'], it['reason']])).toEqual([
      [stops, 'opted out'],
      [rests, 'gets no more marketing from the chat platform for a day'],
    ]);
    expect(before - (await story.balance())).toBeCloseTo(7, 6);
    // When the day is over the person gets marketing again.
    const send_at = new Date(wallClock.nowMs() + 30 * HOUR_MS).toISOString();
    const later = await again(id, { recipients: 'all', dry_run: true, send_at });
    expect(later.body).toMatchObject({ recipients: 2, rows_left_out: 1 });
  });

  it('goes to who is known by the platform’s id alone', async () => {
    const hidden = '923001239131';
    const told = await story.tell('/people', { number: hidden, name: 'Zara', hidden: true });
    await story.write(hidden, 'Salaam');
    await workedOff(story);
    const userId = String(told['userId']);
    await story.tell('/next', { to: hidden, answer: { kind: 'refuse', code: 131026 } });
    const id = await over([userId], { template: 'order_ready', content: ready });
    expect(await rowsOf(id)).toMatchObject([[userId, expect.stringMatching(/failed|rejected/)]]);
    const sent = await again(id, {});
    expect(sent.body).toMatchObject({ recipients: 1, price: '3.00' });
    await batches.untilOver(String(sent.body['id']));
    expect(await rowsOf(String(sent.body['id']))).toEqual([[userId, 'delivered']]);
  });

  it('to contacts says to those that its filter finds now what is known of them', async () => {
    const know = (mobile: string, name: string) =>
      ask('POST /v1/contacts', { mobile, name, tags: ['chat-again'] });
    await know('923001238401', 'Sana');
    const made = await batches.post({
      kind: 'chat',
      sender: '',
      template_id: String(await story.template('order_ready')),
      content: { body: body('{{name|friend}}', 'B-2') },
      duplicate: true,
      filter: { tag: 'chat-again' },
    });
    const id = made.body.id ?? '';
    await batches.untilOver(id);
    await know('923001238402', 'Bilal');
    const dry = await again(id, { recipients: 'all', dry_run: true });
    const { examples } = dry.body as { readonly examples?: readonly { readonly text: string }[] };
    expect(examples?.map(({ text }) => text).toSorted()).toEqual([
      'Salaam Bilal, order B-2 is ready.',
      'Salaam Sana, order B-2 is ready.',
    ]);
    expect(await codeOf(id, {})).toBe('batch_none_failed');
  });

  it('shows the picture that it had, as long as that is kept', async () => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(DEMO_PICTURE)]), 'lamp.png');
    const headers = { authorization: `Bearer ${story.shop.apiKey}` };
    const path = `${story.paigham.baseUrl}/v1/chat/files`;
    const given = await fetch(path, { method: 'POST', headers, body: form });
    const { url } = (await given.json()) as { readonly url: string };
    const [failed] = ['923033990001'];
    const content = { header: { type: 'image', url }, body: body('#B#') };
    const id = await over([failed], { template: 'new_lamp', content });
    await reach(failed);
    const next = String((await again(id, {})).body['id']);
    await batches.untilOver(next);
    expect(await rowsOf(next)).toEqual([[failed, 'delivered']]);
  });

  it('with a wrong picture says so once, of the campaign and of no row', async () => {
    const template_id = String(await story.template('new_lamp'));
    for (const [wrong, detail] of [
      ['media:999999', /no such file was given/],
      ['ftp://files.example/a.jpg', /.../],
    ] as const) {
      const header = { type: 'image', url: wrong };
      const fields = { kind: 'chat', sender: '', template_id };
      const refused = await batches.upload({
        path: '/v1/batches?dry_run=1',
        file: csvOf(['923033990002', '923033990003']),
        fields: { ...fields, content: JSON.stringify({ header, body: body('#B#') }) },
      });
      expect(refused).toMatchObject({
        status: 400,
        body: {
          errors: [{ pointer: '/body/content/header/url', detail: expect.stringMatching(detail) }],
        },
      });
      expect(refused.text).not.toContain('row 2');
    }
  });

  it('whole is spread over days only where that is asked for', async () => {
    const id = await over(['923001238500'], { template: 'order_ready', content: ready });
    const send_at = new Date(wallClock.nowMs() + HOUR_MS).toISOString();
    const sent = await again(id, { recipients: 'all', spread: true, send_at });
    expect(sent.body).toMatchObject({ recipients: 1, state: 'sending' });
    const next = String(sent.body['id']);
    expect(await story.ask('select is_spread from feeds where batch_id = $1', [next])).toEqual([
      { is_spread: true },
    ]);
    await batches.hold(next, 'cancel');
    await batches.until(next, 'cancelled');
  });

  it('is refused where it is of codes, or asked in the words of texts', async () => {
    const code = await over(['923001238601'], {
      template: 'login_code',
      content: { body: body('123456') },
    });
    expect(await codeOf(code, { recipients: 'all' })).toBe('batch_of_codes');
    const id = await over(['923001238602']);
    const errors = [{ pointer: '/body/send_window', detail: 'is for texts' }];
    const window = { from: '10:00', to: '12:00' };
    expect((await again(id, { send_window: window })).body).toMatchObject({ errors });
  });
});

describe('a chat campaign with texts in place of what did not arrive', () => {
  const fallback = () => ({
    after_minutes: 5,
    sender: story.shop.senders.brand,
    template_id: String(story.shop.transactional),
    message: { text: 'Order for #B# is ready' },
  });

  it('is sent again to those whom neither reached, and to all of them if asked', async () => {
    const texted = mobileWith('unreachable');
    const neither = mobileWith('silent');
    const id = await send([texted, neither], { fallback: fallback() });
    const told = await rowOf(id, neither, 'sent');
    // Before the text could follow.
    await ask('POST /v1/suppressions', { number: neither });
    await tellFailed(story, told, { code: 131026, atMs: wallClock.nowMs() });
    for (const it of [texted, neither]) await rowOf(id, it, 'failed');
    expect(await codeOf(id, {})).toBe('batch_not_over');
    await pass(story, id, 6);
    const ended = await untilFallback(batches.find, id, ({ ended_at }) => ended_at !== null);
    expect(ended.fallback).toMatchObject({ texted: 1 });
    await batches.untilOver(ended.fallback?.batch_id ?? '');
    await ask(`DELETE /v1/suppressions/${neither}`);
    const asked = { dry_run: true };
    expect((await again(id, asked)).body).toMatchObject({ recipients: 1, price: '7.00' });
    const both = await again(id, { ...asked, texted: true });
    expect(both.body).toMatchObject({ recipients: 2, price: '14.00' });
    await reach(neither);
    const next = String((await again(id, {})).body['id']);
    await batches.untilOver(next);
    expect(await rowsOf(next)).toEqual([[neither, 'delivered']]);
  });
});

/** The id of a message of a batch, once it is in a state. */
async function rowOf(batch: string, mobile: string, state: string): Promise<string> {
  const row = await eventually(`${state} of ${mobile}`, async () => {
    const { data } = (await ask(`GET /v1/batches/${batch}/rows`)).body;
    return data.find((it) => it['number'] === mobile && it['state'] === state);
  });
  return String(row['message_id']);
}
