import type { NodeLease } from '../../domain/carrier/carrier.ts';
import { FEW_TRIES } from '../../domain/failure/retried-a-few-times.ts';
import { MINUTE_MS } from '../../domain/durations.ts';
import { failureOf, type FailureReason } from '../../domain/failure/failure.ts';
import type { LinkId } from '../../domain/ids.ts';
import type { Elsewhere } from '../../domain/routing/choose-link.ts';
import { limit } from '../../domain/limits.ts';
import type { MessageKey, MessageState, PlatformHold } from '../../domain/message/message.ts';
import {
  type AttemptResult,
  endOfValidity,
  type Outgoing,
  type PartResult,
  type WhyHeld,
} from '../../domain/message/outgoing.ts';
import { HELD } from '../../domain/policy/hours.ts';
import { micros, type Micros } from '../../domain/pricing/money.ts';
import { backoffMs } from '../../kit/backoff.ts';

const RETRY = { firstMs: limit('retryFirstMs'), lastMs: limit('retryLastMs') };

/** What an attempt means for its message: the state it is in now, and what happens to its money. */
export type AttemptJudgement = MessageKey & {
  readonly linkId: LinkId;
  readonly lease: NodeLease;
  readonly attempt: number;
  /** Parts of the whole message. */
  readonly parts: number;
  readonly results: readonly PartResult[];
  /** Its price is settled by later statuses, not by the attempt (decision 32). */
  readonly isChat: boolean;
  /** A one-time code: its text is forgotten once nobody may have to send it again (decision 73). */
  readonly isCode: boolean;
  /** 'waiting' with `dueAtMs`: it goes back to the queue. Everything else leaves the queue. */
  readonly state: Extract<MessageState, 'waiting' | 'sent' | 'rejected' | 'expired' | 'unknown'>;
  readonly dueAtMs: number | undefined;
  readonly leaves: boolean;
  /** For a waiting one whose answer is lost: nobody submits it again before then. */
  readonly lostUntilMs: number | undefined;
  /** For a waiting one that another link is to carry. */
  readonly movesTo?: LinkId;
  /** By how much its validity is extended for the time it waited for its hours. */
  readonly prolongMs?: number;
  readonly reason: WhyHeld | typeof HELD | undefined;
  /** The attempt had been given up before; by now it is explained or not. */
  readonly wasLost: boolean;
  readonly partsTaken: number;
  readonly postMicros: Micros;
  readonly releaseMicros: Micros;
};

/** What a link does with attempts whose answer was lost. */
export type AmbiguousPolicy = {
  readonly ambiguous: 'resubmit' | 'reconcile';
  readonly ambiguousAfterMs: number;
  readonly reconcileWithinMs: number;
};

/** The time, a source of numbers from 0 to 1 for the backoff's jitter, and the link's policy. */
export type Judging = AmbiguousPolicy & {
  readonly atMs: number;
  readonly chance: () => number;
  /** Which other link may carry the message that this one refused. */
  readonly elsewhere?: () => Elsewhere | undefined;
};

/**
 * Judges an attempt. What the operator took is posted. Once all parts are taken the message is
 * sent; a permanent refusal ends it and releases the rest, once no other link may take what this
 * operator refused for its own reasons. Anything temporary, unsent, ambiguous or denied puts it
 * back, within its validity and the limit on attempts; a refused one prefers another link. A chat
 * message whose answer was lost leaves the queue and waits for a status: nobody can submit it
 * again.
 */
export function judgeAttempt(attempt: AttemptResult, now: Judging): AttemptJudgement {
  const { message, results, linkId, lease } = attempt;
  const takenNow = results.filter(({ kind }) => kind === 'taken').length;
  const takenInAll = message.partsTaken.length + takenNow;
  const partPrice = message.priceMicros / BigInt(message.parts);
  const isChat = message.alphabet === 'chat';
  const sent = isChat ? { ...SENT, reason: holdIn(results) } : SENT;
  const next = takenInAll === message.parts ? sent : whatNext(attempt, now);
  const leaves = next.dueAtMs === undefined;
  const isOver = next.state !== 'waiting';
  return {
    accountId: message.accountId,
    messageId: message.messageId,
    linkId,
    lease,
    attempt: message.attempt,
    parts: message.parts,
    results,
    isChat,
    isCode: message.priority === 1,
    leaves,
    ...next,
    wasLost: message.lostUntilMs !== undefined,
    partsTaken: takenNow,
    postMicros: micros(isChat ? 0n : partPrice * BigInt(takenNow)),
    releaseMicros: micros(isOver ? partPrice * BigInt(message.parts - takenInAll) : 0n),
  };
}

type Next = Pick<
  AttemptJudgement,
  'state' | 'dueAtMs' | 'lostUntilMs' | 'reason' | 'prolongMs' | 'movesTo'
>;

const SENT: Next = {
  state: 'sent',
  dueAtMs: undefined,
  lostUntilMs: undefined,
  reason: undefined,
};

/** Why the chat platform, which has the message, does not send it yet. */
function holdIn([result]: readonly PartResult[]): PlatformHold | undefined {
  return result?.kind === 'taken' ? result.hold : undefined;
}

