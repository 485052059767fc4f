import { existsSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.env['NODE_COMPILE_CACHE'];

/**
 * What the environment of a program must name, whatever else it leaves out: where compiled sources
 * are kept, without which each start compiles hundreds of files again (vitest.config.ts).
 */
export const COMPILED = folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };

/** The folder of this version. */
export const THIS_VERSION = join(import.meta.dirname, '../..');

/** What a version runs: as bin/setup bundles it, or an earlier one's sources. */
export function mainOf(version = THIS_VERSION): string {
  const bundled = join(version, '.cache/program/current/main.js');
  return existsSync(bundled) ? bundled : join(version, 'src/main.ts');
}

/** The program that `bin/paigham` runs. */
export const CLI = join(THIS_VERSION, '.cache/program/current/cli.js');
