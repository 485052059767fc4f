/** Chat campaigns: a template to contacts, or to the rows of a file, each with its own values. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limit } from '../../src/domain/limits.ts';
import { setAccount } from '../../src/features/accounts/accounts.operations.ts';
import { setNumber } from '../../src/features/chat-numbers/set-number.ts';
import { must } from '../../src/operations/admin.ts';
import { eventually } from '../support/eventually.ts';
import { HOUR_MS } from '../../src/domain/durations.ts';
import { BATCH } from '../../src/features/batches/batch-shape.http.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { faultsOf } from '../../src/kit/shape.ts';
import { callBatches, csvOf, type Batches } from '../support/batches.ts';
import { workedOff } from '../support/chat-posts.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { addPerson } from '../support/people.ts';
import { v1At, type AskV1 } from '../support/v1.ts';

let story: ChatStory;
let batches: Batches;
let ask: AskV1;
const NUMBER = '923000000001';

beforeAll(async () => {
  story = await beginChatStory({ rupees: '10000' });
  batches = callBatches(story.paigham.baseUrl, story.shop);
  ask = v1At(story.paigham.baseUrl, story.shop.apiKey);
});

afterAll(async () => {
  expect(await story.breaches()).toEqual([]);
});

const body = (...texts: readonly string[]) => texts.map((text) => ({ type: 'text', text }));

/** A campaign by a template, to be changed. */
const campaign = async (template: string, change: object) => ({
  kind: 'chat',
  sender: '',
  template_id: String(await story.template(template)),
  content: {},
  duplicate: true,
  ...change,
});

/** What the platform was told to show, by the number of whom. */
function textsTo(mobile: string): readonly string[] {
  const all = story.platform.platform.messages.all();
  return all.flatMap((it) =>
    it.direction === 'out' && it.person.number === mobile ? JSON.stringify(it.shown) : [],
  );
}

const know = async (person: object) => {
  expect((await ask('POST /v1/contacts', person)).status).toBe(201);
};

describe('a chat campaign of very many', () => {
  it('has no more rows than turns in the queue', async () => {
    const rows = Array.from({ length: 131_001 }, (_, at) => `92300${String(1_000_000 + at)}`);
    const template_id = String(await story.template('plain_news'));
    const fields = { kind: 'chat', sender: '', template_id, content: '{}', dry_run: '1' };
    const given = { path: '/v1/batches', fields };
    const refused = await batches.upload({ ...given, file: rows.join('\n') });
    expect(refused.body).toMatchObject({ code: 'file_too_large' });
    const fits = await batches.upload({ ...given, file: rows.slice(1).join('\n') });
    expect(fits.body).toMatchObject({ code: 'credit_insufficient' });
  });
});

