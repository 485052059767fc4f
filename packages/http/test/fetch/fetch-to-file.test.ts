import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../test/support/eventually.ts';
import {
  CSV,
  expectRefused,
  get,
  link,
  outside,
  world,
} from '../../../../test/support/fetching.ts';
import { limits, OUTSIDE, redirect } from '../../../../test/support/outside.ts';
import { stepClock } from '../../../../test/support/step-clock.ts';

describe('a link', () => {
  it('is saved in a file of its own that others cannot read', async () => {
    await world();
    const outcome = await get();
    if (outcome.kind !== 'fetched') throw new Error(outcome.reason);
    expect(readFileSync(outcome.file, 'utf8')).toBe(CSV);
    expect(outcome.bytes).toBe(CSV.length);
    expect(statSync(outcome.file).mode & 0o777).toBe(0o600);
  });

  it('is fetched over TLS under its name', async () => {
    await world();
    expect(await get(`https://files.example:${outside.secure.port}/x`)).toMatchObject({
      kind: 'fetched',
    });
  });

  it('is not fetched from somebody whose certificate has another name', async () => {
    await world();
    await expectRefused('tls', `https://other.example:${outside.secure.port}/x`);
    expect(outside.secure.paths).toEqual([]);
  });

  it('is followed through redirects to a file', async () => {
    await world(({ url }, to) => (url === '/end' ? to.end(CSV) : redirect(to, '/end')));
    expect(await get()).toMatchObject({ kind: 'fetched', bytes: CSV.length });
    expect(outside.public.paths).toEqual(['/list.csv', '/end']);
  });

  it('carries no sign of who sent it', async () => {
    let seen: object = {};
    await world((request, to) => {
      seen = request.headers;
      to.end(CSV);
    });
    await get();
    expect(Object.keys(seen).toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
  });
});

describe('an answer that costs too much', () => {
  const flood = (to: ServerResponse): void => {
    const more = (): void => {
      while (to.writable && to.write(Buffer.alloc(10_000)));
      to.once('drain', more);
    };
    more();
  };

  it('is cut when it never ends', async () => {
    await world((_, to) => flood(to));
    await expectRefused('too_large');
  });

  it('is not begun when it says that it is too long', async () => {
    await world((_, to) => to.writeHead(200, { 'content-length': 10_000_000_000 }).write('x'));
    await expectRefused('too_large');
  });

  it.each([
    [limits.bytes, 'fetched'],
    [limits.bytes + 1, 'refused'],
  ])('of %i bytes is %s', async (bytes, kind) => {
    await world((_, to) => to.end(Buffer.alloc(bytes, 'a')));
    expect(await get()).toMatchObject({ kind });
  });

  it.each([
    [limits.unpackedBytes, 'fetched'],
    [limits.unpackedBytes + 1, 'refused'],
  ])('of %i bytes when it is unpacked is %s', async (bytes, kind) => {
    const packed = gzipSync(Buffer.alloc(bytes, 'a'));
    await world((_, to) => to.writeHead(200, { 'content-encoding': 'gzip' }).end(packed));
    expect(await get()).toMatchObject({ kind });
  });

  it('is cut when it unpacks into a thousandfold', async () => {
    const packed = brotliCompressSync(Buffer.alloc(50_000_000), {
      params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
    });
    await world((_, to) => to.writeHead(200, { 'content-encoding': 'br' }).end(packed));
    await expectRefused('too_large');
  });

  it('is left after so many redirects', async () => {
    await world((_, to) => redirect(to, '/round'));
    await expectRefused('redirect');
    expect(outside.public.paths).toHaveLength(limits.redirects + 1);
  });
});

describe('an answer that takes too long', () => {
  /** Waits until the site was asked, then moves the clock, and gives what became of it. */
  async function stepped(ms: number, address = link()) {
    const clock = stepClock();
    const outcome = get(address, { clock });
    await eventually('the request came', () => outside.public.paths.length > 0);
    await clock.advanceAsync(ms);
    return { outcome: await outcome, clock };
  }

  it('is given up when nothing comes', async () => {
    await world(() => undefined);
    const { outcome, clock } = await stepped(limits.answerMs);
    expect(outcome).toEqual({ kind: 'refused', reason: 'timed_out' });
    expect(clock.pendingTimers()).toBe(0);
  });

  it('is given up when it comes in drips', async () => {
    await world((_, to) => to.write('9'));
    const clock = stepClock();
    const outcome = get(link(), { clock });
    await eventually('the drip is there', () => readdirSync(outside.options.folder).length > 0);
    await clock.advanceAsync(limits.paceMs);
    expect(await outcome).toEqual({ kind: 'refused', reason: 'too_slow' });
    expect(readdirSync(outside.options.folder)).toEqual([]);
  });

  it('is given up when nobody takes the connection', async () => {
    await world();
    const silent = createServer((socket) => socket.pause()).listen(0, OUTSIDE);
    await eventually('it listens', () => silent.listening);
    const { port } = silent.address() as { port: number };
    const clock = stepClock();
    const outcome = get(`https://files.example:${port}/`, { clock });
    await eventually('it was asked for', () => outside.names.asked.length >= 2);
    await clock.advanceAsync(limits.connectMs);
    expect(await outcome).toEqual({ kind: 'refused', reason: 'timed_out' });
    silent.close();
  });

  it('is given up while the name server says nothing', async () => {
    await world();
    const clock = stepClock();
    const outcome = get(link(), {
      clock,
      resolve: (_, signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    });
    await clock.advanceAsync(limits.connectMs);
    expect(await outcome).toEqual({ kind: 'refused', reason: 'timed_out' });
  });
});

describe('a fetch that nobody waits for any more', () => {
  it('ends while the answer comes, and leaves no file', async () => {
    const aborting = new AbortController();
    await world((_, to) => {
      to.write('Mobile,Text\n');
      aborting.abort();
    });
    expect(await get(link(), { signal: aborting.signal })).toMatchObject({ kind: 'refused' });
    expect(readdirSync(outside.options.folder)).toEqual([]);
  });

  it('does not begin when that was known before', async () => {
    await world();
    const outcome = await get(link(), { signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ kind: 'refused' });
    expect(outside.public.connections()).toBe(0);
  });
});

describe('an answer that is no file', () => {
  it.each(['<!doctype html><html>', '\n\n <html>', '\u{feff}<HTML>'])(
    'is a web page: %j',
    async (page) => {
      await world((_, to) => to.writeHead(200, { 'content-type': 'text/html' }).end(page));
      await expectRefused('web_page');
    },
  );

  it('is taken when only its type says page', async () => {
    await world((_, to) => to.writeHead(200, { 'content-type': 'text/html' }).end(CSV));
    expect(await get()).toMatchObject({ kind: 'fetched', bytes: CSV.length });
  });

  it.each([400, 401, 403, 404, 500, 304])('status %i', async (status) => {
    await world((_, to) => to.writeHead(status).end());
    expect(await get()).toEqual({ kind: 'refused', reason: 'status', status });
  });

  it('is a part of one', async () => {
    const range = { 'content-range': `bytes 0-${CSV.length - 1}/10000` };
    await world((_, to) => to.writeHead(206, range).end(CSV));
    await expectRefused('status');
  });

  it.each(['gzip', 'deflate', 'br'] as const)('is %s that breaks off', async (packing) => {
    const pack = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }[packing];
    const packed = pack(Buffer.from(CSV.repeat(1_000)));
    await world((_, to) => {
      to.writeHead(200, { 'content-encoding': packing }).end(packed.subarray(0, -9));
    });
    await expectRefused('broken');
  });

  it('is shorter than it says', async () => {
    await world((_, to) => {
      to.writeHead(200, { 'content-length': 100 }).write(CSV, () => to.destroy());
    });
    await expectRefused('broken');
  });

  it('is packed in a way that is not known', async () => {
    await world((_, to) => to.writeHead(200, { 'content-encoding': 'zstd' }).end(CSV));
    await expectRefused('encoding');
  });

  it('says it is packed, and is not', async () => {
    await world((_, to) => to.writeHead(200, { 'content-encoding': 'gzip' }).end(CSV));
    await expectRefused('broken');
  });
});
