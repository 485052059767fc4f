/** The service as the program that people start, in a process of its own, for tests to kill. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Demo } from '../../src/demo/seed-demo.ts';
import type { ServerAddress } from '@paigham/embedded-postgres/connect.ts';
import { readPassword } from '@paigham/embedded-postgres/cluster.ts';
import { findPostmaster } from '@paigham/embedded-postgres/postmaster.ts';
import { afterFile } from './after-file.ts';
import { COMPILED, mainOf, THIS_VERSION } from './compiled.ts';
import { eventually } from './eventually.ts';
import { freePort } from '@paigham/base/ports.ts';
import { end, SMSC_LOGIN, type SmscProgram } from './smsc-program.ts';
import { temporaryDir } from './temporary.ts';

/** A data folder of its own, and a port that stays the same across starts. */
export type Installation = {
  readonly dataDir: string;
  readonly port: number;
  readonly baseUrl: string;
  /** The folder of the version that it runs: this one, unless a test gives another. */
  readonly version: string;
  /** What its starts have printed. */
  readonly printed: string[];
  /** Environment variables, the same at every start. */
  readonly environment: Readonly<Record<string, string>>;
  /** The content of data/demo.json, once it has started. */
  demo(): Demo;
  /** Everything that all its starts have printed and logged, including the database's log. */
  output(): string;
  remove(): void;
};

/** Prepares an installation whose links lead to these operators. */
export async function prepareInstallation(
  smsc: SmscProgram,
  environment: Readonly<Record<string, string>> = {},
  version = THIS_VERSION,
): Promise<Installation> {
  const dataDir = temporaryDir();
  const simulators = smsc.operators.map((operator) => ({ ...operator, ...SMSC_LOGIN }));
  writeFileSync(join(dataDir, 'simulators.json'), JSON.stringify(simulators));
  return installationIn(dataDir, { SIMULATORS: 'false', ...environment }, version);
}

/** An installation with simulators of its own, as a newcomer has it, in this folder. */
export async function installationIn(
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
  version = THIS_VERSION,
): Promise<Installation> {
  const port = await freePort();
  const printed: string[] = [];
  const read = (name: string): string => {
    const file = join(dataDir, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  return {
    dataDir,
    port,
    version,
    environment,
    baseUrl: `http://127.0.0.1:${port}`,
    printed,
    demo: () => JSON.parse(read('demo.json')) as Demo,
    output: () => `${printed.join('')}${read('service.log')}${read('postgres.log')}`,
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

export type Program = {
  readonly installation: Installation;
  readonly pid: number;
  /** SIGKILL to the service, its database and every process of the latter, as in a crash. */
  crash(order: 'service first' | 'database first'): Promise<void>;
  /** SIGKILL to the service only. */
  kill(): Promise<void>;
  /** SIGTERM; resolves when it has finished what was in flight. */
  stop(): Promise<void>;
};

/** Starts the program; resolves when it accepts requests. */
export async function startProgram(installation: Installation): Promise<Program> {
  const { dataDir, port, baseUrl, environment, version } = installation;
  const settings = { DATA_DIR: dataDir, PORT: String(port) };
  const child = spawn(process.execPath, [mainOf(version)], {
    env: { ...COMPILED, ...settings, LOG_FILE: join(dataDir, 'service.log'), ...environment },
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => void installation.printed.push(text));
  }
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  // A test that fails leaves it running: it would outlive the run, with its database.
  afterFile(() => (child.exitCode === null && child.signalCode === null ? end(child) : undefined));
  const isUp = (): Promise<boolean> =>
    fetch(`${baseUrl}/healthz`).then(
      (response) => response.ok,
      () => false,
    );
  await eventually(
    'the service',
    async () => {
      if (child.exitCode !== null) throw new Error(`ended: ${installation.output().slice(-2_000)}`);
      return isUp();
    },
    60_000,
  );
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
  };
  return {
    installation,
    pid: child.pid ?? 0,
    kill,
    async crash(order) {
      const database = databaseProcesses(installation);
      if (order === 'service first') child.kill('SIGKILL');
      for (const pid of database) killHard(pid);
      await kill();
    },
    stop: () => end(child),
  };
}

/** How to connect to the embedded database. @throws if it is not running. */
export function databaseOf(installation: Installation): ServerAddress {
  const found = findPostmaster(clusterOf(installation));
  if (found === undefined) throw new Error('the database does not run');
  const { host, port } = found;
  const password = readPassword(installation.dataDir, false);
  return { host, port, user: 'paigham', password, database: 'paigham' };
}

/** The postmaster and all its child processes. */
export function databaseProcesses(installation: Installation): readonly number[] {
  const postmaster = findPostmaster(clusterOf(installation))?.pid;
  if (postmaster === undefined) return [];
  return [postmaster, ...childrenOf(postmaster)];
}

function childrenOf(parent: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      const stat = unlessGone(() => readFileSync(`/proc/${name}/stat`, 'utf8')) ?? '';
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
    })
    .map(Number);
}

/** A process may have ended on its own because its parent died. */
export function killHard(pid: number): void {
  unlessGone(() => process.kill(pid, 'SIGKILL'));
}

/** The result of `look` at a process, which may end at any moment: ENOENT before, ESRCH during. */
function unlessGone<Seen>(look: () => Seen): Seen | undefined {
  try {
    return look();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ESRCH') return undefined;
    throw error;
  }
}

function clusterOf({ dataDir }: Installation): string {
  const entry = join(dataDir, 'postgres');
  if (!existsSync(entry) || statSync(entry).isDirectory()) return entry;
  return readFileSync(entry, 'utf8').trim();
}
