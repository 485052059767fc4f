/**
 * A copy of an embedded database while it works, by PostgreSQL's own protocol for copying files
 * (its manual: "Making a Base Backup Using the Low Level API"), and the way back. The copy is
 * the database at the moment the copying ended; what recovers from it begins a new timeline.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ClientBase, QueryResultRow } from 'pg';
import { makeNewDir, mustHaveFolderAbove } from '@paigham/base/data-dir.ts';
import { DISK_FULL, isDiskFull } from '@paigham/base/disk-space.ts';
import { machineRandom } from '@paigham/base/random.ts';
import { Refusal } from '@paigham/base/refusal.ts';
import { type ServerAddress, withConnection } from './connect.ts';
import { writeMark } from './backup-mark.ts';
import { addUnder, copyFolder, writeCopy, type Content } from './copy-files.ts';

/** What PostgreSQL makes anew, and what is written by itself; folders stay, empty. */
const EMPTIED = /^pg(_wal|_replslot|_dynshmem|_notify|_serial|_snapshots|_subtrans|sql_tmp)$/;
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|pg_internal\.init.*|\.s\.PGSQL\..*|postgresql\.auto\.conf)$/;

/** For the recovery alone: the log is in the copy, and nobody reads before it has ended. */
const RECOVERY = `restore_command = 'false'\nhot_standby = off\n`;

type Source = {
  readonly dataDir: string;
  /** PostgreSQL's own data folder. */
  readonly cluster: string;
  readonly superuser: ServerAddress;
  /** Names of files in `dataDir` that are copied, if they are there. */
  readonly beside: readonly string[];
  readonly atMs: number;
  readonly signal: AbortSignal;
};

/**
 * Lends `work` a folder that gets its name once it is whole, and is removed if `work` fails.
 * @throws Refusal if there is something already, if it cannot be made, if it would be in one of the
 * folders of `apart`, or if there is no room.
 */
export async function makeWhole<Done>(
  folder: string,
  apart: readonly string[],
  work: (half: string) => Promise<Done>,
): Promise<Done> {
  if (existsSync(folder)) throw new Refusal(`${folder} is there already: name a new folder.`);
  mustHaveFolderAbove(folder);
  const above = `${realpathSync(dirname(folder))}/`;
  const around = apart.find((it) => above.startsWith(`${it}/`));
  if (around !== undefined) {
    throw new Refusal(`${folder} is in ${around}, which it is a copy of: name a folder elsewhere.`);
  }
  const half = `${folder}.unfinished.${process.pid}`;
  makeNewDir(half, 0o700);
  try {
    const done = await work(half);
    await rename(half, folder);
    return done;
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    throw isDiskFull(error) ? new Refusal(`${folder}: ${DISK_FULL}.`) : error;
  }
}

/** Copies the database and the files beside it to a folder; gives their size. */
export async function backUp(source: Source, folder: string): Promise<number> {
  const { dataDir, beside, atMs } = source;
  const content: Content = new Map();
  addUnder(content, 'postgres', await copyCluster(source, join(folder, 'postgres')));
  for (const name of beside.filter((it) => existsSync(join(dataDir, it)))) {
    const text = readFileSync(join(dataDir, name), 'utf8');
    content.set(name, writeCopy(join(folder, name), text));
  }
  writeMark(folder, atMs, content);
  return [...content.values()].reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The connection that begins a backup must stay open until it ends. */
function copyCluster({ cluster, superuser, signal }: Source, to: string): Promise<Content> {
  return withConnection(superuser, async (client) => {
    const name = `backup_${machineRandom.randomBytes(6).toString('hex')}`;
    // Keeps the log from here on, however long the copying takes; gone with the connection.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [name]);
    const { first } = await askOne<{ readonly first: string }>(
      client,
      'select pg_walfile_name(pg_backup_start($1, true)) as first',
      [name],
    );
    const wants = (file: string): boolean => !LEFT_OUT.test(file);
    const content = await copyFolder(cluster, to, { wants, emptied: EMPTIED, signal });
    const { label, last } = await askOne<{ readonly label: string; readonly last: string }>(
      client,
      'select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)',
    );
    content.set('backup_label', writeCopy(join(to, 'backup_label'), label));
    // In the copy already, so that whatever is made of it begins a new timeline.
    content.set('recovery.signal', writeCopy(join(to, 'recovery.signal'), ''));
    const own = 'postgresql.auto.conf';
    const settings = readFileSync(join(cluster, own), 'utf8');
    content.set(own, writeCopy(join(to, own), `${settings}${RECOVERY}`));
    const isNeeded = (file: string): boolean =>
      file.endsWith('.history') || (file >= first && file <= last && file.length === last.length);
    const log = { wants: isNeeded, signal };
    addUnder(content, 'pg_wal', await copyFolder(join(cluster, 'pg_wal'), join(to, 'pg_wal'), log));
    return content;
  });
}

async function askOne<Row extends QueryResultRow>(
  client: ClientBase,
  question: string,
  values: readonly string[] = [],
): Promise<Row> {
  const [row] = (await client.query<Row>(question, [...values])).rows;
  if (row === undefined) throw new Error('a function of PostgreSQL returned no row');
  return row;
}
