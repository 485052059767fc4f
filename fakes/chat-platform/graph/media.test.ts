import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ids, setStage, token, type Answered, type Stage } from '../stage.ts';

const day = 86_400_000;
const png = Buffer.from('89504e470d0a1a0a', 'hex');

let stage: Stage;

beforeEach(async () => {
  stage = await setStage();
});

afterEach(() => stage.close());

function form(bytes: Buffer, type: string, name = 'picture.png'): FormData {
  const made = new FormData();
  made.set('messaging_product', 'whatsapp');
  made.set('type', type);
  made.set('file', new Blob([new Uint8Array(bytes)], { type }), name);
  return made;
}

const upload = (bytes = png, type = 'image/png'): Promise<Answered> =>
  stage.graph('POST', `${ids.number}/media`, form(bytes, type));

const idOf = (answered: Answered): string => String(answered.json['id']);

const open = (url: unknown, authorization = `Bearer ${token}`): Promise<Response> =>
  fetch(String(url), { headers: { authorization } });

describe('a file', () => {
  it('is uploaded, read behind an address, and deleted', async () => {
    const id = idOf(await upload());
    const shown = await stage.graph('GET', id);
    expect(shown.json).toMatchObject({
      id,
      mime_type: 'image/png',
      file_size: png.length,
      sha256: createHash('sha256').update(png).digest('hex'),
    });
    const opened = await open(shown.json['url']);
    expect(Buffer.from(await opened.arrayBuffer())).toEqual(png);
    expect((await fetch(String(shown.json['url']))).status).toBe(401);
    expect((await stage.graph('DELETE', id)).json).toEqual({ success: true });
    expect((await stage.graph('GET', id)).json).toMatchObject({ error: { error_subcode: 33 } });
  });

  it('has an address for five minutes and an id for thirty days', async () => {
    const id = idOf(await upload());
    const { url } = (await stage.graph('GET', id)).json;
    await stage.advance(299_999);
    expect((await open(url)).status).toBe(200);
    await stage.advance(1);
    expect((await open(url)).status).toBe(404);
    await stage.advance(30 * day - 300_001);
    expect((await stage.graph('GET', id)).status).toBe(200);
    await stage.advance(1);
    expect((await stage.graph('GET', id)).status).toBe(400);
    const image = { type: 'image', to: '923001234567', image: { id } };
    expect((await stage.send(image)).json).toMatchObject({
      error: { code: 100, message: expect.stringContaining('media attachment ID') },
    });
  });

  it('that a person sent lives seven days', async () => {
    await stage.manage('/reply', { from: '923001234567', type: 'image', caption: 'Look' });
    const [told] = stage.told;
    const id = /"id":"(\d+)"/.exec(/"image":\{.*?\}/.exec(told?.text ?? '')?.[0] ?? '')?.[1] ?? '';
    await stage.advance(7 * day - 1);
    expect((await stage.graph('GET', id)).json).toMatchObject({ mime_type: 'image/png' });
    await stage.advance(1);
    expect((await stage.graph('GET', id)).status).toBe(400);
  });

  it.each([
    ['of an unknown type', png, 'application/x-thing'],
    ['that is too large', Buffer.alloc(5 * 1_048_576 + 1), 'image/png'],
  ])('%s is refused', async (_, bytes, type) => {
    const refused = await upload(bytes, type);
    expect(refused).toMatchObject({ status: 400, json: { error: { code: 100 } } });
  });

  it('of the wrong kind fails later', async () => {
    await stage.manage('/reply', { from: '923001234567', text: 'Salaam' });
    const id = idOf(await upload(Buffer.from('%PDF'), 'application/pdf'));
    const sent = await stage.send({ type: 'image', to: '923001234567', image: { id } });
    expect(sent.status).toBe(200);
    await stage.advance(1_000);
    expect(stage.statuses()).toMatchObject([{ status: 'failed', errors: [{ code: 131053 }] }]);
  });
});

