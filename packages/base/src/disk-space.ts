/** How full a disk is, and the errors of a full one. */
import { statfs } from 'node:fs/promises';

type DiskSpace = { readonly freeBytes: number; readonly totalBytes: number };

/** Of the file system that holds `folder`; free for users, without what is reserved for root. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** No space, an exhausted quota, and a file larger than may be written here. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** The log message for it, for whoever runs the service. */
export const DISK_FULL = 'the disk is full: a file could not be written';

/** Whether a system call failed because nothing more can be written there. */
export function isDiskFull(error: unknown): boolean {
  return (
    error instanceof Error &&
    'syscall' in error &&
    'code' in error &&
    typeof error.code === 'string' &&
    fullCodes.has(error.code)
  );
}
