import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import type { Names } from '../../../test/support/name-server.ts';
import {
  INSIDE,
  limits,
  type Outside,
  OUTSIDE,
  startOutside,
} from '../../../test/support/outside.ts';
import { stepClock } from '../clock.ts';
import { publicAddresses } from './address-policy.ts';
import { fetchToFile, type FetchOptions } from './fetch-to-file.ts';
import { type FetchReason, toldOf } from './outcome.ts';

const CSV = '923001234567,Ali\n';

let outside: Outside;
afterEach(() => outside.close());

const always: Names = () => [OUTSIDE];

async function world(
  answer: RequestListener = (_, to) => to.end(CSV),
  names: Names = always,
): Promise<Outside> {
  outside = await startOutside(names, answer);
  return outside;
}

const link = (path = '/list.csv'): string => `http://files.example:${outside.port}${path}`;

const get = (address = link(), other: Partial<FetchOptions> = {}) =>
  fetchToFile(address, { ...outside.options, ...other });

/** Refused for this reason, and nothing is left in the folder. */
async function expectRefused(reason: FetchReason, address = link()): Promise<void> {
  expect(await get(address)).toEqual({ kind: 'refused', reason });
  expect(readdirSync(outside.options.folder)).toEqual([]);
}

/** Nobody was connected to, neither inside nor outside. */
function expectSilence(): void {
  expect(outside.private.connections()).toBe(0);
  expect(outside.public.connections()).toBe(0);
}

const redirect = (to: ServerResponse, location: string): void => {
  to.writeHead(302, { location }).end();
};

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

describe('a forged link reaches nobody', () => {
  it.each<[string, FetchReason]>([
    ['ftp://files.example/x', 'not_a_link'],
    ['file:///etc/passwd', 'not_a_link'],
    ['gopher://127.0.0.1:6379/_INFO', 'not_a_link'],
    ['data:text/csv,923001234567', 'not_a_link'],
    ['list.csv', 'not_a_link'],
    ['', 'not_a_link'],
    [`http://files.example/${'x'.repeat(500)}`, 'not_a_link'],
    ['http://ali:secret@files.example/', 'credentials'],
    ['http://ali@files.example/', 'credentials'],
    ['http://files.example:22/', 'port'],
    ['http://unknown.example/', 'no_address'],
  ])('%s: %s', async (address, reason) => {
    await world(undefined, (name) => (name === 'files.example' ? [OUTSIDE] : []));
    await expectRefused(reason, address);
    expectSilence();
  });

  it.each([
    '127.0.0.1',
    'localhost',
    'localhost.',
    'a.localhost',
    '2130706433',
    '0x7f.1',
    '127.1',
    '0177.0.0.1',
    '①②⑦.⓪.⓪.①',
    '127.0.0.1\\@files.example',
    '[::1]',
    '[::ffff:7f00:1]',
    '[::ffff:127.0.0.1]',
    '0',
    '[::]',
    '169.254.169.254',
    '[fd00:ec2::254]',
  ])('http://%s: not public', async (host) => {
    await world();
    const at = host.includes('@') ? host.replace('\\', `:${outside.port}\\`) : host;
    const address = host.includes('@') ? `http://${at}/` : `http://${at}:${outside.port}/`;
    await expectRefused('not_public', address);
    expectSilence();
  });

  it('whose name resolves to the inside', async () => {
    await world(undefined, () => [INSIDE]);
    await expectRefused('not_public');
    expectSilence();
  });

  it('of whose addresses one is inside', async () => {
    await world(undefined, () => [OUTSIDE, INSIDE]);
    await expectRefused('not_public');
    expectSilence();
  });

  it.each(['127.0.0.1', '[::1]', '2130706433', 'localhost', 'inside.example'])(
    'that redirects to http://%s',
    async (host) => {
      await world(
        (_, to) => redirect(to, `http://${host}:${outside.port}/`),
        (name) => (name === 'inside.example' ? [INSIDE] : [OUTSIDE]),
      );
      await expectRefused('not_public');
      expect(outside.private.connections()).toBe(0);
    },
  );

  it.each([
    ['another protocol', 'file:///etc/passwd'],
    ['a name and password', 'http://ali:secret@files.example/'],
    ['nowhere', ''],
  ])('that redirects to %s', async (what, location) => {
    await world((_, to) => {
      if (what === 'nowhere') to.writeHead(302).end();
      else redirect(to, location);
    });
    await expectRefused('redirect');
  });

  it('that redirects from TLS to none', async () => {
    await world((_, to) => redirect(to, link()));
    await expectRefused('redirect', `https://files.example:${outside.secure.port}/`);
    expect(outside.public.connections()).toBe(0);
  });
});

describe('a name that changes its address', () => {
  const rebinding: Names = (_, time) => (time === 1 ? [OUTSIDE] : [INSIDE]);

  it('is connected to where it was vetted, and asked for once', async () => {
    await world(undefined, rebinding);
    const outcome = await get();
    if (outcome.kind !== 'fetched') throw new Error(outcome.reason);
    expect(readFileSync(outcome.file, 'utf8')).toBe(CSV);
    expect(outside.names.asked.filter((question) => question.startsWith('A '))).toHaveLength(1);
    expect(outside.private.connections()).toBe(0);
  });

  it('is vetted again at a redirect to itself', async () => {
    await world((_, to) => redirect(to, '/again'), rebinding);
    await expectRefused('not_public');
    expect(outside.public.paths).toEqual(['/list.csv']);
    expect(outside.private.connections()).toBe(0);
  });

  it('is refused when the first answer is the inside one', async () => {
    await world(undefined, (_, time) => (time === 1 ? [INSIDE] : [OUTSIDE]));
    await expectRefused('not_public');
    expectSilence();
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
    await expectRefused('status');
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

describe('what a sender is told', () => {
  it('is the same of a closed port, an address that is refused and a time that ran out', async () => {
    await world();
    const free = createServer().listen(0, OUTSIDE);
    await eventually('it listens', () => free.listening);
    const { port } = free.address() as { port: number };
    await new Promise((resolve) => {
      free.close(resolve);
    });
    const closed = await get(`http://files.example:${port}/`);
    const inside = await get(`http://${INSIDE}:${outside.port}/`);
    expect(closed).toEqual({ kind: 'refused', reason: 'not_connected' });
    expect(inside).toEqual({ kind: 'refused', reason: 'not_public' });
    expect(toldOf('not_connected')).toBe(toldOf('not_public'));
    expect(toldOf('timed_out')).toBe(toldOf('not_public'));
    expect(toldOf('no_address')).toBe(toldOf('not_public'));
  });
});

describe('for trying out', () => {
  it('a file on loopback is fetched when that is allowed', async () => {
    await world();
    const policy = publicAddresses({ own: [], loopback: true });
    const address = `http://127.0.0.1:${outside.port}/`;
    expect(await get(address, { policy })).toMatchObject({ kind: 'fetched' });
    expect(await get(address, { policy: publicAddresses({ own: [], loopback: false }) })).toEqual({
      kind: 'refused',
      reason: 'not_public',
    });
  });
});
