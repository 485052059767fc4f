/** Request forgery (case 24 of the reliability cases): refused, and nobody was connected to. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
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
import type { Names } from '../../../../test/support/name-server.ts';
import { INSIDE, OUTSIDE, redirect } from '../../../../test/support/outside.ts';
import { publicAddresses } from '../../src/fetch/address-policy.ts';
import { type FetchReason, toldOf } from '../../src/fetch/outcome.ts';

/** Nobody was connected to, neither inside nor outside. */
function expectSilence(): void {
  expect(outside.private.connections()).toBe(0);
  expect(outside.public.connections()).toBe(0);
}

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

describe('what a sender is told', () => {
  it('is one word of an address that we refuse, whatever its port', async () => {
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
    for (const port of [22, outside.port, 9]) {
      expect(await get(`http://${INSIDE}:${port}/`)).toEqual(inside);
    }
    expect(toldOf('not_public')).toBe('not_public');
    const others = ['not_connected', 'timed_out', 'no_address'] as const;
    expect(others.map(toldOf)).toEqual(others.map(() => 'cannot_be_fetched'));
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
