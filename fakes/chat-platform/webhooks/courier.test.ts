import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordsOf } from '../json.ts';
import { hello, ids, setStage, text, type Answered, type Stage } from '../stage.ts';

const second = 1_000;
const day = 86_400_000;
const person = '923001234567';

let stage: Stage;

beforeEach(async () => {
  stage = await setStage();
});

afterEach(() => stage.close());

const announce = (): Promise<Answered> =>
  stage.manage('/announce', { field: 'security', value: { event: 'PIN_CHANGED' } });

describe('a webhook', () => {
  it('is signed over the octets that come', async () => {
    await announce();
    expect(stage.told[0]?.isSigned).toBe(true);
    expect(stage.told[0]?.headers['content-type']).toBe('application/json');
    expect(stage.told[0]?.body).toMatchObject({
      entry: [{ id: ids.account, time: expect.any(Number), changes: [{ field: 'security' }] }],
    });
  });

  it('comes again after 1, 2, 4 … seconds until it is answered with 200', async () => {
    stage.answer = 500;
    await announce();
    for (const waitMs of [1, 2, 4].map((it) => it * second)) {
      const before = stage.told.length;
      await stage.advance(waitMs - 1);
      expect(stage.told).toHaveLength(before);
      await stage.advance(1);
      expect(stage.told).toHaveLength(before + 1);
    }
    stage.answer = 200;
    await stage.advance(day);
    expect(stage.told).toHaveLength(5);
    expect(new Set(stage.told.map((it) => it.text)).size).toBe(1);
    const [post] = recordsOf((await stage.manage('/webhooks')).json['webhooks']);
    expect(post).toMatchObject({ state: 'taken', attempts: [{}, {}, {}, {}, { status: 200 }] });
  });

  it.each([204, 301, 404])('is not taken by an answer of %i', async (status) => {
    stage.answer = status;
    await announce();
    stage.answer = 200;
    await stage.advance(second);
    expect(stage.told).toHaveLength(2);
  });

  it('is given up after seven days', async () => {
    stage.answer = 503;
    await announce();
    await stage.advance(8 * day);
    const count = stage.told.length;
    await stage.advance(day);
    expect(stage.told).toHaveLength(count);
    const shown = (await stage.manage('/stats')).json;
    expect(shown).toMatchObject({ webhooks: { givenUp: 1, waiting: 0 } });
  });
});

