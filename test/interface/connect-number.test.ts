/** `/v1/chat/numbers`: a shop connects its own number, and takes it away. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningPlatform } from '../../fakes/chat-platform/start.ts';
import { PROBLEM } from '../../src/api/v1/answer.ts';
import { faultsOf } from '../../src/kit/shape.ts';
import { CHAT_ACCESS, startDemoPlatform } from '../support/demo-chat.ts';
import { eventually } from '../support/eventually.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';

let platform: RunningPlatform;
let paigham: Paigham;
let key: string;
let strange: string;

beforeAll(async () => {
  platform = await startDemoPlatform();
  paigham = await startPaigham({ config: { graphAddress: platform.url, fetchLoopback: true } });
  key = paigham.world.roshan.apiKey;
  strange = paigham.world.naya.apiKey;
});
afterAll(() => platform.close());

type Body = Readonly<Record<string, unknown>>;
type Said = { readonly status: number; readonly text: string; readonly body: Body };

const AT = '/v1/chat/numbers';

async function call(
  method: string,
  path: string,
  { json, by = key, headers = {} }: { json?: object; by?: string; headers?: object } = {},
): Promise<Said> {
  const response = await fetch(`${paigham.baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${by}`,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  return { status: response.status, text, body: text === '' ? {} : (JSON.parse(text) as Body) };
}

const GIVEN = {
  business_id: CHAT_ACCESS.business,
  phone_number_id: CHAT_ACCESS.phoneNumberId,
  token: CHAT_ACCESS.token,
  app_secret: CHAT_ACCESS.appSecret,
};
const connect = (change: object = {}, more: Parameters<typeof call>[2] = {}) =>
  call('POST', AT, { json: { ...GIVEN, ...change }, ...more });
const numbersOf = async (by = key): Promise<readonly Body[]> =>
  (await call('GET', AT, { by })).body['data'] as readonly Body[];

function expectProblem(said: Said, status: number, code: string, pointer?: string): void {
  expect(faultsOf(PROBLEM, said.body)).toEqual([]);
  expect(said).toMatchObject({ status, body: { code } });
  if (pointer !== undefined) expect(said.body).toMatchObject({ errors: [{ pointer }] });
}

describe('what is wrong with what was given', () => {
  it.each([
    ['no token', { token: '' }, '/token'],
    ['a token with a space', { token: 'a b' }, '/token'],
    ['a secret in Urdu', { app_secret: 'راز' }, '/app_secret'],
    ['a business that is no id', { business_id: 'Shop' }, '/body/business_id'],
    ['a number in place of its id', { phone_number_id: '+92300' }, '/body/phone_number_id'],
    ['a number of somebody else', { phone_number_id: '399999999999999' }, '/phone_number_id'],
  ])('%s: names the field', async (_, change, pointer) => {
    const said = await connect(change);
    expect(said.status).toBe(400);
    expect(JSON.stringify(said.body['errors'])).toContain(pointer);
  });

  it.each([
    ['token', { token: 'not-the-token' }, 'is not valid', '190'],
    ['business_id', { business_id: '299999999999999' }, 'is not known to the platform', '100'],
  ])('says which field the platform means, in its words too: %s', async (field, given, ...said) => {
    const { status, text, body } = await connect(given);
    expect([status, body['errors']]).toMatchObject([400, [{ pointer: `/body/${field}` }]]);
    for (const words of said) expect(text).toContain(words);
    expect(text).not.toContain('not-the-token');
  });

  it('changes nothing', async () => {
    expect(await numbersOf()).toEqual([]);
  });
});

describe('a number', () => {
  let id: string;

  it('is connected, with its templates, and sends', async () => {
    const headers = { 'idempotency-key': 'connect-1' };
    const said = await connect({}, { headers });
    expect(said).toMatchObject({
      status: 201,
      body: { phone_number_id: GIVEN.phone_number_id, default: true, enabled: true },
    });
    expect(said.body['templates']).toBeGreaterThan(0);
    expect(said.body['reports']).toBe('by_hand');
    for (const secret of [GIVEN.token, GIVEN.app_secret]) expect(said.text).not.toContain(secret);
    id = String(said.body['id']);
    const again = await connect({}, { headers });
    expect([again.status, again.body['id']]).toEqual([201, id]);
    await eventually('it is up', async () => {
      return (await call('GET', `${AT}/${id}`)).body['state'] === 'up';
    });
  });

  it('is nobody else’s to see, to take or to end', async () => {
    expectProblem(await call('GET', `${AT}/${id}`, { by: strange }), 404, 'sending_number_unknown');
    const ended = await call('DELETE', `${AT}/${id}`, { by: strange });
    expectProblem(ended, 404, 'sending_number_unknown');
    expectProblem(await connect({}, { by: strange }), 409, 'chat_number_taken');
    expect(await numbersOf(strange)).toEqual([]);
  });

  it('can be made the default, which it stays', async () => {
    const said = await call('POST', `${AT}/${id}/default`);
    expect(said).toMatchObject({ status: 200, body: { id, default: true } });
  });

  it('is disconnected, seen as such, and connected again under its id', async () => {
    expect((await call('DELETE', `${AT}/${id}`)).status).toBe(204);
    expect(await numbersOf()).toMatchObject([{ id, enabled: false, default: false, state: null }]);
    const asked = await call('POST', `${AT}/${id}/default`);
    expect(asked.status).toBeGreaterThanOrEqual(400);
    expect((await connect()).body).toMatchObject({ id, enabled: true, default: true });
  });

  it('is changed a few times an hour', async () => {
    let last = await call('POST', `${AT}/${id}/default`);
    for (let times = 0; times < 20 && last.status !== 429; times += 1) {
      last = await call('POST', `${AT}/${id}/default`);
    }
    expectProblem(last, 429, 'rate_exceeded');
    expect((await call('POST', `${AT}/0/default`, { by: strange })).status).toBe(404);
  });

  it('leaves a line in the audit log, without secrets', async () => {
    const said = await call('GET', '/v1/audit?limit=100');
    expect(said.text).toContain('chat.connect');
    expect(said.text).toContain('chat.disconnect');
    for (const secret of [GIVEN.token, GIVEN.app_secret]) expect(said.text).not.toContain(secret);
  });
});
