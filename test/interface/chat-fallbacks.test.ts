/** Chat campaigns that fall back to a text for those whom they do not reach (decision 125). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../src/domain/durations.ts';
import { setHours } from '../../src/features/hours/hours.operations.ts';
import { BATCH } from '../../src/features/batches/batch-shape.http.ts';
import { must } from '../../src/operations/admin.ts';
import { dayAt, momentOf } from '../../src/domain/policy/hours.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { faultsOf } from '../../src/kit/shape.ts';
import { callBatches, csvOf, type Batches } from '../support/batches.ts';
import { workedOff } from '../support/chat-posts.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';
import {
  change,
  leaveRupees,
  mobileWith,
  pass,
  untilFallback,
  type WithFallback,
  textsTo,
} from '../support/fallbacks.ts';
import { messagesOf } from '../support/heard.ts';
import { addPerson } from '../support/people.ts';
import { v1At, type AskV1 } from '../support/v1.ts';

let story: ChatStory;
let batches: Batches;
let ask: AskV1;

beforeAll(async () => {
  story = await beginChatStory({ rupees: '10000' });
  batches = callBatches(story.paigham.baseUrl, story.shop);
  ask = v1At(story.paigham.baseUrl, story.shop.apiKey);
});

afterAll(async () => {
  expect(await story.breaches()).toEqual([]);
});

/** The text of every campaign here: two parts would cost twice. */
const fallback = (change: object = {}) => ({
  after_minutes: 5,
  sender: story.shop.senders.brand,
  template_id: String(story.shop.transactional),
  message: { text: 'Order for #B# is ready' },
  ...change,
});

const fields = async (change: Readonly<Record<string, string>> = {}) => ({
  kind: 'chat',
  sender: '',
  template_id: String(await story.template('plain_news')),
  content: '{}',
  fallback: JSON.stringify(fallback()),
  ...change,
});

const upload = async (numbers: readonly string[], change: Readonly<Record<string, string>> = {}) =>
  batches.upload({ path: '/v1/batches', file: csvOf(numbers), fields: await fields(change) });

const idOf = async (made: ReturnType<typeof upload>): Promise<string> => {
  const { status, body } = await made;
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id ?? '';
};

const until = (id: string, isSo: Parameters<typeof untilFallback>[2]) =>
  untilFallback(batches.find, id, isSo);
const isEnded = ({ ended_at }: { readonly ended_at: string | null }) => ended_at !== null;

const texts = (mobile: string): number => textsTo(story, mobile);

/** Waits until what left has had its first word. */
const settled = async (id: string): Promise<void> => {
  await eventually('nothing waits', async () => {
    const { counts } = await batches.find(id);
    return counts !== null && (counts['pending'] ?? 0) === 0;
  });
  await workedOff(story);
};

