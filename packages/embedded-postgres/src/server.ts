/**
 * Starts and stops the server process of a data folder, whatever state the last run left it in.
 *
 * The embedded server's settings: durable first, then right for a small machine that it shares
 * with the service. They are given at every start, so that an old data folder gets them too.
 */
import {
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Clock, pause } from '@paigham/base/clock.ts';
import { freePort, freePorts } from '@paigham/base/ports.ts';
import { Refusal } from '@paigham/base/refusal.ts';
import { type Owner, type Started, startServer } from './binaries.ts';
import { findPostmaster, isRunning, isServerOf, type Postmaster } from './postmaster.ts';

export type Server = {
  readonly cluster: string;
  readonly owner: Owner;
  /** The program `postgres`. */
  readonly program: string;
  /** For the log and the port. */
  readonly dataDir: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly clock: Clock;
};

/** Recovery reads at most max_wal_size of log (4 GB): minutes on a slow disk. */
const startLimitMs = 600_000;
const lookEveryMs = 20;
const retryAfterMs = 500;
/** Processes of a killed server notice within seconds; until then they hold its memory. */
const remnantRetries = 40;
/** A server that starts makes its lock file and fills it at once. */
const emptyLockMs = 5_000;
const logLimitBytes = 10_000_000;
/** What the kernel allows for the path of a socket, its final NUL left out. */
const socketPathBytes = 107;

const logOf = (server: Server): string => join(server.dataDir, 'postgres.log');

function openLog(server: Server): number {
  const file = logOf(server);
  if (existsSync(file) && statSync(file).size > logLimitBytes) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}

function lastLines(server: Server): string {
  return readFileSync(logOf(server), 'utf8').trimEnd().split('\n').slice(-4).join(' / ');
}

/** The same port at every start, as long as it is free. */
async function keptPort(server: Server): Promise<number> {
  const file = join(server.dataDir, 'postgres.port');
  const kept = existsSync(file) ? Number(readFileSync(file, 'utf8')) : await freePort();
  const { port } = await freePorts({ port: kept });
  writeFileSync(file, String(port));
  return port;
}

/** A socket in the data folder, which is closed to others; TCP when its path is too long. */
async function listenArguments(server: Server): Promise<string[]> {
  const socket = join(server.cluster, '.s.PGSQL.5432');
  if (Buffer.byteLength(socket) <= socketPathBytes) {
    return ['-k', server.cluster, '-p', '5432', '-c', 'listen_addresses='];
  }
  const port = await keptPort(server);
  return ['-k', '', '-p', String(port), '-c', 'listen_addresses=127.0.0.1'];
}

/**
 * The server removes stale lock files by itself, unless the number in them is in use: by another
 * program, or by its own remains that nobody has collected. Our number in its place is one it
 * overlooks, its parent's; the rest of the file stays, by which it finds memory still in use. An
 * empty one, which stops every start, is left by a crash in the moment in which it was made.
 */
function disarmStaleLocks({ cluster, clock }: Server): void {
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
    const file = join(cluster, name);
    if (!existsSync(file)) continue;
    const text = readFileSync(file, 'utf8');
    if (text === '' && clock.nowMs() - statSync(file).mtimeMs > emptyLockMs) rmSync(file);
    const pid = Number.parseInt(text, 10);
    if (!isRunning(pid) || isServerOf(cluster, pid)) continue;
    overwrite(file, text.replace(/^\d+/, String(process.pid)));
  }
}

/** Never empty, not even for a moment: we may be killed in it. The file keeps its owner. */
function overwrite(file: string, text: string): void {
  const open = openSync(file, 'r+');
  ftruncateSync(open, writeSync(open, text, 0));
  closeSync(open);
}

async function launch(server: Server): Promise<Started> {
  const listen = await listenArguments(server);
  const settings = Object.entries({ ...embeddedSettings, ...server.settings });
  const args = ['-D', server.cluster, ...listen];
  for (const [name, value] of settings) args.push('-c', `${name}=${value}`);
  disarmStaleLocks(server);
  const logFile = openLog(server);
  const started = startServer(server.program, args, { owner: server.owner, logFile });
  closeSync(logFile);
  return started;
}

type Running = {
  readonly postmaster: Postmaster;
  /** Whether somebody else started it. */
  readonly adopted: boolean;
};

/** Finds the running server, or starts it; resolves when it accepts connections. */
export async function bringUp(server: Server): Promise<Running> {
  const { clock, cluster } = server;
  const untilMs = clock.monotonicMs() + startLimitMs;
  let started: Started | undefined;
  let retries = 0;
  while (clock.monotonicMs() < untilMs) {
    const found = findPostmaster(cluster);
    if (found?.state === 'ready') {
      return { postmaster: found, adopted: found.pid !== started?.pid };
    }
    if (found === undefined && started?.hasEnded() === true) {
      const last = lastLines(server);
      const limit = last.includes('shared memory') ? remnantRetries : 1;
      if (retries++ >= limit) throw new Refusal(`PostgreSQL did not start. Its log ends: ${last}`);
      await pause(clock, retryAfterMs);
      started = undefined;
    } else {
      if (found === undefined && started === undefined) started = await launch(server);
      await pause(clock, lookEveryMs);
    }
  }
  throw new Refusal(`PostgreSQL was not ready within ${startLimitMs / 60_000} minutes.`);
}

/** Disconnects everybody and checkpoints; after a minute, stops it hard (which is safe). */
const stops = [
  { signal: 'SIGINT', limitMs: 60_000 },
  { signal: 'SIGQUIT', limitMs: 10_000 },
] as const;

/** Stops the server if it is running; resolves when it has exited. */
export async function bringDown(server: Server): Promise<void> {
  const { clock, cluster } = server;
  for (const { signal, limitMs } of stops) {
    const found = findPostmaster(cluster);
    if (found === undefined) return;
    process.kill(found.pid, signal);
    const untilMs = clock.monotonicMs() + limitMs;
    while (isServerOf(cluster, found.pid) && clock.monotonicMs() < untilMs) {
      await pause(clock, lookEveryMs);
    }
  }
}

const durability = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
};

const memory = {
  shared_buffers: '256MB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  huge_pages: 'off',
  max_connections: '60',
};

/** Few, long checkpoints: each one makes every page's next change a whole page in the log. */
const writeAhead = {
  wal_buffers: '16MB',
  // A new segment is not filled with zeroes first: that stalled every commit for 40 ms, once a
  // second under load. What is committed is flushed all the same.
  wal_init_zero: 'off',
  min_wal_size: '512MB',
  max_wal_size: '4GB',
  wal_compression: 'off',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: '0.9',
};

/** Statements are short and by index; starting helpers or a compiler for them only costs. */
const planning = {
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',
  effective_io_concurrency: '64',
};

/** The queue's rows live for seconds: dead ones must be vacuumed before scans slow down. */
const vacuum = {
  autovacuum_naptime: '10s',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_vacuum_insert_scale_factor: '0.1',
  autovacuum_analyze_scale_factor: '0.05',
  autovacuum_vacuum_cost_limit: '1000',
};

/** Errors are logged without the statement, its values or the row: those hold people's texts. */
const logging = {
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  log_timezone: 'UTC',
  timezone: 'UTC',
};

/** Name to value, as for `postgres -c name=value`. */
const embeddedSettings: Readonly<Record<string, string>> = {
  ...durability,
  ...memory,
  ...writeAhead,
  ...planning,
  ...vacuum,
  ...logging,
};
