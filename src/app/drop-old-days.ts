/** Drops what is older than the service keeps (docs/operating/retention.md). */
import { DAY_MS } from '../domain/durations.ts';
import { limit } from '../domain/limits.ts';
import type { Clock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import type { Database } from '../kit/postgres/pool.ts';
import { deleteOlder, dropDay, listDays } from '../store/messages/old-days.ts';

/** A batch may have its messages' ids a day before or after its own. */
const BESIDES_MS = 2 * DAY_MS;

export type DropOldDaysDeps = {
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
  for (const { name: day, atMs } of await listDays(db, beforeMs)) {
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