describe('a chat campaign with a text to those whom it does not reach', () => {
  it('says before what the texts would cost at most', async () => {
    const before = await story.balance();
    const numbers = [mobileWith('reached'), mobileWith('silent')];
    const dry = await upload(numbers, { dry_run: '1' });
    expect([dry.status, faultsOf(BATCH, dry.body)]).toEqual([200, []]);
    expect(dry.body).toMatchObject({
      price: '14.00',
      fallback: {
        ...{ after_minutes: 5, sender: 'Chaman', batch_id: null, messages: 2, parts: 2 },
        ...{ price: '4.80', without_number: 0, left_out: 0, open: null, texted: null },
      },
    });
    expect(await story.balance()).toBe(before);
  });

  it('texts those once whose message failed or is late, and charges that as any text', async () => {
    const [reached, unreachable, silent] = [
      mobileWith('reached'),
      mobileWith('unreachable'),
      mobileWith('silent'),
    ];
    const before = await story.balance();
    const id = await idOf(upload([reached, unreachable, silent], { name: 'Ready' }));
    await settled(id);
    expect(await batches.find(id)).toMatchObject({
      state: 'sending',
      fallback: { open: 3, texted: 0, batch_id: null },
    });
    await pass(story, id, 1);
    const first = await until(id, ({ texted }) => texted === 1);
    expect(first.fallback).toMatchObject({ reached: 1, open: 1 });
    expect([texts(unreachable), texts(silent)]).toEqual([1, 0]);
    await pass(story, id, 5);
    const over = await until(id, isEnded);
    expect(over).toMatchObject({
      ...{ state: 'sent', fallback_of: null },
      fallback: { reached: 1, texted: 2, refused: 0, given_up: 0, stopped: 0, open: 0 },
    });
    expect(faultsOf(BATCH, over)).toEqual([]);
    const textsId = over.fallback?.batch_id ?? '';
    const of = (await batches.untilOver(textsId)) as WithFallback;
    expect(faultsOf(BATCH, of)).toEqual([]);
    expect(of).toMatchObject({
      ...{ kind: 'sms', sender: 'Chaman', name: 'Ready · SMS', recipients: 2, parts: 2 },
      ...{ price: '4.80', spent: '4.80', counts: { delivered: 2 }, fallback_of: id, state: 'sent' },
    });
    const rows = (await ask(`GET /v1/batches/${textsId}/rows`)).body.data;
    expect(rows.map((it) => [it['row'], it['number'], it['state']])).toEqual([
      [3, unreachable, 'delivered'],
      [4, silent, 'delivered'],
    ]);
    expect([texts(reached), texts(unreachable), texts(silent)]).toEqual([0, 1, 1]);
    // 2.40 for each text; of the chat messages none that failed is charged.
    const spent = Number(((await batches.find(id)) as unknown as { spent: string }).spent);
    expect(before - (await story.balance())).toBeCloseTo(spent + 4.8);
    // A word that comes after the text changes nothing but the count of the chat messages.
    await story.tell('/settle', {});
    await pass(story, id, 60);
    expect([texts(unreachable), texts(silent)]).toEqual([1, 1]);
  });

  it('cancels a message that has not left in time before the text', async () => {
    const mobile = mobileWith('reached');
    const before = await story.balance();
    const send_at = new Date(wallClock.nowMs() + HOUR_MS).toISOString();
    const id = await idOf(upload([mobile], { send_at }));
    // It waits in the queue though its time has come, as behind others.
    await change(story, id, 'update batches set send_at = null where id = $1');
    await pass(story, id, 4);
    await eventually('a look', async () => {
      const found = await story.ask(
        'select 1 from fallback_rows where batch_id = $1 and look_at > now()',
        [id],
      );
      return found.length > 0;
    });
    expect(texts(mobile)).toBe(0);
    await pass(story, id, 2);
    const over = await until(id, isEnded);
    expect(over).toMatchObject({ counts: { cancelled: 1 }, fallback: { texted: 1 } });
    await batches.untilOver(over.fallback?.batch_id ?? '');
    expect([texts(mobile), story.copies(mobile)]).toEqual([1, 0]);
    expect(before - (await story.balance())).toBeCloseTo(2.4);
  });

  it('has none for who has no number, and counts rows that make no text', async () => {
    const hidden = '923001239009';
    const told = await story.tell('/people', { number: hidden, name: 'Zara', hidden: true });
    await story.write(hidden, 'Salaam');
    await workedOff(story);
    const mobile = mobileWith('unreachable');
    const nameless = mobileWith('unreachable');
    const file = ['Mobile,Name', `${mobile},Ali`, `${nameless},`, `${String(told['userId'])},Zara`];
    const made = await batches.upload({
      path: '/v1/batches',
      file: file.join('\n'),
      fields: await fields(),
    });
    const id = made.body.id ?? '';
    expect(made.body).toMatchObject({
      recipients: 3,
      fallback: { messages: 1, without_number: 1, left_out: 1 },
    });
    await settled(id);
    await pass(story, id, 6);
    expect((await until(id, isEnded)).fallback).toMatchObject({ texted: 1, open: 0 });
    expect([texts(mobile), texts(nameless)]).toEqual([1, 0]);
  });

  it('judges the text when it leaves: who opted out since gets none', async () => {
    const mobile = mobileWith('silent');
    const id = await idOf(upload([mobile]));
    await settled(id);
    await ask('POST /v1/suppressions', { number: mobile });
    await pass(story, id, 6);
    const over = await until(id, isEnded);
    expect(over.fallback).toMatchObject({ texted: 0, refused: 1 });
    const textsId = over.fallback?.batch_id ?? '';
    expect((await ask(`GET /v1/batches/${textsId}/rows`)).body.data).toMatchObject([
      { row: 2, number: mobile, state: 'left_out', reason: 'opted out' },
    ]);
    expect(await batches.find(textsId)).toMatchObject({ recipients: 0, state: 'sent' });
    expect(texts(mobile)).toBe(0);
  });

  it('to contacts says to each what is known of them', async () => {
    const mobile = mobileWith('unreachable');
    await ask('POST /v1/contacts', { mobile, name: 'Sana', tags: ['first'] });
    const made = await batches.post({
      ...{ kind: 'chat', sender: '', content: {}, duplicate: true, filter: { tag: 'first' } },
      template_id: String(await story.template('plain_news')),
      fallback: fallback({ message: { text: 'Salaam {{name|friend}}' } }),
    });
    expect(made.status).toBe(201);
    const id = made.body.id ?? '';
    await settled(id);
    await pass(story, id, 1);
    expect((await until(id, isEnded)).fallback).toMatchObject({ texted: 1 });
    const text = () =>
      messagesOf(story.paigham.operators.jazz).find((it) => it.destination === mobile)?.text;
    expect(await eventually('its text', async () => text())).toContain('Salaam Sana');
  });

  it('is kept by a campaign of another day, and both are tried on one’s own phone', async () => {
    const far = new Date(wallClock.nowMs() + 80 * 24 * HOUR_MS).toISOString();
    const later = await upload([mobileWith('unreachable')], { send_at: far });
    expect(later).toMatchObject({ status: 202, body: { fallback: { after_minutes: 5 } } });
    const id = later.body.id ?? '';
    const soon = new Date(wallClock.nowMs() + 700).toISOString();
    await ask(`POST /v1/batches/${id}/reschedule`, { send_at: soon });
    await untilFallback(batches.find, id, ({ open }) => open === 1);
    await settled(id);
    await pass(story, id, 1);
    expect((await until(id, isEnded)).fallback).toMatchObject({ texted: 1 });

    const own = '923009997712';
    const { accountId } = story.shop;
    await addPerson(story.admin, 'both@chats.example', { accountId, role: 'owner' });
    const sql = `update users set phone = $1 where email = 'both@chats.example'`;
    await change(story, own, sql);
    const test = await batches.upload({
      path: '/v1/batches/test',
      file: csvOf([mobileWith('reached')]),
      fields: await fields({ to: own }),
    });
    expect(test).toMatchObject({ status: 201, body: { kind: 'chat', fallback: null } });
    await batches.untilOver(test.body.id ?? '');
    await eventually('the text', async () => texts(own) === 1);
    expect(story.copies(own)).toBe(1);
  });
});

