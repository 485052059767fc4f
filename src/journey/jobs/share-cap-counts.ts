/**
 * A job: nodes tell each other what they have counted against caps, of keys that are on their way
 * to one, about once a second; a node that starts learns what was counted before it. Alarms about
 * full caps are written with it.
 */
import type { NodeLease } from '../../domain/carrier/carrier.ts';
import { limit } from '../../domain/limits.ts';
import { insertAudit } from '../../store/audit.ts';
import { forgetCounts, readCounts, writeCounts } from '../../store/policy.ts';
import type { JourneyDeps } from '../deps.ts';

/** What is remembered between two times. */
export type CapCountsRead = {
  /** When counts were last read, by the clock that never goes back; undefined: not yet. */
  readAtMs: number | undefined;
  /** Under which leases this node has told its counts: they are no news to it. */
  readonly toldAs: Set<string>;
};

/** Told times may be as old as a commit is slow: what was read already is read again. */
const OVERLAP_MS = 10_000;

/** Shares counts once. What the database does not take now is told at the next time. */
export async function shareCapCounts(deps: JourneyDeps, read: CapCountsRead): Promise<void> {
  const { db, velocity, clock } = deps;
  const lease = deps.lease.current();
  read.toldAs.add(nameOf(lease));
  await writeAlarms(deps);
  const nowMs = clock.monotonicMs();
  const news = velocity.drainNews(nowMs);
  if (news.length > 0) {
    try {
      await db.transact(async (transaction) => {
        await writeCounts(transaction, lease, news);
        await forgetCounts(transaction);
      });
    } catch (error) {
      velocity.tellAgain(news);
      throw error;
    }
  }
  const sinceMs =
    read.readAtMs === undefined
      ? limit('capMinutes') * 60_000 * 2
      : nowMs - read.readAtMs + OVERLAP_MS;
  const counts = await readCounts(db, lease, sinceMs);
  velocity.learn(
    counts.filter(({ from }) => !read.toldAs.has(from)),
    clock.monotonicMs(),
  );
  read.readAtMs = nowMs;
}

function nameOf({ slot, epoch }: NodeLease): string {
  return `${slot} ${epoch}`;
}

async function writeAlarms(deps: JourneyDeps): Promise<void> {
  const over = deps.velocity.drainOver();
  if (over > 0) deps.alarms.count('over_cap', over);
  const alarms = deps.velocity.drainAlarms();
  if (alarms.length === 0) return;
  deps.alarms.count('cap_alarm', alarms.length);
  for (const { accountId, cap } of alarms) {
    const { scope, most, minutes } = cap;
    deps.log.warn({ account: accountId, cap: cap.id, scope, most, minutes }, 'a cap is reached');
  }
  await deps.db.transact(async (transaction) => {
    for (const { accountId, cap, key } of alarms) {
      const detail = { cap: cap.id, scope: cap.scope, key, most: cap.most, minutes: cap.minutes };
      const line = { actor: 'service', action: 'cap.reached', detail };
      await insertAudit(transaction, accountId, line, deps.clock.nowMs());
    }
  });
}
