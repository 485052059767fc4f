/**
 * `POST /v1/hosts` and `POST /v1/chat/templates` with an `Idempotency-Key`: done once, answered as
 * often as asked. The service reaches the simulated platform through a relay that can delay or lose
 * its answers.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningPlatform } from '../../fakes/chat-platform/start.ts';
import { createChatPlatform } from '../../src/carriers/whatsapp/platform.ts';
import { buildChat } from '../../src/demo/build-chat.ts';
import { limit } from '../../src/domain/limits.ts';
import { NO_SAMPLES, tellPlatform } from '../support/chat-world.ts';
import { CHAT_ACCESS, startDemoPlatform } from '../support/demo-chat.ts';
import { eventually } from '../support/eventually.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { startWebSite, type WebSite } from '../support/web-site.ts';

let platform: RunningPlatform;
let relay: WebSite;
let paigham: Paigham;
/** Names of the templates that the platform was asked to create, in order. */
const proposed: string[] = [];
let answers: Promise<void> | 'lost' = Promise.resolve();

beforeAll(async () => {
  platform = await startDemoPlatform({ behaviour: { approval: 'by_hand' } });
  const answer = (request: IncomingMessage, response: ServerResponse) =>
    void pass(request, response);
  relay = await startWebSite({ host: '127.0.0.1', answer });
  const graphAddress = `http://127.0.0.1:${relay.port}`;
  paigham = await startPaigham({ config: { graphAddress } });
  const { admin, roshan } = paigham.world;
  const api = createChatPlatform({ origin: platform.url, version: 'v25.0', clock: admin.clock });
  const chat = { ...admin, platform: api, samples: NO_SAMPLES, publicAddress: paigham.baseUrl };
  await buildChat(chat, roshan.accountId, CHAT_ACCESS);
  await api.close();
});
afterAll(async () => {
  await paigham.stop();
  relay.close();
  await platform.close();
});

async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '' } = request;
  const body = await text(request);
  const { authorization = '', 'content-type': type = 'application/json' } = request.headers;
  const asked = { method, headers: { authorization, 'content-type': type } };
  const address = `${platform.url}${url}`;
  const given = await fetch(address, { ...asked, ...(method === 'GET' ? {} : { body }) });
  const said = await given.text();
  if (method === 'POST' && url.includes('/message_templates')) {
    proposed.push((JSON.parse(body) as { readonly name: string }).name);
    if (answers === 'lost') return void response.destroy();
    await answers;
  }
  response.writeHead(given.status, { 'content-type': 'application/json' }).end(said);
}

/** The platform answers no proposal until the returned function is called. */
function holdAnswers(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  answers = promise;
  return resolve;
}

const timesProposed = (name: string): number => proposed.filter((it) => it === name).length;

type Answer = {
  readonly status: number;
  readonly replayed: string | null;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
};

type Asked = { readonly key?: string; readonly own?: string };

async function call(
  method: string,
  path: string,
  json?: object,
  { key, own = paigham.world.roshan.apiKey }: Asked = {},
): Promise<Answer> {
  const { status, headers, ...response } = await fetch(`${paigham.baseUrl}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${own}`,
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  }).then(async (it) => ({ status: it.status, headers: it.headers, said: await it.text() }));
  const body = (response.said === '' ? {} : JSON.parse(response.said)) as Answer['body'];
  return { status, replayed: headers.get('idempotent-replayed'), headers, body };
}

const addHost = (host: string, asked: Asked) => call('POST', '/v1/hosts', { host }, asked);

const propose = (name: string, asked: Asked) => {
  const body = { text: 'Dear {{1}}, your parcel is here.', examples: ['Ali'] };
  return call(
    'POST',
    '/v1/chat/templates',
    { name, language: 'en', category: 'utility', body },
    asked,
  );
};

/** A name that the platform refuses; nobody else minds. */
const SHOUTED = 'SHOUTED';

const expectFirst = (answer: Answer): void =>
  expect(answer).toMatchObject({ status: 201, replayed: null });
