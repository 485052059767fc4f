/** What the chat platform reports by webhook, in our words. */
import type { AccountId, LinkId, MessageId, ReplyId } from '../ids.ts';
import type { ChatFailure, ChatPricing } from './progress.ts';

/** Everything in one post, in order, each with where it belongs. */
export type ChatEvent = Placed &
  (
    | ChatStatusEvent
    | ChatInboundEvent
    | ChatPreferenceEvent
    | ChatUserChangeEvent
    | ChatTemplateEvent
    | ChatNumberEvent
    | ChatAccountEvent
    | {
        /** From a field that we do not follow, or in a form that cannot be read. */
        readonly kind: 'passed_over';
        readonly field: string;
        readonly why: 'unknown_field' | 'unreadable';
      }
  );

type Placed = {
  /** The platform's id of the business account. */
  readonly platformBusinessId: string;
  /** When the platform wrote the post (milliseconds since 1970), if it says so. */
  readonly writtenAtMs: number | undefined;
};

/** The ids of one user: at least one is present. */
export type ChatUserNames = {
  /** Digits with country code; undefined: the user hides the number. */
  readonly phone: string | undefined;
  /** The platform's id of the user for this business; undefined: not given. */
  readonly userId: string | undefined;
};

export type ChatStatusEvent = {
  readonly kind: 'status';
  readonly phoneNumberId: string;
  /** The platform's id of the message. */
  readonly operatorKey: string;
  /** `sent`, `delivered`, `read`, `failed`, or a word newer than this program. */
  readonly status: string;
  readonly atMs: number;
  /** The id that we gave the attempt, if it is repeated. */
  readonly opaqueId: string | undefined;
  readonly user: ChatUserNames;
  readonly pricing: ChatPricing | undefined;
  readonly failure: ChatFailure | undefined;
};

/** What a user wrote or did. */
export type ChatInboundEvent = {
  readonly kind: 'inbound';
  readonly phoneNumberId: string;
  readonly operatorKey: string;
  readonly user: ChatUserNames;
  readonly profileName: string | undefined;
  /** The platform's word: `text`, `button`, `image` … */
  readonly type: string;
  /** What can be read: a text, a button's label, a caption. */
  readonly text: string | undefined;
  /** For a button or choice: the payload it was sent with. */
  readonly payload: string | undefined;
  /** The platform's id of the message being answered. */
  readonly contextKey: string | undefined;
  readonly media: ChatInboundMedia | undefined;
  /** The message as the platform wrote it. */
  readonly content: unknown;
  readonly atMs: number;
  /** Whether the user did it, so that the 24 hours count from it. */
  readonly opensWindow: boolean;
};

export type ChatInboundMedia = {
  readonly id: string;
  readonly mime: string | undefined;
  readonly fileName: string | undefined;
};

/** A user opts out of marketing, or back in. */
export type ChatPreferenceEvent = {
  readonly kind: 'preference';
  readonly phoneNumberId: string;
  readonly user: ChatUserNames;
  readonly wish: 'stop' | 'start';
  readonly atMs: number;
};

/** A user has a new number, and with it a new id. */
export type ChatUserChangeEvent = {
  readonly kind: 'user_change';
  readonly before: ChatUserNames;
  readonly user: ChatUserNames;
  readonly atMs: number;
};

export type ChatTemplateEvent = {
  readonly kind: 'template';
  /** The platform's id; undefined if it is not given. */
  readonly templateId: string | undefined;
  readonly name: string;
  readonly language: string;
  readonly change: ChatTemplateChange;
};

export type ChatTemplateChange =
  /** In lower case, otherwise unchanged. */
  | { readonly what: 'state'; readonly to: string; readonly reason: string | undefined }
  | { readonly what: 'category'; readonly to: string; readonly from: string | undefined }
  | { readonly what: 'quality'; readonly to: string; readonly from: string | undefined }
  /** Its wording or something else besides its state changed: it must be read again. */
  | { readonly what: 'wording' };

/** Something about one sending number, for people to see. */
export type ChatNumberEvent = {
  readonly kind: 'number';
  /** As people see it: digits. */
  readonly digits: string | undefined;
  readonly words: string;
};

/** Something about the whole business account. */
export type ChatAccountEvent = {
  readonly kind: 'account';
  /** The platform's word, in lower case. */
  readonly event: string;
  /** Nothing can be sent until somebody has seen to it. */
  readonly isStopped: boolean;
  readonly words: string;
};

/** The ids of a user that are known. */
export function namesOf({ phone, userId }: ChatUserNames): readonly string[] {
  return [phone, userId].filter((name) => name !== undefined);
}

/** What a user of the chat platform wrote or did, in the form it is kept. */
export type ChatReply = Pick<
  ChatInboundEvent,
  'operatorKey' | 'profileName' | 'type' | 'text' | 'payload' | 'contextKey' | 'content'
> & {
  readonly id: ReplyId;
  readonly accountId: AccountId;
  /** The number that was written to. */
  readonly linkId: LinkId;
  /** The user's number if known, else the platform's id of the user. */
  readonly userKey: string;
  /** undefined: the user hides it. */
  readonly phone: string | undefined;
  readonly userId: string | undefined;
  /** Our message that it answers, if it names one. */
  readonly messageId: MessageId | undefined;
  readonly media: ChatInboundMedia | undefined;
  readonly wish: ChatWishKind | undefined;
  /** By the platform's clock. */
  readonly writtenAtMs: number;
  readonly receivedAtMs: number;
};

/**
 * What an opt-out word asks for: on the chat platform it applies to marketing only (decision 34).
 */
export type ChatWishKind = 'stop' | 'start';
