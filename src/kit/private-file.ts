/** Files that hold secrets and may be written again. */
import { renameSync, writeFileSync } from 'node:fs';

/** Writes `text` to `file`, for its user alone to read: all of it and on the disk, or nothing. */
export function writePrivateFile(file: string, text: string): void {
  const half = `${file}.${process.pid}`;
  writeFileSync(half, text, { mode: 0o600, flush: true });
  renameSync(half, file);
}
