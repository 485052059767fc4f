/** Copies files so that each copy can be told from a damaged one later. */
import { createHash, hash } from 'node:crypto';
import { chownSync, closeSync, fstatSync, fsyncSync, openSync, writeFileSync } from 'node:fs';
import { mkdir, open, readdir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivateFile } from '@paigham/base/data-dir.ts';
import type { Owner } from './binaries.ts';
import { codeOf } from '@paigham/base/error-code.ts';

export type Copied = { readonly bytes: number; readonly sha256: string };

/** By name, relative to the folder that was copied to. A folder's own ends with a slash. */
export type Content = Map<string, Copied>;

const FOLDER: Copied = { bytes: 0, sha256: '' };
const [LEAST_PIECE_BYTES, MOST_PIECE_BYTES] = [8_192, 1_048_576];

/**
 * How much of a file of this size is read at once. A database has thousands of small files: as much
 * memory for each as for a large one costs seconds.
 */
function pieceOf(bytes: number): number {
  return Math.min(Math.max(bytes, LEAST_PIECE_BYTES), MOST_PIECE_BYTES);
}

type Copying = {
  /** Which files are copied; absent: all. */
  readonly wants?: (file: string) => boolean;
  /** Folders whose content is left out. */
  readonly emptied?: RegExp;
  /** Whose the copies are; undefined: our own. */
  readonly owner?: Owner;
  /** Its reason is thrown in the middle of the copying. */
  readonly signal: AbortSignal;
};

/** Copies files and folders, flushed to disk. */
export async function copyFolder(from: string, to: string, copying: Copying): Promise<Content> {
  const { wants, emptied, owner } = copying;
  await mkdir(to, { recursive: true, mode: 0o700 });
  if (owner !== undefined) chownSync(to, owner.uid, owner.gid);
  const content: Content = new Map([['', FOLDER]]);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const { name } = entry;
    const [source, target] = [join(from, name), join(to, name)];
    if (entry.isDirectory() && emptied?.test(name) === true) {
      await mkdir(target, { mode: 0o700 });
      addUnder(content, name, new Map([['', FOLDER]]));
    } else if (entry.isDirectory()) {
      addUnder(content, name, await copyFolder(source, target, copying));
    } else if (entry.isFile() && wants?.(name) !== false) {
      const copied = await copyOne(source, target, copying);
      if (copied !== undefined) content.set(name, copied);
    }
  }
  return content;
}

/** Adds the content of a folder within. */
export function addUnder(content: Content, folder: string, inside: Content): void {
  for (const [name, copied] of inside) content.set(`${folder}/${name}`, copied);
}

/** Writes a file that only its user can read. */
export function writeCopy(to: string, text: string): Copied {
  writePrivateFile(to, text);
  return { bytes: Buffer.byteLength(text), sha256: hash('sha256', text) };
}

/**
 * What is noted is what was written: the file may change meanwhile. undefined: it was deleted, and
 * then it is not needed: the log tells of its deletion.
 */
async function copyOne(
  from: string,
  to: string,
  { owner, signal }: Copying,
): Promise<Copied | undefined> {
  const file = await openIfThere(from);
  if (file === undefined) return undefined;
  const digest = createHash('sha256');
  let bytes = 0;
  try {
    const target = openSync(to, 'wx', 0o600);
    try {
      await eachPiece(file, (piece) => {
        signal.throwIfAborted();
        digest.update(piece);
        bytes += piece.length;
        writeFileSync(target, piece);
      });
      fsyncSync(target);
    } finally {
      closeSync(target);
    }
  } finally {
    await file.close();
  }
  if (owner !== undefined) chownSync(to, owner.uid, owner.gid);
  return { bytes, sha256: digest.digest('hex') };
}

/**
 * Hands over what is in a file; a piece is there until the next. Streams cost a small file, of
 * which a database has thousands, several times as much.
 */
export async function eachPiece(file: FileHandle, take: (piece: Buffer) => void): Promise<void> {
  const room = Buffer.allocUnsafe(pieceOf(fstatSync(file.fd).size));
  for (;;) {
    const { bytesRead } = await file.read(room, 0, room.length, null);
    if (bytesRead === 0) return;
    take(room.subarray(0, bytesRead));
  }
}

async function openIfThere(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
