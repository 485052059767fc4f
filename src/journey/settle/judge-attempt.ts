import type { NodeLease } from '../../domain/carrier/carrier.ts';
import { FEW_TRIES } from '../../domain/failure/retried-a-few-times.ts';
import { failureOf, type FailureReason } from '../../domain/failure/failure.ts';
import type { LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { MessageKey, MessageState } from '../../domain/message/message.ts';
import type { AttemptResult, Outgoing, PartResult } from '../../domain/message/outgoing.ts';
import { HELD } from '../../domain/policy/hours.ts';
import { micros, type Micros } from '../../domain/pricing/money.ts';
import { backoffMs } from '../../kit/backoff.ts';

const RETRY = { firstMs: limit('retryFirstMs'), lastMs: limit('retryLastMs') };

/** What an attempt means for its message: where it stands now, and what becomes of its money. */
export type AttemptJudgement = MessageKey & {
  readonly linkId: LinkId;
  readonly lease: NodeLease;
  readonly attempt: number;
  /** Of the whole message. */
  readonly parts: number;
  readonly results: readonly PartResult[];
  /** Whose price is settled by words that come later, not by the attempt (decision 32). */
  readonly isChat: boolean;
  /** 'waiting' with `dueAtMs`: it goes back into the queue. Everything else leaves the queue. */
  readonly state: Extract<MessageState, 'waiting' | 'sent' | 'rejected' | 'expired' | 'unknown'>;
  readonly dueAtMs: number | undefined;
  readonly leaves: boolean;
  /** Of a waiting one: its answer is lost, and until then nobody submits it again. */
  readonly lostUntilMs: number | undefined;
  /** By how much the time that it waited for its hours prolongs its validity. */
  readonly prolongMs?: number;
  readonly reason: FailureReason | typeof HELD | undefined;
  /** The attempt had been given up before, and is explained or not by now. */
  readonly wasLost: boolean;
  /** Parts that the operator took with this attempt. */
  readonly partsTaken: number;
  readonly postMicros: Micros;
  readonly releaseMicros: Micros;
};

/** How a link deals with attempts whose answer was lost. */
export type AmbiguousPolicy = {
  readonly ambiguous: 'resubmit' | 'reconcile';
  readonly ambiguousAfterMs: number;
  readonly reconcileWithinMs: number;
};

/** The moment, a number from 0 up to 1 for the jitter of pauses, and the link's policy. */
export type Judging = AmbiguousPolicy & { readonly atMs: number; readonly chance: number };

/**
 * Judges an attempt. What the operator took is posted. When all is taken the message is sent; a
 * permanent refusal ends it and releases the rest; anything temporary, unsent, ambiguous or denied
 * puts it back, bounded by its validity and by the number of attempts. A chat message whose answer
 * was lost leaves the queue and waits for a word: nobody can submit it again.
 */
export function judgeAttempt(attempt: AttemptResult, now: Judging): AttemptJudgement {
  const { message, results, linkId, lease } = attempt;
  const takenNow = results.filter(({ kind }) => kind === 'taken').length;
  const takenInAll = message.partsTaken.length + takenNow;
  const partPrice = message.priceMicros / BigInt(message.parts);
  const next = takenInAll === message.parts ? SENT : whatNext(attempt, now);
  const isChat = message.alphabet === 'chat';
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
    leaves,
    ...next,
    wasLost: message.lostUntilMs !== undefined,
    partsTaken: takenNow,
    postMicros: micros(isChat ? 0n : partPrice * BigInt(takenNow)),
    releaseMicros: micros(isOver ? partPrice * BigInt(message.parts - takenInAll) : 0n),
  };
}

type Next = Pick<AttemptJudgement, 'state' | 'dueAtMs' | 'lostUntilMs' | 'reason' | 'prolongMs'>;

const SENT: Next = {
  state: 'sent',
  dueAtMs: undefined,
  lostUntilMs: undefined,
  reason: undefined,
};

function whatNext(attempt: AttemptResult, now: Judging): Next {
  const { message, results } = attempt;
  const withdrawn = results.find((result) => result.kind === 'withdrawn');
  if (withdrawn !== undefined) return end(withdrawn.state, withdrawn.reason);
  const held = results.find((result) => result.kind === 'held');
  if (held !== undefined) return hold(held.untilMs, now.atMs, held.reason ?? HELD);
  const refusals = results.filter((result) => result.kind === 'refused');
  const permanent = refusals.find(({ reason }) => failureOf(reason).permanent);
  if (permanent !== undefined) return end('rejected', permanent.reason);
  const has = (sought: PartResult['kind']): boolean => results.some(({ kind }) => kind === sought);
  if (has('unexplained')) return end('unknown', 'answer_lost');
  if (has('ambiguous')) return afterLostAnswer(attempt, now);
  if (has('unasked')) return waitForWord(message.lostUntilMs ?? now.atMs, now);
  return again(attempt, refusals[0]?.reason, now);
}

/** What the operator does not have goes once more: refused for now, denied, or never written. */
function again(attempt: AttemptResult, temporary: FailureReason | undefined, now: Judging): Next {
  const { message, results } = attempt;
  const dueAtMs =
    temporary === undefined ? now.atMs : now.atMs + backoffMs(message.attempt, now.chance, RETRY);
  if (dueAtMs >= message.expiresAtMs) return end('expired', 'expired_waiting');
  // What was never written was no attempt: only its validity bounds it.
  const isDenied = results.some(({ kind }) => kind === 'denied');
  const isDeniedAtLast = isDenied && message.attempt >= limit('retries');
  const isTired = temporary !== undefined && isTiredOf(message, temporary);
  if (isTired || isDeniedAtLast) return end('rejected', 'retries_exhausted');
  return { state: 'waiting', dueAtMs, lostUntilMs: undefined, reason: temporary };
}

/**
 * The operator may have it: never called expired. Where the link reconciles it waits for a word;
 * elsewhere it is tried again.
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

/** Queued and nobody's to submit: looked at again when its time for an explanation has ended. */
function waitForWord(lostUntilMs: number, now: Judging): Next {
  const dueAtMs = Math.max(lostUntilMs, now.atMs + limit('reconcileAgainMs'));
  return { state: 'waiting', dueAtMs, lostUntilMs, reason: 'answer_lost' };
}

function end(state: 'rejected' | 'expired' | 'unknown', reason: FailureReason): Next {
  return { state, dueAtMs: undefined, lostUntilMs: undefined, reason };
}

/** Waiting for its hours uses up nothing of its validity. */
function hold(untilMs: number, atMs: number, reason: Next['reason']): Next {
  const prolongMs = untilMs - atMs;
  return { state: 'waiting', dueAtMs: untilMs, lostUntilMs: undefined, reason, prolongMs };
}

/**
 * Whether a message that was refused for now has been tried often enough: so often at all, or so
 * often with a refusal of a kind that may be for good.
 */
export function isTiredOf(
  { attempt, faults }: Pick<Outgoing, 'attempt' | 'faults'>,
  reason: FailureReason,
): boolean {
  if (attempt >= limit('retries')) return true;
  return FEW_TRIES.includes(reason) && faults + 1 >= limit('faultRetries');
}
