/** The way back of a backup (backup.ts), into a new data folder. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeNewDir, mustHaveFolderAbove, writePrivateFile } from '@paigham/base/data-dir.ts';
import { DISK_FULL, isDiskFull } from '@paigham/base/disk-space.ts';
import { Refusal } from '@paigham/base/refusal.ts';
import { mustBeWhole, readMark } from './backup-mark.ts';
import { copyFolder } from './copy-files.ts';
import { findPlace, type Owning, type Place, type Print } from './place.ts';

type PuttingBack = {
  /** The backup. */
  readonly folder: string;
  /** Where the installation will be: a new folder, or an empty one. */
  readonly dataDir: string;
  /** Files beside the database, where the backup has them. */
  readonly beside: readonly string[];
  readonly program: Owning;
  readonly signal: AbortSignal;
  readonly print: Print;
};

type PutBack = {
  /** The backup says what must be in it, and it is. */
  readonly isChecked: boolean;
  /** Removes the installation again. Its server must not run. */
  undo(): Promise<void>;
};

/**
 * Puts a backup into a new data folder. The server recovers at its first start.
 * @throws Refusal if the backup is damaged, or the folder cannot be used: then nothing is left.
 */
export async function putBack(putting: PuttingBack): Promise<PutBack> {
  const { folder, dataDir, program, signal, print } = putting;
  const isNew = !existsSync(dataDir);
  const isEmpty = isNew || (statSync(dataDir).isDirectory() && readdirSync(dataDir).length === 0);
  if (!isEmpty) {
    throw new Refusal(`${dataDir} is not an empty folder: name a new folder with --data-dir.`);
  }
  mustHaveFolderAbove(dataDir);
  const wanted = readMark(folder);
  await mustBeWhole(folder, wanted, signal);
  if (isNew) makeNewDir(dataDir);
  const place = findPlace(dataDir, program, print);
  const isTaken = existsSync(place.cluster);
  const undo = async (): Promise<void> => {
    if (!isTaken) await rm(place.cluster, { recursive: true, force: true });
    for (const name of await readdir(dataDir)) {
      await rm(join(dataDir, name), { recursive: true, force: true });
    }
    if (isNew) await rm(dataDir, { recursive: true });
  };
  try {
    if (isTaken) throw new Refusal(`${place.cluster} is there already: move it away.`);
    await copyAll(putting, place);
    return { isChecked: wanted !== undefined, undo };
  } catch (error) {
    await undo();
    throw isDiskFull(error) ? new Refusal(`${dataDir}: ${DISK_FULL}.`) : error;
  }
}

async function copyAll(
  { folder, dataDir, beside, signal }: PuttingBack,
  { cluster, owner }: Place,
): Promise<void> {
  const half = `${cluster}.new.${process.pid}`;
  try {
    await copyFolder(join(folder, 'postgres'), half, { owner, signal });
    for (const name of beside.filter((it) => existsSync(join(folder, it)))) {
      writePrivateFile(join(dataDir, name), readFileSync(join(folder, name), 'utf8'));
    }
    await rename(half, cluster);
  } finally {
    await rm(half, { recursive: true, force: true });
  }
}
