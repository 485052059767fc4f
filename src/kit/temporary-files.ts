/** Files that are there for a moment, in a folder of their own that nobody else may read. */
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Makes the folder if need be. */
export async function prepareTemporaryFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/**
 * Removes files that nobody has written to since a moment (milliseconds since 1970): a process that
 * died left them. Gives how many.
 */
export async function sweepTemporaryFolder(folder: string, beforeMs: number): Promise<number> {
  let removed = 0;
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    // Another process may remove its own meanwhile.
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile() !== true || found.mtimeMs >= beforeMs) continue;
    await rm(file, { force: true });
    removed += 1;
  }
  return removed;
}

/** Removes a file, if it is there. */
export async function removeFile(file: string): Promise<void> {
  await rm(file, { force: true });
}

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
