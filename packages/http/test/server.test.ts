import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { httpSettings } from '../../../test/support/http-settings.ts';
import { askRaw, openRaw, readAll, sendRaw, splitAnswers } from '../../../test/support/raw-http.ts';
import type { HttpAnswer, HttpFault } from '../src/answer.ts';
import type { HttpRequest } from '../src/request.ts';
import { createHttpServer, type HttpServer } from '../src/server.ts';

const say = (body: string, status = 200): HttpAnswer => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  body,
});

/** Repeats what it was asked, so that a test sees what arrived. */
const echo = (request: HttpRequest): HttpAnswer =>
  say(`${request.method} ${request.path} ${request.query} ${request.body.toString()}`);

function answerFault(fault: HttpFault, seen: { path: string; query: string }): HttpAnswer {
  const why = fault.kind === 'unreadable' ? ` ${fault.why}` : '';
  const error = fault.kind === 'unexpected' ? ` ${String(fault.error)}` : '';
  return say(`${fault.kind}${why}${error} at ${seen.path}?${seen.query}`, 418);
}

const running: HttpServer[] = [];

async function start(handle: (request: HttpRequest) => HttpAnswer | Promise<HttpAnswer> = echo) {
  const server = createHttpServer(httpSettings(answerFault));
  server.route({ path: '/echo', methods: ['GET', 'POST'], handle });
  server.route({ path: '/read', methods: ['GET'], handle });
  server.route({ path: '/joined/it', methods: ['GET'], forgivesSlashes: true, handle });
  server.route({ path: '/all/*', methods: 'any', handle });
  server.route({ path: '/all/of/*', methods: ['GET'], handle: () => say('deeper') });
  running.push(server);
  return server.listen('127.0.0.1', 0);
}

afterEach(async () => {
  for (const server of running.splice(0)) await server.close(100);
});

const post = (body: string, headers = ''): string =>
  `POST /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}` +
  `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

describe('the server', () => {
  it('answers with the headers that every answer has, and length in bytes', async () => {
    const base = await start(() => say('پیغام'));
    const response = await fetch(`${base}/echo`);
    expect(await response.text()).toBe('پیغام');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-length': '10',
      'content-type': 'text/plain; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([
    ['GET /echo?a=%20b&c HTTP/1.1\r\nConnection: close', 'GET /echo a=%20b&c '],
    ['GET http://x/echo?a=1 HTTP/1.1\r\nConnection: close', 'GET /echo a=1 '],
    ['GET /echo HTTP/1.0', 'GET /echo  '],
    ['GET /echo HTTP/1.1\r\nConnection: close\r\nExpect: the-best', 'GET /echo  '],
    ['GET /echo HTTP/1.1\r\nConnection: close\r\nUpgrade: h2c', 'GET /echo  '],
    ['GET /echo HTTP/1.1\r\nConnection: close\r\nContent-Type: ;;;', 'GET /echo  '],
  ])('understands %j', async (head, expected) => {
    const { status, body } = await askRaw(await start(), `${head}\r\n\r\n`);
    expect([status, body]).toEqual([200, expected]);
  });

  it.each(['Host: x\r\nHost: y', 'host: x\r\nX: y\r\nHOST: x'])(
    'refuses a request that names two hosts, and ends the connection: %j',
    async (hosts) => {
      const request = `GET /echo HTTP/1.1\r\n${hosts}\r\n\r\n`;
      const { body } = await askRaw(await start(), request);
      expect(body).toContain('unreadable');
    },
  );

  it.each(['', 'Content-Type: ;;;\r\n', 'Content-Type: nonsense\r\n', 'Content-Type: a/b\r\n'])(
    'reads a body whatever its type: %j',
    async (header) => {
      expect((await askRaw(await start(), post('x=1', header))).body).toBe('POST /echo  x=1');
    },
  );

  it('reads a body that comes in chunks', async () => {
    const head = 'POST /echo HTTP/1.1\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n';
    const { body } = await askRaw(await start(), `${head}2\r\nx=\r\n1\r\n7\r\n0\r\n\r\n`);
    expect(body).toBe('POST /echo  x=7');
  });

  it.each([
    ['GET /nowhere?a=1', 'path_unknown at /nowhere?a=1'],
    ['POST /echo/', 'path_unknown at /echo/?'],
    ['GET /ECHO', 'path_unknown at /ECHO?'],
    ['GET /%zz', 'path_unknown at /%zz?'],
    ['PUT /echo?a=1', 'method_not_allowed at /echo?a=1'],
    ['OPTIONS /echo', 'method_not_allowed at /echo?'],
    ['PROPFIND /echo', 'method_not_allowed at /echo?'],
    ['POST /read', 'method_not_allowed at /read?'],
  ])('answers %s in the words it was given', async (line, expected) => {
    const head = `${line} HTTP/1.1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
    const { status, headers, body } = await askRaw(await start(), head);
    expect([status, body]).toEqual([418, expected]);
    const allowed = line.includes('/read') ? 'GET' : 'GET, POST';
    expect(headers.get('allow')).toBe(expected.startsWith('method') ? allowed : undefined);
  });

  it('gives a folder what has no route of its own, the deepest first', async () => {
    const base = await start();
    const ask = async (path: string, method = 'GET'): Promise<string> =>
      (await fetch(`${base}${path}`, { method })).text();
    expect(await ask('/all/a?b=c')).toBe('GET /all/a b=c ');
    expect(await ask('/all/', 'DELETE')).toBe('DELETE /all/  ');
    expect(await ask('/all/of/it/at/once')).toBe('deeper');
    expect(await ask('/all')).toContain('path_unknown');
    expect(await ask('/all/of/it', 'PUT')).toContain('method_not_allowed');
  });

  it.each([
    ['//joined/it?a=1', 'GET //joined/it a=1 '],
    ['/joined//it', 'GET /joined//it  '],
    ['//echo', 'path_unknown at //echo?'],
    ['///', 'path_unknown at ///?'],
  ])('finds %s only where doubled slashes are forgiven', async (target, expected) => {
    const head = `GET ${target} HTTP/1.1\r\nConnection: close\r\n\r\n`;
    expect((await askRaw(await start(), head)).body).toBe(expected);
  });

  it('answers HEAD without a body', async () => {
    const raw = await sendRaw(await start(), 'HEAD /echo HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(raw).toMatch(/^HTTP\/1.1 418 [^]*\r\nAllow: GET, POST\r\n[^]*\r\n\r\n$/);
  });

  it('serves HEAD where GET is the only method: else GET may do something', async () => {
    const base = await start();
    const ask = async (path: string): Promise<number> =>
      (await fetch(`${base}${path}`, { method: 'HEAD' })).status;
    expect([await ask('/read'), await ask('/echo')]).toEqual([200, 418]);
  });

  it('gives what a handler throws to the fault, and goes on', async () => {
    const base = await start(() => Promise.reject(new Error('a bug')));
    expect(await (await fetch(`${base}/echo?a`)).text()).toBe('unexpected Error: a bug at /echo?a');
    expect((await fetch(`${base}/echo`)).status).toBe(418);
  });
});

