/** `/v1/webhooks`: events posted to receivers of accounts (docs/interface/events.md). */
import { beforeAll, describe, expect, it } from 'vitest';
import { PROBLEM } from '../../src/api/v1/answer.ts';
import { DELIVERY, WEBHOOK } from '../../src/features/webhooks/webhook-shape.http.ts';
import { faultsOf } from '../../src/kit/shape.ts';
import { sendOk } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import type { Paigham } from '../support/paigham.ts';
import { sharedPaigham } from '../support/shared.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import {
  callWebhooks,
  leadTo,
  startReceiver,
  untilReceived,
  type Receiver,
} from '../support/webhooks.ts';

let paigham: Paigham;
let shop: Shop;
let stranger: Shop;
let receiver: Receiver;
let hookId: string;
let written = 0;

beforeAll(async () => {
  paigham = await sharedPaigham();
  shop = await openShop(paigham.world, { rupees: '1000' });
  stranger = await openShop(paigham.world, { rupees: '10' });
  receiver = await startReceiver();
  hookId = await leadTo(paigham.baseUrl, shop, receiver, { description: 'orders' });
});

function send(text: string): Promise<number> {
  written += 1;
  return sendOk(paigham.baseUrl, shop.write(text, mobileOf(0, written)));
}

const call = (path: string, method = 'GET', body?: object, by = shop) =>
  callWebhooks(paigham.baseUrl, by, { path, method, ...(body === undefined ? {} : { body }) });

async function deliveries(query = '', id = hookId) {
  const { body } = await call(`/${id}/deliveries?${query}`);
  const { data } = body as unknown as { readonly data: readonly Record<string, unknown>[] };
  for (const it of data) expect(faultsOf(DELIVERY, it)).toEqual([]);
  return data;
}

describe('a receiver written with the public package', () => {
  it('gets both events of a text, in order, and the log has them', async () => {
    const id = await send('Your code is 4821.');
    const delivered = await untilReceived(receiver, id, 'message.delivered');
    const own = receiver.events.filter(({ data }) => (data as { id: string }).id === String(id));
    expect(own.map(({ type }) => type)).toEqual(['message.sent', 'message.delivered']);
    expect(JSON.stringify(own)).not.toContain('Your code');
    expect(receiver.forged).toEqual([]);
    const [line] = await eventually('the log has it', async () => {
      const found = await deliveries(`event_id=${delivered.id}`);
      return found.length > 0 && found;
    });
    expect(line).toMatchObject({ attempt: 1, status: 204, answer: '', error: null, next_at: null });
  });

  it('gets two signatures while the secret is rotated', async () => {
    const { status, body } = await call(`/${hookId}/rotate-secret`, 'POST');
    expect([status, typeof body.secret]).toEqual([200, 'string']);
    expect(body['old_secret_until']).not.toBeNull();
    await untilReceived(receiver, await send('By the old one'), 'message.delivered');
    receiver.trust(body.secret);
    await untilReceived(receiver, await send('By the new one'), 'message.delivered');
    expect(receiver.forged).toEqual([]);
  });

  it('is signed for by every secret of a day, and a repeated call rotates once', async () => {
    const rotate = (key: string) =>
      callWebhooks(paigham.baseUrl, shop, {
        ...{ path: `/${hookId}/rotate-secret`, method: 'POST' },
        headers: { 'idempotency-key': key },
      });
    const { body: first } = await rotate('rotate-1');
    expect(await rotate('rotate-1')).toMatchObject({ status: 200, body: { secret: first.secret } });
    for (const key of ['rotate-2', 'rotate-3']) await rotate(key);
    // The receiver still has the secret of three rotations ago.
    await untilReceived(receiver, await send('By one that was replaced'), 'message.delivered');
    receiver.trust(first.secret);
    await untilReceived(receiver, await send('By the next'), 'message.delivered');
    expect(receiver.forged).toEqual([]);
  });

  it('can be tested without anything having happened', async () => {
    const { status, body } = await call(`/${hookId}/test`, 'POST');
    expect([status, faultsOf(DELIVERY, body)]).toEqual([200, []]);
    expect(body).toMatchObject({ type: 'webhook.test', status: 204, error: null });
    const told = receiver.events.at(-1);
    expect(told).toMatchObject({ type: 'webhook.test', data: null, id: body['event_id'] });
    await call(`/${hookId}/test`, 'POST');
    expect(receiver.events.at(-1)).toMatchObject({ type: 'webhook.test' });
    expect(receiver.events.at(-1)?.id).not.toBe(told?.id);
    expect(await deliveries(`event_id=${told?.id}`)).toMatchObject([body]);
  });

  it('gets one event again, or all of a period', async () => {
    const since = new Date().toISOString();
    const id = await send('Once more');
    const delivered = await untilReceived(receiver, id, 'message.delivered');
    const before = receiver.events.filter((it) => it.id === delivered.id).length;
    const one = await call(`/${hookId}/redeliver`, 'POST', { event_id: delivered.id });
    expect(one).toEqual({ status: 202, body: { events: 1, next_cursor: null } });
    await eventually('it came again', () => {
      return receiver.events.filter((it) => it.id === delivered.id).length === before + 1;
    });
    const all = await call(`/${hookId}/redeliver`, 'POST', { since });
    expect(all).toEqual({ status: 202, body: { events: 2, next_cursor: null } });
    await eventually('it came once more', () => {
      return receiver.events.filter((it) => it.id === delivered.id).length === before + 2;
    });
    const none = { events: 0, next_cursor: null };
    const later = await call(`/${hookId}/redeliver`, 'POST', { since: '2100-01-01T00:00:00Z' });
    expect(later.body['errors']).toBeUndefined();
    expect(later).toMatchObject({ status: 202, body: none });
  });

  it.each([
    [{ event_id: 'evt_1_1', since: '2026-11-01T00:00:00Z' }, '/body/since'],
    [{ event_id: 'evt_1_1' }, '/body/event_id'],
    [{}, '/body/since'],
    [{ since: '2026-11-02T00:00:00Z', until: '2026-11-01T00:00:00Z' }, '/body/until'],
    [{ since: '2026-11-02T00:00:00Z', cursor: 'x' }, '/body/cursor'],
  ])('is refused %j', async (body, pointer) => {
    const { status, body: problem } = await call(`/${hookId}/redeliver`, 'POST', body);
    expect([status, problem['errors']]).toMatchObject([400, [{ pointer }]]);
  });
});

