/** People of the chat platform who hide their number: written to by their id, and found again. */
import { beforeAll, describe, expect, it } from 'vitest';
import { beginChatStory, idIn, onlyId, type ChatStory } from '../support/chat-story.ts';
import { envelope, postTo, sign, textFrom, webhookOf, workedOff } from '../support/chat-posts.ts';
import { v1At, type AskV1 } from '../support/v1.ts';

let story: ChatStory;
let ask: AskV1;
beforeAll(async () => {
  story = await beginChatStory();
  ask = v1At(story.paigham.baseUrl, story.shop.apiKey);
});

type Shown = Readonly<Record<string, unknown>> & { readonly id: string };

/** Nothing that anybody is told has one of our own numbers of people in it. */
const OURS = /(?<![\w.-])-\d+/;

/** What a list of `/v1` shows. */
async function list(path: string): Promise<readonly Shown[]> {
  const { status, body } = await ask(`GET /v1/${path}`);
  expect([path, status]).toEqual([path, 200]);
  expect(JSON.stringify(body)).not.toMatch(OURS);
  return body.data as readonly Shown[];
}

/** Somebody hides the number, and writes; gives their id. */
async function hiddenOne(number: string, text: string): Promise<string> {
  const told = await story.tell('/people', { number, name: 'Zara', hidden: true });
  await story.write(number, text);
  await workedOff(story);
  return String(told['userId']);
}

const conversationsOf = (name: string) => list(`conversations?number=${name}`);

/** What was said, oldest first. */
async function said(id: string): Promise<readonly string[]> {
  const all = await list(`conversations/${id}/messages`);
  return all.map((it) => `${String(it['direction'])} ${String(it['text'])}`).toReversed();
}

