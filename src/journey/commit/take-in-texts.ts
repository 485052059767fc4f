/**
 * What `takeIn` of journey.ts stands on. Requests that arrive together are committed together, and
 * answered after the commit. If an outbox of this node has room for a message, the same commit
 * leases it, and it is handed over afterwards.
 */
import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import {
  totalMicros,
  type Acceptance,
  type Draft,
  type SendRequest,
  type TakenIn,
} from '../../domain/message/draft.ts';
import type { Counted } from '../../domain/policy/velocity.ts';
import { micros } from '../../domain/pricing/money.ts';
import { keptKey } from '../../domain/testing/test-mode.ts';
import { pause } from '@paigham/base/clock.ts';
import { CommitUnknown } from '../../kit/postgres/faults.ts';
import { readBalance } from '../../store/ledger/balances.ts';
import { findForbidden } from '../../features/suppressions/forbidden.sql.ts';
import type { AcceptContext, LookUp } from '../accept/accept-context.ts';
import { refusalOfFunds } from '../charge/reserve.ts';
import { findRepeat } from './idempotency.ts';
import type { JourneyDeps } from '../deps.ts';
import { attemptWhileStale, createCommit, refused } from './commit.ts';
import { commitBatch } from './commit-large.ts';
import type { Attempted } from './commit-group.ts';
import { createLookUp } from './look-up.ts';
import { textBatch, textGroup } from './commit-texts.ts';

type TakeIn = {
  take(request: SendRequest): Promise<TakenIn>;
  /** Requests waiting for their commit. */
  pending(): number;
  drained(): Promise<void>;
};

export type Outcome = Attempted<Acceptance>;

/** What taking in a request needs. */
export type TakeInDeps = Pick<
  JourneyDeps,
  'db' | 'clock' | 'routing' | 'velocity' | 'settings' | 'load'
> & {
  readonly lookUp: LookUp;
  readonly commit: (draft: Draft) => Promise<Outcome>;
  /** Whether this node is taking in another request with the same idempotency key. */
  readonly hasTwin: (request: SendRequest) => boolean;
};

/**
 * Nodes lock an account in turn, so a commit beside others takes longer. Without a pause, callers
 * split into two groups that alternate: who came during a commit, and who was just answered by it.
 */
const GATHER_MS = 2;

/** Takes in requests by `takeIn` (journey.ts), again if the settings change meanwhile. */
export function createTakeIn(
  deps: JourneyDeps,
  takeIn: (deps: TakeInDeps, request: SendRequest) => Promise<Outcome>,
  hasOthers: () => boolean,
): TakeIn {
  const { commit, pending, drained } = createCommit(deps, textGroup(deps), {
    requests: limit('acceptGroupRequests'),
    messages: limit('acceptGroupMessages'),
    pace: async (isNext) => (isNext && hasOthers() ? pause(deps.clock, GATHER_MS) : undefined),
    commitLarge: (draft) => commitLarge(deps, draft),
  });
  const twins = createTwins();
  const { hasTwin } = twins;
  const takeInDeps: TakeInDeps = { ...deps, lookUp: createLookUp(deps), commit, hasTwin };
  const attempt = (request: SendRequest): Promise<TakenIn> =>
    attemptWhileStale(deps, pending(), () => takeIn(takeInDeps, request));
  return { take: (request) => twins.within(request, attempt), pending, drained };
}

/** Which idempotency keys this node is taking in requests with, and how many of each. */
function createTwins() {
  const underWay = new Map<string, number>();
  const nameOf = ({ account, idempotency }: SendRequest): string | undefined =>
    idempotency && `${account.id} ${keptKey(account, idempotency.key)}`;
  return {
    hasTwin: (request: SendRequest): boolean => (underWay.get(nameOf(request) ?? '') ?? 0) > 1,
    async within<T>(request: SendRequest, work: (request: SendRequest) => Promise<T>): Promise<T> {
      const name = nameOf(request);
      if (name === undefined) return work(request);
      underWay.set(name, (underWay.get(name) ?? 0) + 1);
      try {
        return await work(request);
      } finally {
        const left = (underWay.get(name) ?? 1) - 1;
        if (left > 0) underWay.set(name, left);
        else underWay.delete(name);
      }
    },
  };
}

/** What a request is judged by: the current settings and time. */
export function contextOf({ db, clock, routing, velocity, settings, lookUp }: TakeInDeps) {
  const snapshot = routing.current();
  return {
    routing: snapshot,
    policy: snapshot.policy,
    now: { wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs() },
    demoText: settings.demoText,
    forbidden: (ask: Parameters<AcceptContext['forbidden']>[0]) => findForbidden(db, ask),
    lookUp,
    velocity,
  };
}

async function commitLarge(deps: JourneyDeps, draft: Draft): Promise<Outcome> {
  const outcome = await commitBatch(deps, draft, (batch) => textBatch(deps, draft, batch));
  const mayGo = outcome.kind === 'accepted' && draft.opening?.open !== false;
  for (const { linkId } of mayGo ? draft.messages : []) deps.outboxes.setWaiting(linkId, 0);
  return outcome;
}

/**
 * The first answer to a request that exceeds a cap only because it filled that cap itself: a repeat
 * sends nothing, so caps do not apply. While a twin is under way, that may be what fills the cap.
 */
export async function repeatOf(
  deps: Pick<TakeInDeps, 'db' | 'clock' | 'hasTwin'>,
  request: SendRequest,
  { reason }: Refusal,
): Promise<Outcome | undefined> {
  const { account, idempotency } = request;
  if (reason !== 'rejected_too_many' || idempotency === undefined) return undefined;
  if (deps.hasTwin(request)) return refused(refuse('idempotency_running'));
  const nowMs = deps.clock.nowMs();
  return deps.db.transact((transaction) =>
    findRepeat<Acceptance>(transaction, { account, idempotency }, nowMs),
  );
}

/** Caps count only what was accepted; when in doubt, it counts. */
export async function keepCounts(
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

/** What a dry run would cost, judged by the balance; nothing is written. */
export async function dryRun(
  deps: Pick<JourneyDeps, 'db' | 'clock'>,
  draft: Draft,
): Promise<Outcome> {
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