const expectReplayed = (answer: Answer): void =>
  expect(answer).toMatchObject({ status: 201, replayed: 'true' });
const expectRefused = (answer: Answer, status: number, code: string): void =>
  expect(answer).toMatchObject({ status, replayed: null, body: { code } });

/** Of two simultaneous requests one is the first; the other gets its result, or is told to wait. */
function expectOneFirst(both: readonly Answer[]): void {
  const kinds = both.map(({ status, replayed, body }) =>
    status === 201 ? `201 ${replayed ?? 'first'}` : String(body['code']),
  );
  expect([
    ['201 first', '201 true'],
    ['201 first', 'idempotency_running'],
  ]).toContainEqual(kinds.toSorted());
}

describe('a repeat of what was made', () => {
  it.each([
    ['POST /v1/suppressions', '/v1/suppressions', { number: '923001239988' }, 'number'],
    ['POST /v1/templates', '/v1/templates', { name: 'Gone', message: 'Gone #n#' }, 'id'],
  ])('%s says so when it has been removed since', async (_, path, body, id) => {
    const key = `removed-${path}`;
    const made = await call('POST', path, body, { key });
    expect(made.status).toBeLessThan(300);
    const removed = await call('DELETE', `${path}/${String(made.body[id])}`);
    expect(removed.status).toBe(204);
    const again = await call('POST', path, body, { key });
    expect(again).toMatchObject({ status: 404 });
  });
});

describe('a host with a key', () => {
  const hosts = async () => JSON.stringify((await call('GET', '/v1/hosts')).body['data']);

  it('is added once, and answered as the first time, even after it is removed', async () => {
    const first = await addHost('once.roshan.example', { key: 'host-1' });
    expectFirst(first);
    const again = await addHost('once.roshan.example', { key: 'host-1' });
    expectReplayed(again);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('location')).toBe('/v1/hosts/once.roshan.example');
    await call('DELETE', '/v1/hosts/once.roshan.example');
    const late = await addHost('once.roshan.example', { key: 'host-1' });
    expectReplayed(late);
    expect(late.body).toEqual(first.body);
    expect(await hosts()).not.toContain('once.roshan.example');
  });

  it('is refused if the key stands for a different one, or for something else', async () => {
    expectFirst(await addHost('two.roshan.example', { key: 'host-2' }));
    expectRefused(
      await addHost('three.roshan.example', { key: 'host-2' }),
      409,
      'idempotency_conflict',
    );
    expectRefused(await propose('host_two', { key: 'host-2' }), 409, 'idempotency_conflict');
    expect(await hosts()).not.toContain('three.roshan.example');
  });

  it('is added once when requested twice at the same time', async () => {
    const ask = () => addHost('twins.roshan.example', { key: 'host-3' });
    expectOneFirst(await Promise.all([ask(), ask()]));
    expect((await hosts()).split('"host":"twins.roshan.example"')).toHaveLength(2);
  });

  it('frees the key when it is refused, and another account has its own keys', async () => {
    expectFirst(await addHost('four.roshan.example', { key: 'host-4' }));
    const stranger = { key: 'host-4', own: paigham.world.naya.apiKey };
    expectRefused(await addHost('com.pk', stranger), 400, 'parameters_invalid');
    expectRefused(await addHost('com.pk', stranger), 400, 'parameters_invalid');
    expectFirst(await addHost('four.naya.example', stranger));
  });

  it('is added each time without a key, which means once', async () => {
    expectFirst(await addHost('five.roshan.example', {}));
    expectRefused(await addHost('five.roshan.example', {}), 409, 'host_taken');
  });
});

