/** What the chat platform reports by webhook, in our words. */
import type { ChatAppEvent } from './app-message.ts';
import type { AccountId, LinkId, MessageId, ReplyId } from '../ids.ts';
import type { ChatFailure, ChatPricing } from './progress.ts';

/** Everything in one post, in order, each with where it belongs. */
export type ChatEvent = Placed &
  (
    | ChatStatusEvent
    | ChatInboundEvent
    | ChatPreferenceEvent
    | ChatUserChangeEvent
    | ChatHandoverEvent
    | ChatAppEvent
    | ChatTemplateEvent
    | ChatNumberEvent
    | ChatAccountEvent
    | ChatWaacEvent
    | {
        /** From a field that we do not follow, or in a form that cannot be read. */
        readonly kind: 'passed_over';
        readonly field: string;
        readonly why: 'unknown_field' | 'unreadable';
        /** The beginning of what a field that we do not follow said, as JSON. */
        readonly payload?: string;
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
  /** The name that the user has chosen there, only to be shown: it may change. */
  readonly userName: string | undefined;
  /** The platform's word: `text`, `button`, `image` … */
  readonly type: string;
  /** What can be read: a text, a button's label, a caption. */
  readonly text: string | undefined;
  /** For a button or choice: the payload it was sent with. */
  readonly payload: string | undefined;
  /** The platform's id of the message being answered, edited or taken back. */
  readonly contextKey: string | undefined;
  readonly media: ChatInboundMedia | undefined;
  /** The message as the platform wrote it. */
  readonly content: unknown;
  readonly atMs: number;
  /** Whether the user wrote it to us, so that the 24 hours count from it. */
  readonly opensWindow: boolean;
  /** The platform's id of the group that it was written to; undefined: to us alone. */
  readonly groupId: string | undefined;
  /** Another agent holds the conversation, and is to answer. */
  readonly isStandby: boolean;
};

/** Types of messages that change an earlier one. */
export const CHANGING_TYPES: readonly string[] = ['edit', 'revoke'];

/** Whether it stands in the conversation with its writer. */
export function isSaid({ type, groupId }: Pick<ChatInboundEvent, 'type' | 'groupId'>): boolean {
  return groupId === undefined && !CHANGING_TYPES.includes(type);
}

/** Who is to answer a user from now on. */
export type ChatHandoverEvent = {
  readonly kind: 'handover';
  readonly phoneNumberId: string;
  readonly user: ChatUserNames;
  /** Another agent's role, `ai_agent`; undefined: people and programs of ours. */
  readonly heldBy: string | undefined;
  /** What the one before left for the next. */
  readonly note: string | undefined;
  readonly atMs: number;
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
  /** Its numbers wait until it is back (true), or are back (false). */
  readonly pauses?: boolean;
  readonly words: string;
  readonly tier?: ChatTier;
};

/** By what a business account pays since it sent so many messages in a month: in its words. */
export type ChatTier = {
  /** `2026-11`. */
  readonly effectiveMonth: string;
  /** In lower case. */
  readonly category: string;
  readonly region: string;
  /** From how many messages to how many: `100001:200000`. */
  readonly tier: string;
  readonly sinceMs: number;
};

/** The id of the WhatsApp account that has a sending number: later, paths will name that. */
export type ChatWaacEvent = {
  readonly kind: 'waac';
  readonly phoneNumberId: string;
  readonly waacId: string;
};

/** The ids of a user that are known. */
export function namesOf({ phone, userId }: ChatUserNames): readonly string[] {
  return [phone, userId].filter((name) => name !== undefined);
}

/** What a user of the chat platform wrote or did, in the form it is kept. */
export type NewChatReply = Pick<
  ChatInboundEvent,
  | (
      | 'operatorKey'
      | 'profileName'
      | 'userName'
      | 'type'
      | 'text'
      | 'payload'
      | 'contextKey'
      | 'content'
    )
  | ('groupId' | 'isStandby')
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

export type ChatReply = NewChatReply & {
  /** When the user last changed its text, and took it back. */
  readonly editedAtMs: number | undefined;
  readonly revokedAtMs: number | undefined;
};

/**
 * What an opt-out word asks for: on the chat platform it applies to marketing only (decision 34).
 */
export type ChatWishKind = 'stop' | 'start';
