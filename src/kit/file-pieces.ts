/** Files on this machine's disk, a piece in memory at a time. */
import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Random } from '@paigham/base/random.ts';

const FILE_NAME_BYTES = 18;

/** The beginning of a file: this many octets, or all it has. */
export async function readHead(file: string, bytes: number): Promise<Uint8Array> {
  for await (const piece of readPieces(file, bytes)) return piece;
  return new Uint8Array(0);
}

/** The pieces of a file, each of `pieceBytes` but the last. */
export async function* readPieces(file: string, pieceBytes: number): AsyncGenerator<Buffer> {
  const handle = await open(file, 'r');
  try {
    for (;;) {
      // A new buffer for each: the caller may keep it.
      const buffer = Buffer.allocUnsafe(pieceBytes);
      const { bytesRead } = await handle.read(buffer, 0, pieceBytes);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** SHA-256 of a file's content: 32 octets. */
export async function digestFile(file: string): Promise<Uint8Array> {
  const hash = createHash('sha256');
  for await (const piece of readPieces(file, 64 * 1024)) hash.update(piece);
  return hash.digest();
}

/**
 * Writes pieces as a new file in `folder`, under a name that nobody can guess. Leaves none if
 * that fails.
 */
export async function writePieces(
  folder: string,
  pieces: AsyncIterable<Buffer>,
  random: Random,
): Promise<string> {
  const file = join(folder, random.secret(FILE_NAME_BYTES));
  const handle = await open(file, 'wx', 0o600);
  try {
    for await (const piece of pieces) await handle.writeFile(piece);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return file;
}
