/** `bin/paigham`: the staff's command line on the database of the service. */
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { isReaderAlone } from '@paigham/sheets';
import { withDemoSettings } from '../demo/demo-settings.ts';
import { openDirectory } from '../portability/open-directory.ts';
import { ADMIN_SLOT, type Admin } from '../admin/admin.ts';
import { runLine, type Line } from '../cli/line.ts';
import type { Remote } from '../cli/remote.ts';
import { wallClock } from '../kit/clock.ts';
import { loadConfig, readArguments, readEnvironment } from '../kit/config.ts';
import type { Config, Secrets } from '../kit/config.ts';
import { createJsonClient } from '../kit/http/json-client.ts';
import { createIds } from '../kit/ids.ts';
import { quietLog } from '../kit/log.ts';
import { readSecret } from '../kit/read-secret.ts';
import { readLines, refuseFile } from '../kit/read-lines.ts';
import { readMasterKey } from '../kit/master-key.ts';
import { givenLogins, mustReach, type Logins } from '../kit/postgres/address.ts';
import { startEmbedded } from '../kit/postgres/embedded.ts';
import { open, type Database } from '../kit/postgres/pool.ts';
import { machineRandom } from '../kit/random.ts';
import { VERSION } from '../kit/version.ts';
import { Refusal } from '../kit/refusal.ts';
import { createSeal } from '../kit/seal.ts';
import { listAppliedMigrations } from '../store/health.ts';
import { lazySamples, openPlatform } from './open-chat.ts';

const PROJECT = join(import.meta.dirname, '../..');
const MIGRATIONS = join(PROJECT, 'db/migrations');

/** One for reading, one for writing, one to spare. */
const CONNECTIONS = 3;

const NAME_BYTES = 18;

/** An account with years of messages takes its time to explain. */
const STATEMENT_TIMEOUT_MS = 600_000;

type Located = { readonly logins: Logins; stop(): Promise<void> };

/** Joins the running service's own database, or starts it for the moment. */
async function locateDatabase(config: Config, secrets: Secrets): Promise<Located> {
  const logins = givenLogins(secrets);
  if (logins !== undefined) {
    if (secrets.databaseUrl !== undefined) await mustReach(secrets.databaseUrl);
    return { logins, stop: () => Promise.resolve() };
  }
  if (!existsSync(join(config.dataDir, 'postgres'))) {
    throw new Refusal(
      `There is no installation in ${config.dataDir}: start the service once (bin/start), ` +
        'name its folder with --data-dir, or set DATABASE_URL.',
    );
  }
  return startEmbedded({ dataDir: config.dataDir, print: console.error });
}

function knownMigrations(): readonly string[] {
  const files = readdirSync(MIGRATIONS).filter((file) => file.endsWith('.sql'));
  return files.toSorted().map((file) => file.replace(/^\d+-|\.sql$/g, ''));
}

type OpenLine = { readonly line: Line; close(): Promise<void> };

async function openLine(database: Database, config: Config, secrets: Secrets): Promise<OpenLine> {
  const applied = await listAppliedMigrations(database);
  if (applied.length === 0) {
    throw new Refusal('The database is empty: start the service once (bin/start), it sets it up.');
  }
  const clock = wallClock;
  const seal = createSeal(readMasterKey(config, secrets, machineRandom), machineRandom);
  const admin: Admin = {
    transact: (work) => database.transact(work),
    actor: `line:${userInfo().username}`,
    clock,
    random: machineRandom,
    seal,
    ids: createIds(() => ADMIN_SLOT, clock, machineRandom),
  };
  const dataDir = secrets.databaseUrl === undefined ? config.dataDir : undefined;
  const { transact } = database;
  const migrations = knownMigrations();
  const check = { reader: database, transact, clock, seal, dataDir, migrations, isReaderAlone };
  const settings = withDemoSettings(config);
  const directory = openDirectory(settings, secrets, { clock, log: quietLog });
  const readInput = (): Promise<string> => text(process.stdin);
  const { ids } = admin;
  const parts = { config: settings, clock, log: quietLog, db: database, ids, alone: false };
  const samples = lazySamples(parts);
  const { admin: chat, close: closeChat } = openPlatform(admin, settings, samples);
  const close = async (): Promise<void> => {
    samples.stop();
    await closeChat();
  };
  const environment = readEnvironment();
  const variable = (name: string): string | undefined => environment[name] || undefined;
  const asked = { readInput, variable, askSecret, confirm, readLines };
  return { line: { admin: chat, reader: database, check, directory, ...asked }, close };
}

async function lend(
  { dataDir }: { readonly dataDir: string | undefined },
  work: (line: Line) => Promise<number>,
): Promise<number> {
  const flags = dataDir === undefined ? [] : [`--data-dir=${resolve(dataDir)}`];
  const loaded = loadConfig(readEnvironment(), flags);
  if (loaded.kind === 'refused') throw new Refusal(loaded.sentences.join('\n'));
  if (loaded.kind === 'help') throw new Error('no help was asked of the settings');
  const { secrets } = loaded;
  // What is not named here is where bin/start takes it from, wherever this is called.
  const config = { ...loaded.config, dataDir: resolve(PROJECT, loaded.config.dataDir) };
  const located = await locateDatabase(config, secrets);
  const database = open({
    address: located.logins.writer,
    readAddress: located.logins.reader,
    connections: CONNECTIONS,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    const { line, close } = await openLine(database, config, secrets);
    try {
      return await work(line);
    } finally {
      await close();
    }
  } finally {
    await database.close();
    await located.stop();
  }
}

/** What commands work with that ask the service: this terminal, and its files. */
const remote: Remote = {
  clock: wallClock,
  variable: (name) => readEnvironment()[name] || undefined,
  readInput: () => text(process.stdin),
  readText: (file) =>
    readFile(file, 'utf8').catch((error: unknown) => refuseFile(file, error, 'read')),
  sizeOf: async (file) =>
    (await stat(file).catch((error: unknown) => refuseFile(file, error, 'read'))).size,
  askSecret,
  confirm,
  writeText: (file, content) =>
    writeFile(file, content).catch((error: unknown) => refuseFile(file, error, 'written')),
  note: (line) => console.error(line),
  screen: process.stderr.isTTY
    ? {
        columns: () => process.stderr.columns,
        write: (it) => void process.stderr.write(it),
      }
    : undefined,
  newName: () => machineRandom.secret(NAME_BYTES),
  connect: (server) => {
    const boundary = `paigham-${machineRandom.randomBytes(NAME_BYTES).toString('hex')}`;
    return createJsonClient({ ...server, boundary });
  },
};

process.exitCode = await runLine(readArguments(), {
  version: VERSION,
  print: (answer) => console.log(answer),
  complain: (sentence) => console.error(sentence),
  remote,
  lend,
});

/** Asks whoever sits at the terminal; undefined: nobody does, or would see the question. */
async function askSecret(prompt: string): Promise<string | undefined> {
  if (!process.stderr.isTTY) return undefined;
  const write = (text: string): void => void process.stderr.write(text);
  return (await readSecret({ input: process.stdin, write }, prompt))?.trim();
}

/** undefined: nobody sits at the terminal, or would see the question. */
async function confirm(question: string): Promise<boolean | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C and Ctrl-D close it: that is no yes.
  const left = once(terminal, 'close').then(() => '');
  const answer = await Promise.race([terminal.question(question), left]);
  terminal.close();
  return /^\s*y(es)?\s*$/i.test(answer);
}
