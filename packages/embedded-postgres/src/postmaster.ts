/**
 * Reads `postmaster.pid`, the file by which a PostgreSQL server shows that it has a data folder.
 * It outlives a server that was killed, and its process number may since belong to another
 * program, so it is trusted only if that process has the data folder as its working directory.
 *
 * Who uses an embedded server: every program that does leaves a file named by its process number.
 * The last one to leave stops the server, so `bin/paigham` beside a running service, or two
 * services with different roles, do not stop it while the other needs it.
 *
 * The file contains the start time of the process, as the system counts it: a process id reused
 * after a crash is recognised by it.
 */
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { makePrivateDir } from '@paigham/base/data-dir.ts';
import { codeOf } from '@paigham/base/error-code.ts';

export type Postmaster = {
  readonly pid: number;
  readonly port: number;
  /** The folder of its socket, or '127.0.0.1' when it listens on TCP only. */
  readonly host: string;
  readonly state: 'starting' | 'ready' | 'stopping';
};

/** Whether a process with this id exists, whether or not we may signal it. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** The working directory of a process; `undefined` if it is gone, 'hidden' if we may not see it. */
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

/** The server running on the data folder `cluster`, if any. */
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

type Holder = {
  /** The process ids of all other holders. */
  others(): readonly number[];
  /** Deregisters. True if nobody else is left. */
  leave(): boolean;
};

/** When process `pid` started, in ticks since boot; '' if the system does not say. */
function beginningOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may contain spaces; field 22 is the 20th after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch (error) {
    if (error instanceof Error) return '';
    throw error;
  }
}

function isHeld(folder: string, name: string): boolean {
  const pid = Number(name);
  // Left behind by a crash, or removed since the folder was read.
  if (!isRunning(pid) || !existsSync(join(folder, name))) return false;
  return readFileSync(join(folder, name), 'utf8') === beginningOf(pid);
}

/** Registers this process in `folder`. A process registers once for each server. */
export function hold(folder: string): Holder {
  makePrivateDir(folder, 0o700);
  const own = String(process.pid);
  writeFileSync(join(folder, own), beginningOf(process.pid), { mode: 0o600 });
  return {
    others: () => {
      const held = readdirSync(folder).filter((name) => name !== own && isHeld(folder, name));
      return held.map(Number);
    },
    leave() {
      rmSync(join(folder, own), { force: true });
      // If the folder was removed, nobody is in it.
      const others = existsSync(folder) ? readdirSync(folder) : [];
      const held = others.filter((name) => isHeld(folder, name));
      const left = others.filter((name) => !held.includes(name));
      for (const name of left) rmSync(join(folder, name), { force: true });
      return held.length === 0;
    },
  };
}
