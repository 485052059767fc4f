/**
 * Reads `postmaster.pid`, the file by which a PostgreSQL server shows that it has a data folder.
 * It outlives a server that was killed, and its process number may since belong to another
 * program, so it is believed only when that process stands in the data folder.
 */
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

export type Postmaster = {
  readonly pid: number;
  readonly port: number;
  /** The folder of its socket, or '127.0.0.1' when it listens on TCP only. */
  readonly host: string;
  readonly state: 'starting' | 'ready' | 'stopping';
};

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** Whether a process of this number runs, ours to signal or not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** The working folder of a process; `undefined` when it is gone, 'hidden' when we may not know. */
function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch (error) {
    return codeOf(error) === 'EACCES' ? 'hidden' : undefined;
  }
}

/** Whether process `pid` is the server of `cluster`. A zombie is not. */
export function isServerOf(cluster: string, pid: number): boolean {
  if (!isRunning(pid)) return false;
  if (process.platform !== 'linux') return true;
  const folder = workingFolder(pid);
  return folder === 'hidden' || folder === realpathSync(cluster);
}

/** The server that runs on the data folder `cluster`, if any does. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isServerOf(cluster, pid)) return undefined;
  const state = lines[7]?.trim();
  return {
    pid,
    port: Number(lines[3]),
    host: lines[4] || '127.0.0.1',
    state: state === 'ready' || state === 'stopping' ? state : 'starting',
  };
}
