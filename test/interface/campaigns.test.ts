/** Campaigns: what they are called, and what is done with them before and after they are sent. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BATCH } from '../../src/features/batches/batch-shape.http.ts';
import { HOUR_MS } from '../../src/domain/durations.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { faultsOf } from '../../src/kit/shape.ts';
import { callBatches, csvOf, fieldsOf, type Batches } from '../support/batches.ts';
import { textsFor } from '../support/newcomers.ts';
import { addPerson } from '../support/people.ts';
import { mobileOf, openShop } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';
import { v1At, type AskV1 } from '../support/v1.ts';

let story: Story;
let batches: Batches;
let ask: AskV1;
let written = 0;

beforeAll(async () => {
  // A number that ends in 77 cannot be reached, one that ends in 78 does not exist.
  const receiptNumbers = [{ pattern: '77$', state: 'UNDELIV', error: '027' }];
  story = await beginStory({ behaviour: { receiptDelayMs: 50, receiptNumbers } });
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
    await batches.until(body.id ?? '', 'sending');
    const plan = (await ask(`GET /v1/batches/${body.id}/plan`)).body;
    // The wording: what each is written may be a code.
    expect(plan).toEqual({
      source: 'file',
      filter: null,
      contacts: null,
      text: '#text#',
      fallback_text: null,
    });
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
      sender,
      template_id: String(template),
      message: { text: 'Dear {{name|customer}}' },
      duplicate: true,
      filter: { tag: 'far' },
      ...far,
    });
    expect([made.status, made.body['state']]).toEqual([202, 'waiting']);
    await ask('POST /v1/contacts', { mobile: second, name: 'Bilal', tags: ['far'] });
    const filter = { tag: 'far' };
    const plan = {
      source: 'contacts',
      filter,
      contacts: 2,
      text: 'Dear {{name}}',
      fallback_text: null,
    };
    expect((await ask(`GET /v1/batches/${String(made.body['id'])}/plan`)).body).toEqual(plan);
    const id = String(made.body['id']);
    story.okIds.push(Number(id));
    expect((await open(id)).recipients).toBe(2);
    const { data: rows } = (await ask(`GET /v1/batches/${id}/rows`)).body;
    expect(rows.map((it) => it['name'])).toEqual(['Sana', 'Bilal']);
    expect((await ask(`GET /v1/batches/${id}/plan`)).body['code']).toBe('batch_not_scheduled');
    expect((await ask('GET /v1/batches/1/plan')).body['code']).toBe('batch_unknown');
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

describe('a campaign that is sent again', () => {
  /** Texts of a short code may be one-time codes, and are not sent again. */
  const branded = (file: string, fields: object = {}) =>
    batches.upload({ file, fields: { sender: story.shop.senders.brand, ...fields } });
  const again = (id: string, body: object, headers = {}) =>
    ask(`POST /v1/batches/${id}/again`, body, headers);
  const over = async (made: { readonly body: { readonly id: string | null } }) => {
    const id = made.body.id ?? '';
    story.okIds.push(Number(id));
    await batches.untilOver(id);
    return id;
  };
  const rowsOf = async (id: string) => (await ask(`GET /v1/batches/${id}/rows`)).body.data;

  it('to those that it failed to reach goes to them alone, and once', async () => {
    const file = csvOf(['923001234577', '923111234501', '923211234577']);
    const id = await over(await branded(file, { name: 'Fees' }));
    const dry = await again(id, { recipients: 'failed', dry_run: true });
    expect(dry).toMatchObject({
      status: 200,
      // Texts are shown to who may read them, by other ways.
      body: { id: null, recipients: 2, repeats: id, examples: null, left_out: null },
    });
    const before = await story.balance();
    const key = { 'Idempotency-Key': 'again-1' };
    const sent = await again(id, { recipients: 'failed', name: 'Fees, again' }, key);
    expect([sent.status, faultsOf(BATCH, sent.body)]).toEqual([201, []]);
    expect(sent.body).toMatchObject({ recipients: 2, repeats: id, name: 'Fees, again' });
    const after = await story.balance();
    expect(before - after).toBeCloseTo(Number(sent.body['price']));
    const repeated = await again(id, { recipients: 'failed', name: 'Fees, again' }, key);
    expect(repeated).toMatchObject({ status: 201, body: { id: sent.body['id'] } });
    for (const body of [{ recipients: 'failed' }, { recipients: 'failed', dry_run: true }]) {
      expect((await again(id, body)).body['code']).toBe('batch_repeated');
    }
    expect(await story.balance()).toBe(after);
    const next = String(sent.body['id']);
    expect((await batches.find(id)).failed_repeated_by).toBe(next);
    await over({ body: { id: next } });
    expect((await rowsOf(next)).map((it) => [it['number'], it['state']])).toEqual([
      ['923001234577', 'failed'],
      ['923211234577', 'failed'],
    ]);
  });

  it('at the same time by two people goes once', async () => {
    const id = await over(await branded(csvOf(['923011234577'])));
    const both = await Promise.all([1, 2].map(() => again(id, { recipients: 'failed' })));
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 409]));
    for (const { body } of both) {
      if (body['id'] !== undefined) story.okIds.push(Number(body['id']));
    }
  });

  it('waits for the last word, and leaves out who has opted out', async () => {
    const file = csvOf(['923021234577', '923031234577']);
    const waits = await branded(file, { send_at: inMs(HOUR_MS) });
    expect((await again(waits.body.id ?? '', { recipients: 'failed' })).body['code']).toBe(
      'batch_not_over',
    );
    await batches.hold(waits.body.id ?? '', 'cancel');
    story.okIds.push(Number(waits.body.id));
    expect((await again(waits.body.id ?? '', { recipients: 'failed' })).body['code']).toBe(
      'batch_none_failed',
    );
    const id = await over(await branded(file));
    await ask('POST /v1/suppressions', { number: '923021234577' });
    const sent = await again(id, { recipients: 'failed' });
    expect(sent.body).toMatchObject({ recipients: 1, rows_left_out: 1 });
    await over({ body: { id: String(sent.body['id']) } });
  });

  it('whole has the same texts and people, as a campaign of its own', async () => {
    const people = numbers(3);
    const id = await over(await branded(csvOf(people)));
    const dry = await again(id, { recipients: 'all', dry_run: true });
    expect(dry.body).toMatchObject({ recipients: 3, examples: null });
    const sent = await again(id, { recipients: 'all', send_at: inMs(2 * HOUR_MS) });
    expect(sent.body).toMatchObject({ recipients: 3, repeats: id, state: 'sending' });
    story.okIds.push(Number(sent.body['id']));
    await batches.hold(String(sent.body['id']), 'cancel');
  });

  it('to contacts finds those that its filter finds now', async () => {
    const [first, second] = numbers(2);
    await ask('POST /v1/contacts', { mobile: first, name: 'Sana', tags: ['again'] });
    const { template_id: template } = story.shop.write('', '');
    const made = await ask('POST /v1/batches', {
      sender: story.shop.senders.brand,
      template_id: String(template),
      message: { text: 'Dear {{name}}' },
      duplicate: true,
      filter: { tag: 'again' },
    });
    const id = await over({ body: { id: String(made.body['id']) } });
    await ask('POST /v1/contacts', { mobile: second, name: 'Bilal', tags: ['again'] });
    const dry = await again(id, { recipients: 'all', dry_run: true });
    const { examples } = dry.body as { readonly examples?: readonly { readonly text: string }[] };
    expect(examples?.map(({ text }) => text).toSorted()).toEqual(['Dear Bilal', 'Dear Sana']);
  });

  it('is nobody else’s, and nothing that has no texts', async () => {
    const made = await batches.upload({ file: csvOf(numbers(1)), fields: { template_id: '1' } });
    expect(made.body.id).toBeUndefined();
    const far = { send_at: inMs(40 * 24 * HOUR_MS) };
    const kept = await batches.upload({ file: csvOf(numbers(1)), fields: far });
    const unread = await again(kept.body.id ?? '', { recipients: 'all' });
    expect(unread).toMatchObject({ status: 409, body: { code: 'batch_not_repeatable' } });
    await batches.hold(kept.body.id ?? '', 'cancel');
    // What may be one-time codes is for one moment, and nobody's to read.
    const codes = await over(await batches.upload({ file: csvOf(numbers(2)) }));
    for (const body of [{ recipients: 'all', dry_run: true }, { recipients: 'failed' }]) {
      expect((await again(codes, body)).body['code']).toBe('batch_of_codes');
    }
    const stranger = await openShop(story.paigham.world, { rupees: '10' });
    const theirs = v1At(story.paigham.baseUrl, stranger.apiKey);
    const refused = await theirs(`POST /v1/batches/${kept.body.id}/again`, { recipients: 'all' });
    expect(refused.body['code']).toBe('batch_unknown');
  });
});

