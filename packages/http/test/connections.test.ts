import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { startWebSite, type WebSite } from '../../../test/support/web-site.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { stepClock } from '../../../test/support/step-clock.ts';
import {
  openConnections,
  type HttpCall,
  type HttpConnections,
  type HttpConnectionsSettings,
} from '../src/connections.ts';

const HOST = '127.0.0.1';
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function site(answer: RequestListener): Promise<WebSite> {
  const started = await startWebSite({ host: HOST, answer });
  closers.push(() => started.close());
  return started;
}

function to(port: number, other: Partial<HttpConnectionsSettings> = {}): HttpConnections {
  const origin = `http://${HOST}:${port}`;
  const connections = openConnections({
    ...{ origin, most: 2, connectMs: 5_000, clock: wallClock },
    ...other,
  });
  closers.push(() => connections.close());
  return connections;
}

const post: HttpCall = {
  method: 'POST',
  path: '/messages',
  headers: { 'content-type': 'application/json' },
  body: '{}',
  timeoutMs: 10_000,
  mostBytes: 1_000,
};

type HeardCall = Pick<IncomingMessage, 'method' | 'headers'> & { readonly body: string };

/** A site that answers when it has read a call to its end. */
function hearing(answer: (call: HeardCall, response: ServerResponse) => void): Promise<WebSite> {
  return site((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const { method, headers } = request;
      answer({ method: method ?? '', headers, body: Buffer.concat(chunks).toString() }, response);
    });
  });
}

describe('a call', () => {
  it('is answered with status, headers and octets', async () => {
    const { port } = await hearing(({ method, body }, response) => {
      response.writeHead(201, { 'retry-after': '7' }).end(`${method} ${body}`);
    });
    let left = 0;
    const reply = await to(port).call({ ...post, onLeave: () => void (left += 1) });
    if (reply.kind !== 'answered') throw new Error(reply.why);
    expect(reply.status).toBe(201);
    expect(reply.header('retry-after')).toBe('7');
    expect(reply.header('x-none')).toBeUndefined();
    expect(reply.body.toString()).toBe('POST {}');
    expect(left).toBe(1);
  });

  it('writes octets that come bit by bit, with their number', async () => {
    const heard: string[] = [];
    const { port } = await hearing(({ body, headers }, response) => {
      heard.push(body, String(headers['content-length']), String(headers['transfer-encoding']));
      response.end();
    });
    async function* chunks() {
      yield Buffer.from('ab');
      yield await Promise.resolve(Buffer.from('cde'));
    }
    const reply = await to(port).call({ ...post, body: { bytes: 5, chunks: chunks() } });
    expect(reply.kind).toBe('answered');
    expect(heard).toEqual(['abcde', '5', 'undefined']);
  });

  it('is lost when its octets cannot be had any more', async () => {
    const { port } = await hearing((_, response) => response.end());
    async function* chunks() {
      yield Buffer.from('ab');
      throw await Promise.resolve(new Error('the store is away'));
    }
    const reply = await to(port).call({ ...post, body: { bytes: 5, chunks: chunks() } });
    expect(reply.kind).toBe('lost');
  });

  it('follows no redirect', async () => {
    const { port, paths } = await site((_, response) => {
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect(await to(port).call(post)).toMatchObject({ kind: 'answered', status: 302 });
    expect(paths).toEqual(['/messages']);
  });

  it('goes over a connection that stands, and no more than so many are opened', async () => {
    const open: ServerResponse[] = [];
    const world = await site((_, response) => void open.push(response));
    const connections = to(world.port);
    const first = [1, 2, 3].map(() => connections.call(post));
    await eventually('two calls', () => open.length === 2);
    open[0]?.end();
    await eventually('the third call', () => open.length === 3);
    for (const response of open) response.end();
    expect((await Promise.all(first)).map(({ kind }) => kind)).toEqual([
      'answered',
      'answered',
      'answered',
    ]);
    expect(world.connections()).toBe(2);
  });
});

describe('a call that was not written', () => {
  it('is unsent when nobody listens', async () => {
    const server = createServer().listen(0, HOST);
    await eventually('it listens', () => server.listening);
    const { port } = server.address() as { port: number };
    server.close();
    await eventually('it is closed', () => !server.listening);
    const reply = await to(port).call(post);
    expect(reply).toEqual({ kind: 'unsent', why: 'ECONNREFUSED' });
  });

  it('is unsent when its time is over before a connection is free', async () => {
    const world = await site(({ url }, response) => {
      if (url === '/third') response.end();
    });
    const clock = stepClock();
    const connections = to(world.port, { most: 1, clock });
    void connections.call({ ...post, timeoutMs: 60_000 });
    await eventually('the first call', () => world.paths.length === 1);
    const second = connections.call({ ...post, path: '/second', timeoutMs: 10 });
    clock.advance(10);
    expect(await second).toEqual({ kind: 'unsent', why: 'no answer in 10 ms' });
    clock.advance(60_000);
    expect((await connections.call({ ...post, path: '/third' })).kind).toBe('answered');
    expect(world.paths).toEqual(['/messages', '/third']);
  });

  it('is unsent when the certificate is not believed', async () => {
    const folder = join(import.meta.dirname, '../../../test/support/tls');
    const tls = {
      key: readFileSync(join(folder, 'key.pem'), 'utf8'),
      cert: readFileSync(join(folder, 'certificate.pem'), 'utf8'),
    };
    const world = await startWebSite({ host: HOST, answer: (_, it) => it.end(), tls });
    closers.push(() => world.close());
    const reply = await to(0, { origin: `https://${HOST}:${world.port}` }).call(post);
    expect(reply.kind).toBe('unsent');
    expect(world.paths).toEqual([]);
  });
});

describe('a call that was written', () => {
  it('is lost when the answer does not come in time', async () => {
    const world = await site(() => undefined);
    const clock = stepClock();
    const reply = to(world.port, { clock }).call({ ...post, timeoutMs: 30_000 });
    await eventually('the call', () => world.paths.length === 1);
    clock.advance(30_000);
    expect(await reply).toEqual({ kind: 'lost', why: 'no answer in 30000 ms' });
    expect(clock.pendingTimers()).toBe(0);
  });

  it('is lost when the connection breaks, and is not repeated', async () => {
    const world = await site(({ socket }) => socket.destroy());
    expect((await to(world.port).call(post)).kind).toBe('lost');
    expect(world.paths).toEqual(['/messages']);
  });

  it('is lost when the answer breaks off', async () => {
    const world = await site((_, response) => {
      response.writeHead(200, { 'content-length': 10 }).write('abc', () => response.destroy());
    });
    expect((await to(world.port).call(post)).kind).toBe('lost');
  });

  it.each([
    [1_000, 'answered'],
    [1_001, 'lost'],
  ])('with an answer of %i octets is %s', async (bytes, kind) => {
    const world = await site((_, response) => response.end('x'.repeat(bytes)));
    expect((await to(world.port).call(post)).kind).toBe(kind);
  });

  it('is lost when the connections are ended', async () => {
    const world = await site(() => undefined);
    const connections = to(world.port);
    const reply = connections.call(post);
    await eventually('the call', () => world.paths.length === 1);
    await connections.close();
    expect((await reply).kind).toBe('lost');
    expect((await connections.call(post)).kind).toBe('unsent');
  });
});
