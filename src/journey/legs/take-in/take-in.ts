/**
 * The first leg: accept → charge → enqueue. Requests that arrive together are committed together,
 * and answered after the commit. A message that a line of this node has room for is leased in the
 * same commit and handed over after it.
 */
import { refuse, type Refusal } from '../../../domain/failure/failure.ts';
import { limit } from '../../../domain/limits.ts';
import {
  totalMicros,
  type Acceptance,
  type Draft,
  type SendRequest,
  type TakenIn,
} from '../../../domain/message/draft.ts';
import type { Counted } from '../../../domain/policy/velocity.ts';
import { micros } from '../../../domain/pricing/money.ts';
import { createGroup } from '../../../kit/group.ts';
import { CommitUnknown } from '../../../kit/postgres/faults.ts';
import { readBalance } from '../../../store/ledger/read-balance.ts';
import { findForbidden } from '../../../store/policy/find-forbidden.ts';
import { accept, type Surroundings } from '../../accept/accept.ts';
import { price } from '../../charge/price.ts';
import { refusalOfFunds } from '../../charge/refusal-of-funds.ts';
import { answerRepeats } from '../../enqueue/repeats.ts';
import type { JourneyDeps } from '../../deps.ts';
import { createLookUp } from './look-up.ts';
import { refused, type Outcome } from './outcome.ts';
import { commitTogether, refusalOf, splitsGroup } from './take-in-group.ts';
import { takeInLarge } from './take-in-large.ts';

export type TakeIn = {
  takeIn(request: SendRequest): Promise<TakenIn>;
  /** Requests that wait for their commit. */
  pending(): number;
  drained(): Promise<void>;
};

/** The leg on its dependencies. */
export function createTakeIn(deps: JourneyDeps): TakeIn {
  const makeGroup = () =>
    createGroup<Draft, Outcome>({
      work: (drafts) => commitTogether(deps, drafts),
      splits: splitsGroup(deps.log),
      mostItems: limit('acceptGroupRequests'),
      weigh: (draft) => draft.messages.length,
      mostWeight: limit('acceptGroupMessages'),
    });
  const plain = makeGroup();
  // What is looked up is judged request by request; the others do not wait for that.
  const lookedUp = makeGroup();
  const pending = (): number => plain.pending() + lookedUp.pending();
  const { clock, velocity } = deps;
  const around: Omit<Surroundings, 'routing' | 'policy' | 'now'> = {
    demoText: deps.settings.demoText,
    forbidden: (ask) => findForbidden(deps.db, ask),
    lookUp: createLookUp(deps),
    velocity,
  };

  let large = 0;
  const attempt = async (request: SendRequest): Promise<Outcome> => {
    const routing = deps.routing.current();
    const now = { wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs() };
    const accepted = await accept(request, { ...around, routing, policy: routing.policy, now });
    if (!accepted.ok)
      return (await repeatOf(deps, request, accepted.refusal)) ?? refused(accepted.refusal);
    const { counted } = accepted.checked;
    const draft = price(accepted.checked, routing, now.wallMs);
    if (counted === undefined) return 'reason' in draft ? refused(draft) : go(draft);
    return keepCounts(counted, draft, go);
  };

  const go = async (draft: Draft): Promise<Outcome> => {
    if (draft.dryRun) return dryRun(deps, draft);
    if (draft.opening?.open === false && deps.load.heldIsFull()) {
      return refused(refuse('queue_full'));
    }
    if (draft.messages.length <= limit('acceptGroupMessages')) {
      return draft.lookups === undefined ? plain.add(draft) : lookedUp.add(draft);
    }
    if (large >= limit('largeRequests')) return refused(refuse('queue_full'));
    large += 1;
    return takeInLarge(deps, draft).finally(() => (large -= 1));
  };

  return {
    async takeIn(request) {
      if (deps.load.queueIsFull()) return refused(refuse('queue_full'));
      if (pending() >= limit('pendingRequests')) return refused(refuse('queue_full'));
      try {
        for (let tries = 0; tries < limit('accountReloads'); tries += 1) {
          const outcome = await attempt(request);
          if (outcome.kind !== 'stale_settings') return outcome;
          await deps.routing.refresh();
        }
        return refused(refuse('store_unavailable'));
      } catch (error) {
        return refused(refusalOf(deps, error));
      }
    },
    pending,
    async drained() {
      await Promise.all([plain.drained(), lookedUp.drained()]);
    },
  };
}

/**
 * The first answer of a request that is over a cap because it was itself what filled it: a
 * repetition sends nothing, so no cap looks at it.
 */
async function repeatOf(
  deps: JourneyDeps,
  { account, idempotency }: SendRequest,
  { reason }: Refusal,
): Promise<Outcome | undefined> {
  if (reason !== 'rejected_too_many' || idempotency === undefined) return undefined;
  const nowMs = deps.clock.nowMs();
  const [repeat] = await deps.db.transact((transaction) =>
    answerRepeats(transaction, [{ account, idempotency }], nowMs),
  );
  return repeat?.kind === 'same_as' ? undefined : repeat;
}

/** Caps count what was accepted and nothing else; what nobody knows counts. */
async function keepCounts(
  counted: Counted,
  draft: Draft | Refusal,
  go: (draft: Draft) => Promise<Outcome>,
): Promise<Outcome> {
  let accepted: ReadonlySet<string> = new Set();
  try {
    const outcome = 'reason' in draft ? refused(draft) : await go(draft);
    if (mayBeStored(outcome)) accepted = recipientsOf(draft);
    return outcome;
  } catch (error) {
    if (error instanceof CommitUnknown) accepted = recipientsOf(draft);
    throw error;
  } finally {
    counted.keepOnly(accepted);
  }
}

function mayBeStored(outcome: Outcome): boolean {
  if (outcome.kind === 'refused') return outcome.refusal.reason === 'outcome_unknown';
  return outcome.kind === 'accepted' && !outcome.replayed;
}

function recipientsOf(draft: Draft | Refusal): ReadonlySet<string> {
  return new Set('reason' in draft ? [] : draft.messages.map(({ recipient }) => recipient));
}

async function dryRun(deps: JourneyDeps, draft: Draft): Promise<Outcome> {
  const balance = await readBalance(deps.db, draft.account.id, deps.clock.nowMs());
  if (balance?.accountVersion !== draft.account.version) return { kind: 'stale' };
  const priceMicros = totalMicros(draft);
  const short = refusalOfFunds(priceMicros, balance);
  if (short !== undefined) return refused(short);
  const acceptance: Acceptance = {
    id: undefined,
    priceMicros,
    parts: draft.parts,
    remainingMicros: micros(balance.availableMicros - priceMicros),
    recipients: draft.messages.length,
    listed: draft.messages
      .slice(0, limit('resultsPerAnswer'))
      .map(({ recipient }) => ({ id: undefined, recipient })),
    filtered: draft.filtered.slice(0, limit('resultsPerAnswer')),
  };
  return { kind: 'accepted', acceptance, replayed: false };
}
