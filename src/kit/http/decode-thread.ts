/** The thread of decode-apart.ts. */
import { parentPort } from 'node:worker_threads';
import type { DecodeDone, DecodeOrder } from './decode-apart.ts';
import { decodeBody } from './decode-body.ts';

parentPort?.on('message', ({ id, encoded, bounds }: DecodeOrder) => {
  // What comes from another thread is no Buffer any more.
  const { buffer, byteOffset, byteLength } = encoded.body;
  const body = Buffer.from(buffer, byteOffset, byteLength);
  const done: DecodeDone = { id, form: decodeBody({ ...encoded, body }, bounds) };
  parentPort?.postMessage(done, []);
});
