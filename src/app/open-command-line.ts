/** What operations work with: the database of the installation, and the person at the terminal. */
import { writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { isReaderAlone } from '@paigham/sheets';
import { withDemoSecrets, withDemoSettings } from '../demo/demo-settings.ts';
import { openDirectory } from '../portability/directory.ts';
import type { Admin } from '../operations/admin.ts';
import type { Line } from '../cli/command-line.ts';
import { wallClock } from '@paigham/base/clock.ts';
import type { Config, Secrets } from '../kit/config.ts';
import { createMetrics } from '../kit/metrics.ts';
import { quietLog } from '../kit/log.ts';
import { readLines, refuseFile } from '../kit/terminal.ts';
import { isKeyBeside, readMasterKeys } from '../kit/master-key.ts';
import { migrationNames } from '../kit/postgres/migrate.ts';
import { onceMoreIfTaken, type Database } from '../kit/postgres/pool.ts';
import { machineRandom } from '@paigham/base/random.ts';
import { readEnvironment } from '../kit/started-with.ts';
import { Refusal } from '@paigham/base/refusal.ts';
import { askSecret, confirm } from './ask-person.ts';
import { findSeal } from './open-seal.ts';
import { listAppliedMigrations } from '../store/nodes/health.ts';
import { actor, loadSettings, MIGRATIONS, withDatabase } from './installation.ts';
import { lazySamples, openPlatform } from './open-chat.ts';
import { whereMailsGo } from './open-mail.ts';
import { openPayments, checkedMoney } from './open-payments.ts';

type OpenLine = { readonly line: Line; close(): Promise<void> };

async function openLine(database: Database, config: Config, secrets: Secrets): Promise<OpenLine> {
  const applied = await listAppliedMigrations(database);
  if (applied.length === 0) {
    throw new Refusal('The database is empty: start the service once (bin/start), it sets it up.');
  }
  const clock = wallClock;
  const keys = readMasterKeys(config, secrets, machineRandom);
  const { seal } = await findSeal(database, keys);
  const settings = withDemoSettings(config);
  const known = withDemoSecrets(settings, secrets);
  const tools = { clock, log: quietLog, metrics: createMetrics() };
  const payments = openPayments(settings, known, tools);
  const admin: Admin = {
    ...actor(config, secrets),
    payments,
    transact: onceMoreIfTaken(database),
    seal,
  };
  const dataDir = secrets.databaseUrl === undefined ? config.dataDir : undefined;
  const { transact } = database;
  const { graphVersion } = config;
  const migrations = migrationNames(MIGRATIONS);
  const mail = whereMailsGo(config, secrets);
  const it = { reader: database, transact, clock, seal, dataDir, migrations, graphVersion };
  const kept = { mail, isReaderAlone, isKeyBeside: isKeyBeside(config, secrets) };
  const check = { ...it, ...kept, ...checkedMoney(config) };
  const directory = openDirectory(settings, secrets, { clock, log: quietLog, nodes: () => 1 });
  const readInput = (): Promise<string> => text(process.stdin);
  const { ids } = admin;
  const parts = { config: settings, clock, log: quietLog, db: database, ids, alone: false };
  const samples = lazySamples(parts);
  const { admin: chat, close: closeChat } = openPlatform(admin, settings, samples);
  const close = async (): Promise<void> => {
    samples.stop();
    await closeChat();
    await payments?.gateway.close();
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

/** Opens the installation in this folder, lends it to `work`, and always closes it. */
export async function lend(
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
