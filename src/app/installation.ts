/** The installation that a command works on: its settings, its database, and who is acting. */
import { existsSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { ADMIN_SLOT, type Admin } from '../operations/admin.ts';
import type { Node } from '../cli/remote.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { loadConfig } from '../kit/config.ts';
import type { Config, Secrets } from '../kit/config.ts';
import { createIds } from '../kit/ids.ts';
import { givenLogins, mustReach, type Logins } from '../kit/postgres/address.ts';
import { startEmbedded } from '../kit/postgres/embedded.ts';
import { open, type Database } from '../kit/postgres/pool.ts';
import { machineRandom } from '@paigham/base/random.ts';
import { Refusal } from '@paigham/base/refusal.ts';
import { readEnvironment } from '../kit/started-with.ts';
import { whereMailsGo } from './open-mail.ts';

export const MIGRATIONS = join(import.meta.dirname, '../../db/migrations');

/** One for reading, one for writing, one to spare. */
const CONNECTIONS = 3;

/** Explaining an account with years of messages takes a while. */
const STATEMENT_TIMEOUT_MS = 600_000;

type Settings = { readonly config: Config; readonly secrets: Secrets };

/** The settings of the installation in `dataDir`, or of the one that bin/start would start. */
export function loadSettings(dataDir: string | undefined): Settings {
  const flags = dataDir === undefined ? [] : [`--data-dir=${dataDir}`];
  const loaded = loadConfig(readEnvironment(), flags);
  if (loaded.kind === 'refused') throw new Refusal(loaded.sentences.join('\n'));
  if (loaded.kind === 'help') throw new Error('the settings were asked for help');
  return loaded;
}

/** A node on this machine with these settings: where it answers, and its METRICS_TOKEN. */
export function nodeHere(dataDir: string | undefined): Node {
  const { config, secrets } = loadSettings(dataDir);
  const open = new Map([
    ['0.0.0.0', '127.0.0.1'],
    ['::', '::1'],
  ]);
  const host = open.get(config.host) ?? config.host;
  const baseUrl = `http://${isIPv6(host) ? `[${host}]` : host}:${config.port}`;
  return { baseUrl, metricsToken: secrets.metricsToken };
}

type Located = { readonly logins: Logins; stop(): Promise<void> };

/** Uses the running service's database, or starts it for this command. */
async function locateDatabase(config: Config, secrets: Secrets): Promise<Located> {
  const logins = givenLogins(secrets);
  if (logins !== undefined) {
    if (secrets.databaseUrl !== undefined) await mustReach(secrets.databaseUrl);
    return { logins, stop: () => Promise.resolve() };
  }
  return startEmbedded({ dataDir: mustBeThere(config.dataDir), print: console.error });
}

/** The folder of an embedded database. @throws Refusal if there is none in it. */
export function mustBeThere(dataDir: string): string {
  if (existsSync(join(dataDir, 'postgres'))) return dataDir;
  throw new Refusal(
    `There is no installation in ${dataDir}: start the service once (bin/start), ` +
      'name its folder with --data-dir, its settings file with PAIGHAM_SETTINGS, or set ' +
      'DATABASE_URL.',
  );
}

/** Opens the database for `work`, and closes it whatever happens. */
export async function withDatabase<Done>(
  settings: Settings,
  work: (database: Database, logins: Logins) => Promise<Done>,
): Promise<Done> {
  const located = await locateDatabase(settings.config, settings.secrets);
  const database = open({
    address: located.logins.writer,
    readAddress: located.logins.reader,
    connections: CONNECTIONS,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    return await work(database, located.logins);
  } finally {
    await database.close();
    await located.stop();
  }
}

/** Who acts from the command line, and with what. */
export function actor(
  config: Pick<Config, 'publicAddress' | 'production'>,
  secrets: Secrets,
): Omit<Admin, 'transact' | 'seal'> {
  return {
    actor: `line:${userInfo().username}`,
    clock: wallClock,
    random: machineRandom,
    ids: createIds(() => ADMIN_SLOT, wallClock, machineRandom),
    publicAddress: config.publicAddress,
    hasNoMail: whereMailsGo(config, secrets) === 'none',
  };
}
