/**
 * Where the embedded server's data folder is, and which user the server runs as.
 *
 * As a normal user: DATA_DIR/postgres, as ourselves. As root the server must run as somebody else,
 * and that user must be able to reach the folder. Under a home that is closed to others it
 * cannot; then data and programs live in /var/lib and DATA_DIR/postgres is a file that says where.
 */
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isRoot, prepareDataDir } from '@paigham/base/data-dir.ts';
import { Refusal } from '@paigham/base/refusal.ts';
import { type Owner, runToEnd } from './binaries.ts';

export type Place = {
  /** The folder that PostgreSQL calls PGDATA; it may not exist yet. */
  readonly cluster: string;
  readonly owner: Owner;
  /** Where programs may be copied for the owner to reach. */
  readonly reachable: string;
};

/** Called with one line for each action outside DATA_DIR. */
export type Print = (line: string) => void;

function idsOf(user: string): Owner {
  const uid = runToEnd('id', ['-u', user], undefined);
  const gid = runToEnd('id', ['-g', user], undefined);
  if (!uid.worked || !gid.worked) return undefined;
  return { uid: Number(uid.output), gid: Number(gid.output) };
}

/** A user that is not root: our own, the one that PostgreSQL's packages make, or a new one. */
function unprivilegedUser(print: Print): Owner {
  const found = idsOf('paigham') ?? idsOf('postgres');
  if (found !== undefined) return found;
  const args = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'];
  const { worked, output } = runToEnd('useradd', [...args, 'paigham'], undefined);
  const created = idsOf('paigham');
  if (created === undefined || !worked) {
    throw new Refusal(
      `PostgreSQL does not run as root, and no user could be created for it (${output}): ` +
        `create one named "paigham", start as a normal user, or set DATABASE_URL.`,
    );
  }
  print('Created the system user "paigham": PostgreSQL does not run as root.');
  return created;
}

function ownerOf(cluster: string): Owner {
  const { uid, gid } = statSync(cluster);
  return isRoot() && uid !== 0 ? { uid, gid } : undefined;
}

function canReach(folder: string, owner: Owner): boolean {
  return runToEnd('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], owner).worked;
}

/** A folder of `dataDir`'s own in /var/lib. */
function elsewhere(dataDir: string): string {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  return `/var/lib/paigham-${hash}`;
}

/** The folder that `entry` is or names; it may not exist yet. */
function findCluster(entry: string): string | undefined {
  if (!existsSync(entry)) return undefined;
  if (statSync(entry).isDirectory()) return entry;
  const cluster = readFileSync(entry, 'utf8').trim();
  if (existsSync(dirname(cluster))) return cluster;
  throw new Refusal(`${entry} says that the database is in ${cluster}, but nothing is there.`);
}

function chooseCluster(dataDir: string, owner: Owner, print: Print): string {
  const here = join(dataDir, 'postgres');
  if (owner === undefined || canReach(dataDir, owner)) return here;
  const reachable = elsewhere(dataDir);
  const cluster = join(reachable, 'postgres');
  mkdirSync(reachable, { recursive: true });
  chmodSync(reachable, 0o755);
  writeFileSync(here, `${cluster}\n`);
  print(`The database is in ${cluster}: its user cannot reach ${dataDir}.`);
  return cluster;
}

/** Finds the place, or chooses it for a new installation; creates `dataDir`. */
export function findPlace(dataDir: string, print: Print): Place {
  const folder = prepareDataDir(dataDir);
  const reachable = elsewhere(folder);
  const found = findCluster(join(folder, 'postgres'));
  if (found === undefined || !existsSync(found)) {
    const owner = isRoot() ? unprivilegedUser(print) : undefined;
    return { cluster: found ?? chooseCluster(folder, owner, print), owner, reachable };
  }
  const owner = ownerOf(found);
  if (!canReach(found, owner)) {
    throw new Refusal(
      `The database in ${found} cannot be reached by the user that owns it: ` +
        `start the service as that user, or open the folders above it.`,
    );
  }
  return { cluster: found, owner, reachable };
}
