/**
 * Who uses an embedded server: every program that does leaves a file named by its process number.
 * The last one to leave stops the server, so `bin/paigham` beside a running service, or two
 * services with different roles, do not pull it from under each other.
 *
 * The file holds the moment the process began, as the system counts it: a number that was reused
 * after a crash is thereby recognised.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateDir } from '../data-dir.ts';
import { isRunning } from './postmaster.ts';

export type Holder = {
  /** The processes of all others that hold it. */
  others(): readonly number[];
  /** Withdraws. True when nobody else is left. */
  leave(): boolean;
};

/** When process `pid` began, in ticks since the machine did; '' where the system does not tell. */
function beginningOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may hold blanks; field 22 is the 20th after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch (error) {
    if (error instanceof Error) return '';
    throw error;
  }
}

function isHeld(folder: string, name: string): boolean {
  const pid = Number(name);
  // Left behind by a crash, or withdrawn since the folder was read.
  if (!isRunning(pid) || !existsSync(join(folder, name))) return false;
  return readFileSync(join(folder, name), 'utf8') === beginningOf(pid);
}

/** Registers this process in `folder`. A process registers once for each server. */
export function hold(folder: string): Holder {
  makePrivateDir(folder, 0o700);
  const own = String(process.pid);
  writeFileSync(join(folder, own), beginningOf(process.pid));
  return {
    others: () => {
      const held = readdirSync(folder).filter((name) => name !== own && isHeld(folder, name));
      return held.map(Number);
    },
    leave() {
      rmSync(join(folder, own), { force: true });
      const others = readdirSync(folder);
      const held = others.filter((name) => isHeld(folder, name));
      const left = others.filter((name) => !held.includes(name));
      for (const name of left) rmSync(join(folder, name), { force: true });
      return held.length === 0;
    },
  };
}
