import { describe, expect, it } from 'vitest';
import { wallClock } from '@paigham/base/clock.ts';
import type { HttpAnswer } from '../src/answer.ts';
import { createHttpServer } from '../src/server.ts';

const say = (body: string): HttpAnswer => ({ status: 200, contentType: 'text/plain', body });

async function ask(url: string, remoteAddress: string, proxiesAlone = true): Promise<string> {
  const server = createHttpServer({
    clock: wallClock,
    headerBytes: 2_048,
    bodies: { freeBytes: 1_000, heldBytes: 10_000, heldBytesPerAddress: 10_000 },
    longestBodyMs: 60_000,
    answerStallMs: 60_000,
    pipelinedRequests: 10,
    connections: 20,
    connectionsPerAddress: 10,
    trustedProxies: ['10.1.2.0/24'],
    proxiesAlone,
    answerFault: ({ kind }) => say(kind),
  });
  server.route({ path: '/send', methods: ['GET'], handle: () => say('served') });
  server.route({ path: '/alive', methods: ['GET'], inTheClear: true, handle: () => say('alive') });
  // Whoever calls comes from this machine: the server is told otherwise.
  server.node.prependListener('connection', (socket) => {
    Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
  });
  const base = await server.listen('127.0.0.1', 0);
  const answer = await fetch(`${base}${url}`);
  const text = await answer.text();
  await server.close(0);
  return text;
}

describe('a server for proxies alone', () => {
  it.each([
    ['a proxy', '10.1.2.3', 'served'],
    ['a proxy, in IPv6 clothes', '::ffff:10.1.2.3', 'served'],
    ['this machine', '127.0.0.1', 'served'],
    ['somebody who comes past the proxies', '10.1.3.1', 'request_unencrypted'],
  ])('answers %s (%s): %s', async (_, from, answer) => {
    expect(await ask('/send', from)).toBe(answer);
  });

  it('shows a stranger neither which paths there are nor anything but its health', async () => {
    expect(await ask('/nothing', '10.1.3.1')).toBe('request_unencrypted');
    expect(await ask('/alive', '10.1.3.1')).toBe('alive');
  });

  it('is what only production is', async () => {
    expect(await ask('/send', '10.1.3.1', false)).toBe('served');
  });
});