function whatNext(attempt: AttemptResult, now: Judging): Next {
  const { message, results } = attempt;
  const withdrawn = results.find((result) => result.kind === 'withdrawn');
  if (withdrawn !== undefined) return end(withdrawn.state, withdrawn.reason);
  const held = results.find((result) => result.kind === 'held');
  if (held !== undefined) return hold(held.untilMs, now.atMs, held.reason ?? HELD);
  const refusals = results.filter((result) => result.kind === 'refused');
  const permanent = refusals.find(({ reason }) => failureOf(reason).permanent);
  const elsewhere = refusals.length > 0 && isWhole(attempt) ? now.elsewhere?.() : undefined;
  if (permanent !== undefined) return passOn(attempt, permanent.reason, { ...now, elsewhere });
  const has = (sought: PartResult['kind']): boolean => results.some(({ kind }) => kind === sought);
  if (has('unexplained')) return end('unknown', 'answer_lost');
  if (has('ambiguous')) return afterLostAnswer(attempt, now);
  if (has('unasked')) return waitForWord(message.lostUntilMs ?? now.atMs, now);
  return again(attempt, refusals[0]?.reason, { ...now, elsewhere });
}

/** No operator has any of it, or may have: another one may take all of it. */
function isWhole({ message, results }: AttemptResult): boolean {
  return message.partsTaken.length === 0 && results.every(({ kind }) => kind === 'refused');
}

type Moment = Omit<Judging, 'elsewhere'> & { readonly elsewhere: Elsewhere | undefined };

/** What one operator refuses for reasons of its own, each other one is asked once. */
function passOn({ message }: AttemptResult, reason: FailureReason, now: Moment): Next {
  const { elsewhere } = now;
  const isOwn = reason === 'operator_refused' && now.atMs < message.expiresAtMs;
  if (!isOwn || elsewhere === undefined || message.faults >= elsewhere.links) {
    return end('rejected', reason);
  }
  const { linkId: movesTo } = elsewhere;
  return { state: 'waiting', dueAtMs: now.atMs, lostUntilMs: undefined, reason, movesTo };
}

/** Whether the link is to be slower, and not yet to be left. */
function isPaced({ attempt }: Outgoing, reason: FailureReason | undefined): boolean {
  return attempt === 1 && reason === 'operator_throttled';
}

/** What the operator does not have is tried again: refused for now, denied, or never written. */
function again(attempt: AttemptResult, temporary: FailureReason | undefined, now: Moment): Next {
  const { message, results } = attempt;
  const elsewhere = isPaced(message, temporary) ? undefined : now.elsewhere;
  // A one-time code has waited once; the other link has not refused it.
  const isUrgent = elsewhere !== undefined && message.priority === 1 && message.attempt === 2;
  const dueAtMs =
    temporary === undefined || isUrgent ? now.atMs : now.atMs + waitMsFor(temporary, message, now);
  if (dueAtMs >= message.expiresAtMs) {
    const { state, reason } = endOfValidity(message);
    return end(state, reason);
  }
  // What was never written does not count as an attempt: only its validity limits it.
  const isDenied = results.some(({ kind }) => kind === 'denied');
  const isDeniedAtLast = isDenied && message.attempt >= limit('retries');
  const links = 1 + (elsewhere?.links ?? 0);
  const isTired = temporary !== undefined && isTiredOf(message, temporary, links);
  if (isTired || isDeniedAtLast) return end('rejected', 'retries_exhausted');
  const next = { state: 'waiting', dueAtMs, lostUntilMs: undefined, reason: temporary } as const;
  return elsewhere === undefined ? next : { ...next, movesTo: elsewhere.linkId };
}

function waitMsFor(reason: FailureReason, { attempt }: Outgoing, { chance }: Moment): number {
  return reason === 'platform_template_syncing'
    ? limit('chatTemplateSyncingMinutes') * MINUTE_MS
    : backoffMs(attempt, chance(), RETRY);
}

/**
 * The operator may have it, so it is never called expired. Where the link reconciles it waits for
 * an explanation; elsewhere it is tried again.
 */
function afterLostAnswer({ message }: AttemptResult, now: Judging): Next {
  if (message.alphabet === 'chat') {
    const lostUntilMs = now.atMs + now.reconcileWithinMs;
    return { state: 'waiting', dueAtMs: undefined, lostUntilMs, reason: 'answer_lost' };
  }
  if (now.ambiguous === 'reconcile') return waitForWord(now.atMs + now.reconcileWithinMs, now);
  const dueAtMs = now.atMs + now.ambiguousAfterMs;
  const isBounded = dueAtMs < message.expiresAtMs && message.attempt < limit('retries');
  if (!isBounded) return end('unknown', 'answer_lost');
  return { state: 'waiting', dueAtMs, lostUntilMs: undefined, reason: 'answer_lost' };
}

/**
 * Queued, but nobody may submit it: it is looked at again when its time for an explanation is over.
 */
function waitForWord(lostUntilMs: number, now: Judging): Next {
  const dueAtMs = Math.max(lostUntilMs, now.atMs + limit('reconcileAgainMs'));
  return { state: 'waiting', dueAtMs, lostUntilMs, reason: 'answer_lost' };
}

function end(state: 'rejected' | 'expired' | 'unknown', reason: FailureReason): Next {
  return { state, dueAtMs: undefined, lostUntilMs: undefined, reason };
}

/**
 * Waiting for its hours does not use up its validity. What the platform limits for nobody knows how
 * long does: no one-time code leaves days later.
 */
function hold(untilMs: number, atMs: number, reason: Next['reason']): Next {
  const prolongMs = reason === 'platform_templates_limited' ? 0 : untilMs - atMs;
  return { state: 'waiting', dueAtMs: untilMs, lostUntilMs: undefined, reason, prolongMs };
}

/**
 * Whether a message that was refused for now has been tried often enough: in total, or with
 * refusals of a kind that may be permanent, on each of so many links.
 */
export function isTiredOf(
  { attempt, faults }: Pick<Outgoing, 'attempt' | 'faults'>,
  reason: FailureReason,
  links = 1,
): boolean {
  if (attempt >= limit('retries')) return true;
  return FEW_TRIES.includes(reason) && faults + 1 >= links * limit('faultRetries');
}
