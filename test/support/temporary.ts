import { rmSync } from 'node:fs';
import { makeTemporaryDir } from '../../src/kit/data-dir.ts';
import { afterFile } from './after-file.ts';

/** A new folder for temporary files, removed after the test file, however its tests end. */
export function temporaryDir(): string {
  const folder = makeTemporaryDir();
  afterFile(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
