/**
 * One commit of the first leg: what a group of priced requests comes to. Either all that is granted
 * in it is durable, charged and in line, or nothing is.
 */
import { refuse, type Refusal } from '../../../domain/failure/failure.ts';
import type { Draft } from '../../../domain/message/draft.ts';
import { DISK_FULL, isDiskFull } from '../../../kit/disk-space.ts';
import { CommitUnknown, isNotAll, isTransient } from '../../../kit/postgres/faults.ts';
import { createDirect } from './direct.ts';
import { refused, type Outcome } from './outcome.ts';
import type { JourneyParts } from '../../parts.ts';
import { commitJudged } from './take-in-judged.ts';
import { commitWhole } from './take-in-whole.ts';

/**
 * Commits a group; when something in it fails that is not the database's weather, its halves are
 * tried apart.
 */
export async function commitTogether(
  parts: JourneyParts,
  drafts: readonly Draft[],
): Promise<readonly Outcome[]> {
  try {
    return await commit(parts, drafts);
  } catch (error) {
    if (drafts.length === 1 || isTransient(error)) throw error;
    parts.log.error({ error, requests: drafts.length }, 'a group failed and is split');
    const middle = Math.floor(drafts.length / 2);
    const first = await commitHalf(parts, drafts.slice(0, middle));
    return [...first, ...(await commitHalf(parts, drafts.slice(middle)))];
  }
}

async function commitHalf(
  parts: JourneyParts,
  drafts: readonly Draft[],
): Promise<readonly Outcome[]> {
  try {
    return await commitTogether(parts, drafts);
  } catch (error) {
    const refusal = refusalOf(parts, error);
    return drafts.map(() => refused(refusal));
  }
}

/**
 * The refusal for a request that could not be stored: 503 for the database's weather and a disk
 * without room, 500 for our bugs.
 */
export function refusalOf(parts: Pick<JourneyParts, 'log' | 'random'>, error: unknown): Refusal {
  if (error instanceof CommitUnknown) {
    parts.log.warn({ error }, 'a request may or may not have been stored');
    return refuse('outcome_unknown');
  }
  // A batch that others have given up, because this node was taken for dead.
  if (isTransient(error) || isNotAll(error)) {
    parts.log.warn({ error }, 'a request could not be stored');
    return refuse('store_unavailable');
  }
  if (isDiskFull(error)) {
    parts.log.error({ error }, DISK_FULL);
    return refuse('disk_full');
  }
  const request = parts.random.randomBytes(6).toString('hex');
  parts.log.error({ error, request }, 'a request met a fault of ours');
  return refuse('internal', { request });
}

/**
 * Nearly every group can be granted whole, and takes one round trip in that belief. Where the
 * belief was wrong nothing has happened, and the group is judged request by request.
 */
async function commit(parts: JourneyParts, drafts: readonly Draft[]): Promise<readonly Outcome[]> {
  const direct = createDirect(parts);
  if (drafts.every(({ idempotency, lookups }) => idempotency === undefined && !lookups)) {
    const whole = await commitWhole(parts, drafts, direct);
    if (whole !== undefined) return whole;
  }
  return commitJudged(parts, drafts, direct);
}
