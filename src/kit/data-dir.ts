/** The folder of everything that an installation keeps. */
import { mkdirSync, realpathSync } from 'node:fs';

/** Whether this process is the superuser. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Creates the folder if need be and gives its real path. It is closed to others; as root it can be
 * walked through, because the embedded database then runs as another user. Files in it that hold
 * secrets are closed by their own mode.
 */
export function prepareDataDir(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
  return realpathSync(dataDir);
}
