import { beforeAll, describe, expect, it } from 'vitest';
import { beginChatStory, idIn, onlyId, type ChatStory } from '../support/chat-story.ts';
import {
  envelope,
  posted,
  postTo,
  seconds,
  sign,
  value,
  workedOff,
} from '../support/chat-posts.ts';
import { eventually } from '../support/eventually.ts';

let story: ChatStory;
beforeAll(async () => {
  story = await beginChatStory();
});

type Shown = {
  readonly id: string;
  readonly from: string | null;
  readonly user_id: string | null;
  readonly type: string;
  readonly text: string | null;
  readonly payload: string | null;
  readonly message_id: string | null;
  readonly wish: string | null;
  readonly file: { readonly href: string; readonly mime_type: string | null } | null;
};

async function get(path: string, apiKey = story.shop.apiKey): Promise<Response> {
  const headers = { authorization: `Bearer ${apiKey}` };
  return fetch(`${story.paigham.baseUrl}${path}`, { headers });
}

async function list(from: string): Promise<readonly Shown[]> {
  const response = await get(`/v1/chat/replies?from=${from}`);
  return ((await response.json()) as { readonly data: readonly Shown[] }).data;
}

/** A person's replies, once there are this many; oldest first. */
const replies = (from: string, count = 1): Promise<readonly Shown[]> =>
  eventually(`${count} replies`, async () => {
    const found = await list(from);
    return found.length >= count && found.toReversed();
  });

