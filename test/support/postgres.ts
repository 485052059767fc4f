/**
 * One embedded PostgreSQL for a test run, in a folder that is removed afterwards, with two
 * databases that test files clone: one migrated and empty (database.ts), and one with the named
 * world in it (world.ts). Every project of the run asks for it; the first starts it, and the last
 * to finish stops it.
 */
import { existsSync, rmSync, statfsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { BuiltWorld } from '../../src/demo/build-world.ts';
import { limit } from '../../src/domain/limits.ts';
import { makeTemporaryDir } from '@paigham/base/data-dir.ts';
import { withConnection } from '../../src/kit/postgres/address.ts';
import type { Embedded } from '../../src/kit/postgres/embedded.ts';
import { startEmbedded } from '../../src/kit/postgres/embedded.ts';
import { readPassword } from '@paigham/embedded-postgres/cluster.ts';
import { setUpRoles } from '../../src/kit/postgres/roles.ts';
import { migrate } from '../../src/kit/postgres/migrate.ts';
import { open } from '../../src/kit/postgres/pool.ts';
import { makePartitions } from '../../src/store/messages/make-partitions.ts';

/** The server, with its superuser's login. */
export type TestServer = {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
};

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: TestServer;
    builtWorld: BuiltWorld;
    /** For files that are there until the run ends. */
    runFolder: string;
    /** Connections of a node to its database: each costs as much as a hundred statements. */
    databasePool: number;
  }
}

export const templateName = 'template_paigham';
export const worldTemplateName = 'template_world';
/** Linux's in-memory disk, and how much must be free there for a run's databases. */
const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 2 ** 31;
const migrationsFolder = join(import.meta.dirname, '../../db/migrations');

type Shared = {
  readonly server: TestServer;
  readonly builtWorld: BuiltWorld;
  readonly runFolder: string;
  stop(): Promise<void>;
};

/** Each project loads this module separately, so shared state is attached to the process. */
type Holder = { sharedPostgres?: { readonly started: Promise<Shared>; users: number } };

const createDatabase = (server: TestServer, name: string, template: string): Promise<unknown> =>
  withConnection({ ...server, database: 'postgres' }, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`),
  );

/**
 * Where the cluster is. A database has 600 files, and each run creates and drops two hundred: in
 * memory that takes a tenth of the time. What tests kill or flush is on a real disk (program.ts).
 */
function findRoom(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ENOUGH_BYTES ? MEMORY : tmpdir();
}

/** Makes both templates; returns the second one's world. */
async function makeTemplates(server: TestServer): Promise<BuiltWorld> {
  await createDatabase(server, templateName, 'template0');
  const { owner } = await setUpRoles({ ...server, database: templateName });
  await migrate(owner, migrationsFolder);
  await createDatabase(server, worldTemplateName, templateName);
  const database = open({ address: { ...server, database: worldTemplateName }, connections: 1 });
  try {
    // Loaded only by the project that starts the server.
    const { buildTestWorld, openAdmin } = await import('./built-world.ts');
    // A service finds its days made, as on all but the first of its starts.
    const daysAhead = limit('partitionDaysAhead');
    await database.transact((tx) => makePartitions(tx, Date.now(), daysAhead));
    return await buildTestWorld(openAdmin(database));
  } finally {
    await database.close();
  }
}

async function start(): Promise<Shared> {
  const folder = makeTemporaryDir(findRoom());
  const runFolder = makeTemporaryDir();
  const dataDir = join(folder, 'data');
  // Several files at once, with several nodes each. Nothing here outlives the run.
  const settings = {
    shared_buffers: '128MB',
    min_wal_size: '64MB',
    max_wal_size: '256MB',
    max_connections: '300',
    scram_iterations: '1',
    // Looking into each of a run's many databases costs as much as a connection to it.
    autovacuum_naptime: '1min',
    // An invariant asks when a price was there for all to see.
    track_commit_timestamp: 'on',
  };
  const embedded: Embedded = await startEmbedded({ dataDir, settings });
  // A run that somebody interrupts ends at once.
  const endHard = (): void => {
    const pid = embedded.pid();
    if (pid !== undefined) process.kill(pid, 'SIGQUIT');
    for (const made of [folder, runFolder]) {
      rmSync(made, { recursive: true, force: true, maxRetries: 10 });
    }
  };
  process.once('exit', endHard);
  const stop = async (): Promise<void> => {
    process.off('exit', endHard);
    await embedded.stop();
    for (const made of [folder, runFolder]) await rm(made, { recursive: true });
  };
  try {
    const { host, port } = embedded.logins.owner;
    const server = { host, port, user: 'paigham', password: readPassword(dataDir, false) };
    return { server, builtWorld: await makeTemplates(server), runFolder, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Called by the runner before a project's first file; what it returns is called after the last. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const holder = globalThis as Holder;
  const shared = (holder.sharedPostgres ??= { started: start(), users: 0 });
  shared.users += 1;
  const { server, builtWorld, runFolder, stop } = await shared.started;
  project.provide('postgres', server);
  project.provide('builtWorld', builtWorld);
  project.provide('runFolder', runFolder);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete holder.sharedPostgres;
    await stop();
  };
}