describe('a link', () => {
  it.each([
    ['to a file that fits', 200, 'image/png', 'sent'],
    ['to nothing', 404, 'text/html', 'failed'],
    ['to something else', 200, 'text/html', 'failed'],
  ])('%s is fetched by the platform itself', async (_, status, type, word) => {
    const site = createServer((_request, response) => {
      response.writeHead(status, { 'content-type': type }).end(png);
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const link = `http://127.0.0.1:${(site.address() as AddressInfo).port}/a.png`;
    await stage.manage('/reply', { from: '923001234567', text: 'Salaam' });
    const sent = await stage.send({ type: 'image', to: '923001234567', image: { link } });
    expect(sent.status).toBe(200);
    await stage.until(() => stage.platform.clock.waiting > 0);
    await stage.advance(1_000);
    expect(stage.statuses().map((it) => it['status'])).toContain(word);
    site.close();
    site.closeAllConnections();
  });

  it('to another machine is never fetched', async () => {
    await stage.manage('/reply', { from: '923001234567', text: 'Salaam' });
    const image = { link: 'https://pictures.example/a.png' };
    await stage.send({ type: 'image', to: '923001234567', image });
    await stage.until(() => stage.platform.clock.waiting > 0);
    await stage.advance(1_000);
    expect(stage.statuses()).toMatchObject([{ status: 'sent' }, { status: 'delivered' }]);
  });
});

describe('a sample', () => {
  const begin = `${ids.app}/uploads?file_name=a.png&file_length=8&file_type=image/png`;
  const send = async (id: string, offset: number, bytes: Buffer): Promise<unknown> => {
    const headers = { authorization: `OAuth ${token}`, file_offset: String(offset) };
    const init = { method: 'POST', headers, body: new Uint8Array(bytes) };
    return (await fetch(`${stage.url}/v25.0/${id}`, init)).json();
  };

  it('is uploaded in pieces, and its handle is good for a template and nothing else', async () => {
    const id = idOf(await stage.graph('POST', begin));
    expect(id).toMatch(/^upload:/);
    expect(await send(id, 0, png.subarray(0, 5))).toMatchObject({ file_offset: 5 });
    expect((await stage.graph('GET', id)).json).toEqual({ id, file_offset: 5 });
    expect(await send(id, 3, png.subarray(5))).toMatchObject({ error: { code: 100 } });
    const done = await send(id, 5, png.subarray(5));
    expect(done).toEqual({ h: expect.stringMatching(/^4::/) });
    const handle = String(Object.values(Object(done) as object)[0]);
    const example = { header_handle: [handle] };
    const components = [
      { type: 'HEADER', format: 'IMAGE', example },
      { type: 'BODY', text: 'Look at this.' },
    ];
    const template = { name: 'look', language: 'en', category: 'MARKETING', components };
    const created = await stage.graph('POST', `${ids.account}/message_templates`, template);
    expect(created.json).toMatchObject({ status: 'PENDING' });
    const { id: templateId } = created.json;
    const shown = JSON.stringify((await stage.graph('GET', String(templateId))).json);
    const preview = /"(http[^"]+)"/.exec(shown)?.[1] ?? '';
    const seen = await fetch(preview);
    expect(Buffer.from(await seen.arrayBuffer())).toEqual(png);
    await stage.advance(day);
    expect((await fetch(preview)).status).toBe(404);
    const image = { id: handle };
    const sent = await stage.send({ type: 'image', to: '923001234567', image });
    expect(sent.json).toMatchObject({ error: { code: 100 } });
  });

  it('of another kind, or without its length, is refused', async () => {
    for (const query of ['file_length=8&file_type=image/gif', 'file_type=image/png']) {
      const refused = await stage.graph('POST', `${ids.app}/uploads?${query}`);
      expect(refused.json).toMatchObject({ error: { code: 100 } });
    }
  });
});
