import { encodeGsm7, encodeUcs2, splitText } from '@paigham/sms-text';
import type { CarrierPart, NodeLease } from '../carrier/carrier.ts';
import type { PlatformReaction } from '../chat/platform.ts';
import type { FailureReason } from '../failure/failure.ts';
import type { LinkId, OperatorId } from '../ids.ts';
import type { SCHEDULED } from '../policy/hours.ts';
import type { Micros } from '../pricing/money.ts';
import type { Category } from '../routing/routing.ts';
import { type Priority, REFERENCE_BITS, type SenderRoute } from '../sender/sender.ts';
import {
  type Alphabet,
  type MessageKey,
  type PlatformHold,
  referenceOf,
  type TextAlphabet,
} from './message.ts';

/** A message on its way to a link: held by this node, with everything an attempt needs. */
export type Outgoing = MessageKey & {
  /** 1 for the first. */
  readonly attempt: number;
  readonly recipient: string;
  /** Of a chat user without a number: the platform's id. Then `recipient` is our own. */
  readonly userId?: string | undefined;
  readonly sender: { readonly name: string; readonly route: SenderRoute };
  readonly priority: Priority;
  readonly alphabet: Alphabet;
  readonly parts: number;
  /**
   * Parts, from 1, that an earlier attempt already brought to the operator: they are not sent
   * again.
   */
  readonly partsTaken: readonly number[];
  /** The answer to an earlier attempt is lost: an operator may have it. */
  readonly isUnexplained?: boolean;
  /** Earlier attempts that were refused with one of FEW_TRIES or for the operator's own reasons. */
  readonly faults: number;
  /** What rules match on besides; undefined: it is not known, and the message keeps its link. */
  readonly operatorId?: OperatorId;
  readonly category?: Category;
  readonly priceMicros: Micros;
  readonly expiresAtMs: number;
  readonly text: string;
  /** Of a test key: a link that leads to somebody does not take it. */
  readonly isTest: boolean;
  /**
   * Set while the answer to `attempt` is lost and the link reconciles: until then something may
   * still explain it (milliseconds since 1970), and nobody submits it again.
   */
  readonly lostUntilMs?: number | undefined;
};

/** Why a message waits besides promotional hours. */
export type WhyHeld = FailureReason | typeof SCHEDULED;

/** What became of one part of an attempt. */
export type PartResult =
  | {
      readonly part: number;
      readonly kind: 'taken';
      readonly operatorKey: string;
      readonly hold?: PlatformHold | undefined;
    }
  | {
      readonly part: number;
      readonly kind: 'refused';
      readonly reason: FailureReason;
      readonly status: number;
      /** For a chat message: what else the platform requires. */
      readonly reaction?: PlatformReaction | undefined;
    }
  /** Certainly never written to the link. */
  | { readonly part: number; readonly kind: 'unsent' }
  /** Written, and no answer came. undefined: a node that has stopped wrote it, or another store. */
  | {
      readonly part: number;
      readonly kind: 'ambiguous';
      readonly writtenAtMs?: number | undefined;
    }
  /** Lost before; the operator now says it has no such part. */
  | { readonly part: number; readonly kind: 'denied' }
  /** Lost before, and nothing explained it in time. */
  | { readonly part: number; readonly kind: 'unexplained' }
  /** Lost before, and still to be waited for or asked about. */
  | { readonly part: number; readonly kind: 'unasked' }
  /** Not tried: held until then, for its hours or for `reason`. Covers all its parts. */
  | {
      readonly part: number;
      readonly kind: 'held';
      readonly untilMs: number;
      readonly reason?: WhyHeld;
    }
  /** Not tried: something was revoked or expired while the message waited. Covers all its parts. */
  | {
      readonly part: number;
      readonly kind: 'withdrawn';
      readonly state: 'rejected' | 'expired' | 'unknown';
      readonly reason: FailureReason;
    };

/** How a message ends when its time is over: what an operator may have is not called expired. */
export function endOfValidity({ isUnexplained }: Pick<Outgoing, 'isUnexplained'>) {
  return isUnexplained === true
    ? ({ state: 'unknown', reason: 'answer_lost' } as const)
    : ({ state: 'expired', reason: 'expired_waiting' } as const);
}

/** What became of one attempt at a message: every part that was tried has a result. */
export type AttemptResult = {
  readonly linkId: LinkId;
  /** The lease under which the message was taken. */
  readonly lease: NodeLease;
  readonly message: Outgoing;
  readonly results: readonly PartResult[];
};

/** What a carrier takes at once, with the numbers of the parts it covers, from 1. */
type CutPart = {
  readonly parts: readonly number[];
  readonly carried: Omit<CarrierPart, 'key'>;
};

/**
 * The parts of a message that are still to be sent, cut as they were counted when charged.
 * undefined when the cut gives a different number of parts: what was not charged is not sent. For a
 * link that takes texts whole it is one piece for all of them, unless some were taken before:
 * nothing is sent twice. A chat message is one part: the JSON of its content.
 */
export function cutParts(message: Outgoing, takesWhole: boolean): readonly CutPart[] | undefined {
  const { alphabet, parts, text } = message;
  // Forgotten: it had left, and whatever brought it back, nobody gets an empty message.
  if (text === '') return undefined;
  if (alphabet !== 'chat') return cutText(message, { alphabet, takesWhole });
  if (parts !== 1) return undefined;
  return [{ parts: [1], carried: carry(message, 1, Buffer.from(text, 'utf8')) }];
}

function cutText(
  message: Outgoing,
  { alphabet, takesWhole }: { readonly alphabet: TextAlphabet; readonly takesWhole: boolean },
): readonly CutPart[] | undefined {
  const { parts, sender, messageId, partsTaken, text } = message;
  const referenceBits = REFERENCE_BITS[sender.route];
  const bodies = splitText(text, alphabet, referenceBits);
  if (bodies.length !== parts) return undefined;
  if (takesWhole && parts > 1 && partsTaken.length === 0) {
    const whole = alphabet === 'gsm7' ? encodeGsm7(text) : encodeUcs2(text);
    return [{ parts: bodies.map((_, index) => index + 1), carried: carry(message, 1, whole) }];
  }
  return bodies
    .map((body, index) => {
      const number = index + 1;
      const carried = carry(message, number, body);
      const segment = { referenceBits, reference: messageId, count: parts, number };
      return { parts: [number], carried: parts > 1 ? { ...carried, segment } : carried };
    })
    .filter((cut) => cut.parts.every((part) => !partsTaken.includes(part)));
}

function carry(message: Outgoing, part: number, body: Uint8Array): CutPart['carried'] {
  const { messageId, attempt, sender, alphabet, priority, expiresAtMs } = message;
  return {
    messageId,
    attempt,
    source: sender.name,
    sourceKind: /^\d+$/.test(sender.name) ? 'short_code' : 'alphanumeric',
    destination: message.userId ?? message.recipient,
    alphabet,
    body,
    segment: undefined,
    priority,
    expiresAtMs,
    reference: referenceOf({ messageId, attempt, part }),
  };
}
