import type { PlatformReaction } from '../chat/platform.ts';
import type { FailureReason } from '../failure/failure.ts';
import type { LinkId, MessageId } from '../ids.ts';
import type { Alphabet, MessageState, PlatformHold, ReceiptLevel } from '../message/message.ts';
import type { ReplyPart } from '../reply/reply.ts';
import type { Priority } from '../sender/sender.ts';

/** What a node holds everything under: its slot, and the epoch in which it took the slot. */
export type NodeLease = { readonly slot: number; readonly epoch: number };

/** What a receipt says about its message besides the operator's id. */
export type ReceiptClues = {
  /** The recipient's number, as the operator writes it. */
  readonly from: string;
  /** The reference that was given to the part, if the operator repeats it. */
  readonly reference: number | undefined;
  /** When the operator took the part, by its own clock; milliseconds since 1970. */
  readonly submittedAtMs: number | undefined;
};

/** What an operator later said about one part, or anything else that came in on its link. */
export type Inbound = {
  readonly linkId: LinkId;
  readonly raw: Uint8Array;
  /** Tells the operator that it is stored. Called after the commit, never before. */
  readonly acknowledge: () => void;
} & (
  | {
      readonly kind: 'receipt';
      readonly operatorKey: string;
      /** undefined: an intermediate state, the part is still on its way. */
      readonly state: Exclude<MessageState, 'waiting' | 'sent'> | undefined;
      readonly error: string | undefined;
      readonly level: ReceiptLevel;
      /** What may identify the part when the id does not: see `ReceiptClues`. */
      readonly clues: ReceiptClues;
    }
  /** `damaged`: the octets of a PDU that was read in spite of a fault. */
  | { readonly kind: 'unreadable' | 'damaged'; readonly why: string }
  | ({ readonly kind: 'reply' } & ReplyPart)
);

/** What a subscriber wrote. */
export type InboundReply = Extract<Inbound, { readonly kind: 'reply' }>;

/** What an operator sent that is no receipt and no reply, or a copy of what has a fault. */
export type OddInbound = Extract<Inbound, { readonly kind: 'unreadable' | 'damaged' }>;

/** What links count of their operators' faults. */
export type LinkOddity =
  /** A PDU with a fault of this kind. */
  | { readonly kind: 'pdu'; readonly what: string }
  /** A receipt with a state that is unknown here. */
  | { readonly kind: 'word'; readonly what: string };

/** What an operator said: a receipt, or something that cannot be read as one. */
export type InboundReceipt = Exclude<Inbound, InboundReply>;

/** Which part of a long text this is. The carrier decides how to tell the handset. */
export type Segment = {
  /** As used when the text was cut and charged: 8 or 16. */
  readonly referenceBits: 8 | 16;
  /** The same for all parts of a message; a carrier uses as many of its low bits as fit. */
  readonly reference: number;
  readonly count: number;
  /** From 1. */
  readonly number: number;
};

/** One part, or a long text in one piece, in the form a carrier takes. */
export type CarrierPart = {
  /** The caller's handle, returned with the outcome. */
  readonly key: number;
  readonly messageId: MessageId;
  /** 1 for the message's first attempt. */
  readonly attempt: number;
  readonly source: string;
  readonly sourceKind: 'alphanumeric' | 'short_code';
  readonly destination: string;
  readonly alphabet: Alphabet;
  readonly body: Uint8Array;
  /** undefined: the part is the whole text. */
  readonly segment: Segment | undefined;
  readonly priority: Priority;
  /** Nobody wants the message after this; milliseconds since 1970. */
  readonly expiresAtMs: number;
  /**
   * From 0 to 65,535: identifies the part to the operator besides its id, on links that want it.
   */
  readonly reference: number;
};

/** A query about one part: by the operator's id or, if none was received, by our reference. */
export type CarrierQuestion = Pick<CarrierPart, 'source' | 'sourceKind' | 'reference'> & {
  /** '' to ask by reference. */
  readonly operatorKey: string;
};

