import { describe, expect, it } from 'vitest';
import {
  acceptAll,
  makeChatAccount,
  openChatApi,
  orderSend,
  textSend,
} from '../../../test/support/chat-api.ts';
import { NAYA, ROSHAN } from '../../../test/support/fixtures.ts';
import type { RequestParts } from '../../../test/support/http-request.ts';
import type { ChatRequest, ChatTakenIn } from '../../domain/chat/request.ts';
import { refuse } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import { uuidOf } from '../../kit/uuid-ids.ts';

const ID = uuidOf(117_378_331_489_242);
const ACCEPTED =
  '{"success":"true","method":"API","message_type":"TEMPLATE","total_price":"1","total_gsm":"1",' +
  `"remaining_credit":"31.00","results":[{"status":"OK","id":"${ID}","mobile":"923001234567"}]}`;

const json = (body: object): RequestParts => ({ body: JSON.stringify(body) });
const fields = ({ template_data, ...others }: Record<string, string>) => ({
  ...others,
  template_data: JSON.parse(template_data ?? '') as unknown,
});

describe('/api/send.php', () => {
  it.each([
    ['by GET', { query: orderSend() }],
    ['by POST', { body: orderSend() }],
    ['with the key in the address', { query: { api_key: 'right' }, body: orderSend() }],
    ['as JSON that holds JSON text', json(orderSend())],
    ['as JSON that holds the real thing', json(fields(orderSend()))],
    ['asking for XML', { query: orderSend({ format: 'xml' }) }],
    ['asking for what does not exist', { query: orderSend({ format: 'csv' }) }],
    [
      'encoded twice',
      {
        query: orderSend({ template_data: encodeURIComponent(orderSend()['template_data'] ?? '') }),
      },
    ],
    [
      'with one object instead of an array',
      { query: orderSend({ template_data: orderSend()['template_data']?.slice(1, -1) }) },
    ],
  ])('takes a template %s', async (_, parts) => {
    const { ask, taken } = openChatApi();
    expect(await ask(parts)).toEqual({
      status: 200,
      contentType: 'application/json; charset=utf-8',
      body: ACCEPTED,
    });
    expect(taken[0]).toMatchObject({
      account: { id: ROSHAN },
      number: { id: 61 },
      sends: { kind: 'template', template: { id: 72 } },
      dryRun: false,
      idempotency: undefined,
      entries: [
        {
          ok: true,
          recipient: '923001234567',
          draft: expect.stringContaining('"body":[{"text":"Ali"},{"text":"17"}]') as string,
        },
      ],
    });
  });

  it('accepts free form, from the named number', async () => {
    const { ask, taken } = openChatApi();
    const answer = await ask({ body: { ...textSend(), chatapp_id: '62' } });
    expect(answer.body).toBe(ACCEPTED.replace('TEMPLATE', 'FREE_FORM'));
    expect(taken[0]).toMatchObject({
      number: { id: 62 },
      sends: { kind: 'free_form' },
      entries: [{ ok: true, draft: JSON.stringify({ kind: 'text', body: 'Hello' }) }],
    });
  });

  it('gives each entry its own result, in request order', async () => {
    const { ask } = openChatApi();
    const body = [{ text: 'Ali' }, { text: '17' }];
    const entries = [
      { mobile: '0421234567', body },
      { mobile: '03001234567', body },
      { mobile: '923111234567', body: [] },
      'x',
      { mobile: '923111234567', body },
      { mobile: '923111234567', body },
    ];
    const answer = await ask({ query: orderSend({ template_data: JSON.stringify(entries) }) });
    expect(answer.status).toBe(200);
    const { results, ...others } = JSON.parse(answer.body) as { results: unknown[] };
    expect(others).toEqual({
      success: 'true',
      method: 'API',
      message_type: 'TEMPLATE',
      total_price: '3',
      total_gsm: '6',
      remaining_credit: '31.00',
    });
    expect(results).toEqual([
      {
        status: '7',
        error: 'Invalid recipient: a landline or service number',
        mobile: '0421234567',
      },
      { status: 'OK', id: expect.any(String), mobile: '923001234567' },
      {
        status: '22',
        error: 'Invalid body: the template needs 2 values, 0 given',
        mobile: '923111234567',
      },
      { status: '12', error: 'Invalid entry: it must be a JSON object', mobile: 'number 4' },
      { status: 'OK', id: expect.any(String), mobile: '923111234567' },
      { status: 'OK', id: expect.any(String), mobile: '923111234567' },
    ]);
  });

  it('is refused with 400 when no entry was accepted, and says why at the top too', async () => {
    const { ask } = openChatApi();
    const answer = await ask({
      query: orderSend({ template_data: '[{"mobile":"923001234567"}]' }),
    });
    const error = 'Invalid body: the template needs 2 values, 0 given';
    expect(answer.status).toBe(400);
    expect(answer.body).toBe(
      `{"success":"false","status":"22","error":"${error}","method":"API",` +
        '"message_type":"TEMPLATE","total_price":"0","total_gsm":"1","remaining_credit":"31.00",' +
        `"results":[{"status":"22","error":"${error}","mobile":"923001234567"}]}`,
    );
  });

  it('is refused with 402 when the reason was credit', async () => {
    const { ask } = openChatApi({
      takeIn(request) {
        const taken = acceptAll(request);
        if (taken.kind !== 'accepted') return taken;
        const refusal = refuse('credit_insufficient', { price: '5.00', available: '1.00' });
        const results = taken.acceptance.results.map((result) =>
          result.ok ? { ok: false as const, shown: result.recipient, refusal } : result,
        );
        return { ...taken, acceptance: { ...taken.acceptance, results } };
      },
    });
    const entries = [{ mobile: '1' }, ...(JSON.parse(orderSend()['template_data'] ?? '') as [])];
    const answer = await ask({ query: orderSend({ template_data: JSON.stringify(entries) }) });
    expect(answer.status).toBe(402);
    expect(JSON.parse(answer.body)).toMatchObject({
      success: 'false',
      status: '8',
      results: [{ status: '7' }, { status: '8' }],
    });
  });

  it('does a dry run when asked to: no ids, no OK, no idempotency key', async () => {
    const { ask, taken } = openChatApi();
    const query = orderSend({ dry_run: '1', idempotency_key: 'k' });
    expect((await ask({ query })).body).toBe(
      '{"success":"true","status":"DRY RUN","method":"API","message_type":"TEMPLATE",' +
        '"total_price":"1","total_gsm":"1","remaining_credit":"31.00",' +
        '"results":[{"status":"DRY RUN","mobile":"923001234567"}]}',
    );
    expect(taken[0]).toMatchObject({ dryRun: true, idempotency: undefined });
  });

  it('refuses with 200 for callers who cannot read others, by server or account', async () => {
    const bad = { query: orderSend({ template_id: '' }) };
    const none = { query: orderSend({ template_data: '[{}]' }) };
    const patient = makeChatAccount({ always200: true });
    for (const settings of [{ always200: true }, { looks: [patient] }]) {
      const { ask } = openChatApi(settings);
      for (const parts of [bad, none]) {
        const { status, body } = await ask(parts);
        expect(status).toBe(200);
        expect(body).toContain('"success":"false"');
      }
    }
  });

  it('answers HTTP errors in JSON, too', () => {
    const { fault } = openChatApi();
    expect(fault({ kind: 'method_not_allowed' })).toMatchObject({
      status: 405,
      body:
        '{"success":"false","status":"12","error":"Invalid method: use GET or POST",' +
        '"method":"API","results":[{"status":"12","error":"Invalid method: use GET or POST"}]}',
    });
  });

  it('hides the unexpected behind a number', async () => {
    const broken = new Error('broken');
    const { ask, errors } = openChatApi({
      takeIn() {
        throw broken;
      },
    });
    const answer = await ask({ query: orderSend() });
    expect(answer.status).toBe(500);
    expect(answer.body).toContain('internal error a1b2c3');
    expect(errors).toEqual([broken]);
  });
});

