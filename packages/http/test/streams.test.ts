/** Answers and bodies that are never in memory as a whole. */
import { once } from 'node:events';
import { request as ask, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { httpSettings } from '../../../test/support/http-settings.ts';
import { openRaw, readAll, sendRaw, splitAnswers } from '../../../test/support/raw-http.ts';
import { pause, wallClock, type Clock } from '@paigham/base/clock.ts';
import { stepClock } from '../../../test/support/step-clock.ts';
import type { HttpAnswer } from '../src/answer.ts';
import type { Route } from '../src/dispatch.ts';
import { createHttpServer, type HttpServer } from '../src/server.ts';

const PLAIN = 'text/plain; charset=utf-8';
const say = (body: string, status = 200): HttpAnswer => ({ status, contentType: PLAIN, body });
const inPieces = (pieces: AsyncIterable<string>): HttpAnswer => ({ ...say(''), pieces });

const running: HttpServer[] = [];
const faults: string[] = [];

async function start(
  route: Omit<Route, 'path' | 'methods'> & Partial<Pick<Route, 'methods'>>,
  clock: Clock = wallClock,
  answerStallMs = 60_000,
) {
  const bodies = { freeBytes: 1_000_000, heldBytes: 8_000_000, heldBytesPerAddress: 8_000_000 };
  const server = createHttpServer(
    httpSettings(
      (fault) => {
        faults.push(fault.kind === 'unexpected' ? String(fault.error) : fault.kind);
        return say(fault.kind, 418);
      },
      { clock, bodies, answerStallMs },
    ),
  );
  server.route({ path: '/it', methods: ['GET', 'POST'], ...route });
  running.push(server);
  return { base: await server.listen('127.0.0.1', 0), server };
}

afterEach(async () => {
  faults.splice(0);
  for (const server of running.splice(0)) await server.close(100);
});

/** Pieces of 64 kB without end, and how many were asked for. */
function endless() {
  const seen = { asked: 0, ended: false };
  async function* pieces(): AsyncGenerator<string> {
    try {
      for (;;) {
        seen.asked += 1;
        yield 'x'.repeat(65_536);
        await new Promise(setImmediate);
      }
    } finally {
      seen.ended = true;
    }
  }
  return { seen, pieces };
}

const closing = (server: HttpServer): Promise<unknown> =>
  once(server.node, 'connection').then(([socket]) => once(socket as Socket, 'close'));

/** Within it a request has arrived on a busy machine, too. */
const STALL_MS = 1_000;

describe('an answer', () => {
  const get = 'GET /it HTTP/1.1\r\nHost: x\r\n\r\n';
  const large = 'x'.repeat(8 * 1024 * 1024);
  it('that nobody reads is cut, and what was written after it', async () => {
    const { base, server } = await start({ handle: () => say(large) }, wallClock, STALL_MS);
    const closed = closing(server);
    const socket = await openRaw(base);
    socket.pause();
    socket.write(get.repeat(3));
    await closed;
    socket.destroy();
  });

  it('that takes its time to be made is waited for', async () => {
    const handle = async (): Promise<HttpAnswer> => {
      await pause(wallClock, 2 * STALL_MS);
      return say('at last');
    };
    const { base } = await start({ handle }, wallClock, STALL_MS);
    expect(await (await fetch(`${base}/it`)).text()).toBe('at last');
  });
});

describe('an answer in pieces', () => {
  it('arrives whole, on a connection that goes on', async () => {
    async function* pieces(): AsyncGenerator<string> {
      yield 'پیغ';
      yield 'ام';
    }
    const { base } = await start({ handle: () => inPieces(pieces()) });
    const get = 'GET /it HTTP/1.1\r\nHost: x\r\n';
    const heard = await sendRaw(base, `${get}\r\n${get}Connection: close\r\n\r\n`);
    const answers = heard.split('HTTP/1.1 200').slice(1);
    expect(answers).toHaveLength(2);
    for (const answer of answers) {
      expect(answer).toMatch(/Transfer-Encoding: chunked/);
      expect(answer).not.toMatch(/Content-Length/);
      expect(answer).toMatch(/\r\n\r\n6\r\nپیغ\r\n4\r\nام\r\n0\r\n\r\n$/);
    }
  });

  it('is not made faster than it is read, and ends with the caller', async () => {
    const { seen, pieces } = endless();
    const { base } = await start({ handle: () => inPieces(pieces()) });
    const socket = await openRaw(base);
    socket.pause();
    socket.write('GET /it HTTP/1.1\r\nHost: x\r\n\r\n');
    let before = -1;
    await eventually('a halt', async () => {
      const halted = seen.asked === before && before > 0;
      before = seen.asked;
      await pause(wallClock, 50);
      return halted;
    });
    // What the kernel's buffers take, and not one piece after the other for ever.
    expect(seen.asked).toBeLessThan(500);
    expect(seen.ended).toBe(false);
    socket.destroy();
    await eventually('its end', () => seen.ended);
    expect(faults).toEqual([]);
  });

  it('that nobody reads is cut', async () => {
    const { seen, pieces } = endless();
    const { base } = await start({ handle: () => inPieces(pieces()) }, wallClock, STALL_MS);
    const socket = await openRaw(base);
    socket.pause();
    socket.write('GET /it HTTP/1.1\r\nHost: x\r\n\r\n');
    await eventually('its end', () => seen.ended);
    expect(faults).toEqual([]);
    socket.destroy();
  });

  it('that breaks in the middle is not taken for the whole', async () => {
    async function* pieces(): AsyncGenerator<string> {
      yield 'half';
      await pause(wallClock, 20);
      throw new Error('the store is gone');
    }
    const { base } = await start({ handle: () => inPieces(pieces()) });
    const heard = await sendRaw(base, 'GET /it HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(heard).not.toMatch(/\r\n0\r\n\r\n$/);
    expect(faults).toEqual(['Error: the store is gone']);
    await expect(fetch(`${base}/it`).then((it) => it.text())).rejects.toThrow('terminated');
  });

  describe('that lasts', () => {
    /** What it does when it is over, and a hand to end it early. */
    function lasting(isWhole: boolean, stallMs = 60_000) {
      const ended = new AbortController();
      const seen = { released: 0 };
      const release = (): void => void (seen.released += 1);
      return { ended, seen, of: { ended, isWhole, stallMs, release } };
    }
    const GET = 'GET /it HTTP/1.1\r\nHost: x\r\n\r\n';

    it('gives its place back when it is not written at all', async () => {
      const { seen, of } = lasting(true);
      const { seen: asked, pieces } = endless();
      const handle = () => ({ ...inPieces(pieces()), lasting: of });
      const { base } = await start({ handle, methods: 'any' });
      expect((await fetch(`${base}/it`, { method: 'HEAD' })).status).toBe(200);
      await eventually('its end', () => seen.released === 1);
      expect(asked.asked).toBe(0);
    });

    it('gives it back when its caller has gone before the first piece', async () => {
      const { seen, of } = lasting(true);
      const held = Promise.withResolvers<void>();
      const handle = async () => {
        await held.promise;
        return { ...inPieces(endless().pieces()), lasting: of };
      };
      const { base, server } = await start({ handle });
      const closed = closing(server);
      const socket = await openRaw(base);
      socket.write(GET);
      socket.destroy();
      await closed;
      held.resolve();
      await eventually('its end', () => seen.released === 1);
    });

    it.each([
      [true, 'cut'],
      [false, 'ended'],
    ])('may end early: a whole (%s) is %s', async (isWhole) => {
      const { ended, seen, of } = lasting(isWhole);
      async function* pieces(): AsyncGenerator<string> {
        yield 'half';
        await pause(wallClock, 20);
        ended.abort();
        yield 'secret';
      }
      const { base } = await start({ handle: () => ({ ...inPieces(pieces()), lasting: of }) });
      const heard = await sendRaw(base, GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
      expect(heard).toContain('half');
      expect(heard).not.toContain('secret');
      expect(heard.endsWith('\r\n0\r\n\r\n')).toBe(!isWhole);
      expect(seen.released).toBe(1);
      expect(faults).toEqual([]);
    });

    it.each(['is not read for too long', 'is ended while nobody reads it'])(
      'is cut when it %s',
      async (how) => {
        const stalls = how.startsWith('is not');
        const { ended, seen, of } = lasting(true, stalls ? 100 : 60_000);
        const { seen: asked, pieces } = endless();
        const { base } = await start({ handle: () => ({ ...inPieces(pieces()), lasting: of }) });
        const socket = await openRaw(base);
        socket.pause();
        socket.write(GET);
        await eventually('a beginning', () => asked.asked > 0);
        if (!stalls) ended.abort();
        await eventually('its end', () => seen.released === 1 && asked.ended);
        socket.destroy();
      },
    );
  });

  it('does not hold up a stop beyond its grace', async () => {
    const { seen, pieces } = endless();
    const { base, server } = await start({ handle: () => inPieces(pieces()) });
    const socket = await openRaw(base);
    const heard = readAll(socket);
    socket.write('GET /it HTTP/1.1\r\nHost: x\r\n\r\n');
    await eventually('a beginning', () => seen.asked > 1);
    await server.close(50);
    await heard;
    await eventually('its end', () => seen.ended);
  });
});

/** A connection of a caller who goes on writing when the other side says no more. */
async function openHalf(base: string): Promise<Socket> {
  const { hostname, port } = new URL(base);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  await once(socket, 'connect');
  return socket;
}

describe('a body that is taken as it comes', () => {
  const takesStream = () => true;

  it('may be larger than one that is read whole', async () => {
    let bytes = 0;
    const { base } = await start({
      takesStream,
      async handle({ incoming, body }) {
        for await (const chunk of incoming ?? []) bytes += chunk.length;
        return say(`${body.length} ${bytes}`);
      },
    });
    const response = await fetch(`${base}/it`, { method: 'POST', body: 'x'.repeat(3_000_000) });
    expect(await response.text()).toBe('0 3000000');
    expect(response.headers.get('connection')).not.toBe('close');
  });

  it.each([
    [true, '2', true],
    [false, 'no', false],
  ])('is asked for when it is read: %j', async (isRead, body, isAsked) => {
    const { base } = await start({
      takesStream,
      async handle({ incoming }) {
        let bytes = 0;
        if (!isRead) return say('no');
        for await (const chunk of incoming ?? []) bytes += chunk.length;
        return say(String(bytes));
      },
    });
    const head = 'POST /it HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n';
    const socket = await openHalf(base);
    const heard = readAll(socket);
    socket.write(`${head}Expect: 100-continue\r\n\r\n`);
    if (isRead) await once(socket, 'data');
    socket.end(isRead ? 'hi' : '');
    expect(await heard).toMatch(new RegExp(`\\r\\n\\r\\n${body}$`));
    expect((await heard).includes('100 Continue')).toBe(isAsked);
  });

  it.each(['at once', 'after a look'])(
    'may be refused %s, and the answer is read',
    async (when) => {
      const { base } = await start({
        takesStream,
        async handle({ incoming }) {
          if (when === 'after a look') for await (const chunk of incoming ?? []) if (chunk) break;
          return say('no', 403);
        },
      });
      const { port } = new URL(base);
      const asked = ask({ port, path: '/it', method: 'POST', agent: false });
      const answered = once(asked, 'response');
      for (let sent = 0; sent < 50; sent += 1) asked.write('x'.repeat(65_536));
      const [response] = (await answered) as [IncomingMessage];
      response.resume();
      expect(response.statusCode).toBe(403);
      expect(response.headers).toMatchObject({ connection: 'close' });
      asked.on('error', () => undefined).destroy();
    },
  );

  it('may be refused while it comes: the connection stays until its writer ends', async () => {
    const { base } = await start({ takesStream, handle: () => say('no', 403) });
    const socket = await openHalf(base);
    let heard = '';
    socket.on('data', (chunk: Buffer) => void (heard += chunk.toString()));
    const closed = once(socket, 'close').then(() => 'closed');
    socket.write('POST /it HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n');
    await eventually('the answer', () => heard.endsWith('no'));
    for (let sent = 0; sent < 9; sent += 1) {
      const written = new Promise((resolve) => socket.write('x'.repeat(100_000), resolve));
      expect(await Promise.race([written, closed])).not.toBe('closed');
    }
    socket.end('x'.repeat(100_000));
    expect(await closed).toBe('closed');
    expect(splitAnswers(heard)).toMatchObject([{ status: 403, body: 'no' }]);
  });

  it('is not waited for when the answer is there: the connection is cut', async () => {
    const clock = stepClock();
    const { base } = await start({ takesStream, handle: () => say('no', 403) }, clock);
    const socket = await openHalf(base);
    const heard = readAll(socket);
    socket.write('POST /it HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nx');
    await eventually('the wait', () => clock.pendingTimers() > 0);
    clock.advance(10_000);
    await eventually('the cut', () => {
      if (!socket.destroyed) socket.write('x');
      return socket.destroyed;
    });
    expect(splitAnswers(await heard)).toMatchObject([{ status: 403, body: 'no' }]);
  });
});

it('a body that is read whole has a minute', async () => {
  const clock = stepClock();
  const { base } = await start({ handle: ({ body }) => say(body.toString()) }, clock);
  const socket = await openRaw(base);
  const heard = readAll(socket);
  socket.write('POST /it HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nx');
  await eventually('the wait', () => clock.pendingTimers() > 0);
  clock.advance(59_999);
  expect(faults).toEqual([]);
  clock.advance(1);
  await eventually('the answer', () => faults.length > 0);
  clock.advance(10_000);
  const [answer] = splitAnswers(await heard);
  expect([answer?.body, answer?.headers.get('connection')]).toEqual(['too_slow', 'close']);
});
