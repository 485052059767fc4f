/**
 * An embedded PostgreSQL: a real server, started by a program in a data folder of its own, and
 * stopped with it.
 *
 * It survives crashes of the program. One that was killed leaves it running and the next one
 * adopts it; a server that was killed recovers from its log at the next start; one that dies while
 * the program runs is restarted. It listens on a socket in its own folder, which only its user and
 * root can enter, or on 127.0.0.1 when that folder's path is too long for a socket.
 */
import { join } from 'node:path';
import { type Clock, wallClock } from '@paigham/base/clock.ts';
import { prepareDataDir } from '@paigham/base/data-dir.ts';
import { findBinaries } from './binaries.ts';
import { createCluster, dataVersion, readPassword } from './cluster.ts';
import { type ServerAddress, withConnection } from './connect.ts';
import { findPlace, type Owning, type Print } from './place.ts';
import { findPostmaster, hold, type Postmaster } from './postmaster.ts';
import { bringDown, bringUp, type Server } from './server.ts';

type Options<Prepared> = {
  readonly dataDir: string;
  readonly program: Owning;
  /** What else needs the superuser, in the program's database; programs take turns at it. */
  prepare(superuser: ServerAddress): Promise<Prepared>;
  /** Called with one line for each action outside `dataDir` and each restart of the server. */
  readonly print?: Print | undefined;
  /** Server settings that differ from those of server.ts. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  readonly clock?: Clock | undefined;
};

export type Embedded<Prepared> = {
  readonly prepared: Prepared;
  /** Whether it was already running: left by a program that was killed, or shared with another. */
  readonly adopted: boolean;
  /** Its data folder. */
  readonly cluster: string;
  /** Its process id, if it is running. */
  pid(): number | undefined;
  /** Other programs that are using it now, by process id. */
  others(): readonly number[];
  /** Stops the server, unless another program uses it. Close all connections first. */
  stop(): Promise<void>;
};

const watchEveryMs = 1_000;

/**
 * Where the superuser logs in.
 * @param name of the program: its superuser's name, too
 */
export function addressOf(
  { host, port }: Postmaster,
  { name, password, database = name }: { name: string; password: string; database?: string },
): ServerAddress {
  return { host, port, user: name, password, database };
}

/** Programs that start together take turns: the lock ends with the connection. */
function prepareDatabase<Prepared>(
  postmaster: Postmaster,
  { program: { name }, prepare }: Options<Prepared>,
  password: string,
): Promise<Prepared> {
  const own = addressOf(postmaster, { name, password });
  return withConnection({ ...own, database: 'postgres' }, async (client) => {
    await client.query('SELECT pg_advisory_lock(1)');
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (found.rowCount === 0)
      await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
    return prepare(own);
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
 * Starts the server, or adopts the running one, and makes sure that the program's database exists.
 * @throws Refusal if the machine does not allow it.
 */
export async function startEmbedded<Prepared>(
  options: Options<Prepared>,
): Promise<Embedded<Prepared>> {
  const { program, print = () => undefined, settings = {}, clock = wallClock } = options;
  const place = findPlace(options.dataDir, program, print);
  const dataDir = prepareDataDir(options.dataDir);
  const { cluster, owner } = place;
  const existing = dataVersion(cluster);
  const binaries = await findBinaries(place, program, existing);
  const { release, postgres, isOfMachine } = binaries;
  if (isOfMachine) print(`The database is PostgreSQL ${release} of this machine (${postgres}).`);
  const password = readPassword(dataDir, existing === undefined);
  if (existing === undefined) createCluster(place, binaries, { name: program.name, password });

  const holder = hold(join(dataDir, 'postgres.holders'));
  const server: Server = { cluster, owner, program: postgres, dataDir, settings, clock };
  const { postmaster, adopted } = await bringUp(server);
  const leave = async (): Promise<void> => {
    if (holder.leave()) await bringDown(server);
  };
  const prepared = await prepareDatabase(postmaster, options, password).catch(
    async (error: unknown) => {
      await leave();
      throw error;
    },
  );
  const watching = watch(server, print);
  return {
    prepared,
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
