/** Ends the drains of disabled links whose receipts have all come. */
import { DAY_MS } from '../domain/durations.ts';
import type { Clock } from '@paigham/base/clock.ts';
import { transactOrRollBack, type Database } from '../kit/postgres/pool.ts';
import { raiseSettingsVersion } from '../store/nodes/versions.ts';
import type { RoutingSnapshots } from '../store/snapshots/routing-snapshots.ts';
import { endDrain } from '../features/links/links.sql.ts';

/** One look at every link that is drained; the time that each was given ends by itself. */
export async function endDrains({
  db,
  clock,
  routing,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly routing: Pick<RoutingSnapshots, 'current'>;
}): Promise<void> {
  const nowMs = clock.nowMs();
  for (const link of routing.current().links.values()) {
    const isDraining =
      link.carrier === 'smpp' && !link.enabled && link.drainingUntilMs !== undefined;
    if (!isDraining) continue;
    await transactOrRollBack(db, async (transaction, rollBack) => {
      // The settings first, as whoever changes a link.
      await raiseSettingsVersion(transaction);
      return (await endDrain(transaction, link.id, nowMs - DAY_MS)) || rollBack(false);
    });
  }
}