describe('a chat campaign to contacts', () => {
  it('says to each what is known of them, leaves out who wants none, and is paid for', async () => {
    const hidden = '923001237009';
    const told = await story.tell('/people', { number: hidden, name: 'Zara', hidden: true });
    await story.write(hidden, 'Salaam');
    await workedOff(story);
    const userId = String(told['userId']);
    const tags = ['shop'];
    await know({ mobile: '923001237001', name: 'Sana', fields: { order: 'A-1' }, tags });
    await know({ mobile: '923001237002', fields: { order: 'A-2' }, tags });
    await know({ mobile: '923001237003', name: 'Bilal', tags });
    await know({ mobile: '923001237004', name: 'Omar', fields: { order: 'A-4' }, tags });
    await know({ user_id: userId, name: 'Zara', fields: { order: 'A-5' }, tags });
    await know({ user_id: 'PK.404', name: 'Nobody', fields: { order: 'A-6' }, tags });
    await ask('POST /v1/suppressions', { number: '923001237004' });
    const made = await ask('POST /v1/segments', { name: 'Shoppers', filter: { tag: 'shop' } });
    const content = { body: body('{{name|friend}}', 'No. {{order}}') };
    const asked = await campaign('order_ready', {
      segment_id: made.body['id'],
      content,
      name: 'Ready',
    });
    const before = await story.balance();
    const dry = await batches.post({ ...asked, dry_run: true });
    expect([dry.status, faultsOf(BATCH, dry.body)]).toEqual([200, []]);
    expect(dry.body).toMatchObject({
      kind: 'chat',
      sender: NUMBER,
      rows: 6,
      recipients: 3,
      price: '9.00',
      examples: [
        { number: '923001237001', text: 'Salaam Sana, order No. A-1 is ready.', price: '3.00' },
        { number: '923001237002', text: 'Salaam friend, order No. A-2 is ready.' },
        { number: userId, text: 'Salaam Zara, order No. A-5 is ready.' },
      ],
      left_out: [
        { number: '923001237003', reason: 'no order' },
        { number: '923001237004', reason: 'opted out' },
        { number: 'PK.404', reason: expect.stringContaining('nobody with this user id') },
      ],
    });
    expect(await story.balance()).toBe(before);
    const key = { 'Idempotency-Key': 'shoppers' };
    const sent = await batches.post(asked, key);
    expect([sent.status, faultsOf(BATCH, sent.body)]).toEqual([201, []]);
    expect((await batches.post(asked, key)).body.id).toBe(sent.body.id);
    const id = sent.body.id ?? '';
    const over = await batches.untilOver(id);
    expect(over).toMatchObject({
      ...{ kind: 'chat', name: 'Ready', source: 'upload', sender: NUMBER, spent: '9.00' },
      ...{ recipients: 3, rows_left_out: 3, counts: { delivered: 3 } },
      template_id: asked.template_id,
    });
    expect(await story.balance()).toBe(before - 9);
    expect(textsTo('923001237001')).toEqual([expect.stringContaining('No. A-1')]);
    expect(textsTo('923001237002')).toEqual([expect.stringContaining('friend')]);
    expect(textsTo(hidden)).toEqual([expect.stringContaining('No. A-5')]);
    const rows = (await ask(`GET /v1/batches/${id}/rows`)).body.data;
    expect(rows.map((it) => [it['number'], it['state']])).toEqual([
      ['923001237001', 'delivered'],
      ['923001237002', 'delivered'],
      ['923001237003', 'left_out'],
      ['923001237004', 'left_out'],
      [userId, 'delivered'],
      ['PK.404', 'left_out'],
    ]);
  });

  it('of another day is kept unread, moved, and judged at its time', async () => {
    await know({ mobile: '923001237011', name: 'Hina', tags: ['later'] });
    const at = (ms: number) => new Date(wallClock.nowMs() + ms).toISOString();
    const before = await story.balance();
    const made = await batches.post(
      await campaign('plain_news', { filter: { tag: 'later' }, send_at: at(40 * 24 * HOUR_MS) }),
    );
    expect(made).toMatchObject({ status: 202, body: { state: 'waiting', kind: 'chat' } });
    const id = made.body.id ?? '';
    const plan = { source: 'contacts', contacts: 1, text: 'Our shop has moved.' };
    expect((await ask(`GET /v1/batches/${id}/plan`)).body).toMatchObject(plan);
    const listed = (await ask('GET /v1/batches?state=waiting')).body.data;
    expect(listed).toMatchObject([{ id, kind: 'chat', sender: NUMBER }]);
    await know({ mobile: '923001237012', name: 'Umar', tags: ['later'] });
    expect(await story.balance()).toBe(before);
    await ask(`POST /v1/batches/${id}/reschedule`, { send_at: at(700) });
    await batches.until(id, 'sent');
    expect(await batches.untilOver(id)).toMatchObject({ recipients: 2, price: '14.00' });
    expect(await story.balance()).toBe(before - 14);
  });

  it('within days waits charged, and is cancelled for nothing', async () => {
    const before = await story.balance();
    const send_at = new Date(wallClock.nowMs() + 5 * HOUR_MS).toISOString();
    const made = await batches.post(
      await campaign('plain_news', { filter: { tag: 'later' }, send_at }),
    );
    expect(made).toMatchObject({ status: 201, body: { state: 'sending', recipients: 2 } });
    expect(await story.balance()).toBe(before - 14);
    await batches.hold(made.body.id ?? '', 'cancel');
    await batches.until(made.body.id ?? '', 'cancelled');
    expect(await story.balance()).toBe(before);
  });

  it('of marketing leaves out who has not agreed, where the account needs that', async () => {
    const { accountId } = story.shop;
    const needs = (needsConsent: boolean) =>
      setAccount(story.paigham.world.admin, { accountId, needsConsent }).then(must);
    await needs(true);
    const person = '923001237011';
    const agreed = await ask('POST /v1/consents', { person, channel: 'chat' });
    expect(agreed.status).toBe(201);
    const asked = { filter: { tag: 'later' }, dry_run: true };
    const dry = await batches.post(await campaign('plain_news', asked));
    expect(dry.body).toMatchObject({
      recipients: 1,
      left_out: [{ number: '923001237012', reason: 'not opted in to such messages' }],
      check: { rows_without_consent: 1 },
    });
    await needs(false);
  });

  it('names what is wrong with it', async () => {
    const filter = { tag: 'later' };
    const cases: readonly (readonly [object, string])[] = [
      [{ filter, message: { text: 'x' } }, '/body/message'],
      [{ filter, type: 'unicode' }, '/body/type'],
      [{ filter, content: { body: body('{{shoe_size}}') } }, '/body/content'],
      [{ filter, content: { body: body('{{Shoe size}}') } }, '/body/content/body'],
      [{ filter, kind: 'sms', message: {}, content: {} }, '/body/content'],
      [{ filter, kind: 'sms', content: undefined }, '/body/message'],
    ];
    for (const [change, pointer] of cases) {
      const refused = await batches.post(await campaign('order_ready', change));
      const found = refused.body as unknown as { errors: readonly { pointer: string }[] };
      expect([refused.status, found.errors[0]?.pointer]).toEqual([400, pointer]);
    }
    const unknown = await batches.post({
      ...(await campaign('plain_news', { filter })),
      template_id: '999999',
    });
    expect(unknown.body).toMatchObject({ code: 'chat_template_unknown' });
    const elsewhere = await batches.post(
      await campaign('plain_news', { filter, sender: '923009999999' }),
    );
    expect(elsewhere.body).toMatchObject({ code: 'chat_number_unknown' });
    // Whatever the rows are: none of them is read.
    for (const texts of [[], ['{{name}}']]) {
      const content = { body: body(...texts) };
      const values = await batches.post(await campaign('order_ready', { filter, content }));
      const errors = [{ pointer: '/body/content/body' }];
      expect(values.body).toMatchObject({ code: 'chat_values_count', errors });
    }
  });
});

