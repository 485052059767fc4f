/** A small file system that can really be filled up, which requires root. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  rmdirSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { makeTemporaryDir } from '@paigham/base/data-dir.ts';

export type SmallDisk = {
  readonly folder: string;
  /** Fills it up. */
  fill(): void;
  /** Frees the space that `fill` took. */
  clear(): void;
  remove(): void;
};

const mount = (folder: string, size: string): readonly string[] => [
  ...['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder],
];

/** Why there can be none here; undefined if there can. */
export function whyNoSmallDisk(): string | undefined {
  const folder = makeTemporaryDir();
  const { status, stderr, error } = spawnSync('mount', mount(folder, '64k'));
  if (status === 0) execFileSync('umount', [folder]);
  rmdirSync(folder);
  if (status === 0) return undefined;
  return error?.message ?? String(stderr).trim();
}

/** In memory. @param size as mount takes it: `1m`. */
export function makeSmallDisk(size: string): SmallDisk {
  const folder = makeTemporaryDir();
  execFileSync('mount', mount(folder, size));
  return diskIn(folder);
}

/** On the real disk, in a file of this size, so that a flush costs what it costs there. */
export function makeDiskInFile(octets: number): SmallDisk {
  const image = join(makeTemporaryDir(), 'image');
  writeFileSync(image, '');
  truncateSync(image, octets);
  execFileSync('mkfs.ext4', ['-q', '-m', '0', image]);
  const folder = makeTemporaryDir();
  execFileSync('mount', ['-o', 'loop', image, folder]);
  const disk = diskIn(folder);
  return {
    ...disk,
    remove() {
      disk.remove();
      rmSync(dirname(image), { recursive: true });
    },
  };
}

function diskIn(folder: string): SmallDisk {
  const filler = join(folder, 'filler');
  return {
    folder,
    fill() {
      const { bavail, bsize } = statfsSync(folder);
      spawnSync('fallocate', ['-l', String(bavail * bsize), filler]);
      for (let octets = 65_536; octets > 0;) {
        if (!wrote(filler, octets)) octets = Math.floor(octets / 2);
      }
    },
    clear: () => rmSync(filler, { force: true }),
    remove() {
      // Lazily, because something may still have a file open there.
      execFileSync('umount', ['-l', folder]);
      rmdirSync(folder);
    },
  };
}

/** false: there is not that much room. */
function wrote(file: string, octets: number): boolean {
  try {
    appendFileSync(file, Buffer.alloc(octets));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false;
    throw error;
  }
}
