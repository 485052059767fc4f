/** Files that hold secrets: readable by the service's user alone, whole or not there. */
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';

/** Writes `text` to `file` (replacing what is there) and to the disk. */
export function writePrivateFile(file: string, text: string): void {
  const half = `${file}.${process.pid}`;
  const descriptor = openSync(half, 'w', 0o600);
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(half, file);
}
