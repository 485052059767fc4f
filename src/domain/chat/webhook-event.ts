/** What the chat platform tells us by its webhook, in words of ours. */
import type { ChatFailure, ChatPricing } from './record.ts';

/** Everything in one post, with where it is about; in its order. */
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
        /** Of a field that we do not follow, or of a form that cannot be read. */
        readonly kind: 'passed_over';
        readonly field: string;
        readonly why: 'unknown_field' | 'unreadable';
      }
  );

type Placed = {
  /** The platform's id of the business account. */
  readonly platformBusinessId: string;
  /** When the platform wrote the post (milliseconds since 1970), where it says so. */
  readonly writtenAtMs: number | undefined;
};

/** Names of one user: at least one is there. */
export type ChatUserNames = {
  /** Digits with country code; undefined: the user hides the number. */
  readonly phone: string | undefined;
  /** The platform's id of the user for this business; undefined: not told. */
  readonly userId: string | undefined;
};

export type ChatStatusEvent = {
  readonly kind: 'status';
  readonly phoneNumberId: string;
  /** The platform's id of the message. */
  readonly operatorKey: string;
  /** `sent`, `delivered`, `read`, `failed`, or a word that is newer than this program. */
  readonly status: string;
  readonly atMs: number;
  /** What we gave the attempt as its name, where it is repeated. */
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
  /** What can be read: a text, the label of a button, a caption. */
  readonly text: string | undefined;
  /** Of a button or a choice: what was given with it when it was sent. */
  readonly payload: string | undefined;
  /** The platform's id of the message that is answered. */
  readonly contextKey: string | undefined;
  readonly media: ChatInboundMedia | undefined;
  /** The message as the platform wrote it. */
  readonly content: unknown;
  readonly atMs: number;
  /** Whether it is the user's own act, from which the 24 hours count. */
  readonly opensWindow: boolean;
};

export type ChatInboundMedia = {
  readonly id: string;
  readonly mime: string | undefined;
  readonly fileName: string | undefined;
};

/** A user wants marketing no more, or again. */
export type ChatPreferenceEvent = {
  readonly kind: 'preference';
  readonly phoneNumberId: string;
  readonly user: ChatUserNames;
  readonly wish: 'stop' | 'start';
  readonly atMs: number;
};

/** A user has got another number, and with it another id. */
export type ChatUserChangeEvent = {
  readonly kind: 'user_change';
  readonly before: ChatUserNames;
  readonly user: ChatUserNames;
  readonly atMs: number;
};

export type ChatTemplateEvent = {
  readonly kind: 'template';
  /** The platform's id; undefined where it is not told. */
  readonly templateId: string | undefined;
  readonly name: string;
  readonly language: string;
  readonly change: ChatTemplateChange;
};

export type ChatTemplateChange =
  /** In lower case, as it came otherwise. */
  | { readonly what: 'state'; readonly to: string; readonly reason: string | undefined }
  | { readonly what: 'category'; readonly to: string; readonly from: string | undefined }
  | { readonly what: 'quality'; readonly to: string; readonly from: string | undefined }
  /** Its wording was changed, or something beside its state: it has to be read anew. */
  | { readonly what: 'wording' };

/** Something about one sending number, for people. */
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
  /** Nothing can be sent any more until somebody has looked after it. */
  readonly isStopped: boolean;
  readonly words: string;
};

/** The names of a user that are known. */
export function namesOf({ phone, userId }: ChatUserNames): readonly string[] {
  return [phone, userId].filter((name) => name !== undefined);
}
