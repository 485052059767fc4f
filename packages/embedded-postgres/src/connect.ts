/** Connections of the superuser, for the rare work that needs one. */
import pg from 'pg';

/** Where a server listens and who logs in. `host` may be the folder of its socket. */
export type ServerAddress = {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
};

/** Passes one connection to `work` and closes it whatever happens. */
export async function withConnection<T>(
  address: ServerAddress,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: 10_000, keepAlive: true });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
