/**
 * Where a PostgreSQL is, and one plain connection to it for the rare work that needs a session of
 * its own: migrations, the schema's print-out, listening. Everything else goes through pool.ts.
 */
import pg from 'pg';
import { valueParsers } from './values.ts';

/** A database's address. `host` may be a folder that holds the server's socket. */
export type Address =
  | { readonly connectionString: string }
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly password: string;
      readonly database: string;
    };

/** What every session of ours asks for, whatever the server's own settings say. */
export function sessionOptions(extra: readonly string[] = []): string {
  return ['TimeZone=UTC', 'jit=off', 'DateStyle=ISO', ...extra].map((it) => `-c ${it}`).join(' ');
}

/** Opens one connection. The caller ends it. Rejects when the server cannot be reached. */
export async function connect(address: Address): Promise<pg.Client> {
  const client = new pg.Client({
    ...address,
    application_name: 'paigham',
    connectionTimeoutMillis: 10_000,
    options: sessionOptions(),
    types: valueParsers(),
  });
  await client.connect();
  return client;
}

/** Lends one connection to `work` and ends it whatever happens. */
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