it('accepts as many recipients as a request may have', async () => {
  const { ask, taken } = openChatApi();
  const entries = Array.from({ length: limit('recipientsPerRequest') }, () => ({ mobile: 1 }));
  await ask({ body: orderSend({ template_data: JSON.stringify(entries) }) });
  expect(taken[0]?.entries).toHaveLength(100_000);
});

describe('the account of a send', () => {
  it('sends on its own domain and on the shared one, not on another account’s', async () => {
    const hosts = new Map([
      ['roshan.example', ROSHAN],
      ['naya.example', NAYA],
    ]);
    const { ask } = openChatApi({ hosts });
    const by = async (host: string) => {
      return (await ask({ query: orderSend(), headers: { host } })).status;
    };
    expect(await by('Roshan.Example:443')).toBe(200);
    expect(await by('paigham.example')).toBe(200);
    expect(await by('naya.example')).toBe(401);
  });

  const staleFirst = (): ((request: ChatRequest) => ChatTakenIn) => {
    let calls = 0;
    return (request) => ((calls += 1) === 1 ? { kind: 'stale' } : acceptAll(request));
  };

  it('is looked up again when it has changed meanwhile', async () => {
    const once = openChatApi({ takeIn: staleFirst() });
    expect((await once.ask({ query: orderSend() })).body).toBe(ACCEPTED);
    expect(once.forgotten).toEqual([ROSHAN]);
    const revoked = openChatApi({ takeIn: staleFirst(), looks: [makeChatAccount(), undefined] });
    expect((await revoked.ask({ query: orderSend() })).status).toBe(401);
  });

  it('is looked up again before a refusal that relies on an old snapshot', async () => {
    const old = makeChatAccount();
    const bare = { ...old, chat: { ...old.chat, templates: new Map() } };
    let asked = 0;
    const door = openChatApi({ looks: [bare, old], isCurrent: () => (asked += 1) > 1 });
    expect((await door.ask({ query: orderSend() })).status).toBe(200);
  });
});

