/** The conventions of `/v1`, shown on its first endpoint: replies (contract section 11). */
import { beforeAll, describe, expect, it } from 'vitest';
import { NAMED_REPLY } from '../../src/features/replies/replies.http.ts';
import { PROBLEM } from '../../src/api/v1/answer.ts';
import { addSender, decideSender } from '../../src/features/senders/senders.operations.ts';
import { setAccount, setAccountState } from '../../src/features/accounts/accounts.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { FAILURES } from '../../src/domain/failure/failure.ts';
import { limit } from '../../src/domain/limits.ts';
import { faultsOf } from '../../src/kit/shape.ts';
import type { Paigham } from '../support/paigham.ts';
import { handOver, newPhone, octetsBy, writtenBy } from '../support/phones.ts';
import { sharedPaigham } from '../support/shared.ts';
import { v1At } from '../support/v1.ts';
import { openShop, type Shop } from '../support/shop.ts';

let paigham: Paigham;
let shop: Shop;
let stranger: Shop;
const phones: string[] = [];

const OWN_CODE = '7711';

beforeAll(async () => {
  paigham = await sharedPaigham();
  shop = await openShop(paigham.world, { rupees: '100' });
  stranger = await openShop(paigham.world, { rupees: '100' });
  const { admin } = paigham.world;
  const { accountId } = shop;
  must(await addSender(admin, { accountId, name: OWN_CODE, route: 'short_code' }));
  must(await decideSender(admin, { accountId, name: OWN_CODE, state: 'approved' }));
  for (let index = 1; index <= 5; index += 1) {
    const phone = newPhone();
    phones.push(phone);
    await handOver(paigham.operators.jazz, writtenBy(phone, `Reply ${index}`, OWN_CODE));
  }
});

type Shown = {
  readonly id: string;
  readonly text: string | null;
  readonly from: string;
  readonly received_at: string;
};
type Body = {
  readonly data: readonly Shown[];
  readonly next_cursor: string | null;
} & Shown & { readonly code: string; readonly errors: unknown; readonly detail: string };
type Answer = { readonly status: number; readonly headers: Headers; readonly body: Body };

async function get(
  path: string,
  init: RequestInit & { readonly key?: string } = {},
): Promise<Answer> {
  const { key = shop.apiKey, ...rest } = init;
  const headers = { ...(key === '' ? {} : { Authorization: `Bearer ${key}` }) };
  const response = await fetch(`${paigham.baseUrl}${path}`, { headers, ...rest });
  const { status } = response;
  return { status, headers: response.headers, body: (await response.json()) as Body };
}

const texts = (answer: Answer): readonly (string | null)[] =>
  answer.body.data.map(({ text }) => text);

/** A refusal in the form that all refusals of `/v1` have. */
function expectProblem(answer: Answer, status: number, code: string): void {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(faultsOf(PROBLEM, answer.body)).toEqual([]);
  expect(answer.body).toMatchObject({ status, code, type: `/docs/errors/${code}` });
}

