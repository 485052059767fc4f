/** The release before this version, as it was: taken out of the project's history. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

const RELEASE = '1a61002d5f97f55c0105145dcbc5568378231969';
const ROOT = join(import.meta.dirname, '../..');

/** Why it cannot be had here; undefined if it can. */
export function whyNoRelease(): string | undefined {
  const { status } = spawnSync('git', ['-C', ROOT, 'cat-file', '-e', `${RELEASE}^{commit}`]);
  return status === 0 ? undefined : 'this is no clone with the history of the release before';
}

/**
 * Its tree in a folder of its own, with the packages of this version, which are the same. It is
 * kept: what Node has compiled belongs to a path.
 */
export function takeOutRelease(): string {
  const kept = join(ROOT, '.cache/release-before', RELEASE);
  if (existsSync(kept)) return kept;
  const folder = `${kept}.${process.pid}`;
  rmSync(dirname(kept), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const most = 256 * 1024 * 1024;
  const tree = execFileSync('git', ['-C', ROOT, 'archive', RELEASE], { maxBuffer: most });
  execFileSync('tar', ['-x', '-C', folder], { input: tree });
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@paigham'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== '@paigham') symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
  for (const name of readdirSync(join(folder, 'packages'))) {
    symlinkSync(join(folder, 'packages', name), join(modules, '@paigham', name));
  }
  renameSync(folder, kept);
  return kept;
}
