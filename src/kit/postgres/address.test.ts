import { expect, it } from 'vitest';
import { Refusal } from '@paigham/base/refusal.ts';
import { mustReach } from './address.ts';

it.each([
  ['nobody listens', 'postgres://u:canary@127.0.0.1:1/paigham'],
  ['a file is missing', 'postgres://u:canary@127.0.0.1:1/paigham?sslrootcert=/nowhere/ca.pem'],
])('a database that cannot be reached is told of in a sentence: %s', async (_, url) => {
  const why: unknown = await mustReach(url).catch((error: unknown) => error);
  expect(why).toBeInstanceOf(Refusal);
  expect(String(why)).toContain('DATABASE_URL cannot be reached');
  expect(String(why)).not.toContain('canary');
});
