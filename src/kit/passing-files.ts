/** A folder of short-lived files: fetched or uploaded, read, and removed. */
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@paigham/base/clock.ts';
import { codeOf } from '@paigham/base/error-code.ts';

export type PassingFiles = {
  /** It exists, and nobody else may enter it. */
  readonly folder: string;
  /** Does nothing if it is gone already. */
  remove(file: string): Promise<void>;
  /** Removes what has not been written to for `untouchedMs`. */
  sweep(untouchedMs: number): Promise<void>;
};

/** Makes the folder if need be. */
export async function openPassingFiles(folder: string, clock: Clock): Promise<PassingFiles> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const remove = (file: string): Promise<void> => rm(file, { force: true });
  return {
    folder,
    remove,
    async sweep(untouchedMs) {
      const beforeMs = clock.nowMs() - untouchedMs;
      for (const name of await readdir(folder)) {
        const file = join(folder, name);
        const touchedMs = await touchedAt(file);
        if (touchedMs !== undefined && touchedMs <= beforeMs) await remove(file);
      }
    },
  };
}

/** undefined: another program has removed it meanwhile. */
async function touchedAt(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).mtimeMs;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
