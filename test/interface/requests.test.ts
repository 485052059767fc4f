/** The ways in which callers write a request, and how they are handled (contract section 1). */
import { beforeAll, describe, expect, it } from 'vitest';
import { ask, dryRunOf, fetchAnswer, PATHS, shown, type Parameters } from '../support/ask.ts';
import type { Paigham } from '../support/paigham.ts';
import { sharedPaigham } from '../support/shared.ts';
import { openShop, type Shop } from '../support/shop.ts';

let paigham: Paigham;
let shop: Shop;
let url: string;

beforeAll(async () => {
  paigham = await sharedPaigham();
  shop = await openShop(paigham.world, { rupees: '1000' });
  url = `${paigham.baseUrl}${PATHS.send}`;
});

const full = (change: Parameters = {}): Record<string, string> => {
  const parameters: Parameters = { ...dryRunOf(shop), sender: shop.senders.shortCode, ...change };
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name, String(value)]),
  );
};

const query = (parameters: Record<string, string>): string =>
  new URLSearchParams(parameters).toString();

const ACCEPTED = '200 DRY RUN: 4.80 PKR, 1 part, 1 recipient';

/** Splits the parameters: the first `count` and the rest. */
function split(count: number): [string, string] {
  const entries = Object.entries(full());
  const part = (some: [string, string][]): string => query(Object.fromEntries(some));
  return [part(entries.slice(0, count)), part(entries.slice(count))];
}

describe('a request is understood', () => {
  it('with everything in the query of a POST without a body', async () => {
    expect(shown(await fetchAnswer(`${url}?${query(full())}`, { method: 'POST' }))).toBe(ACCEPTED);
  });

  it('with the key in the query and the rest in the body', async () => {
    const [first, rest] = split(1);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await fetchAnswer(`${url}?${first}`, { method: 'POST', body: rest, headers });
    expect(shown(answer)).toBe(ACCEPTED);
  });

  it('with the same value in query and body', async () => {
    const body = new URLSearchParams(full());
    const answer = await fetchAnswer(`${url}?${query({ mobile: '923001234567' })}`, {
      method: 'POST',
      body,
    });
    expect(shown(answer)).toBe(ACCEPTED);
  });

  it.each(['text/plain', 'application/octet-stream', 'nonsense', ';;;'])(
    'as a form labelled %s',
    async (type) => {
      const init = { method: 'POST', body: query(full()), headers: { 'content-type': type } };
      expect(shown(await fetchAnswer(url, init))).toBe(ACCEPTED);
    },
  );

  it('as a GET labelled as JSON', async () => {
    const headers = { 'content-type': 'application/json' };
    expect(shown(await ask(url, full(), { way: 'GET', headers }))).toBe(ACCEPTED);
  });

  it('as a JSON object, with numbers and a real object', async () => {
    const body = JSON.stringify({
      ...full(),
      mobile: 923001234567,
      template_id: shop.transactional,
      message: { text: 4821 },
      dry_run: 1,
      network: null,
    });
    for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
      const init = { method: 'POST', body, headers: { 'content-type': type } };
      expect(shown(await fetchAnswer(url, init))).toBe(ACCEPTED);
    }
  });

  it('as multipart/form-data', async () => {
    const body = new FormData();
    for (const [name, value] of Object.entries(full())) body.set(name, value);
    expect(shown(await fetchAnswer(url, { method: 'POST', body }))).toBe(ACCEPTED);
  });

  it.each([
    [{ mobile: '+92 300-1234567' }],
    [{ mobile: '03001234567,' }],
    [{ mobile: '00923001234567' }],
    [{ mobile: '٠٣٠٠١٢٣٤٥٦٧' }],
    [{ sender: ' 8584 ' }],
    [{ type: 'Unicode' }],
    [{ network: 'Zong' }],
    [{ message: encodeURIComponent('{"text":"hello"}') }],
    [{ utm_source: 'x', date: '2026-01-01', 'mobile[]': '1' }],
  ])('with %j', async (change) => {
    expect(shown(await ask(url, full(change)))).toBe(ACCEPTED);
    expect(shown(await ask(url, full(change), { way: 'GET' }))).toBe(ACCEPTED);
  });

  it('with a raw plus before the number, which arrives as a blank', async () => {
    const written = query(full()).replace('mobile=', 'mobile=+');
    expect(shown(await fetchAnswer(`${url}?${written}`))).toBe(ACCEPTED);
  });
});

