import { readFileSync } from 'node:fs';

const MEGABYTE_KB = 1_024;

/** A field of /proc/PID/status in MB; 0 for a process that has ended. */
export function megabytes(pid: number | string, field: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / MEGABYTE_KB;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return 0;
    throw error;
  }
}
