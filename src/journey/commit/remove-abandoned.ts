import { findAbandonedBatches } from '../../store/messages/remove-batches.ts';
import type { JourneyDeps } from '../deps.ts';
import { giveUp, removeUnpublished } from './remove-unpublished.ts';

type Deps = Pick<JourneyDeps, 'db' | 'ids' | 'clock' | 'log' | 'leftBehind'>;

/**
 * Removes large requests and files that were given up, or whose writer died. All are released
 * before any is removed, which takes long for some, and one stops no other.
 */
export async function removeAbandoned(deps: Deps): Promise<void> {
  const abandoned = await findAbandonedBatches(deps.db);
  for (const batch of abandoned) await giveUp(deps, batch);
  const failures: unknown[] = [];
  for (const batch of abandoned) {
    await removeUnpublished(deps, batch).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}
