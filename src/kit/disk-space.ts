/** How full a disk is, and what it says when it is. */
import { statfs } from 'node:fs/promises';

export type DiskSpace = { readonly freeBytes: number; readonly totalBytes: number };

/** Of the file system that holds `folder`; free for its users, what is kept for root left out. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** No room, a quota that is used up, and a file larger than may be written here. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** What the log says of it, for those who run the service. */
export const DISK_FULL = 'the disk is full: a file could not be written';

/** Whether a call of the system failed because nothing more can be written where it wrote. */
export function isDiskFull(error: unknown): boolean {
  return (
    error instanceof Error &&
    'syscall' in error &&
    'code' in error &&
    typeof error.code === 'string' &&
    fullCodes.has(error.code)
  );
}
