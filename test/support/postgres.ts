/**
 * One embedded PostgreSQL for a run of the tests, in a folder that is removed afterwards, with a
 * migrated database that each test file clones (database.ts). Every project of the run asks for
 * it; the first one starts it, the last one to finish stops it.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { makeTemporaryDir } from '../../src/kit/data-dir.ts';
import { withConnection } from '../../src/kit/postgres/address.ts';
import type { Embedded } from '../../src/kit/postgres/embedded.ts';
import { startEmbedded } from '../../src/kit/postgres/embedded.ts';
import { readPassword } from '../../src/kit/postgres/cluster.ts';
import { migrate } from '../../src/kit/postgres/migrate.ts';
import { setUpRoles } from '../../src/kit/postgres/roles.ts';

/** The server, as its superuser enters it. */
export type TestServer = {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
};

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: TestServer;
  }
}

export const templateName = 'template_paigham';
const migrationsFolder = join(import.meta.dirname, '../../db/migrations');

type Shared = {
  readonly server: TestServer;
  stop(): Promise<void>;
};

/** Projects load this module apart, so what they share hangs on the process. */
type Holder = { sharedPostgres?: { readonly started: Promise<Shared>; users: number } };

async function makeTemplate(server: TestServer): Promise<void> {
  await withConnection({ ...server, database: 'postgres' }, (client) =>
    client.query(`CREATE DATABASE ${templateName}`),
  );
  const { owner } = await setUpRoles({ ...server, database: templateName });
  await migrate(owner, migrationsFolder);
}

async function start(): Promise<Shared> {
  const folder = makeTemporaryDir();
  const dataDir = join(folder, 'data');
  const settings = { shared_buffers: '128MB', min_wal_size: '64MB' };
  const embedded: Embedded = await startEmbedded({ dataDir, settings });
  const stop = async (): Promise<void> => {
    await embedded.stop();
    await rm(folder, { recursive: true });
  };
  try {
    const { host, port } = embedded.logins.owner;
    const server = { host, port, user: 'paigham', password: readPassword(dataDir, false) };
    await makeTemplate(server);
    return { server, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Called by the runner before a project's first file; what it returns, after its last. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const holder = globalThis as Holder;
  const shared = (holder.sharedPostgres ??= { started: start(), users: 0 });
  shared.users += 1;
  const { server, stop } = await shared.started;
  project.provide('postgres', server);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete holder.sharedPostgres;
    await stop();
  };
}
