/**
 * Creates a new data folder for the embedded server. It is built next to its place and moved there
 * when complete, so that a start that was killed leaves nothing half-finished.
 */
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { keepSecret } from '@paigham/base/data-dir.ts';
import { machineRandom } from '@paigham/base/random.ts';
import { Refusal } from '@paigham/base/refusal.ts';
import { type Binaries, runToEnd } from './binaries.ts';
import type { Place } from './place.ts';
import { isRunning } from './postmaster.ts';

/** The major version that wrote the data folder; `undefined` when there is none yet. */
export function dataVersion(cluster: string): number | undefined {
  const file = join(cluster, 'PG_VERSION');
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined;
}

/** The database's password, made at the first start, readable by the service's user alone. */
export function readPassword(dataDir: string, isNew: boolean): string {
  const file = join(dataDir, 'postgres.password');
  if (!isNew && !existsSync(file)) {
    throw new Refusal(`${file} is missing: without it the database cannot be opened.`);
  }
  return keepSecret(file, () => machineRandom.secret(24));
}

/** From 17 on the collation can be PostgreSQL's own, which no system upgrade changes. */
function localeArguments(version: number): string[] {
  if (version < 17) return ['--locale=C'];
  return ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
}

/** Removes what starts that were killed halfway left; each name has its program's id in it. */
function removeHalves(cluster: string): void {
  const prefix = `${basename(cluster)}.new.`;
  for (const name of readdirSync(dirname(cluster))) {
    if (!name.startsWith(prefix)) continue;
    if (isRunning(Number.parseInt(name.slice(prefix.length), 10))) continue;
    rmSync(join(dirname(cluster), name), { recursive: true });
  }
}

/** Moves a finished folder to its place; if another start was quicker, that one's is kept. */
function moveInto(place: string, made: string): void {
  try {
    renameSync(made, place);
  } catch (error) {
    if (dataVersion(place) === undefined) throw error;
    rmSync(made, { recursive: true });
  }
}

/** Makes the data folder, with checksums, UTF-8 and one superuser, `name`, who needs `password`. */
export function createCluster(
  { cluster, owner }: Place,
  binaries: Binaries,
  { name, password }: { readonly name: string; readonly password: string },
): void {
  removeHalves(cluster);
  const half = `${cluster}.new.${process.pid}`;
  const passwordFile = `${half}.password`;
  mkdirSync(half, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (owner !== undefined) {
    chownSync(half, owner.uid, owner.gid);
    chownSync(passwordFile, owner.uid, owner.gid);
  }
  const args = [
    `--pgdata=${half}`,
    `--username=${name}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    ...localeArguments(binaries.version),
    '--data-checksums',
    '--no-instructions',
  ];
  try {
    const { worked, output } = runToEnd(binaries.initdb, args, owner);
    if (!worked) throw new Refusal(`The database could not be created: ${output}`);
    moveInto(cluster, half);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(half, { recursive: true, force: true });
  }
}