describe('a chat campaign from a file', () => {
  const fields = async (change: Readonly<Record<string, string>> = {}) => ({
    kind: 'chat',
    sender: NUMBER,
    template_id: String(await story.template('order_ready')),
    content: JSON.stringify({ body: body('#B#', 'X') }),
    ...change,
  });

  it('is read after the answer as one of texts is', async () => {
    const file = csvOf(['923001237021', '0421234567', '923001237021']);
    const upload = { path: '/v1/batches?async=1', file };
    const made = await batches.upload({ ...upload, fields: await fields({ duplicate: '0' }) });
    expect(made).toMatchObject({ status: 202, body: { kind: 'chat' } });
    const over = await batches.untilOver(made.body.id ?? '');
    expect(over).toMatchObject({ recipients: 1, rows_left_out: 2, price: '3.00' });
  });

  it('is tried with its first row on a phone of one’s own', async () => {
    const own = '923009997711';
    const { accountId } = story.shop;
    const email = 'owner@chats.example';
    await addPerson(story.paigham.world.admin, email, { accountId, role: 'owner' });
    await story.paigham.db.transact((it) =>
      it.run(plain('own', 'update users set phone = $1 where email = $2'), [own, email]),
    );
    const file = csvOf(['0421234567', '923001237031']);
    const upload = { path: '/v1/batches/test', file, fields: await fields({ to: own }) };
    const sent = await batches.upload(upload);
    expect(sent).toMatchObject({ status: 201, body: { kind: 'chat', recipients: 1, rows: 1 } });
    await batches.untilOver(sent.body.id ?? '');
    expect(textsTo(own)).toEqual([expect.stringContaining('Ali 1')]);
    expect(story.copies('923001237031')).toBe(0);
  });
});

describe('a chat campaign whose portion ends with a row that is left out', () => {
  it('still waits until the platform has taken the first portion', async () => {
    const { accountId } = story.shop;
    const number = String(story.linkId);
    const slow = { accountId, number, config: { ratePerSecond: 1 } };
    must(await setNumber(story.paigham.world.admin, slow));
    const most = limit('feedMessages');
    const rows = Array.from({ length: most + 9 }, (_, at) => `92301${String(1_000_000 + at)}`);
    rows[most - 1] = '0421234567';
    const template_id = String(await story.template('plain_news'));
    const fields = { kind: 'chat', sender: '', template_id, content: '{}' };
    const made = await batches.upload({ path: '/v1/batches', fields, file: rows.join('\n') });
    const id = made.body.id ?? '';
    await eventually('it waits', async () => {
      const waiting = 'batch_id = $1 and next_position = $2 and chat_due_at > now()';
      const found = await story.ask(`select 1 from feeds where ${waiting}`, [id, most + 1]);
      return found.length > 0;
    });
    await batches.hold(id, 'cancel');
    await batches.until(id, 'cancelled');
  });
});
