/**
 * Starts and stops the server process of a data folder, whatever state the last run left it in.
 */
import { closeSync, existsSync, openSync, readFileSync, renameSync } from 'node:fs';
import { statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { pause } from '../clock.ts';
import { Refusal } from '../refusal.ts';
import type { Owner, Started } from './child.ts';
import { startServer } from './child.ts';
import { embeddedSettings } from './embedded-settings.ts';
import type { Postmaster } from './postmaster.ts';
import { findPostmaster, isRunning, isServerOf } from './postmaster.ts';

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

/** A port of 127.0.0.1 that is free now: `preferred` if it is. 0 prefers none. */
function freePort(preferred: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => {
      if (preferred === 0) reject(error);
      else resolve(freePort(0));
    });
    probe.listen(preferred, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** The same port at every start while it is free. */
async function keptPort(server: Server): Promise<number> {
  const file = join(server.dataDir, 'postgres.port');
  const port = await freePort(existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0);
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
 * overlooks, its parent's; the rest of the file stays, by which it finds memory still in use.
 */
function disarmStaleLocks(cluster: string): void {
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
    const file = join(cluster, name);
    if (!existsSync(file)) continue;
    const text = readFileSync(file, 'utf8');
    const pid = Number.parseInt(text, 10);
    if (!isRunning(pid) || isServerOf(cluster, pid)) continue;
    writeFileSync(file, text.replace(/^\d+/, String(process.pid)));
  }
}

async function launch(server: Server): Promise<Started> {
  const listen = await listenArguments(server);
  const settings = Object.entries({ ...embeddedSettings, ...server.settings });
  const args = ['-D', server.cluster, ...listen];
  for (const [name, value] of settings) args.push('-c', `${name}=${value}`);
  disarmStaleLocks(server.cluster);
  const logFile = openLog(server);
  const started = startServer(server.program, args, { owner: server.owner, logFile });
  closeSync(logFile);
  return started;
}

export type Running = {
  readonly postmaster: Postmaster;
  /** Whether somebody else had started it. */
  readonly adopted: boolean;
};

/** Finds the server running, or starts it; resolves when it takes connections. */
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

/** Disconnects everybody and checkpoints; after a minute, stops as in a crash (which is safe). */
const stops = [
  { signal: 'SIGINT', limitMs: 60_000 },
  { signal: 'SIGQUIT', limitMs: 10_000 },
] as const;

/** Stops the server if it runs; resolves when it has ended. */
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
