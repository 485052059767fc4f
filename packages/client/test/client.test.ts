import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  createFakePaigham,
  createPaigham,
  PaighamError,
  signWebhook,
  verifyWebhook,
  type Event,
} from '../src/index.ts';
import { createTransport } from '../src/transport.ts';

type Call = { readonly url: string; readonly init: RequestInit | undefined };

/** A service that gives these answers in turn, and records the requests. */
function answering(...answers: readonly (() => Response | Promise<Response>)[]) {
  const calls: Call[] = [];
  const pauses: number[] = [];
  const waiting = [...answers];
  const paigham = createPaigham({
    baseUrl: 'https://sms.example.com',
    key: 'KEY',
    fetch: async (input, init) => {
      calls.push({ url: String(input instanceof Request ? input.url : input), init });
      const next = waiting.shift();
      if (next === undefined) throw new Error('asked once too often');
      return next();
    },
    sleep: async (ms) => void pauses.push(ms),
  });
  return { paigham, calls, pauses };
}

const problem = (status: number, code: string, retryAfter?: number) => (): Response =>
  Response.json(
    { code, detail: `Error: ${code}`, status, errors: [{ pointer: '/query/x', detail: 'y' }] },
    { status, headers: retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) } },
  );

const silence = (): Response => {
  throw new TypeError('fetch failed');
};

const failureOf = async (call: Promise<unknown>): Promise<PaighamError> => {
  const error: unknown = await call.then(() => undefined).catch((it: unknown) => it);
  if (error instanceof PaighamError) return error;
  throw new Error('it was not refused', { cause: error });
};

const formOf = (call: Call | undefined): URLSearchParams => {
  const body = call?.init?.body;
  return new URLSearchParams(typeof body === 'string' ? body : '');
};
const keyOf = (call: Call | undefined): string | null => formOf(call).get('idempotency_key');

const SMS = { sender: '8584', to: '923001234567', templateId: 501, values: { code: '4821' } };
const SENT = (): Response =>
  Response.json({
    ...{ success: 'true', status: 'OK', id: '17', totalprice: '4.80', totalgsm: '1' },
    remaincredit: '95.20',
    results: [
      { status: 'OK', id: '17', messageid: '17', gsm: '923001234567' },
      { status: '7', reason: 'repeated', gsm: '923001234567' },
    ],
  });

describe('a send', () => {
  it('returns what was charged and who was left out', async () => {
    const { paigham, calls } = answering(SENT);
    expect(await paigham.sms.send({ ...SMS, unicode: true })).toEqual({
      ...{ id: '17', price: '4.80', parts: 1, credit: '95.20' },
      messages: [{ id: '17', to: '923001234567' }],
      leftOut: [{ to: '923001234567', reason: 'repeated' }],
    });
    const form = formOf(calls[0]);
    expect(form.get('message')).toBe('{"code":"4821"}');
    expect(form.get('type')).toBe('unicode');
    expect(form.has('network')).toBe(false);
  });

  it('is retried with the same key until it is answered', async () => {
    const { paigham, calls, pauses } = answering(silence, problem(503, 'queue_full', 7), SENT);
    await paigham.sms.send(SMS);
    expect(new Set(calls.map(keyOf)).size).toBe(1);
    expect(keyOf(calls[0])).toMatch(/^[\w-]{36}$/);
    expect(pauses[0]).toBeGreaterThanOrEqual(250);
    expect(pauses[0]).toBeLessThanOrEqual(500);
    expect(pauses[1]).toBe(7_000);
  });

  it('is tried four times, and not retried at all if it cannot succeed', async () => {
    const lost = answering(silence, silence, silence, silence);
    const { failure } = await failureOf(lost.paigham.sms.send(SMS));
    expect(failure).toEqual({ kind: 'unreachable', detail: 'fetch failed' });
    expect(lost.calls).toHaveLength(4);
    const refusing = (): Response => {
      throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
    };
    const away = answering(refusing, refusing, refusing, refusing);
    const { message } = await failureOf(away.paigham.sms.send(SMS));
    expect(message).toBe('fetch failed: connect ECONNREFUSED');
    const refused = answering(() =>
      Response.json({ success: 'false', status: '8', error: 'Insufficient' }, { status: 402 }),
    );
    const error = await failureOf(refused.paigham.sms.send(SMS));
    expect(error.failure).toMatchObject({ kind: 'refused_form', code: '8', status: 402 });
    expect(error.mayPass).toBe(false);
  });

  it('does not wait unreasonably long', async () => {
    const { paigham, pauses } = answering(problem(429, 'rate_exceeded', 3_600));
    const { failure } = await failureOf(paigham.call('listReplies', {}));
    expect(failure).toMatchObject({ reason: 'rate_exceeded', retryAfterSeconds: 3_600 });
    expect(pauses).toEqual([]);
  });

  it('recognises a refusal despite status 200, and a proxy’s page', async () => {
    const always = answering(() =>
      Response.json({ success: 'false', results: [{ status: '1', error: 'Invalid API key' }] }),
    );
    const { failure } = await failureOf(always.paigham.sms.balance());
    expect(failure).toMatchObject({ kind: 'refused_form', code: '1' });
    const page = (): Response => new Response('<html>', { status: 200 });
    const proxy = answering(page, page, page, page);
    expect((await failureOf(proxy.paigham.sms.balance())).failure.kind).toBe('unreachable');
  });

  it('reports each chat entry separately', async () => {
    const { paigham } = answering(() =>
      Response.json(
        {
          success: 'false',
          remaining_credit: '1.00',
          results: [{ status: '22', error: 'Invalid body', mobile: '923001234567' }],
        },
        { status: 400 },
      ),
    );
    const sent = await paigham.chat.sendTemplate({ templateId: 6, entries: [{}] });
    const error = { code: '22', error: 'Invalid body', to: '923001234567' };
    expect(sent.results).toEqual([{ accepted: false, ...error }]);
  });
});