describe('what holds a campaign', () => {
  it('holds its texts: paused none leaves, cancelled none follows', async () => {
    const mobile = mobileWith('silent');
    const id = await idOf(upload([mobile]));
    await settled(id);
    expect((await batches.hold(id, 'pause')).body.state).toBe('paused');
    await pass(story, id, 6);
    await eventually('it is looked at', async () => {
      const found = await story.ask(
        'select 1 from fallbacks where batch_id = $1 and starts_at is not null and look_at > now()',
        [id],
      );
      return found.length > 0;
    });
    expect(texts(mobile)).toBe(0);
    expect((await batches.hold(id, 'resume')).status).toBe(200);
    await pass(story, id, 1);
    await until(id, ({ texted }) => texted === 1);
    const other = mobileWith('silent');
    const second = await idOf(upload([other]));
    await settled(second);
    await batches.hold(second, 'cancel');
    await pass(story, second, 6);
    expect((await until(second, isEnded)).fallback).toMatchObject({ texted: 0, stopped: 1 });
    expect(await batches.find(second)).toMatchObject({ state: 'cancelled' });
    expect(texts(other)).toBe(0);
  });

  it('is that somebody is forgotten: no text follows, whatever becomes of the rest', async () => {
    const [gone, stays] = [mobileWith('silent'), mobileWith('silent')];
    const id = await idOf(upload([gone, stays]));
    await settled(id);
    expect((await ask('POST /v1/forgettings', { person: gone })).status).toBe(201);
    await until(id, ({ open }) => open === 1);
    await pass(story, id, 6);
    expect((await until(id, isEnded)).fallback).toMatchObject({ texted: 1, stopped: 1 });
    expect([texts(gone), texts(stays)]).toEqual([0, 1]);
  });

  it('holds texts that wait in the queue, too', async () => {
    const mobile = mobileWith('unreachable');
    const promotional = String(story.shop.promotional);
    const template = JSON.stringify(fallback({ template_id: promotional }));
    const id = await idOf(upload([mobile], { fallback: template }));
    await settled(id);
    // Promotional texts wait for their hours, which are over.
    const { accountId } = story.shop;
    const nowMs = wallClock.nowMs();
    const now = Math.floor((nowMs - momentOf(dayAt(nowMs), 0)) / 60_000);
    const opens = (now + 120) % 1_380;
    const hours = { opens, closes: opens + 60 };
    const days = [0, 1, 2, 3, 4, 5, 6];
    must(await setHours(story.admin, { accountId, hours, days }));
    await pass(story, id, 1);
    const { fallback: found } = await until(id, ({ texted }) => texted === 1);
    const textsId = found?.batch_id ?? '';
    expect(await batches.find(textsId)).toMatchObject({ state: 'sending', recipients: 1 });
    expect((await batches.hold(textsId, 'cancel')).status).toBe(200);
    await batches.until(textsId, 'cancelled');
    expect(await batches.untilOver(textsId)).toMatchObject({ counts: { cancelled: 1 } });
    expect(texts(mobile)).toBe(0);
  });
});

