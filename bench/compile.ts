import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { CompiledParts } from './kannel/kannel.ts';

const SOURCES = join(import.meta.dirname, 'kannel');

/** Compiles what the Kannel runs need besides Kannel, into `folder`. */
export function compile(folder: string): CompiledParts {
  const parts = { sink: join(folder, 'sink'), nodelay: join(folder, 'nodelay.so') };
  cc(['-o', parts.sink, join(SOURCES, 'sink.c')]);
  cc(['-shared', '-fPIC', '-o', parts.nodelay, join(SOURCES, 'nodelay.c'), '-ldl']);
  return parts;
}

function cc(args: readonly string[]): void {
  const ran = spawnSync('cc', ['-O2', '-Wall', '-Wextra', ...args], { encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(`cc failed: ${ran.error?.message ?? ran.stderr}`);
}
