import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { DISK_FULL, isDiskFull } from '@paigham/base/disk-space.ts';
import { CommitUnknown, isNotAll, isTransient } from '../../kit/postgres/faults.ts';
import type { JourneyDeps } from '../deps.ts';

/**
 * The refusal for requests that could not be stored: 503 when the database is away or the disk is
 * full, 500 for our bugs.
 */
export function refuseFault(deps: Pick<JourneyDeps, 'log' | 'random'>, error: unknown): Refusal {
  if (error instanceof CommitUnknown) {
    deps.log.warn({ error }, 'a request may or may not have been stored');
    return refuse('outcome_unknown');
  }
  // Other nodes gave the batch up because they took this node for dead.
  if (isTransient(error) || isNotAll(error)) {
    deps.log.warn({ error }, 'a request could not be stored');
    return refuse('store_unavailable');
  }
  if (isDiskFull(error)) {
    deps.log.error({ error }, DISK_FULL);
    return refuse('disk_full');
  }
  const request = deps.random.randomBytes(6).toString('hex');
  deps.log.error({ error, request }, 'a request failed with an internal error');
  return refuse('internal', { request });
}
