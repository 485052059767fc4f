/** `POST /v1/chat/files`: files that are given, and sent without an address of their own. */
import { beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PICTURE } from '../../src/demo/demo-picture.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { idOfUuid } from '../../src/kit/uuid-ids.ts';
import { openShop } from '../support/shop.ts';
import { v1At, type AskV1 } from '../support/v1.ts';

const CHATTER = '923001234601';
let story: ChatStory;
let ask: AskV1;

beforeAll(async () => {
  story = await beginChatStory();
  ask = v1At(story.paigham.baseUrl, story.shop.apiKey);
  await story.write(CHATTER, 'Have you a picture?');
  await eventually('it heard', async () => {
    const { body } = await ask('GET /v1/conversations');
    return body.data.length === 1;
  });
});

async function give(content: Uint8Array | string | undefined, key = story.shop.apiKey) {
  const form = new FormData();
  const parts = content === undefined ? [] : [new Uint8Array(Buffer.from(content))];
  if (content !== undefined) form.append('file', new Blob(parts), 'lamp.png');
  const response = await fetch(`${story.paigham.baseUrl}/v1/chat/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const sendFile = (type: string, media: object, to = CHATTER) =>
  ask('POST /v1/messages', {
    kind: 'chat',
    recipients: [to],
    content: { type, [type]: { caption: '', ...media } },
  });

describe('a file that is given', () => {
  it('is sent as a picture, or as a document under its name', async () => {
    const { status, body } = await give(DEMO_PICTURE);
    expect([status, body]).toEqual([
      201,
      { url: body['url'], kind: 'image', mime: 'image/png', bytes: DEMO_PICTURE.length },
    ]);
    const { url } = body;
    expect(url).toMatch(/^media:\d+$/);
    const sent = [
      await sendFile('media', { url, caption: 'A lamp' }),
      await sendFile('image', { url }),
      await sendFile('document', { url, file_name: 'lamp' }),
    ];
    expect(sent.map((it) => it.status)).toEqual([201, 201, 201]);
    await eventually('all there', () => story.copies(CHATTER) === 3);
    const types = story.platform.platform.messages
      .all()
      .filter((it) => it.direction === 'out')
      .map((it) => (it as unknown as { readonly type: string }).type);
    expect(types.toSorted((a, b) => a.localeCompare(b))).toEqual(['document', 'image', 'image']);
  });

  it('is fetched again by the message that it was sent with, by nobody else', async () => {
    const { url } = (await give(DEMO_PICTURE)).body;
    const { body } = await sendFile('document', { url, file_name: 'lamp' });
    const [{ id }] = body['messages'] as [{ readonly id: string }];
    const conversation = String((await ask('GET /v1/conversations')).body.data[0]?.['id']);
    const said = async () =>
      (await ask(`GET /v1/conversations/${conversation}/messages`)).body.data[0];
    const href = `/v1/messages/${id}/file`;
    expect(await said()).toMatchObject({ id, file: { file_name: 'lamp.png', href } });
    const fetchIt = (key: string) =>
      fetch(`${story.paigham.baseUrl}${href}`, { headers: { authorization: `Bearer ${key}` } });
    const mine = await fetchIt(story.shop.apiKey);
    expect(Buffer.from(await mine.arrayBuffer())).toEqual(Buffer.from(DEMO_PICTURE));
    const other = await openShop(story.paigham.world, { rupees: '100' });
    expect((await fetchIt(other.apiKey)).status).toBe(404);
    // Texts of old messages are forgotten, and files with them.
    await story.paigham.db.transact((transaction) =>
      transaction.run(plain('test-forgotten', `update messages set text = '' where id = $1`), [
        idOfUuid(id),
      ]),
    );
    expect(await said()).toMatchObject({ id, text: null, file: null });
    expect((await fetchIt(story.shop.apiKey)).status).toBe(404);
  });

  it('twice is one file', async () => {
    const [first, second] = [await give(DEMO_PICTURE), await give(DEMO_PICTURE)];
    expect(second).toEqual(first);
  });

  it('is no sound, and nobody else’s', async () => {
    const { url } = (await give(DEMO_PICTURE)).body;
    expect(await sendFile('audio', { url })).toMatchObject({
      status: 400,
      body: { errors: [{ detail: expect.stringMatching(/its content is not/) }] },
    });
    const other = await openShop(story.paigham.world, { rupees: '100' });
    const theirs = (await give(Buffer.concat([DEMO_PICTURE, Buffer.of(0)]), other.apiKey)).body;
    expect(await sendFile('media', { url: theirs['url'] })).toMatchObject({
      body: { errors: [{ detail: expect.stringMatching(/no such file was given/) }] },
    });
    for (const wrong of ['media:0', 'media:', 'media:1/../2', 'media:-1', 'MEDIA:1 ']) {
      expect((await sendFile('media', { url: wrong })).status).toBeGreaterThanOrEqual(400);
    }
  });

  it.each<[string, string | undefined, object]>([
    ['nothing', undefined, { status: 400, body: { errors: [{ pointer: '/body/file' }] } }],
    ['an empty one', '', { status: 400 }],
    ['a program', 'MZ\u0000\u0001', { status: 400 }],
  ])('is refused where it is %s', async (_, content, expected) => {
    expect(await give(content)).toMatchObject(expected);
  });
});

describe('in the end', () => {
  it('every invariant holds', async () => {
    expect(await story.breaches()).toEqual([]);
  });
});
