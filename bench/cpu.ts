import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second (USER_HZ). */
const TICK_MS = 10;

type Process = { readonly pid: number; readonly parent: number; readonly usedMs: number };

/**
 * The processor time that programs have used so far, in milliseconds: the processes in `roots`, all
 * their descendants, and those descendants that have ended (`cutime` and `cstime` of proc(5)).
 */
export function usedCpuMs(roots: readonly number[]): number {
  const processes = readProcesses();
  const wanted = new Set(roots);
  // Parents may come after their children: repeat until nothing is added.
  for (let size = -1; size !== wanted.size;) {
    size = wanted.size;
    for (const { pid, parent } of processes) if (wanted.has(parent)) wanted.add(pid);
  }
  const mine = processes.filter(({ pid }) => wanted.has(pid));
  return mine.reduce((sum, { usedMs }) => sum + usedMs, 0);
}

function readProcesses(): readonly Process[] {
  const names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return names.flatMap((name): readonly Process[] => {
    const text = readStat(name);
    if (text === undefined) return [];
    // The name in brackets may contain blanks; after it: state, parent, …, utime is the 12th.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return [{ pid: Number(name), parent: Number(fields[1]), usedMs: ticks * TICK_MS }];
  });
}

/** undefined if the process has ended meanwhile. */
function readStat(name: string): string | undefined {
  try {
    return readFileSync(`/proc/${name}/stat`, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}
