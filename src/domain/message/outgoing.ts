import type { NodeLease } from '../carrier/carrier.ts';
import type { PlatformReaction } from '../chat/reaction.ts';
import type { LinkId } from '../ids.ts';
import type { Micros } from '../pricing/money.ts';
import type { Priority, SenderRoute } from '../sender/sender.ts';
import type { FailureReason } from '../failure/failure.ts';
import type { Alphabet, MessageKey } from './message.ts';

/** A message on its way to a link: held by this node, with everything that an attempt needs. */
export type Outgoing = MessageKey & {
  /** 1 for the first. */
  readonly attempt: number;
  readonly recipient: string;
  readonly sender: { readonly name: string; readonly route: SenderRoute };
  readonly priority: Priority;
  readonly alphabet: Alphabet;
  readonly parts: number;
  /** Parts, from 1, that an earlier attempt already brought to the operator: not sent again. */
  readonly partsTaken: readonly number[];
  /** Earlier attempts that ended with one of FEW_TRIES, as far as their number can matter. */
  readonly faults: number;
  readonly priceMicros: Micros;
  readonly expiresAtMs: number;
  readonly text: string;
  /**
   * Set while the answer to `attempt` is lost and the link reconciles: until then a word may still
   * explain it (milliseconds since 1970), and nobody submits it again.
   */
  readonly lostUntilMs?: number | undefined;
};

/** What became of one part of an attempt. */
export type PartResult =
  | { readonly part: number; readonly kind: 'taken'; readonly operatorKey: string }
  | {
      readonly part: number;
      readonly kind: 'refused';
      readonly reason: FailureReason;
      readonly status: number;
      /** Of a chat message: what the platform asks for besides. */
      readonly reaction?: PlatformReaction | undefined;
    }
  /** Certainly never written to the link. */
  | { readonly part: number; readonly kind: 'unsent' }
  /** Written, and no answer came. */
  | { readonly part: number; readonly kind: 'ambiguous' }
  /** Lost before, and the operator says now that it has no such part. */
  | { readonly part: number; readonly kind: 'denied' }
  /** Lost before, and nothing has explained it in its time. */
  | { readonly part: number; readonly kind: 'unexplained' }
  /** Lost before, and to be waited for, or asked for, still. */
  | { readonly part: number; readonly kind: 'unasked' }
  /**
   * Not tried: its hours are over until then, or what `reason` says is not. Stands for all its
   * parts.
   */
  | {
      readonly part: number;
      readonly kind: 'held';
      readonly untilMs: number;
      readonly reason?: FailureReason;
    }
  /**
   * Not tried: something was revoked or ran out while the message waited. Stands for all its parts.
   */
  | {
      readonly part: number;
      readonly kind: 'withdrawn';
      readonly state: 'rejected' | 'expired';
      readonly reason: FailureReason;
    };

/** What became of one attempt at a message: every part that was tried has its result. */
export type AttemptResult = {
  readonly linkId: LinkId;
  /** Under which the message was taken. */
  readonly lease: NodeLease;
  readonly message: Outgoing;
  readonly results: readonly PartResult[];
};
