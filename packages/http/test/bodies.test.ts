import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { FREE_BYTES, httpSettings } from '../../../test/support/http-settings.ts';
import { askRaw, openRaw, readAll, sendRaw, splitAnswers } from '../../../test/support/raw-http.ts';
import type { HttpAnswer } from '../src/answer.ts';
import type { HttpRequest } from '../src/request.ts';
import { createHttpServer, type HttpServer, type Route } from '../src/server.ts';

/** More than anybody may send. */
const LARGE_BYTES = 5_000;

const say = (body: string, status = 200): HttpAnswer => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  body,
});

/** Repeats what it was asked, so that a test sees what arrived. */
const echo = (request: HttpRequest): HttpAnswer =>
  say(`${request.method} ${request.path} ${request.query} ${request.body.toString()}`);

const running: HttpServer[] = [];

async function start(
  handle: (request: HttpRequest) => HttpAnswer | Promise<HttpAnswer> = echo,
  admit?: Route['admit'],
) {
  const server = createHttpServer(
    httpSettings((fault, { path, query }) => {
      const bytes = fault.kind === 'body_too_large' ? ` ${fault.bytes}` : '';
      return say(`${fault.kind}${bytes} at ${path}?${query}`, 418);
    }),
  );
  server.route({ path: '/echo', methods: ['GET', 'POST'], handle });
  const large = { bodyBytes: LARGE_BYTES, ...(admit && { admit }) };
  server.route({ path: '/large', methods: ['POST'], handle, ...large });
  running.push(server);
  return server.listen('127.0.0.1', 0);
}

afterEach(async () => {
  for (const server of running.splice(0)) await server.close(100);
});

const post = (body: string): string =>
  `POST /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n` +
  `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** The first answer on a connection that stays open. */
async function firstAnswer(socket: Socket) {
  let heard = '';
  while (splitAnswers(heard).length === 0) heard += String((await once(socket, 'data'))[0]);
  return splitAnswers(heard);
}

const waiting = (path: string, bytes: number): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: ${bytes}\r\n\r\n`;

describe('a caller who waits with the body until it is wanted', () => {
  it('is asked for it, and answered', async () => {
    const socket = await openRaw(await start());
    socket.write(waiting('/echo', 2));
    expect(String((await once(socket, 'data'))[0])).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write('hi');
    expect(await firstAnswer(socket)).toMatchObject([{ status: 200, body: 'POST /echo  hi' }]);
    socket.destroy();
  });

  it.each([
    ['/echo', FREE_BYTES + 1, `body_too_large ${FREE_BYTES} at /echo?`],
    ['/large', LARGE_BYTES, 'not you'],
    ['/large', LARGE_BYTES + 1, `body_too_large ${LARGE_BYTES} at /large?`],
    ['/other', 10, 'path_unknown at /other?'],
  ])('is not asked where it is refused: %s with %d bytes', async (path, bytes, body) => {
    const admit = async (): Promise<HttpAnswer> => say('not you', 401);
    const heard = await sendRaw(await start(echo, admit), waiting(path, bytes));
    expect(heard).not.toContain('100 Continue');
    expect(splitAnswers(heard)).toMatchObject([{ body }]);
  });
});