describe('a webhook', () => {
  it('is listed, shown and changed, without its secret', async () => {
    const { body } = await call('');
    const { data } = body as unknown as { readonly data: readonly unknown[] };
    expect(data.map((it) => faultsOf(WEBHOOK, it))).toEqual([[]]);
    const changed = await call(`/${hookId}`, 'PATCH', { description: 'orders and codes' });
    expect(changed.body).toMatchObject({ description: 'orders and codes', url: receiver.url });
    expect((await call(`/${hookId}`)).body).toEqual(changed.body);
  });

  it('that is paused gets its events when it is active again', async () => {
    await call(`/${hookId}`, 'PATCH', { active: false });
    expect((await call(`/${hookId}`)).body).toMatchObject({ state: 'paused' });
    const id = await send('Meanwhile');
    await call(`/${hookId}`, 'PATCH', { active: true });
    await untilReceived(receiver, id, 'message.delivered');
  });

  it('gets only the types that it wants', async () => {
    const other = await startReceiver();
    await leadTo(paigham.baseUrl, shop, other, { types: ['message.delivered'] });
    const id = await send('Delivered alone');
    await untilReceived(other, id, 'message.delivered');
    expect(other.events.map(({ type }) => type)).toEqual(['message.delivered']);
  });

  it.each([
    ['ftp://hooks.example/', 'must be an address that begins with https://'],
    ['https://me:secret@hooks.example/', 'must have no name and no password in it'],
    ['https://hooks.example/in#team', 'must have no fragment: # and what follows is sent nowhere'],
    ['https://hooks.example/in#', 'must have no fragment: # and what follows is sent nowhere'],
    ['https://169.254.169.254/', 'must be at a public name or address'],
    ['https://93.184.215.14:22/', 'must be at port 443, 8443, 80 or 8080'],
  ])('is not created for %s', async (url, detail) => {
    const { status, body } = await call('', 'POST', { url });
    expect([status, faultsOf(PROBLEM, body)]).toEqual([400, []]);
    expect(body['errors']).toEqual([{ pointer: '/body/url', detail }]);
  });

  it('has one form of its address, however that is written in Urdu', async () => {
    const { body } = await call('', 'POST', { url: 'https://گو۔دکان.example/in' });
    const url = 'https://xn--khb9r.xn--mgbp4e7t.example/in';
    expect(body).toMatchObject({ url });
    const same = await call(`/${body.id}`, 'PATCH', { url: 'https://گو.دکان۔example/in' });
    expect(same.body).toMatchObject({ url });
    expect((await call(`/${body.id}`, 'DELETE')).status).toBe(204);
  });

  it('is not changed by an empty change, and its description is plain text', async () => {
    const nothing = await call(`/${hookId}`, 'PATCH', {});
    expect(nothing.body['errors']).toEqual([
      { pointer: '/body', detail: 'must say what to change' },
    ]);
    for (const description of ['a\nb', 'a\u202Eb']) {
      const { status, body } = await call(`/${hookId}`, 'PATCH', { description });
      expect([status, body['errors']]).toMatchObject([400, [{ pointer: '/body/description' }]]);
    }
  });

  it('is one of at most ten', async () => {
    const own = await openShop(paigham.world, { rupees: '1' });
    const add = () => call('', 'POST', { url: 'https://hooks.example/' }, own);
    for (let made = 0; made < 10; made += 1) expect((await add()).status).toBe(201);
    const { status, body } = await add();
    expect([status, body['code']]).toEqual([409, 'webhooks_exceeded']);
    expect(body['detail']).toBe('Error: an account has at most 10 addresses for events');
  });

  it.each([
    ['', 'GET'],
    ['', 'DELETE'],
    ['/deliveries', 'GET'],
    ['/test', 'POST'],
    ['/rotate-secret', 'POST'],
  ])('of another account is unknown: %s by %s', async (path, method) => {
    const { status, body } = await call(`/${hookId}${path}`, method, undefined, stranger);
    expect([status, body['code']]).toEqual([404, 'webhook_unknown']);
  });
});

