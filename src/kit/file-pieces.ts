/** What is asked of a file that passes through. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** The beginning of a file: so many octets, or all it has. */
export async function readHead(file: string, bytes: number): Promise<Uint8Array> {
  for await (const piece of readInPieces(file, bytes)) return piece;
  return new Uint8Array(0);
}

/** A file in pieces of so many octets; the last one may be shorter. */
export async function* readInPieces(file: string, bytes: number): AsyncGenerator<Uint8Array> {
  const handle = await open(file, 'r');
  try {
    for (;;) {
      const piece = Buffer.alloc(bytes);
      const { bytesRead } = await handle.read(piece, 0, bytes);
      if (bytesRead > 0) yield piece.subarray(0, bytesRead);
      if (bytesRead < bytes) return;
    }
  } finally {
    await handle.close();
  }
}

/** SHA-256 of a file's content: 32 octets. */
export async function digestFile(file: string): Promise<Uint8Array> {
  const hash = createHash('sha256');
  for await (const piece of readInPieces(file, 64 * 1024)) hash.update(piece);
  return hash.digest();
}
