/** The embedded PostgreSQL of an installation, as a process. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const pidFileOf = (dataDir: string): string => join(dataDir, 'postgres/postmaster.pid');

/** Throws if it is not running. */
export function postmasterOf(dataDir: string): number {
  return Number.parseInt(readFileSync(pidFileOf(dataDir), 'utf8'), 10);
}

/** A node that was killed leaves its database running; the file exists as long as that does. */
export function endDatabase(dataDir: string): void {
  if (existsSync(pidFileOf(dataDir))) process.kill(postmasterOf(dataDir), 'SIGQUIT');
}
