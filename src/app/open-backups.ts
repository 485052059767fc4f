/** What the commands for backups do. */
import { resolve } from 'node:path';
import type { Backups } from '../cli/backup.ts';
import { wallClock } from '../kit/clock.ts';
import { backUp, putBack } from '../kit/postgres/backup.ts';
import { readPassword } from '../kit/postgres/cluster.ts';
import { addressOf, startEmbedded } from '../kit/postgres/embedded.ts';
import { migrate } from '../kit/postgres/migrate.ts';
import { findPostmaster } from '../kit/postgres/postmaster.ts';
import { Refusal } from '../kit/refusal.ts';
import { actor, loadSettings, MIGRATIONS, mustBeThere, withDatabase } from './installation.ts';
import { settleRestored, type SettleRestored, type SettledRestored } from './settle-restored.ts';

const OWN_SERVER =
  'DATABASE_URL names a PostgreSQL of your own: back it up with its own programs ' +
  '(docs/operating/backup-and-restore.md).';

export function openBackups(): Backups {
  return {
    async backUp(folder, dataDir) {
      const { config, secrets } = loadSettings(dataDir);
      if (secrets.databaseUrl !== undefined) throw new Refusal(OWN_SERVER);
      return backUpEmbedded(mustBeThere(config.dataDir), resolve(folder));
    },
    async restore(folder, dataDir) {
      const hasKey = await putBack(resolve(folder), resolve(dataDir), console.error);
      const ask = { nothingLost: false, agree: async () => undefined };
      return { hasKey, ...(await settle(dataDir, ask)) };
    },
    settle,
  };
}

async function backUpEmbedded(dataDir: string, folder: string) {
  const embedded = await startEmbedded({ dataDir, print: console.error });
  try {
    const { cluster } = embedded;
    const server = findPostmaster(cluster);
    if (server === undefined) throw new Refusal('The database has ended: try again.');
    const superuser = addressOf(server, readPassword(dataDir, false), 'postgres');
    return await backUp({ dataDir, cluster, superuser, atMs: wallClock.nowMs() }, folder);
  } finally {
    await embedded.stop();
  }
}

/** What is older than this program is brought up to it first. */
function settle(dataDir: string | undefined, ask: SettleRestored): Promise<SettledRestored> {
  const settings = loadSettings(dataDir);
  return withDatabase(settings, async (database, logins) => {
    await migrate(logins.owner, MIGRATIONS);
    return settleRestored(database, actor(settings.config), ask);
  });
}
