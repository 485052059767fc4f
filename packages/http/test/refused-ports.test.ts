import { expect, it } from 'vitest';
import { hasRefusedPort } from '../src/refused-ports.ts';

/** Why this machine's fetch does not get there, without a connection that takes long. */
async function isRefused(port: number): Promise<boolean> {
  const why: unknown = await fetch(`http://127.0.0.1:${port}`).catch((error: unknown) => error);
  return why instanceof Error && why.cause instanceof Error && why.cause.message === 'bad port';
}

it('the ports of other protocols are those that fetch never calls', async () => {
  const ports = Array.from({ length: 10_100 }, (_, port) => port);
  const refused = ports.filter((port) => hasRefusedPort(`http://127.0.0.1:${port}`));
  expect(refused.length).toBeGreaterThan(80);
  expect(await Promise.all(refused.map(isRefused))).not.toContain(false);
  const others = [81, 443, 445, 3000, 4318, 6001, 6670, 8080, 8443, 10_081];
  expect(await Promise.all(others.map(isRefused))).not.toContain(true);
  expect(others.filter((port) => hasRefusedPort(`https://[::1]:${port}`))).toEqual([]);
});

it('an address without a port has none of them, nor has a text that is none', () => {
  expect(['https://a.example', 'http://a.example:80/', '6000'].filter(hasRefusedPort)).toEqual([]);
});
