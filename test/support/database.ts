/** A test file's own migrated database, cloned from the run's template. */
import { inject, onTestFinished } from 'vitest';
import type { ServerAddress } from '@paigham/embedded-postgres/connect.ts';
import { withConnection } from '../../src/kit/postgres/address.ts';
import type { Database } from '../../src/kit/postgres/pool.ts';
import { open } from '../../src/kit/postgres/pool.ts';
import { machineRandom } from '@paigham/base/random.ts';
import { afterFile } from './after-file.ts';
import { templateName } from './postgres.ts';

export type FreshDatabase = {
  readonly address: ServerAddress;
  readonly database: Database;
};

async function administer(sql: string): Promise<void> {
  await withConnection({ ...inject('postgres'), database: 'postgres' }, (client) =>
    client.query(sql),
  );
}

/**
 * A clone of a template; `template0` is empty. It is dropped after the file's last test, once
 * everything opened in it has been closed.
 */
export async function createDatabase(template: string): Promise<ServerAddress> {
  const address = await create(template);
  afterFile(() => drop(address));
  return address;
}

async function create(template: string): Promise<ServerAddress> {
  const database = `test_${machineRandom.randomBytes(8).toString('hex')}`;
  await administer(`CREATE DATABASE ${database} TEMPLATE ${template} STRATEGY file_copy`);
  return { ...inject('postgres'), database };
}

const drop = ({ database }: ServerAddress): Promise<void> =>
  administer(`DROP DATABASE ${database} WITH (FORCE)`);

/** An empty database for one test; dropped after it. Call it in `beforeEach`. */
export async function emptyDatabase(): Promise<ServerAddress> {
  const address = await create('template0');
  onTestFinished(() => drop(address));
  return address;
}

/**
 * Clones a template and opens it with `connections` connections, as the server's superuser: tests
 * inspect and prepare things. Services connect with `loginsOf`. Call it in `beforeAll`, or in a
 * test: it is closed and dropped after the file's last test.
 */
export async function freshDatabase(
  connections = 6,
  template = templateName,
): Promise<FreshDatabase> {
  const address = await createDatabase(template);
  // A machine that is busy is no database that is away.
  const database = open({ address, connections, connectTimeoutMs: 60_000 });
  afterFile(() => database.close());
  return { address, database };
}
