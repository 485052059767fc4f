/** What large requests may cost: the caller is identified before much is read or decoded. */
import { beforeAll, describe, expect, it } from 'vitest';
import { limit } from '../../src/domain/limits.ts';
import { fetchAnswer, PATHS } from '../support/ask.ts';
import type { Paigham } from '../support/paigham.ts';
import { openRaw, splitAnswers } from '../support/raw-http.ts';
import { sharedPaigham } from '../support/shared.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';

const LARGE = limit('freeBodyBytes') + 1;
const CHAT = '/api/send.php';

let paigham: Paigham;
let shop: Shop;

beforeAll(async () => {
  paigham = await sharedPaigham();
  shop = await openShop(paigham.world, { rupees: '100000' });
});

/** The answer to a head alone, whose body never comes. */
async function askHead(head: string): Promise<string> {
  const socket = await openRaw(paigham.baseUrl);
  socket.write(`POST ${head}\r\n\r\n`);
  let heard = '';
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    heard += chunk.toString();
    if (splitAnswers(heard).length > 0) break;
  }
  socket.destroy();
  const [{ status, body } = { status: 0, body: '' }] = splitAnswers(heard);
  return `${status} ${body}`;
}

describe('a body that never comes is not waited for', () => {
  it.each([
    [
      PATHS.send,
      limit('bodyBytes') + 1,
      '413 12 : Invalid request: the body is larger than 16777216',
    ],
    [PATHS.balance, LARGE, '413 12 : Invalid request: the body is larger than 65536 bytes'],
    ['/v1/hosts', limit('apiBodyBytes') + 1, '413 {"type":"/docs/errors/body_too_large"'],
    ['/webhooks/chat/1', limit('webhookBytes') + 1, '413 '],
    [`${PATHS.send}?api_key=wrong`, LARGE, '401 1 : Invalid API key'],
    [`${PATHS.send}?api_key=wrong&format=json`, LARGE, '401 {"success":"false","status":"1"'],
    [`${CHAT}?api_key=wrong`, LARGE, '401 {"success":"false","status":"1"'],
    ['/v1/hosts', LARGE, '401 {"type":"/docs/errors/bearer_missing"'],
    ['/webhooks/chat/1', LARGE, '404 unknown'],
  ])('%s, %d bytes', async (path, bytes, expected) => {
    const answer = await askHead(`${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}`);
    expect(answer.slice(0, expected.length)).toBe(expected);
  });

  it('/v1 with a wrong key', async () => {
    const authorization = 'Authorization: Bearer wrong';
    const head = `/v1/hosts HTTP/1.1\r\nHost: x\r\n${authorization}\r\nContent-Length: ${LARGE}`;
    expect(await askHead(head)).toMatch(/^401 .*key_refused/);
  });
});

describe('a large body', () => {
  const filler = 'x'.repeat(LARGE);
  const post = async (body: string, type?: string, query = '') => {
    const headers = type === undefined ? {} : { 'content-type': type };
    const url = `${paigham.baseUrl}${PATHS.send}${query}`;
    const { status, body: said } = await fetchAnswer(url, { method: 'POST', body, headers });
    return `${status} ${said}`;
  };
  const fieldsOf = (key: string, mobile: string) => {
    const { message, template_id: template, api_key: _, ...rest } = shop.write('Large', mobile);
    const all = { ...rest, template_id: String(template), message: JSON.stringify(message) };
    return Object.entries({ ...all, filler, api_key: key });
  };
  const form = (fields: readonly (readonly [string, string])[]): string =>
    fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  const multipart = (fields: readonly (readonly [string, string])[]): string =>
    fields
      .map(([name, value]) => {
        const head = `Content-Disposition: form-data; name="${name}"`;
        return `--cut\r\n${head}\r\n\r\n${value}\r\n`;
      })
      .join('') + '--cut--\r\n';
  const MULTIPART = 'multipart/form-data; boundary=cut';
  const json = (fields: readonly (readonly [string, string])[]): string =>
    JSON.stringify(Object.fromEntries(fields));

  it.each([
    ['a form', form, undefined],
    ['JSON', json, 'application/json'],
    ['a multipart form', multipart, MULTIPART],
  ] as const)('is accepted with a valid key at its end: %s', async (_, write, type) => {
    const key = shop.write('Large', mobileOf(0, 1)).api_key;
    expect(await post(write(fieldsOf(key, mobileOf(0, 1))), type)).toMatch(/^200 OK ID:\d+$/);
    expect(await post(write(fieldsOf('wrong', mobileOf(0, 1))), type)).toMatch(/^401 1 : /);
  });

  it('belongs to the account whose key is decoded, however it is written', async () => {
    const key = shop.write('Large', mobileOf(0, 2)).api_key;
    const body = form(fieldsOf(key, mobileOf(0, 2)));
    const escaped = body.replace('&api_key=', '&%61pi%5Fkey=');
    expect(escaped).not.toContain('api_key');
    expect(await post(escaped)).toMatch(/^200 OK ID:\d+$/);
    const twice = '400 12 : Invalid request: api_key is given more than once';
    expect((await post(`${body}&api%5fkey=wrong`)).slice(0, twice.length)).toBe(twice);
    expect((await post(`api_key=wrong&${body}`)).slice(0, twice.length)).toBe(twice);
    expect(await post(body, undefined, '?api_key=wrong')).toMatch(/^401 1 : /);
  });

  it('without a valid key is refused before any fault in it is found', async () => {
    expect(await post(`mobile=%zz&filler=${filler}`)).toBe('401 2 : Error: api_key is empty');
    expect(await post(`mobile=%zz&filler=${filler}&api_key=x`)).toMatch(/^401 1 : /);
    expect(await post(`{"message":[[[[[[[[[${'1,'.repeat(LARGE)}`)).toMatch(/^400 12 : Invalid/);
    const deep = `{"api_key":"x","message":${'['.repeat(LARGE)}${']'.repeat(LARGE)}}`;
    expect(await post(deep)).toMatch(/^401 1 : /);
  });
});

it('a chat text of eight megabytes is refused for its size', async () => {
  const { api_key: key } = shop.write('', mobileOf(0, 3));
  const body = JSON.stringify({ api_key: key, free_form: ['a'.repeat(8 * 1024 * 1024)] });
  const { status, body: said } = await fetchAnswer(`${paigham.baseUrl}${CHAT}`, {
    method: 'POST',
    body,
  });
  expect(status).toBe(413);
  expect(said).toContain('"error":"Invalid free_form: entry 1: larger than 65536 bytes"');
});
