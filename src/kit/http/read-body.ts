import type { IncomingMessage } from 'node:http';
import type { Clock } from '../clock.ts';

export type BodyRead =
  | { readonly kind: 'read'; readonly body: Buffer }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'too_slow' }
  /** The caller went away. */
  | { readonly kind: 'cut' };

export const NO_BODY = Buffer.alloc(0);

export type BodyPatience = {
  readonly mostBytes: number;
  readonly mostMs: number;
  readonly clock: Clock;
};

/**
 * Collects a body of at most `mostBytes` that is here within `mostMs`. A larger one is received and
 * thrown away up to as much again, because a caller who is still writing when the connection closes
 * never reads the answer.
 */
export function readBody(
  stream: IncomingMessage,
  { mostBytes, mostMs, clock }: BodyPatience,
): Promise<BodyRead> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let size = 0;
    const timer = clock.setTimer(mostMs, () => end({ kind: 'too_slow' }));
    const end = (read: BodyRead): void => {
      timer.cancel();
      chunks = [];
      resolve(read);
    };
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= mostBytes) chunks.push(chunk);
      else chunks = [];
      if (size > 2 * mostBytes) end({ kind: 'too_large' });
    });
    stream.on('end', () => {
      if (size > mostBytes) end({ kind: 'too_large' });
      else end({ kind: 'read', body: joined(chunks) });
    });
    // Node destroys a request whose connection is lost with an error.
    stream.on('error', () => end({ kind: 'cut' }));
  });
}

function joined(chunks: readonly Buffer[]): Buffer {
  const [first = NO_BODY] = chunks;
  return chunks.length > 1 ? Buffer.concat(chunks) : first;
}