describe('GET /v1/replies', () => {
  it('lists replies newest first, in the described shape', async () => {
    const answer = await get('/v1/replies');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(texts(answer)).toEqual(['Reply 5', 'Reply 4', 'Reply 3', 'Reply 2', 'Reply 1']);
    expect(answer.body.next_cursor).toBeNull();
    for (const reply of answer.body.data) expect(faultsOf(NAMED_REPLY, reply)).toEqual([]);
    expect(answer.body.data[0]).toEqual({
      id: expect.stringMatching(/^\d+$/) as string,
      from: phones[4],
      to: OWN_CODE,
      text: 'Reply 5',
      octets: null,
      parts: 1,
      complete: true,
      wish: null,
      message_id: null,
      name: null,
      received_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
    });
  });

  it('continues from page to page by its cursor, whatever arrives meanwhile', async () => {
    const first = await get('/v1/replies?limit=2');
    expect(texts(first)).toEqual(['Reply 5', 'Reply 4']);
    const phone = newPhone();
    await handOver(paigham.operators.jazz, octetsBy(phone, 'ff', { to: OWN_CODE }));
    const second = await get(`/v1/replies?limit=2&cursor=${first.body.next_cursor}`);
    expect(texts(second)).toEqual(['Reply 3', 'Reply 2']);
    const third = await get(`/v1/replies?limit=2&cursor=${second.body.next_cursor}`);
    expect(texts(third)).toEqual(['Reply 1']);
    expect(third.body.next_cursor).toBeNull();
    const unread = await get(`/v1/replies?from=${phone}`);
    expect(unread.body.data).toMatchObject([{ text: null, octets: 'ff' }]);
  });

  it('filters by the time when they came', async () => {
    const all = (await get('/v1/replies')).body.data;
    const at = String(all[0]?.received_at);
    const later = new Date(Date.parse(at) + 1).toISOString();
    const from = async (query: string) => (await get(`/v1/replies?${query}`)).body.data;
    expect(await from(`since=${later}`)).toEqual([]);
    expect(await from(`until=${later}`)).toEqual(all);
    expect(await from(`since=${at}`)).toEqual(all.filter((it) => it.received_at >= at));
    expect(await from(`until=${at}`)).toEqual(all.filter((it) => it.received_at < at));
  });

  it('filters by phone, however it is written, and by sender', async () => {
    const phone = phones[2] ?? '';
    const written = encodeURIComponent(`+${phone}`);
    expect(texts(await get(`/v1/replies?from=${written}`))).toEqual(['Reply 3']);
    expect(texts(await get(`/v1/replies?from=0${phone.slice(2)}&to=${OWN_CODE}`))).toEqual([
      'Reply 3',
    ]);
    expect(texts(await get('/v1/replies?to=8584'))).toEqual([]);
  });

  it.each([
    ['limit=0', '/query/limit'],
    [`limit=${limit('pageItems') + 1}`, '/query/limit'],
    ['limit=ten', '/query/limit'],
    ['cursor=zzz', '/query/cursor'],
    ['form=923001234567', '/query/form'],
  ])('refuses %s by name', async (query, pointer) => {
    const answer = await get(`/v1/replies?${query}`);
    expectProblem(answer, 400, 'parameters_invalid');
    expect(answer.body.errors).toMatchObject([{ pointer }]);
  });

  it.each([
    ['limit=1&limit=2', 'parameter_repeated'],
    ['from=%zz', 'parameter_encoding'],
    ['api_key=secret', 'key_in_address'],
  ])('refuses %s', async (query, code) => {
    expectProblem(await get(`/v1/replies?${query}`), 400, code);
  });
});

