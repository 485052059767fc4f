/** `/v1/media`: files that an account keeps for its chat messages, under a name. */
import { beforeAll, describe, expect, it } from 'vitest';
import { setAccount } from '../../src/features/accounts/accounts.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { limit } from '../../src/domain/limits.ts';
import { DEMO_PICTURE } from '../../src/demo/demo-picture.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { beginChatStory, type ChatStory } from '../support/chat-story.ts';
import { eventually } from '../support/eventually.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { v1At, type AskV1 } from '../support/v1.ts';

const CHATTER = '923001234601';
let story: ChatStory;
let ask: AskV1;
let other: Shop;

beforeAll(async () => {
  story = await beginChatStory();
  ask = v1At(story.paigham.baseUrl, story.shop.apiKey);
  other = await openShop(story.paigham.world, { rupees: '100' });
  await story.write(CHATTER, 'Have you a picture?');
  await eventually('it heard', async () => {
    const { body } = await ask('GET /v1/conversations');
    return body.data.length === 1;
  });
});

type Fields = Readonly<Record<string, string>>;
type Added = { readonly status: number; readonly body: Record<string, unknown> };

/** Puts a file into the library; `undefined`: the form has none. */
async function add(
  content: Uint8Array | string | undefined,
  fields: Fields = {},
  { key = story.shop.apiKey, fileName = 'lamp.png' } = {},
): Promise<Added> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const parts = content === undefined ? [] : [new Uint8Array(Buffer.from(content))];
  if (content !== undefined) form.append('file', new Blob(parts), fileName);
  const response = await fetch(`${story.paigham.baseUrl}/v1/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Pictures that look the same, each with content of its own. */
let made = 0;
const picture = () => Buffer.concat([DEMO_PICTURE, Buffer.from(`#${(made += 1)}`)]);

const get = (path: string, key = story.shop.apiKey) =>
  fetch(`${story.paigham.baseUrl}/v1/media/${path}`, {
    headers: { authorization: `Bearer ${key}` },
  });

const sendFile = (media: object, type = 'media') =>
  ask('POST /v1/messages', {
    kind: 'chat',
    recipients: [CHATTER],
    content: { type, [type]: { caption: '', ...media } },
  });

const names = async (query = ''): Promise<readonly unknown[]> =>
  (await ask(`GET /v1/media${query}`)).body.data.map((it) => it['name']);

describe('a file of the library', () => {
  it('is added, found, renamed and removed', async () => {
    const { status, body } = await add(picture(), { name: 'Eid lamp' });
    expect([status, body]).toMatchObject([
      201,
      {
        ...{ name: 'Eid lamp', kind: 'image', mime: 'image/png', keep_until: null },
        ...{ has_preview: true, url: `media:${String(body['id'])}` },
      },
    ]);
    await add('%PDF-1.7 prices', {}, { fileName: 'Prices of 2026.pdf' });
    expect(await names()).toEqual(['Prices of 2026.pdf', 'Eid lamp']);
    expect(await names('?search=EID')).toEqual(['Eid lamp']);
    expect(await names('?search=%25')).toEqual([]);
    expect(await names('?kind=document')).toEqual(['Prices of 2026.pdf']);
    const path = `/v1/media/${String(body['id'])}`;
    const until = new Date(Date.now() + 86_400_000).toISOString();
    expect(await ask(`PATCH ${path}`, { name: 'Lamp', keep_until: until })).toMatchObject({
      status: 200,
      body: { name: 'Lamp', keep_until: until },
    });
    expect(await ask(`PATCH ${path}`, { keep_until: null })).toMatchObject({
      body: { name: 'Lamp', keep_until: null },
    });
    expect((await ask(`GET ${path}`)).body['name']).toBe('Lamp');
    expect((await ask(`DELETE ${path}`)).status).toBe(204);
    expect((await ask(`GET ${path}`)).status).toBe(404);
    expect(await names()).toEqual(['Prices of 2026.pdf']);
    const audit = (await ask('GET /v1/audit')).body.data.map((it) => it['action']);
    expect(audit).toEqual(expect.arrayContaining(['media.add', 'media.set', 'media.remove']));
  });

  it('is sent as often as one likes, a document under its name', async () => {
    const lamp = (await add(picture(), { name: 'Lamp to send' })).body;
    const list = (await add('%PDF-1.7 list', { name: 'Price list' })).body;
    const before = story.copies(CHATTER);
    for (const { url } of [lamp, lamp, list]) {
      expect((await sendFile({ url })).status).toBe(201);
    }
    await eventually('all there', () => story.copies(CHATTER) === before + 3);
    const sent = story.platform.platform.messages.all().map(({ shown }) => shown.media?.fileName);
    expect(sent).toContain('Price list.pdf');
    expect((await sendFile({ url: lamp['url'] }, 'audio')).status).toBe(400);
  });

  it('is one file, however often it is given, and has what is given now', async () => {
    const content = picture();
    const first = (await add(content, { name: 'Rug' })).body;
    expect((await add(content)).body).toEqual(first);
    const until = '2090-01-01T00:00:00.000Z';
    const again = await add(content, { name: 'Rug of wool', keep_until: until });
    expect(again.body).toEqual({ ...first, name: 'Rug of wool', keep_until: until });
  });

  it('is sent where it waits, and nowhere else, once it is removed', async () => {
    const { id, url } = (await add(picture())).body;
    expect((await ask(`DELETE /v1/media/${String(id)}`)).status).toBe(204);
    expect(await sendFile({ url })).toMatchObject({
      status: 400,
      body: { errors: [{ detail: expect.stringMatching(/no such file was given/) }] },
    });
    const kept = await story.paigham.db.read(
      plain('test-kept', 'select 1 from chat_media where id = $1'),
      [Number(id)],
    );
    expect(kept).toHaveLength(1);
  });

  it('is saved with the ending of its content, and never shown', async () => {
    const { id } = (await add(picture(), { name: '../evil ’ page.html' })).body;
    const answer = await get(`${String(id)}/content`);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': "attachment; filename*=UTF-8''..-evil%20%E2%80%99%20page.html.png",
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    const octets = Buffer.from(await answer.arrayBuffer());
    expect(octets.subarray(0, DEMO_PICTURE.length)).toEqual(DEMO_PICTURE);
    const preview = await get(`${String(id)}/preview`);
    expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'image/png']);
    const { id: text } = (await add('Prices: 12', { name: 'No preview' })).body;
    expect((await get(`${String(text)}/preview`)).status).toBe(404);
  });

  it('has the preview that came with it', async () => {
    const jpeg = Buffer.from('ffd8ffc00011080010002003012200021101031101', 'hex');
    const given = { name: 'Film', preview: jpeg.toString('base64') };
    const film = Buffer.from('\0\0\0\u0018ftypmp42film', 'latin1');
    const { id, kind, has_preview: has } = (await add(film, given)).body;
    expect([kind, has]).toEqual(['video', true]);
    const preview = await get(`${String(id)}/preview`);
    expect(preview.headers.get('content-type')).toBe('image/jpeg');
    expect(Buffer.from(await preview.arrayBuffer())).toEqual(jpeg);
  });

  it('belongs to one account', async () => {
    const content = picture();
    const { id } = (await add(content, { name: 'Ours' })).body;
    const theirs = v1At(story.paigham.baseUrl, other.apiKey);
    expect((await theirs('GET /v1/media')).body.data).toEqual([]);
    for (const part of ['', '/content', '/preview']) {
      expect((await get(`${String(id)}${part}`, other.apiKey)).status).toBe(404);
    }
    const path = `/v1/media/${String(id)}`;
    expect((await theirs(`PATCH ${path}`, { name: 'Theirs' })).status).toBe(404);
    expect((await theirs(`DELETE ${path}`)).status).toBe(404);
    // The same content is another file there.
    const own = await add(content, { name: 'Theirs' }, { key: other.apiKey });
    expect(own.body['id']).not.toBe(id);
    expect((await ask(`GET ${path}`)).body['name']).toBe('Ours');
  });
});