describe('statuses', () => {
  const sendThree = async (): Promise<void> => {
    const number = { id: '300000000000002', displayNumber: '+92 300 0000002' };
    await stage.manage('/accounts', {
      id: '200000000000002',
      numbers: [number],
      apps: [ids.app],
      templates: [{ name: 'hello_world', components: [{ type: 'BODY', text: 'Hello.' }] }],
    });
    await stage.manage('/behaviour', { statusesPerPost: 10, statusWaitMs: 100 });
    await stage.send(hello(person));
    await stage.send(hello('923001234568'));
    const other = { messaging_product: 'whatsapp', ...hello(person) };
    await stage.graph('POST', `${number.id}/messages`, other);
    await stage.advance(160);
  };

  it.each([
    ['statuses', [[2], [1]]],
    ['changes', [[1, 1], [1]]],
    ['entries', [[1], [1], [1]]],
  ])('of one post stand in %s', async (postShape, expected) => {
    await stage.manage('/behaviour', { postShape });
    await sendThree();
    expect(stage.told).toHaveLength(1);
    const shape = recordsOf(stage.told[0]?.body['entry']).map((entry) =>
      recordsOf(entry['changes']).map((change) => {
        const value = change['value'];
        return recordsOf(Object(value)['statuses']).length;
      }),
    );
    expect(shape).toEqual(expected);
  });

  it('carry what was given to be given back, and a price', async () => {
    await stage.send({ ...hello(person), biz_opaque_callback_data: '018f-abc' });
    await stage.advance(second);
    const price = { billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' };
    expect(stage.statuses()).toMatchObject([
      {
        status: 'sent',
        biz_opaque_callback_data: '018f-abc',
        pricing: price,
        recipient_id: person,
      },
      { status: 'delivered', pricing: price },
    ]);
    expect(stage.statuses()[0]).not.toHaveProperty('conversation');
  });

  it('of an older version carry a conversation, and no pricing.type', async () => {
    await stage.manage('/apps', { id: ids.app, webhookVersion: 'v23.0' });
    await stage.send(hello(person));
    await stage.advance(second);
    const [sent] = stage.statuses();
    expect(sent).toMatchObject({ conversation: { origin: { type: 'utility' } } });
    expect(sent?.['pricing']).not.toHaveProperty('type');
  });

  it.each([
    ['2026-09-30T12:00:00Z', true, false],
    ['2026-10-01T12:00:00Z', true, true],
    ['2026-09-30T12:00:00Z', false, true],
  ])('of utility at %s, window open: %s, are billable: %s', async (moment, isOpen, billable) => {
    await stage.manage('/clock', { set: moment });
    if (isOpen) await stage.manage('/reply', { from: person, text: 'Salaam' });
    await stage.send(hello(person));
    await stage.advance(second);
    expect(stage.statuses()).toMatchObject([{ pricing: { billable } }, { pricing: { billable } }]);
  });

  it('of service are free a thousand times a month', async () => {
    await stage.manage('/behaviour', { pairEveryMs: 0, throughputPerSecond: 5_000 });
    await stage.manage('/reply', { from: person, text: 'Salaam' });
    const [number] = stage.platform.accounts.numbers.values();
    const month = new Date(stage.platform.clock.now()).toISOString().slice(0, 7);
    number?.serviceMessages.set(month, 999);
    await stage.send(text(person, 'free'));
    await stage.send(text(person, 'charged'));
    await stage.advance(100);
    expect(stage.statuses().map((it) => Object(it['pricing'])['billable'])).toEqual([false, true]);
  });
});

describe('a webhook that is not what it says', () => {
  it.each(['wrong', 'missing', 'malformed', 'other_secret', 'sha1', 'other_body'])(
    'has a signature that is %s',
    async (signature) => {
      await announce();
      const forged = await stage.manage('/webhooks/forge', { signature });
      expect(forged.json).toMatchObject({ field: 'forged', attempts: [{ status: 200 }] });
      expect(stage.told[1]).toMatchObject({ isSigned: false, text: stage.told[0]?.text });
    },
  );

  it('may be any text under a right signature', async () => {
    const body = '{"object":"whatsapp_business_account","entry":"none"}';
    await stage.manage('/webhooks/forge', { appId: ids.app, signature: 'right', body });
    expect(stage.told[0]).toMatchObject({ isSigned: true, text: body });
  });

  it('is one that was there before, to the octet', async () => {
    await announce();
    await stage.manage('/webhooks/replay', { id: 1, times: 2 });
    expect(new Set(stage.told.map((it) => it.text)).size).toBe(1);
    const signatures = stage.told.map((it) => it.headers['x-hub-signature-256']);
    expect(new Set(signatures).size).toBe(1);
    expect(stage.told).toHaveLength(3);
  });
});

describe('a callback of an account’s own', () => {
  const callbacks = `${ids.account}/subscribed_apps`;

  it('shakes hands first, and is told from then on', async () => {
    const asked: string[] = [];
    const other = createServer((request, response) => {
      asked.push(request.method ?? '');
      const url = new URL(request.url ?? '/', 'http://x');
      const isRight = url.searchParams.get('hub.verify_token') === 'right';
      response.writeHead(isRight || request.method === 'POST' ? 200 : 403);
      response.end(url.searchParams.get('hub.challenge') ?? '');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const override_callback_uri = `http://127.0.0.1:${(other.address() as AddressInfo).port}/x`;
    const subscribe = (verify_token: string): Promise<Answered> =>
      stage.graph('POST', callbacks, { override_callback_uri, verify_token });
    expect((await subscribe('wrong')).json).toMatchObject({ error: { code: 2200 } });
    expect((await subscribe('right')).json).toEqual({ success: true });
    expect((await stage.graph('GET', callbacks)).json).toMatchObject({
      data: [{ override_callback_uri, whatsapp_business_api_data: { id: ids.app } }],
    });
    await announce();
    expect(asked).toEqual(['GET', 'GET', 'POST']);
    expect(stage.told).toEqual([]);
    await stage.graph('DELETE', callbacks);
    await announce();
    expect(asked).toHaveLength(3);
    other.close();
    other.closeAllConnections();
  });

  it('is refused on another machine', async () => {
    const refused = await stage.graph('POST', callbacks, {
      override_callback_uri: 'https://hooks.example/x',
      verify_token: 'x',
    });
    expect(refused.json).toMatchObject({ error: { code: 100 } });
  });
});
