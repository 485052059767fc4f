/**
 * The embedded PostgreSQL: a real server, started by the service in DATA_DIR when no DATABASE_URL
 * names another, and stopped with it.
 *
 * It survives our crashes. A service that was killed leaves it running and the next one
 * adopts it; a server that was killed recovers from its log at the next start; one that dies while
 * we run is restarted. It listens on a socket in its own folder, which only its user and root
 * can enter, or on 127.0.0.1 when that folder's path is too long for a socket.
 */
import { join } from 'node:path';
import type { Clock } from '@paigham/base/clock.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { prepareDataDir } from '@paigham/base/data-dir.ts';
import type { Logins, ServerAddress } from './address.ts';
import { withConnection } from './address.ts';
import { findBinaries } from '@paigham/embedded-postgres/binaries.ts';
import { createCluster, dataVersion, readPassword, setUpRoles } from '@paigham/embedded-postgres/cluster.ts';
import { findPostmaster, hold, type Postmaster } from '@paigham/embedded-postgres/postmaster.ts';
import type { Print } from '@paigham/embedded-postgres/place.ts';
import { findPlace } from '@paigham/embedded-postgres/place.ts';
import type { Server } from '@paigham/embedded-postgres/server.ts';
import { bringDown, bringUp } from '@paigham/embedded-postgres/server.ts';

type EmbeddedOptions = {
  readonly dataDir: string;
  /** Called with one line for each action outside `dataDir` and each restart of the server. */
  readonly print?: Print;
  /** Server settings that differ from those of server.ts. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
};

export type Embedded = {
  readonly logins: Logins<ServerAddress>;
  /** Whether it was already running: left by a service that was killed, or shared with another. */
  readonly adopted: boolean;
  /** Its data folder. */
  readonly cluster: string;
  /** Its process id, if it is running. */
  pid(): number | undefined;
  /** Other programs that are using it now, by process id. */
  others(): readonly number[];
  /** Stops the server, unless another program uses it. Close the pools first. */
  stop(): Promise<void>;
};

const watchEveryMs = 1_000;
const databaseName = 'paigham';

/** Where the embedded server's superuser logs in. */
export function addressOf(at: Postmaster, password: string, database: string): ServerAddress {
  const { host, port } = at;
  return { host, port, user: 'paigham', password, database };
}

/**
 * Creates the database and its roles, the only steps that need the superuser. Programs that start
 * together take turns: the lock ends with the connection.
 */
function prepareDatabase(postmaster: Postmaster, password: string): Promise<Logins<ServerAddress>> {
  return withConnection(addressOf(postmaster, password, 'postgres'), async (client) => {
    await client.query('SELECT pg_advisory_lock(1)');
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [databaseName]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`);
    return setUpRoles(addressOf(postmaster, password, databaseName));
  });
}

/** Restarts the server whenever it is found dead. */
function watch(server: Server, print: Print): { cancel(): void } {
  let reviving = false;
  let toldOfFailure = false;
  const revive = async (): Promise<void> => {
    try {
      await bringUp(server);
      print('The database had ended; it runs again.');
      toldOfFailure = false;
    } catch (error) {
      if (!toldOfFailure) print(`The database has ended and does not start: ${String(error)}`);
      toldOfFailure = true;
    }
    reviving = false;
  };
  return server.clock.every(watchEveryMs, () => {
    if (reviving || findPostmaster(server.cluster) !== undefined) return;
    reviving = true;
    void revive();
  });
}

/**
 * Starts the embedded server, or adopts the running one, and makes sure that the database
 * exists. Throws `Refusal` with a message if the machine does not allow it.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { print = () => undefined, settings = {}, clock = wallClock } = options;
  const place = findPlace(options.dataDir, print);
  const dataDir = prepareDataDir(options.dataDir);
  const { cluster, owner } = place;
  const existing = dataVersion(cluster);
  const binaries = await findBinaries(owner, place.reachable, existing);
  const { release, postgres, isOfMachine } = binaries;
  if (isOfMachine) print(`The database is PostgreSQL ${release} of this machine (${postgres}).`);
  const password = readPassword(dataDir, existing === undefined);
  if (existing === undefined) createCluster(place, binaries, password);

  const holder = hold(join(dataDir, 'postgres.holders'));
  const server: Server = { cluster, owner, program: binaries.postgres, dataDir, settings, clock };
  const { postmaster, adopted } = await bringUp(server);
  const leave = async (): Promise<void> => {
    if (holder.leave()) await bringDown(server);
  };
  const logins = await prepareDatabase(postmaster, password).catch(async (error: unknown) => {
    await leave();
    throw error;
  });
  const watching = watch(server, print);
  return {
    logins,
    adopted,
    cluster,
    pid: () => findPostmaster(cluster)?.pid,
    others: () => holder.others(),
    async stop() {
      watching.cancel();
      await leave();
    },
  };
}
