/** How full a disk is. */
import { statfs } from 'node:fs/promises';

export type DiskSpace = { readonly freeBytes: number; readonly totalBytes: number };

/** Of the file system that holds `folder`; free for its users, what is kept for root left out. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
