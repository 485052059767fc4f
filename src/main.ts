/** The program: reads its settings, starts what its roles ask for, and stops it on a signal. */
import { join } from 'node:path';
import { loadConfig, readArguments, readEnvironment } from './kit/config.ts';
import type { Config, Secrets } from './kit/config.ts';
import { printHelp } from './kit/config-help.ts';
import type { Address } from './kit/postgres/address.ts';
import { startEmbedded } from './kit/postgres/embedded.ts';
import { migrate } from './kit/postgres/migrate.ts';
import { Refusal } from './kit/refusal.ts';

const migrations = join(import.meta.dirname, '../db/migrations');

type Located = { readonly address: Address; stop(): Promise<void> };

async function locateDatabase(config: Config, secrets: Secrets): Promise<Located> {
  const { databaseUrl } = secrets;
  if (databaseUrl === undefined) {
    return startEmbedded({ dataDir: config.dataDir, print: console.error });
  }
  return { address: { connectionString: databaseUrl }, stop: () => Promise.resolve() };
}

async function run(config: Config, secrets: Secrets): Promise<void> {
  const database = await locateDatabase(config, secrets);
  await migrate(database.address, migrations);
  console.error('The database is ready. Ctrl-C stops it.');
  await new Promise((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  await database.stop();
}

async function main(): Promise<number> {
  const loaded = loadConfig(readEnvironment(), readArguments());
  switch (loaded.kind) {
    case 'help':
      console.log(printHelp());
      return 0;
    case 'refused':
      console.error(loaded.sentences.join('\n'));
      return 1;
    case 'loaded':
      await run(loaded.config, loaded.secrets);
      return 0;
  }
}

process.exitCode = await main().catch((error: unknown) => {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  return 1;
});
