import type { CarrierOutcome, CarrierState } from '../domain/carrier/carrier.ts';
import { failureOf, type FailureReason } from '../domain/failure/failure.ts';
import { limit } from '../domain/limits.ts';
import type { LinkState } from '../domain/routing/routing.ts';
import type { SmppLinkConfig } from '../domain/routing/smpp-link-config.ts';
import {
  type Breaker,
  type BreakerPhase,
  type BreakerSettings,
  createBreaker,
  type Verdict,
} from '../kit/breaker.ts';
import type { Clock } from '@paigham/base/clock.ts';

export type Standing = { readonly state: LinkState; readonly words: string | undefined };

/** Watches one link of this node and determines its state. */
export type LinkWatch = {
  state(state: CarrierState): void;
  submitted(parts: number): void;
  outcome(outcome: CarrierOutcome): void;
  /** How much of the link's room may be used now. */
  room(linkRoom: number): number;
  /** undefined: it was opened too recently to tell. */
  standing(): Standing | undefined;
};

const BREAKER: BreakerSettings = {
  answers: limit('breakerOutcomes'),
  bad: limit('breakerBad'),
  windowMs: limit('breakerWindowMs'),
  firstMs: limit('breakerFirstMs'),
  lastMs: limit('breakerLastMs'),
  probes: limit('breakerProbes'),
};

/** When a link to an operator gives way to the next rule. */
export type GivesWay = Pick<SmppLinkConfig, 'giveWayAfterRefusals' | 'giveWayAfterMs'>;

/**
 * A link that is not bound yet. One to an operator that refuses everything for now counts as
 * failing for those who wait, once `givesWay` says so; a chat number knows by itself when to pause.
 */
export function watchLink(
  clock: Pick<Clock, 'monotonicMs'>,
  givesWay: GivesWay | undefined,
): LinkWatch {
  const breaker = createBreaker(BREAKER);
  let carrier: CarrierState = { kind: 'unbound', words: undefined };
  let unboundAtMs = clock.monotonicMs();
  let last: Standing | undefined;
  let out = 0;
  let fault = '';
  const refusals = countRefusals(givesWay);

  const judge = (): Standing | undefined => {
    const nowMs = clock.monotonicMs();
    switch (carrier.kind) {
      case 'needs_attention':
        return { state: 'needs_attention', words: carrier.words };
      case 'unbound':
        // A short loss changes nothing: the state reported last still holds.
        if (nowMs - unboundAtMs < limit('linkDownAfterMs')) return last;
        return { state: 'down', words: carrier.words ?? 'it could not be opened yet' };
      case 'bound':
        if (out === 0) breaker.closeIfQuiet(limit('breakerQuietMs'), nowMs);
        return ofPhase(breaker.phase(nowMs), { fault, words: carrier.words });
    }
  };
  return {
    state(state) {
      if (state.kind === 'unbound') {
        if (carrier.kind === 'bound') unboundAtMs = clock.monotonicMs();
        // Why it was lost says more than that it is being opened again.
        if (carrier.kind === 'unbound' && state.words === undefined) return;
      }
      carrier = state;
    },
    submitted: (parts) => void (out += parts),
    outcome(outcome) {
      if ('late' in outcome && outcome.late) return;
      out -= 1;
      if (outcome.kind === 'taken') refusals.end();
      else if (refusals.isTooMany(outcome, clock.monotonicMs(), breaker)) {
        fault = `it takes nothing: ${faultOf(outcome)}`;
        breaker.trip(clock.monotonicMs(), limit('breakerRefusedMs'));
        return;
      }
      const verdict = verdictOf(outcome);
      if (verdict === undefined || (verdict === 'good' && breaker.isAtRest())) return;
      if (verdict === 'bad') fault = `too many failed: ${faultOf(outcome)}`;
      breaker.note(verdict, clock.monotonicMs());
    },
    room(linkRoom) {
      if (linkRoom === 0 || breaker.isAtRest()) return linkRoom;
      switch (breaker.phase(clock.monotonicMs())) {
        case 'closed':
          return linkRoom;
        case 'open':
          return 0;
        case 'half_open':
          return Math.max(0, Math.min(linkRoom, limit('breakerProbes') - out));
      }
    },
    standing() {
      last = judge();
      return last;
    },
  };
}

function ofPhase(
  phase: BreakerPhase,
  { fault, words }: { readonly fault: string; readonly words: string | undefined },
): Standing {
  switch (phase) {
    case 'closed':
      return { state: 'up', words };
    case 'open':
      return { state: 'down', words: fault };
    case 'half_open':
      return { state: 'trying', words: `some are let through after: ${fault}` };
  }
}

/** `steadyMs`: since when each came soon after the one before it. */
type InARow = { readonly count: number; readonly steadyMs: number; readonly lastMs: number };
const NONE: InARow = { count: 0, steadyMs: 0, lastMs: 0 };

/** Counts refusals for now that nothing taken has interrupted. */
function countRefusals(givesWay: GivesWay | undefined) {
  let inARow = NONE;
  return {
    end: () => void (inARow = NONE),
    /** Whether this is one too many: of a link that is being tried, any is. */
    isTooMany(outcome: CarrierOutcome, nowMs: number, breaker: Pick<Breaker, 'phase'>): boolean {
      if (givesWay === undefined || !isForNow(outcome)) return false;
      const { giveWayAfterRefusals: most, giveWayAfterMs: longestMs } = givesWay;
      const gapMs = nowMs - inARow.lastMs;
      const before = gapMs > limit('breakerWindowMs') ? NONE : inARow;
      // Of a link that is nearly idle two refusals far apart say nothing of the time between them.
      const isSteady = before.count > 0 && gapMs < longestMs;
      const steadyMs = isSteady ? before.steadyMs : nowMs;
      inARow = { count: before.count + 1, steadyMs, lastMs: nowMs };
      if (breaker.phase(nowMs) !== 'closed' || inARow.count >= most) return true;
      return isSteady && nowMs - steadyMs >= longestMs;
    },
  };
}

/** Refused for now, not for what the message is. */
function isForNow(outcome: CarrierOutcome): boolean {
  return outcome.kind === 'refused' && !failureOf(outcome.reason).permanent;
}

/** The other side is failing. */
const BAD: readonly FailureReason[] = ['operator_fault', 'platform_fault'];

/** Throttling, or a problem that is not the link's: a few of them change nothing. */
const NEITHER: readonly FailureReason[] = [
  'operator_throttled',
  'operator_queue_full',
  'platform_throttled',
  'platform_recipient_paced',
  'platform_spam_limited',
  'platform_media_unready',
];

/**
 * Whether an outcome speaks for or against the link. Throttling does neither, as long as something
 * is taken: the link slows down and recovers by itself. Nor does a connection that broke: whether
 * it comes back shows at once.
 */
function verdictOf(outcome: CarrierOutcome): Verdict | undefined {
  switch (outcome.kind) {
    case 'taken':
      return 'good';
    case 'unsent':
      return undefined;
    case 'ambiguous':
      return outcome.broken === true ? undefined : 'bad';
    case 'refused':
      if (BAD.includes(outcome.reason)) return 'bad';
      return NEITHER.includes(outcome.reason) ? undefined : 'good';
  }
}

function faultOf(outcome: CarrierOutcome): string {
  if (outcome.kind !== 'refused') return 'the operator did not answer in time';
  const { reason, status } = outcome;
  if (reason === 'platform_fault') return `the platform answered ${status}`;
  return `the operator answered 0x${status.toString(16).padStart(2, '0')}`;
}
