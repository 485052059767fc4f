/** The folder of everything that an installation keeps, and the secrets in it. */
import { accessSync, chmodSync, constants, existsSync, linkSync, mkdirSync } from 'node:fs';
import { mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { getSystemErrorMessage } from 'node:util';
import { Refusal } from './refusal.ts';

/** Whether this process is the superuser. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Others may not enter. Under root they may traverse it, because the embedded database then runs as
 * another user; files that hold secrets are closed by their own mode.
 */
const folderMode = (): number => (isRoot() ? 0o711 : 0o700);

/**
 * Creates a folder with at most `mode`, or tightens one of ours that allows more. One
 * that everybody uses (such as /tmp) is left alone.
 */
export function makePrivateDir(folder: string, mode: number): void {
  makeWithParents(folder, mode);
  const { uid, mode: found } = statSync(folder);
  const isShared = (found & 0o1000) !== 0 || uid !== process.getuid?.();
  if (!isShared && (found & 0o777 & ~mode) !== 0) chmodSync(folder, found & mode);
}

/** Step by step: by itself Node would try forever under /proc. */
function makeWithParents(folder: string, mode: number): void {
  const above = dirname(folder);
  if (!existsSync(above)) makeWithParents(above, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // It was there, or somebody else has just made it.
    if (!existsSync(`${folder}/.`)) throw error;
  }
}

/** @throws Refusal: what is to be made there would go to another disk than was meant. */
export function mustHaveFolderAbove(folder: string): void {
  const above = dirname(folder);
  if (existsSync(above)) return;
  throw new Refusal(`There is no ${above}: mount its disk, or make that folder first.`);
}

/**
 * Makes a folder that is not there yet, and none above it.
 * @throws Refusal if it cannot be made.
 */
export function makeNewDir(folder: string, mode = folderMode()): void {
  mustHaveFolderAbove(folder);
  try {
    // Not recursive: under /proc Node would try forever.
    mkdirSync(folder, { mode });
  } catch (error) {
    throw new Refusal(`${folder} cannot be made: ${reasonOf(error)}.`);
  }
}

/** Why the system refused something, in its words. Rethrows any other error. */
export function reasonOf(error: unknown): string {
  const { errno } = error as NodeJS.ErrnoException;
  if (errno === undefined) throw error;
  return getSystemErrorMessage(errno);
}

/**
 * Creates the folder if need be, closes it to others, and returns its real path. Throws `Refusal`
 * when the folder cannot be made or written.
 */
export function prepareDataDir(dataDir: string): string {
  try {
    makePrivateDir(dataDir, folderMode());
    accessSync(dataDir, constants.W_OK);
    return realpathSync(dataDir);
  } catch (error) {
    throw new Refusal(
      `DATA_DIR: the folder ${resolve(dataDir)} cannot be made or written: ${reasonOf(error)}.`,
    );
  }
}

/** A new folder of the same kind in `within`, for temporary files. The caller removes it. */
export function makeTemporaryDir(within = tmpdir()): string {
  const folder = mkdtempSync(join(within, 'paigham-'));
  chmodSync(folder, folderMode());
  return folder;
}

/** Nobody makes a file of ours world-readable on purpose; group-readable, perhaps. */
export function closeToOthers(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  const isOurs = found?.isFile() === true && found.uid === process.getuid?.();
  if (isOurs && (found.mode & 0o007) !== 0) chmodSync(file, 0o600);
}

/**
 * The text of a file that only its user can read, created by `make` if it does not exist. Programs
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

/** Writes `text` to `file`, readable by its user alone: all of it, flushed to disk, or nothing. */
export function writePrivateFile(file: string, text: string): void {
  const half = `${file}.${process.pid}`;
  writeFileSync(half, text, { mode: 0o600, flush: true });
  renameSync(half, file);
}
