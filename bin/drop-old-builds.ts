import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const KEPT = 4;

/** Keeps the newest builds of a folder: services that run still load from theirs. */
export function dropOldBuilds(builds: string): void {
  const old = readdirSync(builds, { withFileTypes: true })
    .filter((it) => it.isDirectory())
    .map((it) => join(builds, it.name))
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
    .slice(KEPT);
  for (const build of old) rmSync(build, { recursive: true, force: true });
}
