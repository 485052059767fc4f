import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { Refused, Taken } from '../../domain/message/draft.ts';
import { createGroup } from '../../kit/group.ts';
import { isTransient } from '../../kit/postgres/faults.ts';
import { untilFresh } from '../../kit/until-fresh.ts';
import type { JourneyDeps } from '../deps.ts';
import { commitGroup, type AnyNumbered, type Attempted, type GroupWork } from './commit-group.ts';
import { refuseFault } from './refuse-fault.ts';

/** How priced requests become durable. */
export type Commit<Draft, Answer> = {
  /** Settles when a draft is committed, or refused. */
  commit(draft: Draft): Promise<Attempted<Answer>>;
  /** Drafts that wait for the commit of their group. */
  pending(): number;
  drained(): Promise<void>;
};

/**
 * Small requests are committed in groups, large ones on their own; what is looked up is judged
 * request by request, and the others do not wait for that.
 */
export function createCommit<Numbered extends AnyNumbered, Answer>(
  deps: JourneyDeps,
  work: GroupWork<Numbered, Answer>,
  bounds: {
    /** Of one group. */
    readonly requests: number;
    readonly messages: number;
    /** Takes in a draft with more messages than that. */
    readonly commitLarge: (draft: Numbered['draft']) => Promise<Attempted<Answer>>;
  },
): Commit<Numbered['draft'], Answer> {
  const makeGroup = () =>
    createGroup<Numbered['draft'], Attempted<Answer>>({
      work: (drafts) => commitGroup(deps, work, drafts),
      splits(error, { length: requests }) {
        if (isTransient(error)) return false;
        deps.log.error({ error, requests }, 'a group failed and is split');
        return true;
      },
      mostItems: bounds.requests,
      weigh: (draft) => draft.messages.length,
      mostWeight: bounds.messages,
    });
  const plain = makeGroup();
  const lookedUp = makeGroup();
  let large = 0;
  return {
    async commit(draft) {
      if (draft.messages.length <= bounds.messages) {
        return draft.lookups === undefined ? plain.add(draft) : lookedUp.add(draft);
      }
      if (large >= limit('largeRequests')) return refused(refuse('queue_full'));
      large += 1;
      return bounds.commitLarge(draft).finally(() => (large -= 1));
    },
    pending: () => plain.pending() + lookedUp.pending(),
    async drained() {
      await Promise.all([plain.drained(), lookedUp.drained()]);
    },
  };
}

/**
 * Attempts a request until the settings that it was judged by still hold at its commit. Refuses it
 * when too much waits already, and when something fails; never rejects.
 */
export async function attemptUntilFresh<Answer>(
  deps: Pick<JourneyDeps, 'load' | 'routing' | 'log' | 'random'>,
  pending: number,
  attempt: () => Promise<Attempted<Answer>>,
): Promise<Taken<Answer>> {
  const isFull = deps.load.queueIsFull() || pending >= limit('pendingRequests');
  if (isFull) return refused(refuse('queue_full'));
  try {
    const taken = await untilFresh(limit('accountReloads'), async () => {
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
