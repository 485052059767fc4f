/** The folder of everything that an installation keeps, and the secrets in it. */
import { chmodSync, existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether this process is the superuser. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Others may not enter. As root they may walk through, because the embedded database then runs as
 * another user; files that hold secrets are closed by their own mode.
 */
const folderMode = (): number => (isRoot() ? 0o711 : 0o700);

/**
 * Creates a folder that allows no more than `mode`, or takes from one of ours what allows more. One
 * that everybody keeps things in (such as /tmp) stays as it is.
 */
export function makePrivateDir(folder: string, mode: number): void {
  mkdirSync(folder, { recursive: true, mode });
  const { uid, mode: found } = statSync(folder);
  const isShared = (found & 0o1000) !== 0 || uid !== process.getuid?.();
  if (!isShared && (found & 0o777 & ~mode) !== 0) chmodSync(folder, found & mode);
}

/** Creates the folder if need be, closes it to others, and gives its real path. */
export function prepareDataDir(dataDir: string): string {
  makePrivateDir(dataDir, folderMode());
  return realpathSync(dataDir);
}

/** A new folder of the same kind, for what is thrown away. The caller removes it. */
export function makeTemporaryDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'paigham-'));
  chmodSync(folder, folderMode());
  return folder;
}

/** A file of ours that everybody may read was made so by nobody's wish; one for a group was. */
export function closeToOthers(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  const isOurs = found?.isFile() === true && found.uid === process.getuid?.();
  if (isOurs && (found.mode & 0o007) !== 0) chmodSync(file, 0o600);
}

/**
 * The text of a file that only its user can read, made by `make` when it is not there. Programs
 * that start together get the same text: the file appears whole or not at all, once.
 */
export function keepSecret(file: string, make: () => string): string {
  closeToOthers(file);
  if (!existsSync(file)) {
    const own = `${file}.${process.pid}`;
    writeFileSync(own, `${make()}\n`, { mode: 0o600, flush: true });
    try {
      linkSync(own, file);
    } catch (error) {
      if (!existsSync(file)) throw error;
    } finally {
      rmSync(own);
    }
  }
  return readFileSync(file, 'utf8').trim();
}

/** Writes `text` to `file`, for its user alone to read: all of it and on the disk, or nothing. */
export function writePrivateFile(file: string, text: string): void {
  const half = `${file}.${process.pid}`;
  writeFileSync(half, text, { mode: 0o600, flush: true });
  renameSync(half, file);
}