describe('/v1', () => {
  it('is called by names, with the key in a header and parameters in the path', async () => {
    const { paigham, calls } = answering(() => Response.json({ id: '1' }));
    await paigham.call('showMessage', { path: { id: 'a/b' } });
    expect(calls[0]?.url).toBe('https://sms.example.com/v1/messages/a%2Fb');
    expect(calls[0]?.init?.headers).toEqual({ Authorization: 'Bearer KEY' });
  });

  it('returns all items of a list, page after page, with the filters on each', async () => {
    const { paigham, calls } = answering(
      () => Response.json({ data: [{ id: '3' }, { id: '2' }], next_cursor: 'c' }),
      () => Response.json({ data: [{ id: '1' }], next_cursor: null }),
    );
    const ids: (string | null)[] = [];
    for await (const { id } of paigham.items('listReplies', { query: { to: '8584' } })) {
      ids.push(id);
    }
    expect(ids).toEqual(['3', '2', '1']);
    expect(calls[1]?.url).toBe('https://sms.example.com/v1/replies?to=8584&cursor=c');
  });

  it('uploads a file as a form with text fields, and repeats it whole', async () => {
    const { paigham, calls } = answering(silence, () => Response.json({ id: '7' }));
    const file = new File(['923001234567,4821'], 'codes.csv');
    const body = { sender: '8584', template_id: '501', message: { code: '#B#' }, async: true };
    await paigham.call('makeBatch', { body, file });
    const forms = calls.map(({ init }) => init?.body as FormData);
    for (const form of forms) {
      const { file: sent, ...fields } = Object.fromEntries(form);
      const texts = { template_id: '501', message: '{"code":"#B#"}', async: 'true' };
      expect(fields).toEqual({ sender: '8584', ...texts });
      expect((sent as File).name).toBe('codes.csv');
      expect(await (sent as File).text()).toBe('923001234567,4821');
    }
    const headers = calls.map(({ init }) => new Headers(init?.headers));
    expect(headers.map((it) => it.has('content-type'))).toEqual([false, false]);
    expect(new Set(headers.map((it) => it.get('idempotency-key'))).size).toBe(1);
  });

  it('does not repeat a call without an idempotency key, unless nothing was done', async () => {
    const path = { id: '3' };
    const lost = answering(silence);
    await failureOf(lost.paigham.call('revealKey', { path }));
    expect(lost.calls).toHaveLength(1);
    const done = (): Response => Response.json({ id: '3' });
    const later = answering(problem(429, 'rate_exceeded', 1), done);
    await later.paigham.call('revealKey', { path });
    expect(later.calls).toHaveLength(2);
    const removed = answering(silence, () => new Response(null, { status: 204 }));
    expect(await removed.paigham.call('removeWebhook', { path })).toBeUndefined();
  });

  it('returns files as they come', async () => {
    const { paigham } = answering(() => new Response('id,state\n1,sent\n'));
    expect(await (await paigham.download('exportMessages')).text()).toBe('id,state\n1,sent\n');
    const { paigham: other } = answering(problem(403, 'scope_missing'));
    const { failure } = await failureOf(other.download('exportLedger'));
    expect(failure).toMatchObject({ kind: 'refused', reason: 'scope_missing' });
  });

  it('distinguishes an unknown reason from known ones', async () => {
    const known = answering(problem(404, 'message_unknown'));
    const { failure } = await failureOf(known.paigham.call('showMessage', { path: { id: '1' } }));
    expect(failure).toMatchObject({ kind: 'refused', reason: 'message_unknown' });
    const newer = answering(problem(400, 'made_up_later'));
    const other = await failureOf(newer.paigham.call('listReplies', {}));
    expect(other.failure).toMatchObject({ kind: 'refused_otherwise', reason: 'made_up_later' });
  });
});

