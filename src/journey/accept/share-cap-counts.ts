/**
 * A job: about once a second nodes share their counts for keys that are close to a cap; a node that
 * starts learns what was counted before it. Alarms about full caps are written with it.
 */
import type { NodeLease } from '../../domain/carrier/carrier.ts';
import { limit } from '../../domain/limits.ts';
import { insertAudit } from '../../features/audit/audit.sql.ts';
import { forgetCounts, readCounts, writeCounts } from '../../features/caps/caps.sql.ts';
import type { JourneyDeps } from '../deps.ts';

type CapCountsDeps = Pick<JourneyDeps, 'db' | 'clock' | 'log' | 'lease' | 'velocity' | 'alarms'> & {
  /** Whether others may have shared counts in the last seconds. */
  readonly hasNews: () => boolean;
};

/** A shared count is as old as its commit was slow, so the last seconds are read again. */
const OVERLAP_MS = 10_000;

/** Makes the job. Counts that the database does not take now are shared next time. */
export function createShareCapCounts(deps: CapCountsDeps): () => Promise<void> {
  const { db, velocity, clock } = deps;
  /** When counts were last read, by the monotonic clock. */
  let readAtMs: number | undefined;
  /** The leases under which this node has shared its counts: it skips those when it reads. */
  const toldAs = new Set<string>();
  return async () => {
    const lease = deps.lease.current();
    toldAs.add(nameOf(lease));
    await writeAlarms(deps);
    const nowMs = clock.monotonicMs();
    await tell(deps, lease, nowMs);
    if (readAtMs !== undefined && !deps.hasNews()) return;
    const sinceMs =
      readAtMs === undefined ? limit('capMinutes') * 60_000 * 2 : nowMs - readAtMs + OVERLAP_MS;
    const counts = await readCounts(db, { ...lease, sinceMs });
    velocity.learn(
      counts.filter(({ from }) => !toldAs.has(from)),
      clock.monotonicMs(),
    );
    readAtMs = nowMs;
  };
}

async function tell(
  { db, velocity }: CapCountsDeps,
  lease: NodeLease,
  nowMs: number,
): Promise<void> {
  const news = velocity.drainNews(nowMs);
  if (news.length === 0) return;
  try {
    await db.transact(async (transaction) => {
      await writeCounts(transaction, news, lease);
      await forgetCounts(transaction);
    });
  } catch (error) {
    velocity.tellAgain(news);
    throw error;
  }
}

function nameOf({ slot, epoch }: NodeLease): string {
  return `${slot} ${epoch}`;
}

async function writeAlarms(deps: CapCountsDeps): Promise<void> {
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
