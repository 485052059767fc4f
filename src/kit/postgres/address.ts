/**
 * The address of a PostgreSQL, and one plain connection to it for the rare work that needs its own
 * session: migrations, printing the schema, listening. Everything else goes through pool.ts.
 */
import pg from 'pg';
import { type Clock, within } from '@paigham/base/clock.ts';
import type { Secrets } from '../config-schema.ts';
import { Refusal } from '@paigham/base/refusal.ts';
import type { ServerAddress } from '@paigham/embedded-postgres/connect.ts';
import { valueParsers } from './values.ts';

/** A database's address: parsed, or as in DATABASE_URL. */
export type Address = ServerAddress | { readonly connectionString: string };

/** How the service logs in to its database: as each role of db/roles.sql, or as a single one. */
export type Logins<Way extends Address = Address> = {
  /** Changes the schema. */
  readonly owner: Way;
  /** Writes rows. */
  readonly writer: Way;
  readonly reader: Way;
};

/** The logins in the settings; undefined: the database is embedded. */
export function givenLogins(secrets: Secrets): Logins | undefined {
  const { databaseUrl, databaseOwnerUrl, databaseReadUrl } = secrets;
  if (databaseUrl === undefined) return undefined;
  return {
    owner: { connectionString: databaseOwnerUrl ?? databaseUrl },
    writer: { connectionString: databaseUrl },
    reader: { connectionString: databaseReadUrl ?? databaseUrl },
  };
}

/** What every session of ours sets, whatever the server's own settings. */
export function sessionOptions(extra: readonly string[] = []): string {
  return ['TimeZone=UTC', 'jit=off', 'DateStyle=ISO', ...extra].map((it) => `-c ${it}`).join(' ');
}

/**
 * Opens one connection, with driver settings in `extra`. The caller closes it. Rejects if
 * the server cannot be reached.
 */
export async function connect(address: Address, extra: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({
    ...address,
    ...extra,
    application_name: 'paigham',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    options: sessionOptions(),
    types: valueParsers(),
  });
  await client.connect();
  return client;
}

/** Passes one connection to `work` and closes it whatever happens. */
export async function withConnection<T>(
  address: Address,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connect(address);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Closes a connection, after a second even if the server does not answer. */
export async function disconnect(client: pg.Client, clock: Clock): Promise<void> {
  await within(clock, 1_000, client.end());
  client.connection.stream.destroy();
}

/**
 * Makes sure that the server of DATABASE_URL accepts a connection.
 * @throws Refusal in the words of the driver, which hold no password.
 */
export async function mustReach(databaseUrl: string): Promise<void> {
  await withConnection({ connectionString: databaseUrl }, () => Promise.resolve()).catch(
    (error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new Refusal(`The database of DATABASE_URL cannot be reached: ${why}.`);
    },
  );
}
