import { read } from 'node:fs';
import { promisify } from 'node:util';
import type { SheetCaps } from './caps.ts';
import type { RowSink } from './row-sink.ts';

/** An open file, what it may cost, and where its rows go. */
export type Source = {
  readonly fd: number;
  readonly fileBytes: number;
  readonly caps: SheetCaps;
  readonly sink: RowSink;
};

const CHUNK_BYTES = 256 * 1024;
const readAt = promisify(read);

/** The file's bytes from its start. A chunk is valid until the next one is asked for. */
export async function* readChunks(fd: number): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let at = 0; ;) {
    const { bytesRead } = await readAt(fd, buffer, 0, CHUNK_BYTES, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** The first bytes of the file, at most `bytes`. */
export async function readHead(fd: number, bytes: number): Promise<Buffer> {
  const head = Buffer.alloc(bytes);
  const { bytesRead } = await readAt(fd, head, 0, bytes, 0);
  return head.subarray(0, bytesRead);
}