describe('bodies', () => {
  it('are taken up to the bound', async () => {
    const { status, body } = await askRaw(await start(), post('x'.repeat(FREE_BYTES)));
    expect([status, body.length]).toEqual([200, 'POST /echo  '.length + FREE_BYTES]);
  });

  it('are refused one past the bound before any of it has come', async () => {
    const socket = await openRaw(await start());
    const answer = readAll(socket);
    socket.write(`POST /echo HTTP/1.1\r\nContent-Length: ${FREE_BYTES + 1}\r\n\r\n`);
    const [{ body, headers } = { body: '', headers: new Map() }] = await firstAnswer(socket);
    expect(body).toBe('body_too_large 1000 at /echo?');
    expect(headers.get('connection')).toBe('close');
    socket.destroy();
    await answer;
  });

  it('that come in crumbs are given room for what is kept besides each', async () => {
    const socket = await openRaw(await start());
    const answer = readAll(socket);
    socket.write('POST /large HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    socket.write('1\r\na\r\n'.repeat(1_000));
    const [{ body } = { body: '' }] = await firstAnswer(socket);
    expect(body).toBe('no_room at /large?');
    socket.destroy();
    await answer;
  });

  it('that do not say how large they are are refused once they are too large', async () => {
    const socket = await openRaw(await start());
    socket.write('POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n');
    socket.write(`${(FREE_BYTES + 1).toString(16)}\r\n${'x'.repeat(FREE_BYTES + 1)}\r\n`);
    const [{ body } = { body: '' }] = await firstAnswer(socket);
    expect(body).toBe('body_too_large 1000 at /echo?');
    socket.destroy();
  });

  it('have the bound of their route', async () => {
    const base = await start();
    const ask = async (bytes: number) =>
      (await fetch(`${base}/large`, { method: 'POST', body: 'x'.repeat(bytes) })).status;
    expect(await ask(LARGE_BYTES)).toBe(200);
    expect(await ask(LARGE_BYTES + 1)).toBe(418);
  });

  it('refused early wait for the answers before them', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const base = await start(async () => {
      await held;
      return say('first');
    });
    const socket = await openRaw(base);
    const answers = readAll(socket);
    const large = `POST /echo HTTP/1.1\r\nContent-Length: ${FREE_BYTES + 1}\r\n\r\n`;
    socket.write(`GET /echo HTTP/1.1\r\n\r\n${large}`);
    await fetch(`${base}/nowhere`);
    release();
    socket.end();
    expect(splitAnswers(await answers).map(({ status }) => status)).toEqual([200, 418]);
  });

  it('that are large, or do not say, come after the question who sends them', async () => {
    const asked: string[] = [];
    const base = await start(echo, async (request) => {
      const key = request.header('x-key');
      asked.push(`${request.body.length} ${key}`);
      return key === 'right' ? undefined : say('who are you?', 401);
    });
    const head = (key: string) => `POST /large HTTP/1.1\r\nX-Key: ${key}\r\n`;
    const length = `Content-Length: ${FREE_BYTES + 1}\r\n\r\n`;
    for (const announced of [length, 'Transfer-Encoding: chunked\r\n\r\n']) {
      const socket = await openRaw(base);
      socket.write(head('wrong') + announced);
      expect(await firstAnswer(socket)).toMatchObject([{ status: 401, body: 'who are you?' }]);
      socket.destroy();
    }
    const body = 'x'.repeat(FREE_BYTES + 1);
    expect(
      (await askRaw(base, `${head('right')}Connection: close\r\n${length}${body}`)).status,
    ).toBe(200);
    expect(asked).toEqual(['0 wrong', '0 wrong', '0 right']);
    const small = `${head('wrong')}Connection: close\r\nContent-Length: 1\r\n\r\nx`;
    expect((await askRaw(base, small)).status).toBe(200);
    expect(asked).toHaveLength(3);
  });

  describe('that wait for their rest', () => {
    const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`;
    const head = 'POST /large HTTP/1.1\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n';
    /** Whether there is room for 4,000 octets more. */
    const hasRoom = async (base: string): Promise<boolean> => {
      const { status, body } = await askRaw(base, `${head}${chunk(4_000)}0\r\n\r\n`);
      if (status === 200) return true;
      expect(body).toBe('no_room at /large?');
      return false;
    };
    const begin = async (base: string) => {
      const socket = await openRaw(base);
      socket.write(head + chunk(4_000));
      return socket;
    };

    it('are refused beyond what is held of all; a small one still has its own room', async () => {
      const base = await start();
      const first = await begin(base);
      await eventually('no room', async () => !(await hasRoom(base)));
      const { status } = await askRaw(base, post('x'.repeat(FREE_BYTES)));
      expect(status).toBe(200);
      first.destroy();
      await eventually('room', () => hasRoom(base));
    });

    it.each<[string, (base: string) => Promise<unknown>]>([
      ['answered', (base) => hasRoom(base)],
      [
        'met by a fault',
        (base) => askRaw(base, `${head}${chunk(4_000)}0\r\n\r\n`.replace('/large', '/large?throw')),
      ],
      ['too large', (base) => askRaw(base, head + chunk(4_000) + chunk(LARGE_BYTES))],
      ['malformed', (base) => sendRaw(base, `${head}${chunk(4_000)}zz\r\n`)],
      [
        'cut off',
        async (base) => {
          const socket = await begin(base);
          socket.end();
          await readAll(socket);
        },
      ],
    ])('leave their room when they are %s', async (_, end) => {
      const base = await start((request) => {
        if (request.query === 'throw') throw new Error('a bug');
        return echo(request);
      });
      for (let time = 0; time < 5; time += 1) await end(base);
      await eventually('room', () => hasRoom(base));
    });
  });

  it('that are cut off reach no handler', async () => {
    let calls = 0;
    const base = await start(() => say(String((calls += 1))));
    const socket = await openRaw(base);
    socket.write('POST /echo HTTP/1.1\r\nContent-Length: 10\r\n\r\nabc');
    socket.end();
    await readAll(socket);
    expect(await (await fetch(`${base}/echo`)).text()).toBe('1');
  });
});