describe('the stream of events', () => {
  const frame = (id: string): string =>
    `id: ${id}\nevent: message.sent\ndata: {"id":"${id}","type":"message.sent"}\n\n`;
  const pieces =
    (...texts: readonly string[]) =>
    (): Response =>
      new Response(ReadableStream.from(texts.map((it) => new TextEncoder().encode(it))));
  const lastIds = (calls: readonly Call[]) =>
    calls.map(({ init }) => new Headers(init?.headers).get('last-event-id'));

  it('resumes after the last event, or its place, however it breaks', async () => {
    const broken = (): Response =>
      new Response(
        new ReadableStream({ start: (it) => it.error(new TypeError('the connection is lost')) }),
      );
    const { paigham, calls, pauses } = answering(
      pieces(': hello\nid: evt_1_4\n\n'),
      broken,
      problem(503, 'internal', 3),
      pieces(': hello\nid: evt_1_4\n\n', frame('evt_1_5').slice(0, 30)),
      pieces(frame('evt_1_5').slice(0, 20), frame('evt_1_5').slice(20) + frame('evt_1_6')),
      pieces(frame('evt_1_7')),
    );
    const breaks: string[] = [];
    const ids: string[] = [];
    const onBreak = ({ message }: PaighamError): void => void breaks.push(message);
    for await (const { id } of paigham.events({ onBreak })) {
      ids.push(id);
      if (ids.length === 3) break;
    }
    expect(ids).toEqual(['evt_1_5', 'evt_1_6', 'evt_1_7']);
    const place = 'evt_1_4';
    expect(lastIds(calls)).toEqual([null, place, place, place, place, 'evt_1_6']);
    expect(breaks).toHaveLength(5);
    expect(breaks[1]).toBe('the connection is lost');
    expect(pauses[2]).toBe(3_000);
  });

  it('ends when told to, and when the service refuses for good', async () => {
    const stopped = new AbortController();
    const { paigham } = answering(pieces(frame('evt_1_5'), frame('evt_1_6')));
    const ids: string[] = [];
    for await (const { id } of paigham.events({ after: 'evt_1_4', signal: stopped.signal })) {
      ids.push(id);
      if (id === 'evt_1_6') stopped.abort();
    }
    expect(ids).toEqual(['evt_1_5', 'evt_1_6']);
    const refused = answering(problem(401, 'key_refused'));
    const error = await failureOf(refused.paigham.events().next());
    expect(error.failure).toMatchObject({ reason: 'key_refused' });
  });
});

describe('a webhook', () => {
  const SECRET = `whsec_${Buffer.from('a secret of the receiver').toString('base64')}`;
  const NOW_MS = 1_795_000_000_000;
  const BODY =
    '{"type":"message.delivered","timestamp":"2026-11-20T09:00:00.000Z","data":{"id":"1"}}';
  const headersFor = (body: string, secret = SECRET, atMs = NOW_MS): Record<string, string> => {
    const timestamp = String(Math.floor(atMs / 1_000));
    const hmac = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'));
    const signature = hmac.update(`msg_1.${timestamp}.${body}`).digest('base64');
    return {
      'webhook-id': 'msg_1',
      'webhook-timestamp': timestamp,
      'Webhook-Signature': `v1,AAAA v1,${signature}`,
    };
  };
  const verify = (
    body: string,
    headers: Record<string, string>,
    secrets: string | string[] = SECRET,
  ) => verifyWebhook(body, headers, secrets, { nowMs: NOW_MS });

  it('returns its event when one signature matches one of the secrets', async () => {
    const event = await verify(BODY, headersFor(BODY), ['whsec_YWJj', SECRET]);
    expect(event).toMatchObject({ id: 'msg_1', type: 'message.delivered', data: { id: '1' } });
    expect(
      await verifyWebhook(BODY, new Headers(headersFor(BODY)), SECRET, { nowMs: NOW_MS }),
    ).toMatchObject({ id: 'msg_1' });
  });

  it.each([
    ['altered', `${BODY} `, headersFor(BODY)],
    ['of another secret', BODY, headersFor(BODY, 'whsec_YWJj')],
    ['old', BODY, headersFor(BODY, SECRET, NOW_MS - 301_000)],
    ['from the future', BODY, headersFor(BODY, SECRET, NOW_MS + 301_000)],
    ['unsigned', BODY, {}],
    ['signed otherwise', BODY, { ...headersFor(BODY), 'Webhook-Signature': 'v1a,AAAA v1,%' }],
  ])('is refused when it is %s', async (_, body, headers) => {
    await expect(verify(body, headers)).rejects.toThrow('webhook');
  });
});

