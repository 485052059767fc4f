/**
 * Where the embedded server's data folder is, and which user the server runs as.
 *
 * As a normal user: `postgres` in the program's own folder, as ourselves. As root the server must
 * run as somebody else, and that user must be able to reach the folder. Under a home that is closed
 * to others it cannot; then data and programs live in /var/lib and `postgres` is a file that says
 * where.
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

/** Whose database it is. */
export type Owning = {
  /** Of the program: names the superuser, the database, the system's user and folders. */
  readonly name: string;
  /** What to do where no server can run: `set DATABASE_URL`. */
  readonly otherwise: string;
};

/** Called with one line for each action outside the data folder. */
export type Print = (line: string) => void;

function idsOf(user: string): Owner {
  const uid = runToEnd('id', ['-u', user], undefined);
  const gid = runToEnd('id', ['-g', user], undefined);
  if (!uid.worked || !gid.worked) return undefined;
  return { uid: Number(uid.output), gid: Number(gid.output) };
}

/** A user that is not root: our own, the one that PostgreSQL's packages make, or a new one. */
function unprivilegedUser({ name, otherwise }: Owning, print: Print): Owner {
  const found = idsOf(name) ?? idsOf('postgres');
  if (found !== undefined) return found;
  const args = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'];
  const { worked, output } = runToEnd('useradd', [...args, name], undefined);
  const created = idsOf(name);
  if (created === undefined || !worked) {
    throw new Refusal(
      `PostgreSQL does not run as root, and no user could be created for it (${output}): ` +
        `create one named "${name}", start as a normal user, or ${otherwise}.`,
    );
  }
  print(`Created the system user "${name}": PostgreSQL does not run as root.`);
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
function elsewhere(dataDir: string, { name }: Owning): string {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  return `/var/lib/${name}-${hash}`;
}

/** The folder that `entry` is or names; it may not exist yet. */
function findCluster(entry: string): string | undefined {
  if (!existsSync(entry)) return undefined;
  if (statSync(entry).isDirectory()) return entry;
  const cluster = readFileSync(entry, 'utf8').trim();
  if (existsSync(dirname(cluster))) return cluster;
  throw new Refusal(`${entry} says that the database is in ${cluster}, but nothing is there.`);
}

function chooseCluster(
  dataDir: string,
  { owner, reachable }: Omit<Place, 'cluster'>,
  print: Print,
) {
  const here = join(dataDir, 'postgres');
  if (owner === undefined || canReach(dataDir, owner)) return here;
  const cluster = join(reachable, 'postgres');
  mkdirSync(reachable, { recursive: true });
  chmodSync(reachable, 0o755);
  writeFileSync(here, `${cluster}\n`);
  print(`The database is in ${cluster}: its user cannot reach ${dataDir}.`);
  return cluster;
}

/** Finds the place, or chooses it for a new installation; creates `dataDir`. */
export function findPlace(dataDir: string, program: Owning, print: Print): Place {
  const folder = prepareDataDir(dataDir);
  const reachable = elsewhere(folder, program);
  const found = findCluster(join(folder, 'postgres'));
  if (found === undefined || !existsSync(found)) {
    const owner = isRoot() ? unprivilegedUser(program, print) : undefined;
    const cluster = found ?? chooseCluster(folder, { owner, reachable }, print);
    return { cluster, owner, reachable };
  }
  const owner = ownerOf(found);
  if (!canReach(found, owner)) {
    throw new Refusal(
      `The database in ${found} cannot be reached by the user that owns it: ` +
        `start the program as that user, or open the folders above it.`,
    );
  }
  return { cluster: found, owner, reachable };
}
