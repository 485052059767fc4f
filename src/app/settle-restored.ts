/** Makes a restored database safe to start on: nothing that waits in it is sent a second time. */
import { ADMIN_SLOT, type Admin } from '../operations/admin.ts';
import type { AccountId } from '../domain/ids.ts';
import type { SettleAsk, Settled } from '../cli/backup.ts';
import { endRestored } from '../journey/settle/end-restored.ts';
import { Refusal } from '@paigham/base/refusal.ts';
import type { Database } from '../kit/postgres/pool.ts';
import { insertAudit } from '../features/audit/audit.sql.ts';
import { askHold } from '../store/batches/batch-holds.ts';
import { adoptHistory, readLastLife } from '../store/nodes/history.ts';
import { endRest, listOpenUploads } from '../store/queue/restored.ts';
import { createRoutingSnapshots } from '../store/snapshots/routing-snapshots.ts';

const UNCHANGED =
  'Nothing shows that this database was restored: every message that is due would become ' +
  'UNKNOWN, and be released.';

/**
 * Ends what may have been sent since the backup, and lets nodes start on the database again. If it
 * is interrupted, none can, and a repetition goes on with the rest.
 * @throws Refusal while a node works on the database.
 */
export async function settleRestored(
  database: Database,
  by: Omit<Admin, 'transact' | 'seal'>,
  { nothingLost, agree }: SettleAsk,
): Promise<Settled> {
  const { clock, random, ids, actor } = by;
  const last = await database.transact(readLastLife);
  if (last?.isAlive === true) throw new Refusal('A node works on this database: stop it first.');
  if (last?.isOther !== true && !nothingLost) await agree(UNCHANGED);
  const files = nothingLost ? 0 : await cancelUploads(database, clock.nowMs());
  const routing = await createRoutingSnapshots(database);
  // Rows are held by it only within a commit: it needs no lease of a node.
  const lease = { slot: ADMIN_SLOT, epoch: 0 };
  const messages = nothingLost
    ? new Map<AccountId, number>()
    : await endRestored({ db: database, clock, random, ids, routing, lease });
  const atMs = clock.nowMs();
  await database.transact(async (transaction) => {
    if (!nothingLost) await endRest(transaction, atMs);
    const detail = { nothingLost, messages: Object.fromEntries(messages), files };
    await insertAudit(transaction, undefined, { actor, action: 'database.restored', detail }, atMs);
    await adoptHistory(transaction);
  });
  return { workedUntilMs: last?.untilMs, messages, files };
}

/** Files whose reading had not ended may have been read and sent since. */
function cancelUploads(database: Database, atMs: number): Promise<number> {
  return database.transact(async (transaction) => {
    const uploads = await listOpenUploads(transaction, { atMs });
    for (const upload of uploads) {
      await askHold(transaction, upload, { wish: 'cancel', atMs });
    }
    return uploads.length;
  });
}
