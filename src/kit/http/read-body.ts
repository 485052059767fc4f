import type { IncomingMessage } from 'node:http';

export type BodyRead =
  | { readonly kind: 'read'; readonly body: Buffer }
  /** `drained`: all of it was received, so that the connection can go on. */
  | { readonly kind: 'too_large'; readonly drained: boolean }
  /** The caller went away. */
  | { readonly kind: 'cut' };

export const NO_BODY = Buffer.alloc(0);

/**
 * Collects a body of at most `mostBytes`. A larger one is received and thrown away up to as much
 * again, because a caller who is still writing when the connection closes never reads the answer.
 */
export function readBody(stream: IncomingMessage, mostBytes: number): Promise<BodyRead> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let size = 0;
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= mostBytes) chunks.push(chunk);
      else chunks = [];
      if (size > 2 * mostBytes) resolve({ kind: 'too_large', drained: false });
    });
    stream.on('end', () => {
      if (size > mostBytes) resolve({ kind: 'too_large', drained: true });
      else resolve({ kind: 'read', body: joined(chunks) });
    });
    // Node destroys a request whose connection is lost with an error.
    stream.on('error', () => resolve({ kind: 'cut' }));
  });
}

function joined(chunks: readonly Buffer[]): Buffer {
  const [first = NO_BODY] = chunks;
  return chunks.length > 1 ? Buffer.concat(chunks) : first;
}
