/**
 * A copy of the embedded database while it works, by PostgreSQL's own protocol for copying files
 * (its manual: "Making a Base Backup Using the Low Level API"), and the way back. The copy is
 * the database at the moment the copying ended; what recovers from it begins a new timeline, by
 * which nodes notice (store/nodes/history.ts).
 */
import { chownSync, existsSync, readFileSync } from 'node:fs';
import { appendFile, copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivateFile } from '../data-dir.ts';
import { DISK_FULL, isDiskFull } from '../disk-space.ts';
import { machineRandom } from '../random.ts';
import { Refusal } from '../refusal.ts';
import { type ServerAddress, withConnection } from './address.ts';
import type { Owner } from './binaries.ts';
import { findPlace, type Print } from './place.ts';
import { only } from './statement.ts';

/** Says that a folder is a whole backup, and when it was made. */
const MARK = 'backup.json';
/** Beside the database in a data folder; a key that is elsewhere stays there. */
const SECRETS = ['postgres.password', 'master.key'] as const;

/** What PostgreSQL makes anew, and what it copies itself; folders stay, empty. */
const EMPTIED = /^pg(_wal|_replslot|_dynshmem|_notify|_serial|_snapshots|_subtrans|sql_tmp)$/;
const LEFT_OUT = /^(postmaster\.(pid|opts)|pg_internal\.init.*|\.s\.PGSQL\..*)$/;

/** For the recovery alone: the log is in the copy, and nobody reads before it has ended. */
const RECOVERY = `restore_command = 'false'\nhot_standby = off\n`;

export type Backup = {
  readonly bytes: number;
  /** It contains the master key. */
  readonly hasKey: boolean;
};

type Source = {
  readonly dataDir: string;
  /** PostgreSQL's own data folder. */
  readonly cluster: string;
  readonly superuser: ServerAddress;
  readonly atMs: number;
};

/**
 * Copies the database and the secrets beside it to a new folder, which appears when it is whole.
 * @throws Refusal if there is something already, or no room.
 */
export async function backUp(source: Source, folder: string): Promise<Backup> {
  if (existsSync(folder)) throw new Refusal(`${folder} is there already: name a new folder.`);
  if (`${folder}/`.startsWith(`${source.cluster}/`)) {
    throw new Refusal(`${folder} is in the database itself: name a folder elsewhere.`);
  }
  const half = `${folder}.unfinished.${process.pid}`;
  try {
    await mkdir(half, { recursive: true, mode: 0o700 });
    const bytes = await copyCluster(source, join(half, 'postgres'));
    const secrets = SECRETS.filter((name) => existsSync(join(source.dataDir, name)));
    for (const name of secrets) copySecret(join(source.dataDir, name), join(half, name));
    const at = new Date(source.atMs).toISOString();
    writePrivateFile(join(half, MARK), `${JSON.stringify({ form: 1, at })}\n`);
    await rename(half, folder);
    return { bytes, hasKey: secrets.includes('master.key') };
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    throw isDiskFull(error) ? new Refusal(`${folder}: ${DISK_FULL}.`) : error;
  }
}

/** The connection that begins a backup must stay open until it ends. */
function copyCluster({ cluster, superuser }: Source, to: string): Promise<number> {
  return withConnection(superuser, async (client) => {
    const name = `paigham_${machineRandom.randomBytes(6).toString('hex')}`;
    // Keeps the log from here on, however long the copying takes; gone with the connection.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [name]);
    const begun = await client.query<{ readonly first: string }>(
      'select pg_walfile_name(pg_backup_start($1, true)) as first',
      [name],
    );
    const { first } = only(begun.rows);
    const wants = (file: string): boolean => !LEFT_OUT.test(file);
    const bytes = await copyFolder(cluster, to, { wants, emptied: EMPTIED });
    const ended = await client.query<{ readonly label: string; readonly last: string }>(
      'select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)',
    );
    const { label, last } = only(ended.rows);
    writePrivateFile(join(to, 'backup_label'), label);
    // In the copy already, so that whatever is made of it begins a new timeline.
    writePrivateFile(join(to, 'recovery.signal'), '');
    await appendFile(join(to, 'postgresql.auto.conf'), RECOVERY);
    const isNeeded = (file: string): boolean =>
      file.endsWith('.history') || (file >= first && file <= last && file.length === last.length);
    const log = await copyFolder(join(cluster, 'pg_wal'), join(to, 'pg_wal'), { wants: isNeeded });
    return bytes + log;
  });
}

type Copying = {
  /** Which files are copied; absent: all. */
  readonly wants?: (file: string) => boolean;
  /** Folders whose content is left out. */
  readonly emptied?: RegExp;
  /** Whose the copies are; undefined: our own. */
  readonly owner?: Owner;
};

/** Copies files and folders, flushed to disk; gives their size. */
async function copyFolder(from: string, to: string, copying: Copying): Promise<number> {
  const { wants, emptied, owner } = copying;
  await mkdir(to, { recursive: true, mode: 0o700 });
  if (owner !== undefined) chownSync(to, owner.uid, owner.gid);
  let bytes = 0;
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      if (emptied?.test(entry.name) === true) await mkdir(target, { mode: 0o700 });
      else bytes += await copyFolder(source, target, copying);
    } else if (entry.isFile() && wants?.(entry.name) !== false) {
      bytes += await copyOne(source, target, owner);
    }
  }
  return bytes;
}

/** A file that is deleted meanwhile is not needed: the log tells of its deletion. */
async function copyOne(from: string, to: string, owner: Owner): Promise<number> {
  try {
    await copyFile(from, to);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
    throw error;
  }
  if (owner !== undefined) chownSync(to, owner.uid, owner.gid);
  const copy = await open(to, 'r+');
  try {
    await copy.sync();
    return (await copy.stat()).size;
  } finally {
    await copy.close();
  }
}

function copySecret(from: string, to: string): void {
  writePrivateFile(to, readFileSync(from, 'utf8'));
}

/**
 * Puts a backup into a new data folder. The server recovers at its first start. Gives whether the
 * backup has the master key.
 * @throws Refusal if the folder is no whole backup, or the new one holds an installation.
 */
export async function putBack(folder: string, dataDir: string, print: Print): Promise<boolean> {
  if (!existsSync(join(folder, MARK))) {
    throw new Refusal(`${folder} is not a backup that "paigham backup" made.`);
  }
  const found = ['postgres', ...SECRETS].find((name) => existsSync(join(dataDir, name)));
  if (found !== undefined) {
    throw new Refusal(`${dataDir} has ${found} already: name a new folder with --data-dir.`);
  }
  const { cluster, owner } = findPlace(dataDir, print);
  const half = `${cluster}.new.${process.pid}`;
  try {
    await copyFolder(join(folder, 'postgres'), half, { owner });
    for (const name of SECRETS) {
      const file = join(folder, name);
      if (existsSync(file)) copySecret(file, join(dataDir, name));
    }
    await rename(half, cluster);
    return existsSync(join(dataDir, 'master.key'));
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    throw isDiskFull(error) ? new Refusal(`${dataDir}: ${DISK_FULL}.`) : error;
  }
}