describe('texts for which there is no credit', () => {
  const leave = (rupees: number): Promise<void> => leaveRupees(story, rupees);

  it('go as far as it lasts; the rest is tried again', async () => {
    const [first, second] = [mobileWith('silent'), mobileWith('silent')];
    const id = await idOf(upload([first, second]));
    await settled(id);
    await leave(3);
    await pass(story, id, 6);
    const waits = await until(id, ({ waits_for }) => waits_for !== null);
    const short = { texted: 1, open: 1, waits_for: 'credit_insufficient', ended_at: null };
    expect(waits).toMatchObject({ state: 'sending', fallback: short });
    expect(await story.balance()).toBeCloseTo(0.6);
    // Who looks at the first while the second waits sees the second later.
    const find = () => batches.find(waits.fallback?.batch_id ?? '');
    await eventually('its receipt', async () => (await find()).counts?.['delivered'] === 1);
    await leave(100);
    await pass(story, id, 1);
    const over = await until(id, isEnded);
    expect(over.fallback).toMatchObject({ texted: 2, given_up: 0, waits_for: null });
    expect([texts(first), texts(second)]).toEqual([1, 1]);
    expect(await story.balance()).toBeCloseTo(97.6);
    const both = { recipients: 2, spent: '4.80', counts: { delivered: 2 } };
    await eventually('both are counted', async () => (await find()).counts?.['delivered'] === 2);
    expect(await find()).toMatchObject(both);
  });

  it('are given up after a day, which is told', async () => {
    const late = mobileWith('silent');
    await leave(100);
    const id = await idOf(upload([late]));
    await settled(id);
    await leave(1);
    await pass(story, id, 6);
    await until(id, ({ waits_for }) => waits_for !== null);
    await pass(story, id, 23 * 60);
    await eventually('another try', async () => {
      const tried = 'select 1 from fallback_rows where batch_id = $1 and look_at > now()';
      return (await story.ask(tried, [id])).length > 0;
    });
    await pass(story, id, 2 * 60);
    const over = await until(id, isEnded);
    expect(over.fallback).toMatchObject({ texted: 0, given_up: 1, open: 0 });
    const rows = (await ask(`GET /v1/batches/${over.fallback?.batch_id}/rows`)).body.data;
    expect(rows).toMatchObject([{ number: late, reason: 'no credit for its text within a day' }]);
    expect((await ask('GET /v1/notices')).body.data).toContainEqual(
      expect.objectContaining({ kind: 'campaign', name: id, state: 'texts_given_up' }),
    );
    await leave(1_000);
    expect([texts(late), await story.balance()]).toEqual([0, 1_000]);
  });
});

describe('a request for it', () => {
  it('names what is wrong with the text', async () => {
    const cases: readonly (readonly [object, string])[] = [
      [{ after_minutes: 4 }, '/body/fallback/after_minutes'],
      [{ after_minutes: 1_441 }, '/body/fallback/after_minutes'],
      [{ sender: 'Nobody' }, '/body/fallback/sender'],
      [{ template_id: '999999' }, '/body/fallback/template_id'],
      [{ message: {} }, '/body/fallback/message/text'],
    ];
    for (const [change, pointer] of cases) {
      const asked = { fallback: JSON.stringify(fallback(change)), dry_run: '1' };
      const refused = await upload([mobileWith('reached')], asked);
      const found = refused.body as unknown as { errors?: readonly { pointer: string }[] };
      expect(found.errors?.[0]?.pointer).toBe(pointer);
    }
    for (const after_minutes of [5, 1_440]) {
      const asked = { fallback: JSON.stringify(fallback({ after_minutes })), dry_run: '1' };
      expect((await upload([mobileWith('reached')], asked)).status).toBe(200);
    }
    const spread = await upload([mobileWith('reached')], { spread: '1' });
    expect(spread.body).toMatchObject({ errors: [{ pointer: '/body/spread' }] });
    const sms = await batches.upload({
      file: csvOf([mobileWith('reached')]),
      fields: { fallback: JSON.stringify(fallback()) },
    });
    expect(sms.body).toMatchObject({ errors: [{ pointer: '/body/fallback' }] });
  });
});
