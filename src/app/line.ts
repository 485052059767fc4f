/** `bin/paigham`: the staff's command line on the database of the service. */
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { withDemoSettings } from '../demo/demo-settings.ts';
import { openDirectory } from '../directories/open-directory.ts';
import { DESK_SLOT, type Desk } from '../desk/desk.ts';
import type { Line } from '../doors/line/command.ts';
import { runLine } from '../doors/line/line.ts';
import type { Remote } from '../doors/line/remote.ts';
import { wallClock } from '../kit/clock.ts';
import { loadConfig, readArguments, readEnvironment } from '../kit/config.ts';
import type { Config, Secrets } from '../kit/config.ts';
import { createJsonClient } from '../kit/http/json-client.ts';
import { createIds } from '../kit/ids.ts';
import { quietLog } from '../kit/log.ts';
import { readSecret } from '../kit/read-secret.ts';
import { readLines } from '../kit/read-lines.ts';
import { readMasterKey } from '../kit/master-key.ts';
import type { Address } from '../kit/postgres/address.ts';
import { startEmbedded } from '../kit/postgres/embedded.ts';
import { open, type Database } from '../kit/postgres/pool.ts';
import { machineRandom } from '../kit/random.ts';
import { Refusal } from '../kit/refusal.ts';
import { createSeal } from '../kit/seal.ts';
import { listAppliedMigrations } from '../store/health/read-server.ts';
import { lazySamples, openChat } from './open-chat.ts';

const MIGRATIONS = join(import.meta.dirname, '../../db/migrations');

/** One for reading, one for writing, one to spare. */
const CONNECTIONS = 3;

const NAME_BYTES = 18;

/** An account with years of messages takes its time to explain. */
const STATEMENT_TIMEOUT_MS = 600_000;

type Located = { readonly address: Address; stop(): Promise<void> };

/** Joins the running service's own database, or starts it for the moment. */
async function locateDatabase(config: Config, { databaseUrl }: Secrets): Promise<Located> {
  if (databaseUrl !== undefined) {
    return { address: { connectionString: databaseUrl }, stop: () => Promise.resolve() };
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
  const desk: Desk = {
    transact: (work) => database.transact(work),
    actor: `line:${userInfo().username}`,
    clock,
    random: machineRandom,
    seal,
    ids: createIds(() => DESK_SLOT, clock, machineRandom),
  };
  const dataDir = secrets.databaseUrl === undefined ? config.dataDir : undefined;
  const patient = { reader: database, clock, seal, dataDir, migrations: knownMigrations() };
  const settings = withDemoSettings(config);
  const directory = openDirectory(settings, secrets, { clock, log: quietLog });
  const readInput = (): Promise<string> => text(process.stdin);
  const { ids } = desk;
  const parts = { config: settings, clock, log: quietLog, db: database, ids, alone: false };
  const samples = lazySamples(parts);
  const { desk: chat, close: closeChat } = openChat(desk, settings, samples);
  const close = async (): Promise<void> => {
    samples.stop();
    await closeChat();
  };
  const environment = readEnvironment();
  const variable = (name: string): string | undefined => environment[name] || undefined;
  const asked = { readInput, variable, askSecret, confirm, readLines };
  return { line: { desk, chat, reader: database, patient, directory, ...asked }, close };
}

async function lend(
  { dataDir }: { readonly dataDir: string | undefined },
  work: (line: Line) => Promise<number>,
): Promise<number> {
  const flags = dataDir === undefined ? [] : [`--data-dir=${dataDir}`];
  const loaded = loadConfig(readEnvironment(), flags);
  if (loaded.kind === 'refused') throw new Refusal(loaded.sentences.join('\n'));
  if (loaded.kind === 'help') throw new Error('no help was asked of the settings');
  const { config, secrets } = loaded;
  const located = await locateDatabase(config, secrets);
  const database = open({
    address: located.address,
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
  readText: (file) => readFile(file, 'utf8').catch((error: unknown) => refuseFile(file, error)),
  sizeOf: async (file) =>
    (await stat(file).catch((error: unknown) => refuseFile(file, error))).size,
  askSecret,
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
    return createJsonClient({ ...server, boundary, clock: wallClock });
  },
};

function refuseFile(file: string, error: unknown): never {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  throw new Refusal(`${file} cannot be read: ${code}.`);
}

const MANIFEST = new URL('../../package.json', import.meta.url);

function readVersion(): string {
  return (JSON.parse(readFileSync(MANIFEST, 'utf8')) as { readonly version: string }).version;
}

process.exitCode = await runLine(readArguments(), {
  version: readVersion(),
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
