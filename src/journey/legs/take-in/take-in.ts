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
import { CommitUnknown } from '../../../kit/postgres/faults.ts';
import { readBalance } from '../../../store/balances.ts';
import { findForbidden } from '../../../store/suppressions.ts';
import { accept, type AcceptContext } from '../../accept/accept.ts';
import { price } from '../../charge/price.ts';
import { refusalOfFunds } from '../../charge/refusal-of-funds.ts';
import { findRepeat } from '../../enqueue/repeats.ts';
import type { JourneyDeps } from '../../deps.ts';
import { attemptUntilFresh, createCommit, refused } from './commit.ts';
import { commitBatch } from './commit-batch.ts';
import type { Attempted } from './commit-group.ts';
import { createLookUp } from './look-up.ts';
import { textBatch, textGroup } from './texts.ts';

export type TakeIn = {
  takeIn(request: SendRequest): Promise<TakenIn>;
  /** Requests that wait for their commit. */
  pending(): number;
  drained(): Promise<void>;
};

/** The leg on its dependencies. */
export function createTakeIn(deps: JourneyDeps): TakeIn {
  const { clock, velocity } = deps;
  const { commit, pending, drained } = createCommit(deps, textGroup(deps), {
    requests: limit('acceptGroupRequests'),
    messages: limit('acceptGroupMessages'),
    commitLarge: (draft) => commitLarge(deps, draft),
  });
  const context: Omit<AcceptContext, 'routing' | 'policy' | 'now'> = {
    demoText: deps.settings.demoText,
    forbidden: (ask) => findForbidden(deps.db, ask),
    lookUp: createLookUp(deps),
    velocity,
  };
  const attempt = async (request: SendRequest): Promise<Outcome> => {
    const routing = deps.routing.current();
    const now = { wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs() };
    const accepted = await accept(request, { ...context, routing, policy: routing.policy, now });
    if (!accepted.ok) {
      return (await repeatOf(deps, request, accepted.refusal)) ?? refused(accepted.refusal);
    }
    const draft = price(accepted.checked, routing, now.wallMs);
    return keepCounts(accepted.checked.counted, draft, go);
  };
  const go = async (draft: Draft): Promise<Outcome> => {
    if (draft.dryRun) return dryRun(deps, draft);
    if (draft.opening?.open === false && deps.load.heldIsFull()) {
      return refused(refuse('queue_full'));
    }
    return commit(draft);
  };
  return {
    takeIn: (request) => attemptUntilFresh(deps, pending(), () => attempt(request)),
    pending,
    drained,
  };
}

type Outcome = Attempted<Acceptance>;

async function commitLarge(deps: JourneyDeps, draft: Draft): Promise<Outcome> {
  const outcome = await commitBatch(deps, draft, (batch) => textBatch(deps, draft, batch));
  const mayGo = outcome.kind === 'accepted' && draft.opening?.open !== false;
  for (const { linkId } of mayGo ? draft.messages : []) deps.outboxes.setWaiting(linkId, 0);
  return outcome;
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
  return deps.db.transact((transaction) =>
    findRepeat<Acceptance>(transaction, { account, idempotency }, nowMs),
  );
}

/** Caps count what was accepted and nothing else; what nobody knows counts. */
async function keepCounts(
  counted: Counted | undefined,
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
    counted?.keepOnly(accepted);
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
