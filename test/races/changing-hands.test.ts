/**
 * A queued message changes hands while a previous holder settles it: what was looked up before the
 * change no longer counts.
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import type { AccountId, LinkId, MessageId } from '../../src/domain/ids.ts';
import type { Transaction } from '../../src/kit/postgres/pool.ts';
import { leaveQueue, leaveQueueUnheld, putBack } from '../../src/store/queue/close-queued.ts';
import { insertQueue } from '../../src/store/queue/insert-queue.ts';
import { freshDatabase, type FreshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { NOON_MS } from '../support/fixtures.ts';

const lost = { slot: 3, epoch: 7 };
const found = { slot: 4, epoch: 1 };
const message = { accountId: 1001 as AccountId, messageId: 5_000_000 as MessageId };

let fresh: FreshDatabase;

beforeAll(async () => {
  fresh = await freshDatabase();
});

beforeEach(async () => {
  await fresh.database.transact(async (tx) => {
    await tx.run(plain('empty-queue', 'delete from queue'), []);
    const expiresAtMs = NOON_MS + 1_000;
    const place = { linkId: 1 as LinkId, priority: 0, expiresAtMs, leased: true } as const;
    await insertQueue(tx, [{ ...message, ...place }], { dueAtMs: NOON_MS, lease: lost });
  });
});

/** Runs `settle` while another transaction has changed the row but not committed yet. */
async function meanwhile<T>(
  change: string,
  settle: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const { database } = fresh;
  const settling = Promise.withResolvers<Promise<T>>();
  await database.transact(async (tx) => {
    await tx.run(plain(`change to ${change}`, `update queue set ${change}`), []);
    settling.resolve(database.transact(settle));
    await eventually('somebody waits for the row', async () => {
      const waiting = await database.read(
        plain<{ readonly pid: number }>(
          'who-waits',
          `select pid from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
        ),
        [],
      );
      return waiting.length > 0;
    });
  });
  return settling.promise.then((settled) => settled);
}

const ADOPTED = `node = ${found.slot}, epoch = ${found.epoch}`;

describe('a message that another node is taking over at this very moment', () => {
  it('is not removed from the queue by its previous holder', async () => {
    const held = [{ ...message, lease: lost }];
    expect(await meanwhile(ADOPTED, (tx) => leaveQueue(tx, held))).toEqual([]);
    const heir = [{ ...message, lease: found }];
    expect(await fresh.database.transact((tx) => leaveQueue(tx, heir))).toEqual(heir);
  });

  it('is not given back by its previous holder', async () => {
    const entry = { ...message, lease: lost, dueAtMs: NOON_MS, attempt: 1, lostUntilMs: undefined };
    expect(await meanwhile(ADOPTED, (tx) => putBack(tx, [entry]))).toEqual([]);
  });

  it('is not ended by a late answer to the previous attempt', async () => {
    await fresh.database.transact((tx) =>
      tx.run(plain('release', 'update queue set node = null, epoch = null'), []),
    );
    const again = `${ADOPTED}, attempt = attempt + 1`;
    const late = [{ ...message, attempt: 1 }];
    expect(await meanwhile(again, (tx) => leaveQueueUnheld(tx, late))).toEqual([]);
  });
});
