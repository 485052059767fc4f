/** Debian's nginx and Caddy with the files of deploy/: what they pass on, cut and hide. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOKEN_PATH } from '../../src/features/short-links/open-link.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { PROXIES, startProxy, whyNo, type Proxy } from './proxies.ts';

let paigham: Paigham;
let shop: Shop;
/** May call `/v1` from 127.0.0.2 alone. */
let listed: Shop;
const running: { stop(): unknown }[] = [];

beforeAll(async () => {
  paigham = await startPaigham({ config: { trustedProxies: ['127.0.0.1'] } });
  shop = await openShop(paigham.world, { rupees: '100' });
  listed = await openShop(paigham.world, { rupees: '10', settings: { ipList: ['127.0.0.2'] } });
});
afterAll(async () => {
  for (const it of running.splice(0).toReversed()) await it.stop();
});

const balance = ({ apiKey }: Shop): string => `/api/balance.php?api_key=${apiKey}`;

/** A file of this many octets, to be worked on behind its answer. */
async function upload(octets: number) {
  const row = `923001234567,Ali,${'x'.repeat(980)}\n`;
  const form = new FormData();
  const fields = { sender: shop.senders.shortCode, template_id: String(shop.transactional) };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('message', '{"text":"Dear #B#"}');
  form.set('file', new Blob([row.repeat(Math.ceil(octets / row.length))]), 'people.csv');
  const encoded = new Response(form);
  return {
    path: '/v1/batches?async=1',
    method: 'POST',
    headers: {
      Authorization: `Bearer ${shop.apiKey}`,
      'Content-Type': encoded.headers.get('content-type') ?? '',
    },
    body: new Uint8Array(await encoded.arrayBuffer()),
  };
}

/** Stands in for the service; at which port. */
async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  running.push({ stop: () => server.close().closeAllConnections() });
  return (server.address() as AddressInfo).port;
}

const MEGABYTE = 1024 * 1024;

describe.each(PROXIES)('%s', (name) => {
  const reason = whyNo(name);
  if (reason !== undefined) console.warn(`judge skipped: ${reason}`);
  let proxy: Proxy;
  beforeAll(async () => {
    if (reason !== undefined) return;
    proxy = await startProxy(name, Number(new URL(paigham.baseUrl).port));
    running.push(proxy);
  });

  it.skipIf(reason !== undefined)('passes files of 20 MB on', async () => {
    const answer = await proxy.ask(await upload(20 * MEGABYTE));
    expect(answer).toMatchObject({ status: 202, text: expect.stringContaining('"id"') as string });
  });

  it.skipIf(reason !== undefined)('leaves it to the service to refuse a large body', async () => {
    const body = new Uint8Array(16 * MEGABYTE + 10).fill(97);
    const answer = await proxy.ask({ path: '/api/sms.php', method: 'POST', body });
    expect(answer).toMatchObject({
      status: 413,
      text: expect.stringMatching(/^12 : Invalid request: the body is larger than/) as string,
    });
  });

  it.skipIf(reason !== undefined)('tells the service who calls, whatever callers say', async () => {
    const key = { Authorization: `Bearer ${listed.apiKey}` };
    const forged = { ...key, 'X-Forwarded-For': '127.0.0.2', 'X-Real-IP': '127.0.0.2' };
    for (const headers of [key, forged]) {
      const from = async (address: string): Promise<number> =>
        (await proxy.ask({ path: '/v1/balance', headers, from: address })).status;
      expect([await from('127.0.0.2'), await from('127.0.0.3')]).toEqual([200, 403]);
    }
  });

  it.skipIf(reason !== undefined)('hides what is for this machine', async () => {
    const hidden = ['/metrics', '//metrics', '/%6detrics', '/x/../metrics', '/metrics?a=1'];
    const inside = ['/internal/tls-ask?domain=sms.example', '/internal', '/./internal/tls-ask'];
    for (const path of [...hidden, ...inside]) {
      expect({ path, ...(await proxy.ask({ path })) }).toMatchObject({ path, status: 404 });
    }
    expect((await proxy.ask({ path: '/healthz' })).text).toBe('alive\n');
  });

  it.skipIf(reason !== undefined)('refuses plain HTTP in words', async () => {
    const answer = await proxy.askInTheClear({ path: balance(shop) });
    expect(answer).toMatchObject({ status: 403, text: expect.stringMatching(/^12 : /) as string });
  });

  it.skipIf(reason !== undefined)('passes events on as they happen', async () => {
    const endless = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/event-stream');
      response.write('data: 1\n\n');
    });
    const streaming = await startProxy(name, await listen(endless));
    running.push(streaming);
    for (const path of ['/v1/events?after=1', '/v1/staff/stream']) {
      expect((await streaming.ask({ path, firstPiece: true })).text).toBe('data: 1\n\n');
    }
  });

  it.skipIf(reason !== undefined)('waits two minutes for an answer', async () => {
    // Minutes are two seconds here, in the file and for the service that takes its time.
    const slow = createServer((_, response) => {
      wallClock.setTimer(120_000 / 30, () => response.end('at last'));
    });
    const hurried = await startProxy(name, await listen(slow), 30);
    running.push(hurried);
    expect(await hurried.ask({ path: '/' })).toEqual({ status: 200, text: 'at last' });
  });
});

// Certificates are made on demand by Caddy alone, after this look.
it.skipIf(whyNo('caddy') !== undefined)(
  'caddy lets the service see in the clear that a domain for short links leads here',
  async () => {
    const proxy = await startProxy('caddy', Number(new URL(paigham.baseUrl).port));
    running.push(proxy);
    const answer = await proxy.askInTheClear({ path: TOKEN_PATH });
    expect(answer).toMatchObject({ status: 404, text: expect.stringContaining('Invalid path') });
  },
);
