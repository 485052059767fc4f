import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { Refused, Taken } from '../../domain/message/draft.ts';
import { createGroup, type GroupSettings } from '../../kit/group.ts';
import { isTransient } from '../../kit/postgres/faults.ts';
import { retryWhileStale } from '../../kit/retry-while-stale.ts';
import type { JourneyDeps } from '../deps.ts';
import { boundTests } from './bound-tests.ts';
import { commitGroup, type AnyNumbered, type Attempted, type GroupWork } from './commit-group.ts';
import { refuseFault } from './refuse-fault.ts';

/** How priced requests become durable. */
type Commit<Draft, Answer> = {
  /** Settles once a draft is committed or refused. */
  commit(draft: Draft): Promise<Attempted<Answer>>;
  /** Drafts waiting for their group's commit. */
  pending(): number;
  drained(): Promise<void>;
};

type Pace = Required<GroupSettings<unknown, unknown>>['pace'];

/** Requests with more messages are lists: codes do not wait for the groups of those. */
const MOST_OF_SHORT = 10;

/** Among so many requests, one of another account makes an account one of several. */
const LATELY = 2_000;

/** Whether several accounts have sent lately: who sends alone need not make room for others. */
function createCrowd() {
  let last: unknown;
  let left = 0;
  return {
    note(accountId: unknown): void {
      const isOther = last !== undefined && accountId !== last;
      left = isOther ? LATELY : Math.max(0, left - 1);
      last = accountId;
    },
    isThere: () => left > 0,
  };
}

/**
 * Commits small requests in groups, large ones on their own. Accounts take turns, so that one that
 * sends all it can leaves others their place in the next group. Requests with look-ups are judged
 * one by one, without making the others wait.
 */
export function createCommit<Numbered extends AnyNumbered, Answer>(
  deps: JourneyDeps,
  work: GroupWork<Numbered, Answer>,
  bounds: {
    /** At most this many per group. */
    readonly requests: number;
    readonly messages: number;
    /** Waited for before a group of plain requests; undefined: they begin as soon as they can. */
    readonly pace?: Pace;
    /** Commits a draft with more messages than that. */
    readonly commitLarge: (draft: Numbered['draft']) => Promise<Attempted<Answer>>;
  },
): Commit<Numbered['draft'], Answer> {
  const crowd = createCrowd();
  const mostOfOne = (): number =>
    crowd.isThere() ? limit('acceptGroupOfOne') : Number.POSITIVE_INFINITY;
  const makeGroup = (pace?: Pace) =>
    createGroup<Numbered['draft'], Attempted<Answer>>({
      work: (drafts) => commitGroup(deps, work, drafts),
      splits(error, { length: requests }) {
        if (isTransient(error)) return false;
        deps.log.error({ error, requests }, 'a group failed and is split');
        return true;
      },
      mostItems: bounds.requests,
      ownerOf: (draft) => draft.account.id,
      weigh: (draft) => draft.messages.length,
      mostWeight: limit('acceptGroupWork'),
      mostOfOne,
      ...(pace && { pace }),
    });
  const plain = makeGroup(bounds.pace);
  const lists = makeGroup(bounds.pace);
  const lookedUp = makeGroup();
  const groups = [plain, lists, lookedUp];
  let large = 0;
  return {
    async commit(draft) {
      const tooMany = boundTests(deps, draft.account, draft.messages.length);
      if (tooMany !== undefined) return refused(tooMany);
      crowd.note(draft.account.id);
      if (draft.messages.length <= bounds.messages) {
        if (draft.lookups !== undefined) return lookedUp.add(draft);
        return (draft.messages.length > MOST_OF_SHORT ? lists : plain).add(draft);
      }
      if (large >= limit('largeRequests')) return refused(refuse('queue_full'));
      large += 1;
      return bounds.commitLarge(draft).finally(() => (large -= 1));
    },
    pending: () => groups.reduce((sum, group) => sum + group.pending(), 0),
    async drained() {
      await Promise.all(groups.map((group) => group.drained()));
    },
  };
}

/**
 * Tries a request until the settings it was judged by still hold at its commit. Refuses it when too
 * much is waiting or something fails; never rejects.
 */
export async function attemptWhileStale<Answer>(
  deps: Pick<JourneyDeps, 'load' | 'routing' | 'log' | 'random'>,
  pending: number,
  attempt: () => Promise<Attempted<Answer>>,
): Promise<Taken<Answer>> {
  const isFull = deps.load.queueIsFull() || pending >= limit('pendingRequests');
  if (isFull) return refused(refuse('queue_full'));
  try {
    const taken = await retryWhileStale(limit('accountReloads'), async () => {
      const outcome = await attempt();
      if (outcome.kind !== 'stale_settings') return outcome;
      await deps.routing.refresh();
      return 'stale';
    });
    return taken ?? refused(refuse('store_unavailable'));
  } catch (error) {
    return refused(refuseFault(deps, error));
  }
}

export function refused(refusal: Refusal): Refused {
  return { kind: 'refused', refusal };
}