describe('GET /v1/replies/{id}', () => {
  it('names the contact who wrote, as the list does, to the account that has it', async () => {
    const [ask, askOther] = [shop, stranger].map((it) => v1At(paigham.baseUrl, it.apiKey));
    await askOther?.('POST /v1/contacts', { mobile: phones[2], name: 'Somebody else' });
    await ask?.('POST /v1/contacts', { mobile: phones[3], name: 'Bilal' });
    const { data } = (await get('/v1/replies')).body;
    const named = data.filter(({ from }) => from === phones[2] || from === phones[3]);
    expect(named).toMatchObject([{ name: 'Bilal' }, { name: null }]);
    expect((await get(`/v1/replies/${named[0]?.id}`)).body).toEqual(named[0]);
  });

  it('shows the reply of the list', async () => {
    const { data } = (await get('/v1/replies')).body;
    const answer = await get(`/v1/replies/${data[0]?.id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(data[0]);
  });

  it('answers for another account’s reply exactly as for one that does not exist', async () => {
    const { data } = (await get('/v1/replies')).body;
    const foreign = await get(`/v1/replies/${data[0]?.id}`, { key: stranger.apiKey });
    expectProblem(foreign, 404, 'reply_unknown');
    for (const id of ['1', '0', 'abc', '99999999999999999999', '-1', '1e3']) {
      const unknown = await get(`/v1/replies/${id}`, { key: stranger.apiKey });
      expect(unknown.body).toEqual(foreign.body);
    }
    expect((await get('/v1/replies', { key: stranger.apiKey })).body.data).toEqual([]);
  });
});

describe('a key', () => {
  it('that is missing, in another place, or wrong is refused', async () => {
    const missing = await get('/v1/replies', { key: '' });
    expectProblem(missing, 401, 'bearer_missing');
    expect(missing.headers.get('www-authenticate')).toBe('Bearer');
    expectProblem(await get('/v1/replies', { key: 'wrong' }), 401, 'key_refused');
  });

  it('works only from the account’s addresses', async () => {
    const { admin } = paigham.world;
    const { accountId, apiKey } = await openShop(paigham.world, { rupees: '1' });
    must(await setAccount(admin, { accountId, ipList: ['203.0.113.0/24'] }));
    expectProblem(await get('/v1/replies', { key: apiKey }), 403, 'address_denied');
  });

  it('of an account disabled a moment ago reads nothing', async () => {
    const { accountId, apiKey } = await openShop(paigham.world, { rupees: '1' });
    expect((await get('/v1/replies', { key: apiKey })).status).toBe(200);
    must(await setAccountState(paigham.world.admin, { accountId, state: 'disabled' }));
    expectProblem(await get('/v1/replies', { key: apiKey }), 401, 'key_refused');
  });
});

describe('the rate limit of an account', () => {
  it('is shown with every answer, enforced, and another for sends and for changes', async () => {
    const most = limit('apiRequestsPerMinute');
    const { apiKey: key } = await openShop(paigham.world, { rupees: '1' });
    const first = await get('/v1/replies', { key });
    expect(first.headers.get('ratelimit-policy')).toBe(`"reads";q=${most};w=60`);
    expect(first.headers.get('ratelimit')).toMatch(`"reads";r=${most - 1};t=`);
    for (let asked = 1; asked < most; asked += 100) {
      const many = Math.min(100, most - asked);
      await Promise.all(Array.from({ length: many }, () => get('/v1/replies/1', { key })));
    }
    const beyond = await get('/v1/replies', { key });
    expectProblem(beyond, 429, 'rate_exceeded');
    expect(Number(beyond.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(beyond.headers.get('ratelimit')).toContain('r=0;');
    const ask = v1At(paigham.baseUrl, key);
    expect((await ask('GET /v1/balance')).status).toBe(429);
    const sent = await ask('POST /v1/messages', {});
    expect(sent.status).toBe(400);
    expect(sent.headers.get('ratelimit')).toMatch(`"sends";r=${limit('formSends') - 1};t=`);
    expect(sent.headers.get('ratelimit-policy')).toBe(`"sends";q=${limit('formSends')};w=10`);
    const changed = await ask('POST /v1/keys', {});
    expect(changed.headers.get('ratelimit')).toMatch(`"changes";r=${most - 1};t=`);
    expect((await get('/v1/replies')).status).toBe(200);
  });
});

describe('what does not exist', () => {
  it.each([
    '/v1',
    '/v1/',
    '/v1/nothing',
    '/v1/replies/',
    '/v1/replies/1/2',
    '/docs/errors/nothing',
  ])('is a problem too: %s', async (path) => {
    expectProblem(await get(path), 404, 'path_unknown');
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('%s is refused', async (method) => {
    const answer = await get('/v1/replies', { method });
    expectProblem(answer, 405, 'method_not_offered');
    expect(answer.headers.get('allow')).toBe('GET');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('/docs/errors', () => {
  it('has a page for every reason', async () => {
    for (const reason of ['', ...Object.keys(FAILURES).map((it) => `/${it}`)]) {
      const response = await fetch(`${paigham.baseUrl}/docs/errors${reason}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(await response.text()).toContain(reason.slice(1));
    }
  });
});
