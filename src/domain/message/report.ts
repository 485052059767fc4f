import { describeStatus } from '@paigham/smpp';
import { failureOf, isReason, type FailureReason } from '../failure/failure.ts';
import type { BatchId, ChatTemplateId, LinkId, SenderId, TemplateId } from '../ids.ts';
import type { BatchSpan } from './kept-batch.ts';
import type { LivedAttempt } from './life.ts';
import { type Micros, ZERO } from '../pricing/money.ts';
import type { NumberPart } from '../recipient/recipient.ts';
import {
  isPlatformHold,
  type MessageState,
  type PlatformHold,
  type ReceiptLevel,
  REPORT_WORDS,
} from './message.ts';
import type { WaitWord } from './why-it-waits.ts';

/** What the account sees of a batch or one of its messages (contract section 7). */
export type Report = {
  readonly id: number;
  /** Messages in all; one for a message or a batch of one. */
  readonly total: number;
  /** Only states that occur. */
  readonly counts: ReadonlyMap<MessageState, number>;
  /** One page of messages, in request order. */
  readonly messages: readonly MessageReport[];
  readonly page: number;
};

export type MessageReport = {
  readonly id: number;
  readonly recipient: string;
  readonly state: MessageState;
  readonly network: string;
  readonly parts: number;
  readonly priceMicros: Micros;
  /** Whether the operator or the handset reported, once there is a receipt. */
  readonly level: ReceiptLevel | undefined;
  readonly acceptedAtMs: number;
  readonly sentAtMs: number | undefined;
  readonly doneAtMs: number | undefined;
  /** When it may leave, while it waits for its schedule or hours. */
  readonly heldUntilMs?: number | undefined;
  /** A sentence for people, when the message failed or cannot leave now. */
  readonly reason: string | undefined;
  /** Of a test key: it was neither charged nor carried. */
  readonly isTest: boolean;
  /** Only for a chat message: its ids are shown as UUIDs. */
  readonly chat?: { readonly readAtMs: number | undefined } | undefined;
};

/** The price that is told of a message: what its account cancelled, or came back, is nothing. */
export function priceTold(
  state: MessageState,
  { priceMicros, isCharged }: { readonly priceMicros: Micros; readonly isCharged: boolean },
): Micros {
  return isCharged && state !== 'cancelled' ? priceMicros : ZERO;
}

/** What else is shown of one message, by its id. Its text is never shown. */
export type ReportedMessage = MessageReport & {
  /** undefined: it was the only message in its request. */
  readonly batchId: BatchId | undefined;
  /** undefined: free form, as chat messages may be. */
  readonly templateId: TemplateId | ChatTemplateId | undefined;
  /** What it was sent from: a number of the chat platform is a link. */
  readonly from:
    | { readonly kind: 'sender'; readonly id: SenderId }
    | { readonly kind: 'number'; readonly id: LinkId };
  /** `reason` in one word, if the catalogue has one, or why it waits. */
  readonly reasonWord: FailureReason | WaitWord | undefined;
};

export type MessageWithAttempts = ReportedMessage & {
  readonly attempts: readonly LivedAttempt[];
};

/** Which of an account's messages to list; undefined fields do not filter. */
export type AskMessages = {
  /** Below this id: where the previous page ended. */
  readonly before: number | undefined;
  readonly most: number;
  /** Digits with country code, or the chat platform's id of a user. */
  readonly recipient: string | undefined;
  /** All that stand for the recipient (decision 102), where that is known already. */
  readonly recipients?: readonly string[] | undefined;
  readonly numberPart?: NumberPart | undefined;
  readonly state: MessageState | undefined;
  readonly batchId: BatchId | undefined;
  /** Whether a short link of its text was opened. */
  readonly clicked?: boolean | undefined;
  /** The range of ids of that batch's messages. */
  readonly span: BatchSpan | undefined;
  readonly templateId: number | undefined;
  readonly isChat: boolean | undefined;
  readonly isTest?: boolean | undefined;
  /** Matches either: a sender's name may be the digits of a chat number. */
  readonly from:
    | { readonly senderId: SenderId | undefined; readonly linkId: LinkId | undefined }
    | undefined;
  /** Accepted at or after this time, and before the other: milliseconds since 1970. */
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
};

export type MessagePage = {
  readonly messages: readonly ReportedMessage[];
  /** Where the next page begins; undefined: there is none. */
  readonly next: number | undefined;
};

/**
 * The one word for what was asked about: the state of a single message; for a batch PENDING while
 * any waits, HELD while the chat platform holds any back, SENT while any is open, then what
 * became of them.
 */
export function wordOf(report: Report): string {
  const [only] = report.counts.keys();
  if (report.total === 1 && only !== undefined) return REPORT_WORDS[only];
  const count = (state: MessageState): number => report.counts.get(state) ?? 0;
  if (count('waiting') > 0) return 'PENDING';
  if (count('held') > 0) return 'HELD';
  if (count('sent') > 0) return 'SENT';
  if (count('cancelled') === report.total) return 'CANCELLED';
  if (count('delivered') === report.total) return 'DELIVERED';
  return count('delivered') === 0 ? 'FAILED' : 'PARTIAL';
}

/** How a message stands, as stored. */
type Standing = {
  readonly state: MessageState;
  readonly reason: string | undefined;
  readonly isChat: boolean;
  /** What the operator or the chat platform answered last: see `UNTAKEN`. */
  readonly code: number | undefined;
};

/** Reasons of messages that were refused for now until their end: the last code says why. */
export const UNTAKEN: readonly FailureReason[] = ['retries_exhausted', 'expired_waiting'];

/** Nothing has failed yet: no word by which callers recognise a failure. */
const HOLD_WORDS: Readonly<Record<PlatformHold, string>> = {
  platform_holds: 'held: the chat platform judges the template before it sends the message',
  platform_holds_paused: 'held: the chat platform has paused the template',
};

/**
 * The sentence of a stored reason, followed by the other side's own code, for its documentation and
 * support. A temporary one of a message still in progress is not reported, nor why a delivered one
 * was not charged.
 */
export function reportedReason({ state, reason, isChat, code }: Standing): string | undefined {
  if (reason === undefined || !isTold(state)) return undefined;
  if (isPlatformHold(reason)) return HOLD_WORDS[reason];
  const sentence = isReason(reason) ? failureOf(reason).sentence : reason;
  if (code === undefined) return sentence;
  return isChat
    ? `${sentence} (${code})`
    : `${sentence}; its last answer was ${describeStatus(code)}`;
}

/** The same as a code of the catalogue; undefined also for one that is not in the catalogue. */
export function reportedState(
  state: MessageState,
  stored: string | undefined,
): FailureReason | undefined {
  return stored !== undefined && isTold(state) && isReason(stored) ? stored : undefined;
}

function isTold(state: MessageState): boolean {
  return state !== 'waiting' && state !== 'sent' && state !== 'delivered';
}