describe('requests that are not HTTP', () => {
  it.each([
    ['GET /echo?a=b c HTTP/1.1\r\n\r\n', 'percent-encoded at /echo?a=b c'],
    ['GET /echo?a=ک HTTP/1.1\r\n\r\n', 'percent-encoded at /echo?a='],
    ['GET /echo?a=\0 HTTP/1.1\r\n\r\n', 'percent-encoded at /echo?a='],
    ['GARBAGE\r\n\r\n', 'unreadable'],
    ['\x16\x03\x01\x02\0\x01\0', 'unreadable'],
    ['POST /echo HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx', 'unreadable'],
    [
      'POST /echo HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'unreadable',
    ],
    ['POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 'unreadable'],
    ['GET /echo HTTP/1.1\r\nBad Header: 1\r\n\r\n', 'unreadable'],
    [`GET /echo?a=${'b'.repeat(3_000)} HTTP/1.1\r\n\r\n`, 'header_too_large at /echo?a=bbb'],
    [`GET /echo?a=1 HTTP/1.1\r\nX: ${'b'.repeat(3_000)}\r\n\r\n`, 'header_too_large'],
    ['CONNECT example.org:443 HTTP/1.1\r\n\r\n', 'method_not_allowed'],
  ])('get an answer: %j', async (bytes, expected) => {
    const { status, headers, body } = await askRaw(await start(), bytes);
    expect(status).toBe(418);
    expect(body).toContain(expected);
    expect(headers.get('connection')).toBe('close');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('do not overtake the answer to the request before them', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const base = await start(async () => {
      await held;
      return say('first');
    });
    const answers = sendRaw(base, 'GET /echo HTTP/1.1\r\n\r\nGET /echo?a b HTTP/1.1\r\n\r\n');
    // The broken request has reached the server once another, later one has been answered.
    await fetch(`${base}/nowhere`);
    release();
    const [first, second, ...others] = splitAnswers(await answers);
    expect(first).toMatchObject({ status: 200, body: 'first' });
    expect(second?.status).toBe(418);
    expect(others).toEqual([]);
  });
});

describe('connections', () => {
  it('beyond the bound for one address are told so, and closed', async () => {
    const base = await start();
    const idle = await Promise.all(Array.from({ length: 10 }, () => openRaw(base)));
    // Listeners accept in an order of their own: once answered, they are in.
    for (const socket of idle) {
      socket.write('GET /echo HTTP/1.1\r\nHost: x\r\n\r\n');
      await once(socket, 'data');
    }
    const one = await askRaw(base, 'GET /echo HTTP/1.1\r\nHost: x\r\n\r\n');
    expect([one.body, one.headers.get('connection')]).toEqual([
      'too_many_connections at /echo?',
      'close',
    ]);
    const silent = await openRaw(base);
    expect(await readAll(silent)).toBe('');
    for (const socket of idle) socket.destroy();
  });

  it('come by many listeners, to a port that nobody else may have, which all close', async () => {
    const base = await start();
    const port = Number(new URL(base).port);
    const asked = Array.from({ length: 10 }, () =>
      askRaw(base, 'GET /echo HTTP/1.1\r\nConnection: close\r\n\r\n'),
    );
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 200));
    const other = createHttpServer(httpSettings(answerFault));
    await expect(other.listen('127.0.0.1', port)).rejects.toThrow(`Port ${port}`);
    await running.splice(0)[0]?.close(100);
    await expect(other.listen('127.0.0.1', port)).resolves.toBe(base);
    running.push(other);
  });

  it('finish what is under way when the server closes', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let arrived = (): void => undefined;
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const base = await start(async () => {
      arrived();
      await held;
      return say('finished');
    });
    const answer = sendRaw(base, 'GET /echo HTTP/1.1\r\n\r\n');
    await arrival;
    const [server] = running.splice(0);
    const closed = server?.close(5_000);
    await expect(fetch(`${base}/echo`)).rejects.toThrow('fetch failed');
    release();
    expect(splitAnswers(await answer)[0]?.body).toBe('finished');
    await closed;
  });
});