describe('a request is refused', () => {
  it.each([
    ['mobile=1&mobile=1', '400 12 : Invalid request: mobile is given more than once'],
    ['mobile=%FF', "400 12 : Invalid 'mobile': its bytes are not UTF-8"],
    ['mobile=%00', "400 12 : Invalid 'mobile': it holds a NUL character"],
    ['mobile=%zz', "400 12 : Invalid 'mobile': a % is not followed by two hexadecimal digits"],
    ['message=%C0%80', "400 12 : Invalid 'message': its bytes are not UTF-8"],
    ['ok=%FF', '400 12 : Invalid parameter 1: its bytes are not UTF-8'],
  ])('with %s', async (written, expected) => {
    expect(shown(await fetchAnswer(`${url}?${written}`))).toBe(expected);
    expect(shown(await fetchAnswer(url, { method: 'POST', body: written }))).toBe(expected);
  });

  it('with two values for one name, in query and body', async () => {
    const init = { method: 'POST', body: new URLSearchParams(full()) };
    expect(shown(await fetchAnswer(`${url}?mobile=923000000000`, init))).toBe(
      '400 12 : Invalid request: mobile is given twice with different values',
    );
  });

  it.each([
    ['[1]', '400 12 : Invalid request body: it is not a JSON object'],
    ['{"mobile":["923001234567"]}', '400 12 : Invalid mobile: it must be one string or number'],
    ['{"mobile":"1","mobile":"2"}', '400 12 : Invalid request: mobile is given more than once'],
    ['{"mobile":"\\ud83d"}', "400 12 : Invalid 'mobile': it holds half a character"],
  ])('with the JSON body %s', async (body, expected) => {
    const headers = { 'content-type': 'application/json' };
    expect(shown(await fetchAnswer(url, { method: 'POST', body, headers }))).toBe(expected);
  });

  it('with a file in a form', async () => {
    const body = new FormData();
    body.set('mobile', new Blob(['923001234567']), 'numbers.csv');
    expect(shown(await fetchAnswer(url, { method: 'POST', body }))).toBe(
      "400 12 : Invalid 'mobile': a file is not taken here",
    );
  });
});

describe('paths and methods', () => {
  it.each([
    ['GET', '/api/personalized.php', 404],
    ['GET', '/api/sms', 404],
    ['POST', '/api/SMS.php', 404],
    ['GET', '/api/sms.php/', 404],
    ['PUT', PATHS.send, 405],
    ['DELETE', PATHS.balance, 405],
    ['OPTIONS', PATHS.send, 405],
  ])('%s %s: %s in the interface’s own form', async (method, path, status) => {
    const answer = await fetchAnswer(`${paigham.baseUrl}${path}?format=json`, { method });
    expect(answer.status).toBe(status);
    expect(answer.body).toContain('{"success":"false","status":"12","error":"Invalid ');
    expect(answer.headers.get('allow')).toBe(status === 405 ? 'GET, POST' : null);
  });

  it('every answer forbids caching it, guessing its type, and passing the address on', async () => {
    for (const path of [...Object.values(PATHS), '/nowhere']) {
      const { headers } = await fetchAnswer(`${paigham.baseUrl}${path}`);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('content-type')).toContain('; charset=utf-8');
    }
  });
});

it('no log contains keys, texts or numbers from any of these requests', () => {
  const logged = paigham.logged.join('');
  expect(logged.length).toBeGreaterThan(0);
  for (const secret of [shop.apiKey, '3001234567', 'hello']) expect(logged).not.toContain(secret);
});
