import { describe, expect, it } from 'vitest';
import { makeHttpRequest } from '../../../test/support/http-request.ts';
import { limit } from '../../domain/limits.ts';
import { stepClock } from '../../../test/support/step-clock.ts';
import { createTlsAsk } from './tls-ask.ts';

function open() {
  const clock = stepClock();
  const route = createTlsAsk({
    clock,
    trustedProxies: ['10.0.0.0/8'],
    isServed: (host) => host === 'messages.roshan.example',
  });
  const ask = async (query: string, from = '127.0.0.1', headers = {}): Promise<number> => {
    const answer = await route.handle(makeHttpRequest({ query, from, headers }));
    return answer.status;
  };
  return { clock, ask };
}

const KNOWN = 'domain=messages.roshan.example';

describe('/internal/tls-ask', () => {
  it.each([
    [KNOWN, 200],
    ['domain=Messages.Roshan.Example.', 200],
    ['domain=other.example', 404],
    ['domain=127.0.0.1', 404],
    ['domain=%00', 404],
    ['', 404],
  ])('%j: %i', async (query, status) => {
    expect(await open().ask(query)).toBe(status);
  });

  it('answers this machine and trusted proxies, and nobody else', async () => {
    const { ask } = open();
    expect(await ask(KNOWN, '10.1.2.3')).toBe(200);
    expect(await ask(KNOWN, '::1')).toBe(200);
    expect(await ask(KNOWN, '203.0.113.7')).toBe(403);
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip']) {
      expect(await ask(KNOWN, '127.0.0.1', { [name]: '203.0.113.7' })).toBe(403);
    }
  });

  it('answers a limited number of questions a minute', async () => {
    const { ask, clock } = open();
    for (let asked = 0; asked < limit('tlsAsksPerMinute'); asked += 1)
      await ask('domain=x.example');
    expect(await ask(KNOWN)).toBe(429);
    clock.advance(60_000);
    expect(await ask(KNOWN)).toBe(200);
  });
});