describe('what a user writes', () => {
  it('is kept once, with who wrote and when, and opens the 24 hours', async () => {
    const from = '923001234901';
    await story.write(from, 'Salaam! 😀', { times: 3 });
    const [reply, ...others] = await replies(from);
    expect(reply).toMatchObject({ from, type: 'text', text: 'Salaam! 😀', wish: null, file: null });
    await story.tell('/settle', {});
    expect(others).toEqual([]);
    expect(await list(from)).toHaveLength(1);
    await story.until(onlyId(await story.sendFree(from, 'And to you.')), 'DELIVERED');
  });

  it('names the message it answers, and what its button carries', async () => {
    const from = '923001234902';
    const id = await story.sendOne('summer_sale', from, ['Ali']);
    await story.until(id, 'DELIVERED');
    const [row] = await story.ask<{ readonly operator_key: string }>(
      'select operator_key from attempts where message_id = $1',
      [idIn(id)],
    );
    const quoted = { messageId: row?.operator_key };
    await story.tell('/reply', { from, type: 'button', text: 'Yes', payload: 'YES:7', ...quoted });
    const [reply] = await replies(from);
    expect(reply).toMatchObject({ type: 'button', text: 'Yes', payload: 'YES:7', message_id: id });
  });

  it.each([
    ['location', '923001234911', { latitude: 24.86, longitude: 67.0, name: 'Saddar' }, 'Saddar'],
    ['reaction', '923001234912', { emoji: '👍', messageId: 'wamid.nobody' }, '👍'],
    ['unsupported', '923001234913', {}, null],
  ])('may be of the type %s', async (type, from, more, text) => {
    await story.tell('/reply', { from, type, ...more });
    const [reply] = await replies(from);
    expect(reply).toMatchObject({ type, text });
  });

  it('may be a picture, which is fetched from the platform on request', async () => {
    const from = '923001234920';
    const octets = Buffer.from('ffd8ffe000104a464946', 'hex');
    const picture = { base64: octets.toString('base64'), mimeType: 'image/jpeg' };
    await story.tell('/reply', { from, type: 'image', caption: 'Broken', ...picture });
    const [reply] = await replies(from);
    expect(reply).toMatchObject({ type: 'image', text: 'Broken' });
    const response = await get(reply?.file?.href ?? '');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(Buffer.from(await response.arrayBuffer()).equals(octets)).toBe(true);
    const other = await get(reply?.file?.href ?? '', story.paigham.world.roshan.apiKey);
    expect(other.status).toBe(404);
  });

  it('by somebody who hides the number is matched by the person’s other ids', async () => {
    const from = '923001234930';
    await story.tell('/people', { number: from, name: 'Zara', hidden: true });
    await story.tell('/reply', { from, type: 'text', text: 'Before' });
    const person = story.platform.platform.people.all().find(({ number }) => number === from);
    const userId = person?.userId ?? '';
    const [before] = await replies(userId);
    expect(before).toMatchObject({ from: null, user_id: userId, text: 'Before' });
    // A message to the number shows whose id it is: the window was open all along.
    await story.until(await story.sendOne('order_ready', from, ['Zara', '5']), 'DELIVERED');
    await story.until(onlyId(await story.sendFree(from, 'Hello')), 'DELIVERED');
    await story.tell('/reply', { from, type: 'text', text: 'After' });
    const both = await replies(from, 2);
    expect(both[1]).toMatchObject({ from, user_id: userId, text: 'After' });
    // By either id, everything the user wrote.
    expect(both.map(({ text }) => text)).toEqual(['Before', 'After']);
    expect(await replies(userId, 2)).toEqual(both);
  });

  it.each(['STOP', 'بند کریں'])('such as %s ends marketing, and nothing else', async (word) => {
    const from = word === 'STOP' ? '923001234940' : '923001234941';
    await story.write(from, word);
    expect((await replies(from))[0]).toMatchObject({ text: word, wish: 'stop' });
    const news = await story.send('plain_news', [{ mobile: from }]);
    expect(news.results[0]?.status).toBe('24');
    await story.until(await story.sendOne('order_ready', from, ['Ali', '5']), 'DELIVERED');
    await story.until(onlyId(await story.sendFree(from, 'As you wish.')), 'DELIVERED');
    await story.write(from, 'START');
    await replies(from, 2);
    await story.until(await story.sendOne('plain_news', from), 'DELIVERED');
  });

  it.each([
    ['by the number', '923001234945', 'US.1349945', false],
    ['by the id of one who hides it', '923001234946', 'US.1349946', true],
  ])('such as START, %s, undoes a stop that the platform reported for both', async (...it) => {
    const [, from, userId, hidden] = it;
    const path = `${story.paigham.baseUrl}/webhooks/chat/${story.businessId}`;
    const stop = { wa_id: from, user_id: userId, value: 'stop', timestamp: seconds() };
    const stopped = posted('user_preferences', value({ user_preferences: [stop] }));
    const both = { wa_id: from, user_id: userId };
    const says = (id: string, text: string, names: object) =>
      envelope(
        value({
          contacts: [both],
          messages: [{ ...names, id, timestamp: seconds(), type: 'text', text: { body: text } }],
        }),
      );
    // What the person writes openly shows whose id it is.
    const openly = says(`wamid.open-${from}`, 'Hello', { from, from_user_id: userId });
    for (const body of [openly, stopped]) await postTo(path, body, sign(body));
    await workedOff(story);
    expect((await story.send('plain_news', [{ mobile: from }])).results[0]?.status).toBe('24');
    const names = hidden ? { from_user_id: userId } : { from };
    const start = hidden
      ? says(`wamid.start-${from}`, 'START', names).replace(`"wa_id":"${from}",`, '')
      : says(`wamid.start-${from}`, 'START', names).replace(`,"user_id":"${userId}"`, '');
    await postTo(path, start, sign(start));
    await workedOff(story);
    await story.until(await story.sendOne('plain_news', from), 'DELIVERED');
    const audits = await story.ask(
      `select 1 from audit where action = 'chat_optout.remove' and detail ->> 'recipient' = $1`,
      [from],
    );
    expect(audits).toHaveLength(1);
  });

  it('cannot be seen by another account', async () => {
    const [reply] = await replies('923001234901');
    const other = story.paigham.world.roshan.apiKey;
    expect((await get(`/v1/chat/replies/${reply?.id}`)).status).toBe(200);
    expect((await get(`/v1/chat/replies/${reply?.id}`, other)).status).toBe(404);
    const listed = (await (await get('/v1/chat/replies', other)).json()) as { data: unknown[] };
    expect(listed.data).toEqual([]);
  });
});

describe('in the end', () => {
  it('every invariant holds', async () => {
    expect(await story.breaches()).toEqual([]);
  });
});