/** The outcome of a query. */
export type CarrierAnswer =
  /** The operator has the part. */
  | {
      readonly kind: 'known';
      readonly operatorKey: string;
      /** undefined: it is still on its way. */
      readonly state: Exclude<MessageState, 'waiting' | 'sent'> | undefined;
      readonly level: ReceiptLevel;
      readonly raw: Uint8Array;
    }
  /** The operator says it has no such part. */
  | { readonly kind: 'denied' }
  /** Asked without a useful answer: none came, or the operator does not serve queries. */
  | { readonly kind: 'unanswered' }
  /** Not asked, or asked and put off: it may be asked again. */
  | { readonly kind: 'unasked' };

export type CarrierOutcome = { readonly key: number } & (
  | {
      readonly kind: 'taken';
      readonly operatorKey: string;
      readonly late: boolean;
      /** The chat platform has it and holds it back. */
      readonly hold?: PlatformHold | undefined;
    }
  | {
      readonly kind: 'refused';
      readonly reason: FailureReason;
      readonly status: number;
      readonly late: boolean;
      /** What else the chat platform requires, where the link has not done it itself. */
      readonly reaction?: PlatformReaction | undefined;
    }
  | { readonly kind: 'unsent' }
  | {
      readonly kind: 'ambiguous';
      /** The connection ended before an answer could arrive. */
      readonly broken?: boolean;
      /** When it was written; milliseconds since 1970. */
      readonly writtenAtMs?: number | undefined;
    }
);

/** What the journey needs of a carrier's link; each carrier implements it. */
export type CarrierLink = {
  readonly linkId: LinkId;
  /** Long texts go in one piece, which is taken or refused whole. */
  readonly takesWhole: boolean;
  /**
   * How many parts of this priority (default 0) may be handed over now: the window and rate limit
   * allow it, or will in a moment, and the link is up. Parts that wait in the link leave in order
   * of priority.
   */
  room(priority?: Priority): number;
  /**
   * Sends parts. Each part gets exactly one outcome that is not late, and possibly one late one
   * after it.
   */
  submit(parts: readonly CarrierPart[]): void;
  /** Asks what became of a part. Never rejects. */
  query(question: CarrierQuestion): Promise<CarrierAnswer>;
  start(): void;
  /** Takes no more, waits a limited time for outstanding answers, then unbinds. */
  stop(): Promise<void>;
};

/** Whether the operator takes messages from a link at all. */
export type CarrierState =
  /** Why it is not bound as often as it should be. */
  | { readonly kind: 'bound'; readonly words?: string }
  /** Why it was lost; undefined while it is being opened. */
  | { readonly kind: 'unbound'; readonly words: string | undefined }
  /** Nothing is tried until somebody changes the link. */
  | { readonly kind: 'needs_attention'; readonly words: string };

/** What a link reports to the journey. */
export type CarrierEvents = {
  outcome(outcome: CarrierOutcome): void;
  inbound(inbound: Inbound): void;
  /** The operator sent something with a fault. */
  odd?(oddity: LinkOddity): void;
  /** There is room again after there was none. */
  room(): void;
  /** The link's state. Until the first report it counts as unbound. */
  state(state: CarrierState): void;
};

/** Parts that were given to a link and are not written yet: one-time codes before campaigns. */
export class WaitingParts {
  private parts: CarrierPart[] = [];

  get count(): number {
    return this.parts.length;
  }

  /** Whether something is waiting that a one-time code may overtake. */
  get hasCampaign(): boolean {
    return this.parts.at(-1)?.priority === 0;
  }

  /** How many one-time codes are waiting. */
  codes(): number {
    const campaignAt = this.parts.findIndex(({ priority }) => priority === 0);
    return campaignAt === -1 ? this.parts.length : campaignAt;
  }

  /** Behind parts that are as urgent, before those that are less so. */
  add(part: CarrierPart): void {
    if (part.priority === 1 && this.hasCampaign) this.parts.splice(this.codes(), 0, part);
    else this.parts.push(part);
  }

  /** Takes out the next ones, at most this many. */
  take(most: number): readonly CarrierPart[] {
    return this.parts.splice(0, Math.max(0, most));
  }
}
