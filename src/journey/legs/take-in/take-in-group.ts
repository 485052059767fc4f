/**
 * One commit of the first leg: what a group of priced requests comes to. Either all that is granted
 * in it is durable, charged and in line, or nothing is.
 */
import { refuse, type Refusal } from '../../../domain/failure/failure.ts';
import type { Draft } from '../../../domain/message/draft.ts';
import { DISK_FULL, isDiskFull } from '../../../kit/disk-space.ts';
import { CommitUnknown, isNotAll, isTransient } from '../../../kit/postgres/faults.ts';
import { createDirect } from './direct.ts';
import type { Outcome } from './outcome.ts';
import type { Log } from '../../../kit/log.ts';
import type { JourneyDeps } from '../../deps.ts';
import { commitJudged } from './take-in-judged.ts';
import { commitWhole } from './take-in-whole.ts';

/**
 * Nearly every group can be granted whole, and takes one round trip in that belief. Where the
 * belief was wrong nothing has happened, and the group is judged request by request.
 */
export async function commitTogether(
  deps: JourneyDeps,
  drafts: readonly Draft[],
): Promise<readonly Outcome[]> {
  const direct = createDirect(deps);
  if (drafts.every(({ idempotency, lookups }) => idempotency === undefined && !lookups)) {
    const whole = await commitWhole(deps, drafts, direct);
    if (whole !== undefined) return whole;
  }
  return commitJudged(deps, drafts, direct);
}

/** Says that a group which failed is split: for any reason but that the database is unavailable. */
export function splitsGroup(log: Log): (error: unknown, drafts: readonly unknown[]) => boolean {
  return (error, drafts) => {
    if (isTransient(error)) return false;
    log.error({ error, requests: drafts.length }, 'a group failed and is split');
    return true;
  };
}

/**
 * The refusal for a request that could not be stored: 503 for the database's weather and a disk
 * without room, 500 for our bugs.
 */
export function refusalOf(deps: Pick<JourneyDeps, 'log' | 'random'>, error: unknown): Refusal {
  if (error instanceof CommitUnknown) {
    deps.log.warn({ error }, 'a request may or may not have been stored');
    return refuse('outcome_unknown');
  }
  // A batch that others have given up, because this node was taken for dead.
  if (isTransient(error) || isNotAll(error)) {
    deps.log.warn({ error }, 'a request could not be stored');
    return refuse('store_unavailable');
  }
  if (isDiskFull(error)) {
    deps.log.error({ error }, DISK_FULL);
    return refuse('disk_full');
  }
  const request = deps.random.randomBytes(6).toString('hex');
  deps.log.error({ error, request }, 'a request met a fault of ours');
  return refuse('internal', { request });
}