describe('a person without a number', () => {
  const NUMBER = '923001236001';
  let userId = '';
  let id = '';

  it('writes, and is answered by the id', async () => {
    await story.tell('/people', { number: NUMBER, userName: 'zara.khan' });
    userId = await hiddenOne(NUMBER, 'Is my order ready?');
    const [one, ...others] = await conversationsOf(userId);
    expect(others).toEqual([]);
    expect(one).toMatchObject({ number: null, user_id: userId, user_name: 'zara.khan' });
    id = one?.id ?? '';
    for (const search of [userId, `\u200f${userId} `, userId.slice(0, -4), '@zara.kh']) {
      const found = await list(`conversations?search=${encodeURIComponent(search)}`);
      expect([search, found.map((it) => it.id)]).toEqual([search, [id]]);
    }
    const [reply] = await list(`chat/replies?from=${userId}`);
    expect(reply).toMatchObject({ from: null, user_id: userId, user_name: 'zara.khan' });
    const answer = await story.sendFree(userId, 'In an hour.');
    expect(answer.results).toMatchObject([{ status: 'OK', mobile: userId }]);
    const report = await story.until(onlyId(answer), 'DELIVERED');
    expect(report.results).toMatchObject([{ gsm: userId }]);
    expect(story.copies(NUMBER)).toBe(1);
  });

  it('gets templates, but no codes', async () => {
    const sent = await ask('POST /v1/messages', {
      kind: 'chat',
      template_id: String(await story.template('order_ready')),
      recipients: [userId],
      content: { body: ['Zara', 'A-17'].map((text) => ({ type: 'text', text })) },
    });
    expect(sent).toMatchObject({ status: 201, body: { messages: [{ recipient: userId }] } });
    await story.until(String(sent.body['id']), 'DELIVERED');
    const code = [{ mobile: userId, body: [{ type: 'text', text: '4821' }] }];
    const refused = await story.send('login_code', code);
    expect(refused.results).toMatchObject([{ status: '22', mobile: userId }]);
    expect((await said(id)).slice(0, 2)).toEqual(['in Is my order ready?', 'out In an hour.']);
    expect(await said(id)).toHaveLength(3);
  });

  it('opts out, and is not advertised to, by any name', async () => {
    await story.write(NUMBER, 'STOP');
    await workedOff(story);
    const news = await story.send('plain_news', [{ mobile: userId }]);
    expect(news.results).toMatchObject([{ status: '24', mobile: userId }]);
  });

  it('shares the number: from then on both are one', async () => {
    // As the platform wrote of people before it had ids for them.
    const before = envelope(textFrom(NUMBER, 'wamid.before', 'Salaam'));
    await postTo(webhookOf(story), before, sign(before));
    await workedOff(story);
    const [other] = await conversationsOf(NUMBER);
    expect(other).toMatchObject({ number: NUMBER, user_id: null });
    for (const [at, text] of [
      [id, 'Wants the blue one.'],
      [other?.id, 'Has paid.'],
    ]) {
      expect((await ask(`POST /v1/conversations/${at}/notes`, { text })).status).toBe(201);
    }
    for (const [name, ...on] of [
      ['Both', id, other?.id],
      ['Other', other?.id],
    ]) {
      const label = String((await ask('POST /v1/labels', { name })).body['id']);
      for (const at of on) {
        expect((await ask(`PUT /v1/conversations/${at}/labels/${label}`)).status).toBe(204);
      }
    }
    const request = await ask('POST /v1/messages', {
      kind: 'chat',
      recipients: [userId],
      content: { type: 'request_contact_info', text: { body: 'What is your number?' } },
    });
    await story.until(String(request.body['id']), 'DELIVERED');
    const share = { from: NUMBER, type: 'contacts', text: NUMBER, origin: 'contact_request' };
    await story.tell('/reply', share);
    await workedOff(story);
    const [one, ...others] = await conversationsOf(NUMBER);
    expect(others).toEqual([]);
    expect(one).toMatchObject({ id, number: NUMBER, user_id: null, state: 'open' });
    expect(await conversationsOf(userId)).toEqual([one]);
    const notes = await list(`conversations/${id}/notes`);
    expect(notes.map(({ text }) => text)).toEqual(['Wants the blue one.', 'Has paid.']);
    expect(one?.['labels']).toMatchObject([{ name: 'Both' }, { name: 'Other' }]);
    // Both sides of both, and the window of the one that wrote.
    expect(await said(id)).toHaveLength(7);
    expect(Date.parse(String(one?.['window_until']))).toBeGreaterThan(Date.now());
    await story.until(onlyId(await story.sendFree(NUMBER, 'Thank you.')), 'DELIVERED');
    const [news] = (await story.send('plain_news', [{ mobile: NUMBER }])).results;
    expect(news).toMatchObject({ status: '24', mobile: NUMBER });
    await story.until(await story.sendOne('login_code', userId, ['4821']), 'DELIVERED');
  });

  it('is found by either name, and what was sent to the id stays so', async () => {
    const sent = await list(`messages?recipient=${NUMBER}`);
    const to = sent.map((it) => String(it['recipient'])).toSorted((a, b) => (a < b ? -1 : 1));
    // Of one second they are in no order.
    expect(to).toEqual([NUMBER, NUMBER, userId, userId, userId]);
    expect(await list(`messages?recipient=${userId}`)).toEqual(sent);
    const replies = await list(`chat/replies?from=${NUMBER}`);
    expect(replies).toHaveLength(4);
    expect(await list(`chat/replies?from=${userId}`)).toEqual(replies);
    expect(await list('messages?number_part=00001')).not.toContainEqual(
      expect.objectContaining({ recipient: userId }),
    );
  });
});