describe('a campaign of a test key', () => {
  it('is sent again by test keys alone, and others by live ones', async () => {
    const made = await ask('POST /v1/keys', { name: 'Tests', mode: 'test' });
    const asTest = v1At(story.paigham.baseUrl, String(made.body['key']));
    const shop = { ...story.shop, apiKey: String(made.body['key']) };
    const fields = { sender: story.shop.senders.brand };
    const tests = callBatches(story.paigham.baseUrl, shop);
    const { body } = await tests.upload({ file: csvOf(numbers(1)), fields });
    const live = await batches.upload({ file: csvOf(numbers(1)), fields });
    const [test, real] = [body.id ?? '', live.body.id ?? ''];
    story.okIds.push(Number(real));
    const all = { recipients: 'all', dry_run: true };
    const codeOf = async (by: AskV1, id: string) =>
      (await by(`POST /v1/batches/${id}/again`, all)).body['code'] ?? null;
    expect([await codeOf(asTest, test), await codeOf(ask, real)]).toEqual([null, null]);
    expect(await codeOf(asTest, real)).toBe('batch_not_repeatable');
    expect(await codeOf(ask, test)).toBe('batch_not_repeatable');
  });
});

describe('a test of a campaign', () => {
  it('goes to a number of one’s own, with the first row’s values, and is charged', async () => {
    const own = '923009998811';
    const email = 'owner@own.example';
    const { accountId } = story.shop;
    await addPerson(story.paigham.world.admin, email, { accountId, role: 'owner' });
    await story.paigham.db.transact((it) =>
      it.run(plain('own', 'update users set phone = $1 where email = $2'), [own, email]),
    );
    const before = await story.balance();
    const file = csvOf(['0421234567', '923001234501', '923001234502']);
    const test = (fields: Readonly<Record<string, string>>) =>
      batches.upload({
        path: '/v1/batches/test',
        file,
        fields: { ...fieldsOf(story.shop), ...fields },
      });
    for (const to of [{}, { to: '923009876543' }]) {
      const refused = await test(to);
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('/body/to')]);
    }
    const sent = await test({ to: '0300 9998811', name: 'Test' });
    expect([sent.status, faultsOf(BATCH, sent.body)]).toEqual([201, []]);
    const id = sent.body.id ?? '';
    story.okIds.push(Number(id));
    await batches.untilOver(id);
    expect(textsFor(story.paigham.operators, own)).toEqual(['Dear Ali 1']);
    expect(before - (await story.balance())).toBeCloseTo(Number(sent.body.price));
    expect((await batches.find(id)).name).toBe('Test');
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
        status: 400,
        body: { errors },
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
