import type { PlatformReaction } from '../chat/reaction.ts';
import type { FailureReason } from '../failure/failure.ts';
import type { LinkId, MessageId } from '../ids.ts';
import type { Alphabet, MessageState, ReceiptLevel } from '../message/message.ts';
import type { ReplyPart } from '../reply/reply.ts';
import type { Priority } from '../sender/sender.ts';

/** What a node holds everything else by: its slot, and the epoch in which it took it. */
export type NodeLease = { readonly slot: number; readonly epoch: number };

/** What a receipt says of its message besides the operator's id. */
export type ReceiptClues = {
  /** The recipient's number, as the operator writes it. */
  readonly from: string;
  /** The reference that was given to the part, where the operator repeats it. */
  readonly reference: number | undefined;
  /** When the operator took the part, by its own clock; milliseconds since 1970. */
  readonly submittedAtMs: number | undefined;
};

/** What an operator said later of one part, or what else came in on its link. */
export type Inbound = {
  readonly linkId: LinkId;
  readonly raw: Uint8Array;
  /** Tells the operator that it is stored. Called after the commit, never before. */
  readonly acknowledge: () => void;
} & (
  | {
      readonly kind: 'receipt';
      readonly operatorKey: string;
      /** undefined: an intermediate word, the part is still on its way. */
      readonly state: Exclude<MessageState, 'waiting' | 'sent'> | undefined;
      readonly error: string | undefined;
      readonly level: ReceiptLevel;
      /** What may name the part where the id does not: see `ReceiptClues`. */
      readonly clues: ReceiptClues;
    }
  | { readonly kind: 'unreadable' }
  | ({ readonly kind: 'reply' } & ReplyPart)
);

/** What a subscriber wrote. */
export type InboundReply = Extract<Inbound, { readonly kind: 'reply' }>;

/** What an operator said: a receipt, or what cannot be read as one. */
export type InboundWord = Exclude<Inbound, InboundReply>;

/** Which part of a long text this is. How it is told the handset is for the carrier to write. */
export type Segment = {
  /** As counted when the text was cut and charged: 8 or 16. */
  readonly referenceBits: 8 | 16;
  /** The same for all parts of a message; a carrier takes as many of its low bits as it can say. */
  readonly reference: number;
  readonly count: number;
  /** From 1. */
  readonly number: number;
};

/** One part, or a long text in one piece, in the form in which a carrier takes it. */
export type CarrierPart = {
  /** The caller's handle; comes back with the outcome. */
  readonly key: number;
  readonly messageId: MessageId;
  /** 1 for the message's first. */
  readonly attempt: number;
  readonly source: string;
  readonly sourceKind: 'alphanumeric' | 'short_code';
  readonly destination: string;
  readonly alphabet: Alphabet;
  readonly body: Uint8Array;
  /** undefined: the whole text of its message. */
  readonly segment: Segment | undefined;
  readonly priority: Priority;
  /** After it nobody wants the message any more; milliseconds since 1970. */
  readonly expiresAtMs: number;
  /** From 0 to 65,535: names the part to the operator beside its id, on links that want it. */
  readonly reference: number;
};

/** A question for one part: by the operator's id or, where none was heard, by our reference. */
export type CarrierQuestion = Pick<CarrierPart, 'source' | 'sourceKind' | 'reference'> & {
  /** '' to ask by reference. */
  readonly operatorKey: string;
};

/** What came of a question. */
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
  /** The operator says that it has no such part. */
  | { readonly kind: 'denied' }
  /** Asked, and no answer that says anything: none came, or the operator serves no questions. */
  | { readonly kind: 'unanswered' }
  /** Not asked, or asked and put off: it may be asked again. */
  | { readonly kind: 'unasked' };

export type CarrierOutcome = { readonly key: number } & (
  | { readonly kind: 'taken'; readonly operatorKey: string; readonly late: boolean }
  | {
      readonly kind: 'refused';
      readonly reason: FailureReason;
      readonly status: number;
      readonly late: boolean;
      /** What the chat platform asks for besides, where the link has not done it itself. */
      readonly reaction?: PlatformReaction | undefined;
    }
  | { readonly kind: 'unsent' }
  /** `broken`: the connection ended before the answer could come. */
  | { readonly kind: 'ambiguous'; readonly broken?: boolean }
);

/** What the journey needs of a carrier's link. Each carrier makes its own of this shape. */
export type CarrierLink = {
  readonly linkId: LinkId;
  /** Long texts go in one piece, which is taken or refused as one. */
  readonly takesWhole: boolean;
  /**
   * Parts of this priority (0 unless given) that may be handed over now: window and pace allow it,
   * or will in a moment, and the link is up. Parts of a lower priority that wait in the link leave
   * behind those of a higher one.
   */
  room(priority?: Priority): number;
  /**
   * Sends parts. Every part gets exactly one outcome that is not late, and may get one late one
   * after it.
   */
  submit(parts: readonly CarrierPart[]): void;
  /** Asks what became of a part. Never rejects. */
  query(question: CarrierQuestion): Promise<CarrierAnswer>;
  start(): void;
  /** Takes no more, waits a bounded time for the answers that are out, says goodbye. */
  stop(): Promise<void>;
};

/** Whether the operator takes messages from a link as a whole. */
export type CarrierState =
  | { readonly kind: 'bound' }
  /** Why it was lost; undefined while it is being opened. */
  | { readonly kind: 'unbound'; readonly words: string | undefined }
  /** Nothing is tried until somebody changes the link. */
  | { readonly kind: 'needs_attention'; readonly words: string };

/** What a link tells the journey. */
export type CarrierEvents = {
  outcome(outcome: CarrierOutcome): void;
  inbound(inbound: Inbound): void;
  /** Room has come back after there was none. */
  room(): void;
  /** How the link stands now. Before the first word it is taken for unbound. */
  state(state: CarrierState): void;
};