describe('an id', () => {
  it.each(['PK.9999999', 'pk.9999999', 'PK.923001234567'])(
    '%s of nobody is refused',
    async (it) => {
      const { results } = await story.sendFree(it, 'Hello');
      expect(results).toMatchObject([{ status: '7' }]);
      expect(results[0]?.error).toMatch(/user id/);
    },
  );

  it('changes with the number: messages that wait, opt-outs and the talk go on', async () => {
    const number = '923001236010';
    const before = await hiddenOne(number, 'STOP');
    const [first] = await conversationsOf(before);
    await story.until(onlyId(await story.sendFree(before, 'As you wish.')), 'DELIVERED');
    const told = await story.tell('/people', { number, newNumber: '923001236011' });
    const after = String(told['userId']);
    await workedOff(story);
    const [now, ...others] = await conversationsOf(after);
    expect(others).toEqual([]);
    expect(now).toMatchObject({ id: first?.id, user_id: after });
    expect((await said(now?.id ?? '')).slice(0, 2)).toEqual(['in STOP', 'out As you wish.']);
    expect((await story.send('plain_news', [{ mobile: after }])).results[0]?.status).toBe('24');
    // Whoever only knows the former id still reaches the person.
    await story.until(onlyId(await story.sendFree(before, 'Still there?')), 'DELIVERED');
    expect(story.copies('923001236011')).toBe(2);
    await story.write('923001236011', 'START');
    await workedOff(story);
    await story.until(await story.sendOne('plain_news', after), 'DELIVERED');
  });

  it('of somebody who was never answered changes, and the 24 hours are theirs', async () => {
    const number = '923001236015';
    const before = await hiddenOne(number, 'Are you there?');
    const told = await story.tell('/people', { number, newNumber: '923001236016' });
    await workedOff(story);
    const after = String(told['userId']);
    expect(await conversationsOf(before)).toMatchObject([{ user_id: after, last_by: 'them' }]);
    // The platform counts anew with the new number here; what we know is that they wrote.
    const [one] = await conversationsOf(after);
    expect(Date.parse(String(one?.['window_until']))).toBeGreaterThan(Date.now());
    expect((await story.sendFree(after, 'We are.')).results).toMatchObject([{ status: 'OK' }]);
  });

  it('is not joined with a number that is shared by hand', async () => {
    const userId = await hiddenOne('923001236020', 'My friend:');
    await story.tell('/reply', { from: userId, type: 'contacts', text: '923001236021' });
    await workedOff(story);
    expect(await conversationsOf('923001236021')).toEqual([]);
    expect(await conversationsOf(userId)).toMatchObject([{ number: null, unread: 2 }]);
  });

  it('is imported among those who opted out, shown, and taken off', async () => {
    const number = '923001236040';
    const userId = await hiddenOne(number, 'No advertising, please');
    const numbers = [userId, '03001236041', 'PK'];
    const imported = await ask('POST /v1/suppressions/import', { numbers, scope: 'promotional' });
    expect(imported.body).toMatchObject({ added: 2, known: 0, invalid: ['PK'] });
    expect((await story.send('plain_news', [{ mobile: userId }])).results[0]?.status).toBe('24');
    const shown = { number: null, user_id: userId, scope: 'promotional' };
    expect(await list('suppressions?limit=1')).toMatchObject([{ user_id: null }]);
    const all: Shown[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const at: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await ask(`GET /v1/suppressions?limit=1${at}`);
      all.push(...(body.data as Shown[]));
      cursor = body['next_cursor'] as string | null;
    }
    expect(all).toContainEqual(expect.objectContaining(shown));
    expect(new Set(all.map((it) => it['number'] ?? it['user_id'])).size).toBe(all.length);
    // It holds under the number, too, once that is known.
    await story.tell('/people', { number, hidden: false });
    await story.write(number, 'Here I am');
    await workedOff(story);
    expect((await story.send('plain_news', [{ mobile: number }])).results[0]?.status).toBe('24');
    expect((await ask(`GET /v1/suppressions/${userId}`)).body).toMatchObject(shown);
    expect((await ask(`DELETE /v1/suppressions/${userId}`)).status).toBe(204);
    expect((await ask(`GET /v1/suppressions/${userId}`)).status).toBe(404);
    await story.until(await story.sendOne('plain_news', number), 'DELIVERED');
  });

  it('whose number a message shows is the number’s, with what waits in line', async () => {
    const number = '923001236030';
    const userId = await hiddenOne(number, 'Hello');
    const later = await ask('POST /v1/messages', {
      kind: 'chat',
      recipients: [userId],
      template_id: String(await story.template('order_ready')),
      content: { body: ['Ali', '5'].map((text) => ({ type: 'text', text })) },
      send_at: new Date(Date.now() + 3_600_000).toISOString(),
    });
    const waiting = String(later.body['id']);
    await story.tell('/people', { number, hidden: false });
    await story.write(number, 'It is me');
    await workedOff(story);
    const [row] = await story.ask<{ readonly recipient: number }>(
      'select recipient from queue where message_id = $1',
      [idIn(waiting)],
    );
    expect(row?.recipient).toBe(Number(number));
    expect((await ask(`DELETE /v1/messages/${waiting}`)).status).toBe(200);
  });
});

