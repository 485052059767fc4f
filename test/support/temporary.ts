import { rmSync } from 'node:fs';
import { inject } from 'vitest';
import { makeTemporaryDir } from '@paigham/base/data-dir.ts';
import { afterFile, isForProcess } from './after-file.ts';

/**
 * A new folder for temporary files, removed after the test file, however its tests end; that of a
 * service which all files of a process share, after the run.
 */
export function temporaryDir(): string {
  if (isForProcess()) return makeTemporaryDir(inject('runFolder'));
  const folder = makeTemporaryDir();
  afterFile(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