it('a send that may have been accepted is not repeated with a newer snapshot', async () => {
  const { ask, taken } = openChatApi({
    takeIn: () => ({ kind: 'refused', refusal: refuse('outcome_unknown') }),
    isCurrent: () => false,
  });
  expect((await ask({ query: orderSend() })).status).toBe(503);
  expect(taken).toHaveLength(1);
});

describe('the idempotency key of a send', () => {
  const keyOf = async (parts: RequestParts) => {
    const { ask, taken } = openChatApi();
    await ask(parts);
    return taken[0]?.idempotency;
  };

  it('covers what is sent, not who asks or how', async () => {
    const keyed = (changes = {}) => orderSend({ idempotency_key: 'k', ...changes });
    const first = await keyOf({ query: keyed() });
    expect(first).toMatchObject({ key: 'chat\tk' });
    expect(await keyOf({ body: keyed({ format: 'json', utm: 'x' }) })).toEqual(first);
    expect(await keyOf({ query: orderSend(), headers: { 'idempotency-key': 'k' } })).toEqual(first);
    expect(await keyOf({ query: keyed({ chatapp_id: '62' }) })).not.toEqual(first);
  });

  it('marks a replayed answer', async () => {
    const { ask } = openChatApi({
      takeIn(request) {
        const taken = acceptAll(request);
        return taken.kind === 'accepted' ? { ...taken, replayed: true } : taken;
      },
    });
    const answer = await ask({ query: orderSend({ idempotency_key: 'k' }) });
    expect(answer.headers).toEqual({ 'Idempotent-Replayed': 'true' });
  });

  it('is refused by the journey in the form of a whole request', async () => {
    const { ask } = openChatApi({
      takeIn: () => ({ kind: 'refused', refusal: refuse('idempotency_running') }),
    });
    expect(await ask({ query: orderSend() })).toMatchObject({
      status: 409,
      headers: { 'Retry-After': '1' },
    });
  });
});