describe('what somebody wants no more', () => {
  it('is said by either field, and which one is wrong', async () => {
    const add = (body: object) => ask('POST /v1/suppressions', body);
    expect((await add({ user_id: '\u200fPK.77001\u200f' })).body).toMatchObject({
      number: null,
      user_id: 'PK.77001',
    });
    const wrong = [
      [{ user_id: 'PKX.77001' }, '/body/user_id'],
      [{ number: 'PKX.77001' }, '/body/number'],
      [{ number: '923009999001', user_id: 'PK.77001' }, '/body/user_id'],
      [{}, '/body/number'],
    ] as const;
    for (const [body, pointer] of wrong) {
      expect(await add(body)).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
    }
    expect((await ask('DELETE /v1/suppressions/PK.77001')).status).toBe(204);
  });

  const newsTo = async (mobile: string) =>
    (await story.send('plain_news', [{ mobile }])).results[0]?.status;

  it('and says in chat is listed, found and taken off by the number', async () => {
    const number = '923001236050';
    await story.write(number, 'STOP');
    await workedOff(story);
    expect(await newsTo(number)).toBe('24');
    const shown = { number, user_id: null, scope: 'promotional' };
    expect(await list(`suppressions?number=${number}`)).toMatchObject([shown]);
    expect(await list('suppressions')).toContainEqual(expect.objectContaining(shown));
    expect((await ask(`DELETE /v1/suppressions/${number}`)).status).toBe(204);
    expect(await list(`suppressions?number=${number}`)).toEqual([]);
    await story.until(await story.sendOne('plain_news', number), 'DELIVERED');
  });

  it('is stopped in chat by the number, and found by the id', async () => {
    const number = '923001236051';
    const userId = await hiddenOne(number, 'Hello');
    await story.tell('/people', { number, hidden: false });
    await story.write(number, 'It is me');
    await workedOff(story);
    const order = {
      body: [
        { type: 'text', text: 'Ali' },
        { type: 'text', text: '5' },
      ],
    };
    const orderTo = async (mobile: string) =>
      (await story.send('order_ready', [{ mobile, ...order }])).results[0]?.status;
    await ask('POST /v1/suppressions', { number, scope: 'promotional' });
    expect([await newsTo(number), await newsTo(userId)]).toEqual(['24', '24']);
    expect(await orderTo(number)).toBe('OK');
    await ask('POST /v1/suppressions', { number, scope: 'all' });
    expect([await orderTo(number), await orderTo(userId)]).toEqual(['24', '24']);
    expect((await ask(`GET /v1/suppressions/${userId}`)).body).toMatchObject({ scope: 'all' });
    expect((await ask(`DELETE /v1/suppressions/${userId}`)).status).toBe(204);
    expect(await orderTo(number)).toBe('OK');
  });
});

it('what is in free form is counted for the number, each message once', async () => {
  await story.tell('/behaviour', { statusTwicePercent: 100 });
  const number = '923001236050';
  await story.write(number, 'Hello');
  await workedOff(story);
  await story.until(onlyId(await story.sendFree(number, 'Hello.')), 'DELIVERED');
  await story.tell('/settle', {});
  await workedOff(story);
  const free = story.platform.platform.messages
    .all()
    .filter((it) => it.direction === 'out' && it.type !== 'template');
  const counts = { service_messages: free.length, service_messages_free: 1_000 };
  expect(await list('chat/numbers')).toMatchObject([counts]);
});

it('in the end every invariant holds', async () => {
  expect(await story.breaches()).toEqual([]);
});
