/** `bin/paigham`: the staff's command line, working on the service's database. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { createPaigham } from '@paigham/client';
import { isReaderAlone } from '@paigham/sheets';
import { withDemoSettings } from '../demo/demo-settings.ts';
import { openDirectory } from '../portability/directory.ts';
import type { Admin } from '../admin/admin.ts';
import { runLine, type Line } from '../cli/line.ts';
import type { Remote } from '../cli/remote.ts';
import { wallClock } from '../kit/clock.ts';
import { readArguments, readEnvironment } from '../kit/config.ts';
import type { Config, Secrets } from '../kit/config.ts';
import { createJsonClient, postText } from '../kit/http/json-client.ts';
import { quietLog } from '../kit/log.ts';
import { openLive, readLines, readSecret, refuseFile } from '../kit/terminal.ts';
import { isKeyBeside, readMasterKeys } from '../kit/master-key.ts';
import { migrationNames } from '../kit/postgres/migrate.ts';
import type { Database } from '../kit/postgres/pool.ts';
import { machineRandom } from '../kit/random.ts';
import { VERSION } from '../kit/version.ts';
import { Refusal } from '../kit/refusal.ts';
import { findSeal } from './open-seal.ts';
import { listAppliedMigrations } from '../store/nodes/health.ts';
import { actor, loadSettings, MIGRATIONS, nodeHere, withDatabase } from './installation.ts';
import { openBackups } from './open-backups.ts';
import { lazySamples, openPlatform } from './open-chat.ts';
import { whereMailsGo } from './open-mail.ts';

const NAME_BYTES = 18;

type OpenLine = { readonly line: Line; close(): Promise<void> };

async function openLine(database: Database, config: Config, secrets: Secrets): Promise<OpenLine> {
  const applied = await listAppliedMigrations(database);
  if (applied.length === 0) {
    throw new Refusal('The database is empty: start the service once (bin/start), it sets it up.');
  }
  const clock = wallClock;
  const keys = readMasterKeys(config, secrets, machineRandom);
  const { seal } = await findSeal(database, keys);
  const admin: Admin = {
    ...actor(config, secrets),
    transact: (work) => database.transact(work),
    seal,
  };
  const dataDir = secrets.databaseUrl === undefined ? config.dataDir : undefined;
  const { transact } = database;
  const migrations = migrationNames(MIGRATIONS);
  const mail = whereMailsGo(config, secrets);
  const it = { reader: database, transact, clock, seal, dataDir, migrations };
  const check = { ...it, mail, isReaderAlone, isKeyBeside: isKeyBeside(config, secrets) };
  const settings = withDemoSettings(config);
  const directory = openDirectory(settings, secrets, { clock, log: quietLog, nodes: () => 1 });
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
  const asked = { readInput, variable, askSecret, confirm, readLines, writeNew };
  return { line: { admin: chat, reader: database, check, directory, ...asked }, close };
}

function writeNew(file: string, octets: Uint8Array): Promise<void> {
  return writeFile(file, octets, { mode: 0o600, flag: 'wx' }).catch((error: unknown) =>
    refuseFile(file, error, 'written'),
  );
}

async function lend(
  { dataDir }: { readonly dataDir: string | undefined },
  work: (line: Line) => Promise<number>,
): Promise<number> {
  const { config, secrets } = loadSettings(dataDir);
  return withDatabase({ config, secrets }, async (database) => {
    const { line, close } = await openLine(database, config, secrets);
    try {
      return await work(line);
    } finally {
      await close();
    }
  });
}

/** What commands that call the service work with: this terminal, and its files. */
const remote: Remote = {
  clock: wallClock,
  variable: (name) => readEnvironment()[name] || undefined,
  readInput: () => text(process.stdin),
  readText: (file) =>
    readFile(file, 'utf8').catch((error: unknown) => refuseFile(file, error, 'read')),
  sizeOf: async (file) =>
    (await stat(file).catch((error: unknown) => refuseFile(file, error, 'read'))).size,
  askSecret,
  ask,
  confirm,
  login: {
    read: () => readIfThere(loginFile()),
    write: async (text) => {
      const file = loginFile();
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      // Deleted first, so that it is never readable by others, not even for a moment.
      await rm(file, { force: true });
      await writeFile(file, text, { mode: 0o600, flag: 'wx' });
      return file;
    },
  },
  writeText: (file, content) =>
    writeFile(file, content).catch((error: unknown) => refuseFile(file, error, 'written')),
  note: (line) => console.error(line),
  screen: process.stderr.isTTY
    ? {
        columns: () => process.stderr.columns,
        write: (it) => void process.stderr.write(it),
      }
    : undefined,
  openLive: () => openLive(process.stdin, process.stdout),
  newName: () => machineRandom.secret(NAME_BYTES),
  open: createPaigham,
  post: postText,
  say: (line) => console.log(line),
  random: machineRandom,
  backups: openBackups(),
  nodeHere,
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

/** Asks the person at the terminal; undefined: nobody is there, or would see the question. */
async function askSecret(prompt: string): Promise<string | undefined> {
  if (!process.stderr.isTTY) return undefined;
  const write = (text: string): void => void process.stderr.write(text);
  return (await readSecret({ input: process.stdin, write }, prompt))?.trim();
}

/** What somebody types, '' if they give up; undefined: nobody is there, or would see it. */
async function ask(prompt: string): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C and Ctrl-D close it.
  const left = once(terminal, 'close').then(() => '');
  const answer = await Promise.race([terminal.question(prompt), left]);
  terminal.close();
  return answer.trim();
}

/** What "paigham login" stores (XDG Base Directory Specification). */
function loginFile(): string {
  const { XDG_CONFIG_HOME: given = '', HOME: home = homedir() } = readEnvironment();
  return join(given === '' ? join(home, '.config') : given, 'paigham/login.json');
}

async function readIfThere(file: string): Promise<string | undefined> {
  return existsSync(file) ? readFile(file, 'utf8') : undefined;
}

/** undefined: nobody is at the terminal, or would see the question. */
async function confirm(question: string): Promise<boolean | undefined> {
  const answer = await ask(question);
  return answer === undefined ? undefined : /^y(es)?$/i.test(answer);
}
