import { findAbandonedBatches } from '../../store/batches/remove-batches.ts';
import type { JourneyDeps } from '../deps.ts';
import { giveUp, removeUnpublished } from './remove-unpublished.ts';

type Deps = Pick<JourneyDeps, 'db' | 'ids' | 'clock' | 'log' | 'leftBehind'>;

/**
 * Removes large requests and files that were given up, or whose writer died. Releases them all
 * first, because removing some takes long; an error with one does not stop the others.
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
