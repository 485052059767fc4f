import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { wallClock } from '@paigham/base/clock.ts';
import { readBody } from '../src/read-body.ts';

/** A body in so many pieces of so many octets, whose length is not announced. */
function read(pieces: number, octets: number) {
  const chunks = Array.from({ length: pieces }, () => Buffer.alloc(octets));
  const headers = { 'transfer-encoding': 'chunked' };
  const stream = Object.assign(Readable.from(chunks), { headers }) as unknown as IncomingMessage;
  let held = 0;
  const hold = (more: number): boolean => (held += more) > 0;
  const body = readBody(stream, { mostBytes: 1e7, mostMs: 60_000, clock: wallClock, hold });
  return body.then(({ kind }) => ({ kind, held }));
}

it('is not read on when it comes in crumbs, which cost more than they bring', async () => {
  expect(await read(5_000, 1)).toMatchObject({ kind: 'in_small_chunks' });
  expect(await read(5_000, 64)).toMatchObject({ kind: 'read' });
  expect(await read(4_000, 1)).toMatchObject({ kind: 'read' });
});

it('asks for room for what is kept besides each piece', async () => {
  expect((await read(100, 1)).held).toBeGreaterThan(100 * 200);
});