describe('what is refused', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const huge = Buffer.from(DEMO_PICTURE);
  huge.writeUInt32BE(60_000, 16);
  huge.writeUInt32BE(60_000, 20);
  const polyglot = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    Buffer.from('<html><script>alert(1)</script></html>'),
  ]);

  it.each<[string, string | Uint8Array | undefined, Fields, string]>([
    ['no file', undefined, {}, '/body/file'],
    ['a drawing', SVG, {}, '/body/file'],
    ['a page', '<!doctype html><p>Hello', {}, '/body/file'],
    ['a picture that would fill the memory', huge, {}, '/body/file'],
    ['a page that begins as a picture', polyglot, {}, '/body/file'],
    ['a name of two lines', DEMO_PICTURE, { name: 'a\nb' }, '/body/name'],
    [
      'an end in the past',
      DEMO_PICTURE,
      { keep_until: '2020-01-01T00:00:00Z' },
      '/body/keep_until',
    ],
    ['a preview that is none', DEMO_PICTURE, { preview: 'PHN2Zz4=' }, '/body/preview'],
    ['a word of its own', DEMO_PICTURE, { other: '1' }, '/body/other'],
  ])('is %s', async (_, content, fields, pointer) => {
    expect(await add(content, fields)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer }] },
    });
  });

  it.each([
    ['an empty file', ''],
    ['a program', 'MZ\u0000\u0001'],
  ])('is %s', async (_, content) => {
    expect(await add(content)).toMatchObject({ status: 400, body: { code: 'chat_media_refused' } });
  });

  it('is to remove what a template shows by default', async () => {
    const { id } = (await add(picture(), { name: 'Default' })).body;
    const use = (sample: unknown) =>
      story.paigham.db.transact((tx) =>
        tx.run(
          plain(
            'test-default',
            `update chat_templates set sample_id = $1 where id =
             (select min(id) from chat_templates where account_id = $2)`,
          ),
          [sample, story.shop.accountId],
        ),
      );
    await use(Number(id));
    expect(await ask(`DELETE /v1/media/${String(id)}`)).toMatchObject({
      status: 400,
      body: { errors: [{ detail: expect.stringMatching(/^is what the template/) }] },
    });
    await use(null);
    expect((await ask(`DELETE /v1/media/${String(id)}`)).status).toBe(204);
  });
});

describe('the room of a library', () => {
  it('is told, and full at its last file; a verified account has more', async () => {
    const { accountId, apiKey } = await openShop(story.paigham.world, { rupees: '100' });
    const verified = (on: boolean) =>
      setAccount(story.paigham.world.admin, { accountId, verified: on });
    must(await verified(false));
    const own = v1At(story.paigham.baseUrl, apiKey);
    const most = limit('mediaFilesUnverified');
    for (let at = 0; at < most; at += 1) {
      expect((await add(picture(), {}, { key: apiKey })).status).toBe(201);
    }
    expect((await own('GET /v1/media-room')).body).toMatchObject({
      ...{ files: most, files_most: most, bytes_most: limit('mediaBytesUnverified') },
    });
    const one = picture();
    expect(await add(one, {}, { key: apiKey })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/body/file', detail: expect.stringMatching(/20 files/) }] },
    });
    must(await verified(true));
    expect((await add(one, {}, { key: apiKey })).status).toBe(201);
    expect((await own('GET /v1/media-room')).body['files_most']).toBe(limit('mediaFiles'));
  });
});

describe('in the end', () => {
  it('every invariant holds', async () => {
    expect(await story.breaches()).toEqual([]);
  });
});
