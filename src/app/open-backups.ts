/** What the commands for backups do. */
import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Backups, BackedUp, SettleAsk, Settled } from '../cli/backup.ts';
import { DEMO_FILES } from '../demo/demo-settings.ts';
import { wallClock } from '@paigham/base/clock.ts';
import type { Config } from '../kit/config.ts';
import { readMasterKeys } from '../kit/master-key.ts';
import type { Logins } from '../kit/postgres/address.ts';
import { backUp, makeWhole } from '@paigham/embedded-postgres/backup.ts';
import { damaged } from '@paigham/embedded-postgres/backup-mark.ts';
import { readPassword } from '@paigham/embedded-postgres/cluster.ts';
import { addressOf } from '@paigham/embedded-postgres/start.ts';
import { PAIGHAM, startEmbedded } from '../kit/postgres/embedded.ts';
import { migrate, migrationNames } from '../kit/postgres/migrate.ts';
import { findPlace } from '@paigham/embedded-postgres/place.ts';
import { open } from '../kit/postgres/pool.ts';
import { findPostmaster } from '@paigham/embedded-postgres/postmaster.ts';
import { putBack } from '@paigham/embedded-postgres/put-back.ts';
import { machineRandom } from '@paigham/base/random.ts';
import { Refusal } from '@paigham/base/refusal.ts';
import { listAppliedMigrations } from '../store/nodes/health.ts';
import { actor, loadSettings, MIGRATIONS, mustBeThere, withDatabase } from './installation.ts';
import { isKeyOf } from './open-seal.ts';
import { settleRestored } from './settle-restored.ts';

const OWN_SERVER =
  'DATABASE_URL names a PostgreSQL of your own: back it up with its own programs ' +
  '(docs/operating/backup-and-restore.md).';

const KEY = 'master.key';
/** Beside the database in a data folder; a key that is elsewhere stays there. */
const BESIDE = ['postgres.password', KEY, ...DEMO_FILES];

export function openBackups(): Backups {
  return {
    async backUp(folder, dataDir) {
      const config = embeddedOnly(dataDir);
      const from = realpathSync(mustBeThere(config.dataDir));
      const { cluster } = findPlace(from, PAIGHAM, console.error);
      return interruptible((signal) =>
        makeWhole(resolve(folder), [from, cluster], (half) => backUpTo(half, config, signal)),
      );
    },
    async restore(folder, dataDir) {
      embeddedOnly(dataDir);
      return interruptible((signal) => restore(resolve(folder), resolve(dataDir), signal));
    },
    settle,
  };
}

function embeddedOnly(dataDir: string | undefined): Config {
  const { config, secrets } = loadSettings(dataDir);
  if (secrets.databaseUrl !== undefined) throw new Refusal(OWN_SERVER);
  return config;
}

/** However it ends, no server is left that was started for it. */
async function backUpTo(half: string, config: Config, signal: AbortSignal): Promise<BackedUp> {
  const { dataDir } = config;
  const embedded = await startEmbedded({ dataDir, print: console.error });
  try {
    signal.throwIfAborted();
    const { cluster, logins } = embedded;
    const server = findPostmaster(cluster);
    if (server === undefined) throw new Refusal('The database has ended: try again.');
    const superuser = addressOf(server, {
      name: PAIGHAM.name,
      password: readPassword(dataDir, false),
      database: 'postgres',
    });
    const key = await judgeKey(config, logins);
    const beside = BESIDE.filter((name) => name !== KEY || key === 'copied');
    const atMs = wallClock.nowMs();
    const source = { dataDir, cluster, superuser, beside, atMs, signal };
    return { bytes: await backUp(source, half), key };
  } finally {
    await embedded.stop();
  }
}

/** A key that was put elsewhere may have left another behind, which opens nothing. */
async function judgeKey(config: Config, { reader }: Logins): Promise<BackedUp['key']> {
  if (!existsSync(join(config.dataDir, KEY))) return 'elsewhere';
  const database = open({ address: reader, connections: 1 });
  try {
    const applied = await listAppliedMigrations(database);
    // An older version's database cannot be asked with this version's statements.
    if (applied.length < migrationNames(MIGRATIONS).length) return 'copied';
    const { masterKeyFile: _, ...beside } = config;
    const keys = readMasterKeys(beside, {}, machineRandom);
    return (await isKeyOf(database, keys)) ? 'copied' : 'foreign';
  } finally {
    await database.close();
  }
}

async function restore(folder: string, dataDir: string, signal: AbortSignal) {
  const print = console.error;
  const putting = { folder, dataDir, beside: BESIDE, program: PAIGHAM, signal, print };
  const { isChecked, undo } = await putBack(putting);
  try {
    signal.throwIfAborted();
    const settled = await settle(dataDir, { nothingLost: false, agree: async () => undefined });
    return { ...settled, dataDir, hasKey: existsSync(join(dataDir, KEY)) };
  } catch (error) {
    await undo();
    if (isChecked || error instanceof Refusal || !(error instanceof Error)) throw error;
    throw damaged(error.message);
  }
}

/** What is older than this program is brought up to it first. */
function settle(dataDir: string | undefined, ask: SettleAsk): Promise<Settled> {
  const settings = loadSettings(dataDir);
  return withDatabase(settings, async (database, logins) => {
    await migrate(logins.owner, MIGRATIONS);
    return settleRestored(database, actor(settings.config, settings.secrets), ask);
  });
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Lends `work` a signal to end by, orderly; a second Ctrl-C ends the program at once. */
async function interruptible<Done>(work: (signal: AbortSignal) => Promise<Done>): Promise<Done> {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort(new Refusal('Interrupted: nothing was kept.'));
  for (const name of SIGNALS) process.once(name, stop);
  try {
    return await work(stopping.signal);
  } finally {
    for (const name of SIGNALS) process.off(name, stop);
  }
}
