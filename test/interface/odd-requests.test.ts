/** Requests that are hardly HTTP, too large or too slow still get an answer in our words. */
import { beforeAll, describe, expect, it } from 'vitest';
import { limit } from '../../src/domain/limits.ts';
import { fetchAnswer, PATHS } from '../support/ask.ts';
import type { Paigham } from '../support/paigham.ts';
import { askRaw, openRaw, readAll, splitAnswers } from '../support/raw-http.ts';
import { sharedPaigham } from '../support/shared.ts';

let paigham: Paigham;

beforeAll(async () => {
  paigham = await sharedPaigham();
});

const PERCENT = 'Invalid request: blanks and all but plain ASCII must be percent-encoded';
const HEADER = 'Invalid request: the header is larger than 16384 bytes; use POST for long lists';
const MALFORMED = 'Invalid request: its HTTP form is malformed';

const get = (target: string, headers = ''): string =>
  `GET ${target} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;

describe('requests that no parser accepts', () => {
  it.each([
    ['raw blanks', get(`${PATHS.send}?message={"text": "a b"}`), 400, PERCENT],
    ['raw UTF-8', get(`${PATHS.send}?message=پیغام`), 400, PERCENT],
    ['a raw NUL', get(`${PATHS.send}?mobile=\0`), 400, PERCENT],
    ['a long address', get(`${PATHS.send}?mobile=${'9'.repeat(17_000)}`), 431, HEADER],
    ['a long header', get(PATHS.send, `X: ${'9'.repeat(17_000)}\r\n`), 431, HEADER],
    ['two lengths', get(PATHS.send, 'Content-Length: 1\r\nContent-Length: 2\r\n'), 400, MALFORMED],
  ])('%s', async (_, bytes, status, sentence) => {
    const answer = await askRaw(paigham.baseUrl, bytes);
    expect(answer).toMatchObject({ status, body: `12 : ${sentence}` });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      connection: 'close',
      'cache-control': 'no-store',
      'content-type': 'text/plain; charset=utf-8',
    });
  });

  it('are answered in the requested format', async () => {
    const json = await askRaw(paigham.baseUrl, get(`${PATHS.send}?a=b c&format=json`));
    expect(JSON.parse(json.body)).toMatchObject({ status: '12', error: PERCENT });
    const xml = await askRaw(paigham.baseUrl, get(`${PATHS.send}?format=XML&a=ک`));
    expect(xml.body).toContain(`<status>12</status><error>${PERCENT}</error>`);
    const templates = await askRaw(paigham.baseUrl, get(`${PATHS.templates}?a=b c`));
    expect(JSON.parse(templates.body)).toEqual({
      success: 'false',
      results: [{ status: '12', error: PERCENT }],
    });
  });
});

describe('bodies', () => {
  const post = (body: string | Buffer) =>
    fetchAnswer(`${paigham.baseUrl}${PATHS.send}`, { method: 'POST', body });

  it('are read up to the limit', async () => {
    const { status, body } = await post(`mobile=${'9'.repeat(limit('bodyBytes') - 7)}`);
    expect([status, body]).toEqual([401, '2 : Error: api_key is empty']);
  });

  it('are refused one past the limit', async () => {
    const { status, body } = await post(`mobile=${'9'.repeat(limit('bodyBytes') - 6)}`);
    expect([status, body]).toEqual([
      413,
      '12 : Invalid request: the body is larger than 16777216 bytes',
    ]);
  });
});

it('a silent caller is told so after ten seconds, and keeps nobody waiting', async () => {
  const sockets = await Promise.all(Array.from({ length: 50 }, () => openRaw(paigham.baseUrl)));
  const answers = sockets.map(readAll);
  for (const socket of sockets) socket.write('GET /api/balance.php HTTP/1.1\r\nX-Slow: ');
  expect((await fetchAnswer(`${paigham.baseUrl}${PATHS.balance}`)).status).toBe(401);
  for (const answer of await Promise.all(answers)) {
    const [{ status, body } = { status: 0, body: '' }] = splitAnswers(answer);
    expect([status, body]).toEqual([408, '12 : Invalid request: it arrived too slowly']);
  }
});
