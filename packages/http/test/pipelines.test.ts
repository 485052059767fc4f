import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { httpSettings } from '../../../test/support/http-settings.ts';
import { openRaw, sendRaw, splitAnswers } from '../../../test/support/raw-http.ts';
import type { HttpAnswer } from '../src/answer.ts';
import { createHttpServer, type HttpServer, type Route } from '../src/server.ts';

const say = (body: string, status = 200): HttpAnswer => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  body,
});

const running: HttpServer[] = [];
const faults: string[] = [];

async function start(handle: Route['handle']) {
  const server = createHttpServer(
    httpSettings((fault) => {
      faults.push(fault.kind);
      return say(fault.kind, 418);
    }),
  );
  server.route({ path: '/it', methods: ['GET'], handle });
  running.push(server);
  return server.listen('127.0.0.1', 0);
}

afterEach(async () => {
  faults.splice(0);
  for (const server of running.splice(0)) await server.close(100);
});

describe('requests written without waiting for answers', () => {
  it('are served up to the bound; one past it is told and ends the connection', async () => {
    let served = 0;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const handle = async (): Promise<HttpAnswer> => {
      served += 1;
      await held;
      return say('served');
    };
    const base = await start(handle);
    const answers = sendRaw(base, 'GET /it HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(12));
    await eventually('all at work', () => served === 10);
    release();
    const statuses = splitAnswers(await answers).map(({ status }) => status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 418]);
    expect([served, faults[0]]).toEqual([10, 'no_room']);
  });

  it('may come for ever when each has its answer', async () => {
    const base = await start(() => say('served'));
    const get = 'GET /it HTTP/1.1\r\nHost: x\r\n\r\n';
    const socket = await openRaw(base);
    for (let time = 0; time < 30; time += 1) {
      socket.write(get);
      await once(socket, 'data');
    }
    socket.destroy();
    expect(faults).toEqual([]);
  });

  it('are not served behind an answer that ends the connection', async () => {
    let served = 0;
    const base = await start(() => {
      served += 1;
      return say('served');
    });
    const announced = 'GET /it HTTP/1.1\r\nHost: x\r\nContent-Length: 70000\r\n\r\n';
    const socket = await openRaw(base);
    socket.write(announced);
    await once(socket, 'data');
    const closed = once(socket, 'close');
    socket.end(`${'x'.repeat(70_000)}GET /it HTTP/1.1\r\nHost: x\r\n\r\n`);
    await closed;
    expect(served).toBe(1);
  });

  it('are all answered when the server stops after they have come', async () => {
    let served = 0;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const base = await start(async () => {
      served += 1;
      await held;
      return say('served');
    });
    const answers = sendRaw(base, 'GET /it HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(8));
    await eventually('all at work', () => served === 8);
    const [server] = running.splice(0);
    const closed = server?.close(5_000);
    release();
    expect(splitAnswers(await answers).map(({ status }) => status)).toEqual(Array(8).fill(200));
    await closed;
  });
});