describe('an invalid key', () => {
  const most = limit('idempotencyKeyCharacters');

  it.each([
    ['too long', 'k'.repeat(most + 1)],
    ['not ASCII', 'schl\u00fcssel'],
  ])('is refused when it is %s, and nothing is done', async (_, key) => {
    const before = proposed.length;
    expectRefused(await addHost('none.roshan.example', { key }), 400, 'idempotency_key_unusable');
    expectRefused(await propose('none', { key }), 400, 'idempotency_key_unusable');
    expect(proposed).toHaveLength(before);
    expect((await call('GET', '/v1/hosts/none.roshan.example')).status).toBe(404);
  });

  it('is accepted at its maximum length', async () => {
    expectFirst(await addHost('long.roshan.example', { key: 'k'.repeat(most) }));
  });
});

describe('a template with a key', () => {
  it('is proposed once, and shown as it is now', async () => {
    const first = await propose('once', { key: 'template-1' });
    expectFirst(first);
    expect(first.body['state']).toBe('pending');
    const path = `/v1/chat/templates/${String(first.body['id'])}`;
    await tellPlatform(platform, '/templates/decide', {
      ...{ name: 'once', language: 'en', event: 'APPROVED', reason: 'NONE' },
    });
    await eventually('the approval', async () => {
      return (await call('GET', path)).body['state'] === 'approved';
    });
    const again = await propose('once', { key: 'template-1' });
    expectReplayed(again);
    expect(again.body).toMatchObject({ id: first.body['id'], state: 'approved' });
    expect(again.headers.get('location')).toBe(path);
    expect(timesProposed('once')).toBe(1);
  });

  it('is refused if the key stands for a different one', async () => {
    expectFirst(await propose('second', { key: 'template-2' }));
    expectRefused(await propose('other', { key: 'template-2' }), 409, 'idempotency_conflict');
    expect(timesProposed('other')).toBe(0);
    const stranger = { key: 'template-2', own: paigham.world.naya.apiKey };
    expectRefused(await propose('other', stranger), 409, 'chat_business_missing');
  });

  it('must be waited for while the platform is asked, and is there afterwards', async () => {
    const release = holdAnswers();
    const first = propose('slow', { key: 'template-3' });
    await eventually('the proposal', () => timesProposed('slow') === 1);
    const early = await propose('slow', { key: 'template-3' });
    expectRefused(early, 409, 'idempotency_running');
    expect(early.headers.get('retry-after')).toBe('1');
    release();
    expectFirst(await first);
    const late = await propose('slow', { key: 'template-3' });
    expectReplayed(late);
    expect(late.body).toEqual((await first).body);
    expect(timesProposed('slow')).toBe(1);
  });

  it('is proposed once when requested twice at the same time', async () => {
    const ask = () => propose('twins', { key: 'template-4' });
    expectOneFirst(await Promise.all([ask(), ask()]));
    expect(timesProposed('twins')).toBe(1);
  });

  it('is the same one when the platform’s answer was lost', async () => {
    answers = 'lost';
    const first = await propose('unheard', { key: 'template-5' });
    answers = Promise.resolve();
    expectRefused(first, 503, 'chat_platform_silent');
    const again = await propose('unheard', { key: 'template-5' });
    expectReplayed(again);
    expect(again.body).toMatchObject({ name: 'unheard', state: 'creating', sendable: false });
    expect((await call('POST', '/v1/chat/templates/sync')).status).toBe(200);
    const late = await propose('unheard', { key: 'template-5' });
    expectReplayed(late);
    expect(late.body).toMatchObject({ id: again.body['id'], state: 'pending' });
    expect(timesProposed('unheard')).toBe(1);
  });

  it('frees the key when the platform refuses it, or we do', async () => {
    const key = 'template-6';
    expectRefused(await propose(SHOUTED, { key }), 403, 'chat_platform_refused');
    expectRefused(await propose(SHOUTED, { key }), 403, 'chat_platform_refused');
    expect(timesProposed(SHOUTED)).toBe(2);
    expectRefused(await propose('order_update', { key }), 409, 'chat_template_taken');
    expectFirst(await propose('brief', { key }));
    expectReplayed(await propose('brief', { key }));
  });

  it('is a duplicate name without a key', async () => {
    expectFirst(await propose('keyless', {}));
    expectRefused(await propose('keyless', {}), 409, 'chat_template_taken');
  });
});
