/** Drops and forgets what is older than the service keeps (docs/operating/retention.md). */
import { DAY_MS } from '../domain/durations.ts';
import type { AccountId, MessageId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { Log } from '../kit/log.ts';
import type { Database } from '../kit/postgres/pool.ts';
import {
  deleteOlder,
  dropDay,
  forgetTexts,
  listDays,
  listDaysWithTexts,
  noteForgotten,
} from '../store/messages/old-days.ts';

/** A batch may have its messages' ids a day before or after its own. */
const BESIDES_MS = 2 * DAY_MS;
/** Before every message. */
const FIRST = { accountId: 0 as AccountId, id: 0 as MessageId, waits: false };

type DropOldDaysDeps = {
  readonly db: Pick<Database, 'transact' | 'read'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn'>;
};

/**
 * Drops days from more than `days` days ago (8 or more), the oldest first, then what went with
 * them. A day in which something may still move is kept, and tried again the next time.
 */
export async function dropOldDays(
  { db, clock, log }: DropOldDaysDeps,
  days: number,
): Promise<void> {
  const beforeMs = clock.nowMs() - days * DAY_MS;
  let keptFromMs = beforeMs;
  for (const { name: day, atMs } of await listDays(db, 'messages', beforeMs)) {
    const held = await dropDay(db, day);
    if (held === undefined) {
      log.info({ day }, 'the messages of an old day are dropped');
    } else {
      log.warn({ day, held }, 'an old day is kept');
      keptFromMs = Math.min(keptFromMs, atMs);
    }
  }
  const older = { beforeMs: keptFromMs - BESIDES_MS, most: limit('forgottenRows') };
  while (await deleteOlder(db, older));
}

/**
 * Empties the texts of days from more than `days` days ago, each day once. One in which a message
 * still waits is looked at again the next time.
 */
export async function forgetOldTexts(
  { db, clock, log }: DropOldDaysDeps,
  days: number,
): Promise<void> {
  for (const day of await listDaysWithTexts(db, clock.nowMs() - days * DAY_MS)) {
    if (await forgetDay(db, day)) {
      log.info({ day }, 'a message of an old day waits and keeps its text');
    } else {
      await db.transact((transaction) => noteForgotten(transaction, { day }));
      log.info({ day }, 'the texts of an old day are forgotten');
    }
  }
}

/** Whether a message of the day still waits. */
async function forgetDay(db: DropOldDaysDeps['db'], day: string): Promise<boolean> {
  const most = limit('forgottenRows');
  let last: Awaited<ReturnType<typeof forgetTexts>> = FIRST;
  let waits = false;
  while (last !== undefined) {
    const after: Pick<typeof FIRST, 'accountId' | 'id'> = {
      accountId: last.accountId,
      id: last.id,
    };
    last = await db.transact((transaction) => forgetTexts(transaction, day, { ...after, most }));
    waits ||= last?.waits === true;
  }
  return waits;
}
