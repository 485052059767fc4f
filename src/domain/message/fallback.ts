/**
 * Chat first, a text if it does not arrive (decision 125): when a chat message counts as not
 * arrived, and what becomes of its text.
 */
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../durations.ts';
import { failureOf, sentenceOf, type FailureReason, type Refusal } from '../failure/failure.ts';
import type { BatchId } from '../ids.ts';
import { limit } from '../limits.ts';
import type { Micros } from '../pricing/money.ts';
import type { LeftOutRow, RowReason } from './file-send.ts';
import type { MessageState } from './message.ts';

/** The text that a batch of chat messages falls back to, as it is asked for and kept. */
export type FallbackOfFile = {
  readonly afterMinutes: number;
  readonly sender: string;
  readonly templateId: string;
  /** `#B#` in a value stands for column B. */
  readonly message: Readonly<Record<string, string>>;
  readonly unicode: boolean;
};

/** What the texts of a file come to if nobody gets the chat message. */
export type FallbackTotals = {
  readonly messages: number;
  readonly parts: number;
  readonly priceMicros: Micros;
  /** People who are known by the chat platform's id alone. */
  readonly withoutNumber: number;
  /** Others whose values make no text. */
  readonly leftOut: number;
};

/** A fallback as its account sees it. */
export type KeptFallback = Pick<FallbackOfFile, 'afterMinutes' | 'sender' | 'templateId'> & {
  /** undefined: the file is not read yet. */
  readonly facts: FallbackFacts | undefined;
};

export type FallbackFacts = FallbackTotals & {
  readonly textBatchId: BatchId | undefined;
  /** Texts that were accepted. */
  readonly texted: number;
  readonly reached: number;
  readonly refused: number;
  readonly givenUp: number;
  readonly stopped: number;
  readonly waitsFor: FailureReason | undefined;
  readonly endedAtMs: number | undefined;
};

/** What is known of a chat message when it is looked at. */
export type LookedAt = {
  /** As stored; undefined: it is no longer kept. */
  readonly state: MessageState | undefined;
  readonly isCancelled: boolean;
  readonly sentAtMs: number | undefined;
  /** When the answer of the platform was lost: it may have it. */
  readonly lostAtMs: number | undefined;
  /** Since when its text is due. */
  readonly dueAtMs: number | undefined;
  /** It has been found late before, and was to be cancelled. */
  readonly isLate: boolean;
};

/**
 * `reached`: it came in time. `stopped`: its account has cancelled it. `text`: it needs its text.
 * `cancel`: it has not left in time; it is cancelled first, so that nobody gets both without need.
 * `given_up`: its text has waited for too long. `wait`: it is looked at again then.
 */
export type FallbackVerdict =
  | { readonly kind: 'reached' | 'stopped' | 'text' | 'cancel' | 'given_up' }
  | { readonly kind: 'wait'; readonly lookAtMs: number };

/** A message is looked at when it is about as old as the pause since the last look. */
const FIRST_LOOK_MS = 20 * SECOND_MS;
/** One that could not be cancelled is under way. */
const UNDER_WAY_MS = 2 * SECOND_MS;

/** @param times.startMs from when what never left is waited for */
export function judgeFallback(
  { state, isCancelled, sentAtMs, lostAtMs, dueAtMs, isLate }: LookedAt,
  times: { readonly startMs: number; readonly afterMinutes: number; readonly nowMs: number },
): FallbackVerdict {
  const { startMs, afterMinutes, nowMs } = times;
  if (state === undefined) return { kind: 'stopped' };
  if (state === 'delivered') return { kind: 'reached' };
  if (dueAtMs !== undefined) {
    const isOld = nowMs >= dueAtMs + limit('fallbackHours') * HOUR_MS;
    return { kind: isOld ? 'given_up' : 'text' };
  }
  if (isCancelled) return { kind: isLate ? 'text' : 'stopped' };
  if (state !== 'waiting' && state !== 'sent') return { kind: 'text' };
  const leftAtMs = sentAtMs ?? lostAtMs;
  const sinceMs = leftAtMs ?? startMs;
  const lateAtMs = sinceMs + afterMinutes * MINUTE_MS;
  if (nowMs < lateAtMs) {
    const againMs = nowMs + Math.max(FIRST_LOOK_MS, nowMs - sinceMs);
    return { kind: 'wait', lookAtMs: Math.min(lateAtMs, againMs) };
  }
  if (leftAtMs !== undefined) return { kind: 'text' };
  return isLate ? { kind: 'wait', lookAtMs: nowMs + UNDER_WAY_MS } : { kind: 'cancel' };
}

/** When the rows of a batch are looked at first. */
export const firstLookAt = (startMs: number): number => startMs + FIRST_LOOK_MS;

/** Whether a text that was refused may be accepted later. */
export function mayPassLater({ reason }: Refusal): boolean {
  return reason === 'credit_insufficient' || !failureOf(reason).permanent;
}

const REASONS: Readonly<Partial<Record<FailureReason, readonly [RowReason, string]>>> = {
  rejected_opted_out: ['opted_out', 'opted out'],
  rejected_do_not_call: ['do_not_call', 'on the do-not-call register'],
  rejected_no_consent: ['no_consent', 'not opted in to such messages'],
  credit_insufficient: ['no_price', 'no credit for its text within a day'],
};

/** Why a row gets no text, in words of no other outcome. */
export function leftOutFor(row: Pick<LeftOutRow, 'row' | 'shown'>, refusal: Refusal): LeftOutRow {
  const [reason, rule] = REASONS[refusal.reason] ?? [
    'no_route',
    sentenceOf(refusal).replace(/^(Invalid|Error:|Denied:|SMS rejected, access denied:) /, ''),
  ];
  const { code } = failureOf(refusal.reason);
  return { ...row, column: undefined, code: code === '9' ? 9 : 12, reason, rule };
}
