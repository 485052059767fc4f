/**
 * The first leg: accept → charge → enqueue. Requests that arrive together are committed together,
 * and answered after the commit. A message that a line of this node has room for is leased in the
 * same commit and handed over after it.
 */
import { refuse } from '../domain/failure/failure.ts';
import { limit } from '../domain/limits.ts';
import {
  totalMicros,
  type Acceptance,
  type Draft,
  type SendRequest,
  type TakenIn,
} from '../domain/message/draft.ts';
import { micros } from '../domain/pricing/money.ts';
import { createGroup } from '../kit/group.ts';
import { readBalance } from '../store/ledger/read-balance.ts';
import { findOptedOut } from '../store/optouts/find-opted-out.ts';
import { accept, type Surroundings } from './accept/accept.ts';
import { price } from './charge/price.ts';
import { insufficientCredit } from './charge/insufficient-credit.ts';
import type { JourneyParts } from './parts.ts';
import { createLookUp } from './look-up.ts';
import { refused, type Outcome } from './outcome.ts';
import { commitTogether, refusalOf } from './take-in-group.ts';
import { takeInLarge } from './take-in-large.ts';

export type TakeIn = {
  takeIn(request: SendRequest): Promise<TakenIn>;
  /** Requests that wait for their commit. */
  pending(): number;
  drained(): Promise<void>;
};

/** The leg on the parts it travels with. */
export function createTakeIn(parts: JourneyParts): TakeIn {
  const makeGroup = () =>
    createGroup<Draft, Outcome>({
      work: (drafts) => commitTogether(parts, drafts),
      mostItems: limit('acceptGroupRequests'),
      weigh: (draft) => draft.messages.length,
      mostWeight: limit('acceptGroupMessages'),
    });
  const plain = makeGroup();
  // What is looked up is judged request by request; the others do not wait for that.
  const lookedUp = makeGroup();
  const pending = (): number => plain.pending() + lookedUp.pending();
  const around: Omit<Surroundings, 'roads'> = {
    demoText: parts.settings.demoText,
    optedOut: (ask) => findOptedOut(parts.db, ask),
    lookUp: createLookUp(parts),
  };

  let large = 0;
  const attempt = async (request: SendRequest): Promise<Outcome> => {
    const roads = parts.roads.current();
    const accepted = await accept(request, { ...around, roads });
    if (!accepted.ok) return refused(accepted.refusal);
    const draft = price(accepted.checked, roads, parts.clock.nowMs());
    if ('reason' in draft) return refused(draft);
    if (draft.dryRun) return dryRun(parts, draft);
    if (draft.messages.length <= limit('acceptGroupMessages')) {
      return draft.lookups === undefined ? plain.add(draft) : lookedUp.add(draft);
    }
    if (large >= limit('largeRequests')) return refused(refuse('queue_full'));
    large += 1;
    return takeInLarge(parts, draft).finally(() => (large -= 1));
  };

  return {
    async takeIn(request) {
      if (parts.load.queueIsFull()) return refused(refuse('queue_full'));
      if (pending() >= limit('pendingRequests')) return refused(refuse('queue_full'));
      try {
        for (let tries = 0; tries < limit('accountReloads'); tries += 1) {
          const outcome = await attempt(request);
          if (outcome.kind !== 'stale_settings') return outcome;
          await parts.roads.refresh();
        }
        return refused(refuse('store_unavailable'));
      } catch (error) {
        return refused(refusalOf(parts, error));
      }
    },
    pending,
    async drained() {
      await Promise.all([plain.drained(), lookedUp.drained()]);
    },
  };
}

async function dryRun(parts: JourneyParts, draft: Draft): Promise<Outcome> {
  const balance = await readBalance(parts.db, draft.account.id);
  if (balance?.accountVersion !== draft.account.version) return { kind: 'stale' };
  const { availableMicros, postpaid } = balance;
  const priceMicros = totalMicros(draft);
  if (priceMicros > availableMicros && !postpaid) {
    return refused(insufficientCredit(priceMicros, availableMicros));
  }
  const acceptance: Acceptance = {
    id: undefined,
    priceMicros,
    parts: draft.parts,
    remainingMicros: micros(availableMicros - priceMicros),
    recipients: draft.messages.length,
    listed: draft.messages
      .slice(0, limit('resultsPerAnswer'))
      .map(({ recipient }) => ({ id: undefined, recipient })),
    filtered: draft.filtered.slice(0, limit('resultsPerAnswer')),
  };
  return { kind: 'accepted', acceptance, replayed: false };
}