it('the fake keeps what was sent, once per key, and refuses when told to', async () => {
  const fake = createFakePaigham();
  const options = { baseUrl: 'https://sms.example.com', key: 'any', fetch: fake.fetch, tries: 1 };
  const paigham = createPaigham(options);
  const first = await paigham.sms.send({ ...SMS, idempotencyKey: 'order-1' });
  const again = await paigham.sms.send({ ...SMS, idempotencyKey: 'order-1' });
  expect(again).toEqual(first);
  expect(fake.messages).toEqual([
    { id: first.id, to: '923001234567', templateId: '501', values: { code: '4821' } },
  ]);
  fake.report(first.id ?? '', 'DELIVERED');
  expect((await paigham.sms.report(first.id ?? '')).delivery).toBe('DELIVERED');
  fake.refuseNext({ status: 429, code: '12', error: 'Error: later', retryAfterSeconds: 9 });
  expect((await failureOf(paigham.sms.balance())).failure).toMatchObject({ retryAfterSeconds: 9 });
});

it('the fake shows what was sent by /v1, and answers the rest as told', async () => {
  const fake = createFakePaigham();
  const options = { baseUrl: 'https://sms.example.com', key: 'any', fetch: fake.fetch };
  const paigham = createPaigham({ ...options, sleep: async () => undefined });
  const recipients = ['923001234567', { recipient: '923111234567', values: { code: '2' } }];
  const body = { recipients, sender: '8584', template_id: '501', values: { code: '1' } };
  const sent = await paigham.call('sendMessages', { body });
  expect(fake.messages.map(({ values }) => values)).toEqual([{ code: '1' }, { code: '2' }]);
  const id = sent.messages[1]?.id ?? '';
  fake.report(id, 'DELIVERED');
  const message = await paigham.call('showMessage', { path: { id } });
  expect(message).toMatchObject({ id, state: 'delivered', recipient: '923111234567' });
  const event: Event = {
    ...{ id: 'evt_1_1', type: 'message.delivered', account: '1', sequence: 2 },
    ...{ timestamp: '2026-11-22T09:00:00.000Z', data: message },
  };
  fake.tell(event);
  for await (const told of paigham.events()) {
    expect(told).toEqual(event);
    break;
  }
  fake.answer('listTemplates', { data: [], next_cursor: null });
  expect(await paigham.call('listTemplates')).toEqual({ data: [], next_cursor: null });
  fake.refuseNext({ reason: 'credit_insufficient' });
  const { failure } = await failureOf(paigham.call('sendMessages', { body }));
  expect(failure).toMatchObject({ reason: 'credit_insufficient', status: 402 });
  const secret = `whsec_${Buffer.from('a secret of the receiver').toString('base64')}`;
  const post = await signWebhook(event, secret);
  expect(await verifyWebhook(post.body, post.headers, secret)).toEqual(event);
});

it('asks no more once nobody waits for the answer', async () => {
  const ended = new AbortController();
  let asked = 0;
  const transport = createTransport({
    baseUrl: 'https://sms.example.com',
    key: 'KEY',
    sleep: () => Promise.resolve(),
    fetch: () => {
      asked += 1;
      ended.abort();
      return Promise.reject(new TypeError('fetch failed'));
    },
  });
  const failure = await failureOf(
    transport({ method: 'GET', path: '/v1/usage', signal: ended.signal }),
  );
  expect(failure.failure.kind).toBe('unreachable');
  expect(asked).toBe(1);
});
