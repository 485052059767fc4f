/** The thread of decode-apart.ts. */
import { parentPort } from 'node:worker_threads';
import type { DecodeDone, DecodeOrder } from './decode-apart.ts';
import { decodeBody, type EncodedBody } from './decode-body.ts';
import type { FormBounds } from './form.ts';

parentPort?.on('message', ({ id, encoded, bounds }: DecodeOrder) => {
  // What comes from another thread is no longer a Buffer.
  const { buffer, byteOffset, byteLength } = encoded.body;
  const body = Buffer.from(buffer, byteOffset, byteLength);
  parentPort?.postMessage(decode(id, { ...encoded, body }, bounds), []);
});

/** A body that makes it fail must not affect the others. */
function decode(id: number, encoded: EncodedBody, bounds: FormBounds): DecodeDone {
  try {
    return { id, form: decodeBody(encoded, bounds) };
  } catch (error) {
    return { id, error };
  }
}