describe('a receiver that fails', () => {
  it('is retried, and the events of a message keep their order', async () => {
    const failing = await startReceiver();
    let refusals = 1;
    failing.answer((_, to) => {
      to.writeHead(refusals > 0 ? 500 : 200).end('broken');
      refusals -= 1;
    });
    const id = await leadTo(paigham.baseUrl, shop, failing);
    const message = await send('Fails at first');
    await untilReceived(failing, message, 'message.delivered');
    const own = failing.events.filter(
      ({ data }) => (data as { id: string }).id === String(message),
    );
    const types = own.map(({ type }) => type);
    expect(types).toEqual(['message.sent', 'message.sent', 'message.delivered']);
    expect(own[0]?.id).toBe(own[1]?.id);
    const failed = await deliveries('failed=true', id);
    expect(failed).toMatchObject([
      {
        status: 500,
        answer: 'broken',
        error: 'answered 500: only 2xx says that an event was taken',
      },
    ]);
    await call(`/${id}`, 'DELETE');
  });

  it('with 410 is disabled, and the account is told', async () => {
    const gone = await startReceiver();
    gone.answer((_, to) => to.writeHead(410).end());
    const id = await leadTo(paigham.baseUrl, shop, gone);
    await send('Gone');
    await eventually('it is disabled', async () => {
      return (await call(`/${id}`)).body['state'] === 'disabled';
    });
    const told = await eventually('the other one is told', () =>
      receiver.events.find(({ type }) => type === 'webhook.stopped'),
    );
    expect(told.data).toMatchObject({ id, state: 'disabled' });
    expect(gone.events).toHaveLength(1);
    const metrics = await (await fetch(`${paigham.baseUrl}/metrics`)).text();
    expect(metrics).toContain('paigham_webhook_posts_total{fate="gone"} 1\n');
    await call(`/${id}`, 'DELETE');
  });

  it('by redirecting in a circle is not followed', async () => {
    const circle = await startReceiver();
    circle.answer((_, to) => to.writeHead(308, { location: circle.url }).end());
    const id = await leadTo(paigham.baseUrl, shop, circle);
    const { body } = await call(`/${id}/test`, 'POST');
    expect(body).toMatchObject({ status: 308, error: 'answered 308: redirects are not followed' });
    expect(circle.events).toHaveLength(1);
    await call(`/${id}`, 'DELETE');
  });

  it('by hanging delays nobody else', async () => {
    const hanging = await startReceiver();
    hanging.answer(() => undefined);
    const id = await leadTo(paigham.baseUrl, shop, hanging);
    const message = await send('Hangs');
    await untilReceived(receiver, message, 'message.delivered');
    expect(hanging.events.map(({ type }) => type)).toEqual(['message.sent']);
    await call(`/${id}`, 'DELETE');
  });
});
