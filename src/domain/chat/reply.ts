import type { AccountId, LinkId, MessageId, ReplyId } from '../ids.ts';
import type { ChatInboundMedia, ChatInboundEvent } from './webhook-event.ts';

/** What a user of the chat platform wrote or did, as it is kept. */
export type ChatReply = Pick<
  ChatInboundEvent,
  'operatorKey' | 'profileName' | 'type' | 'text' | 'payload' | 'contextKey' | 'content'
> & {
  readonly id: ReplyId;
  readonly accountId: AccountId;
  /** The number that was written to. */
  readonly linkId: LinkId;
  /** The user's number where it is known, else the platform's id of the user. */
  readonly userKey: string;
  /** undefined: the user hides it. */
  readonly phone: string | undefined;
  readonly userId: string | undefined;
  /** The message of ours that it answers, where it names one. */
  readonly messageId: MessageId | undefined;
  readonly media: ChatInboundMedia | undefined;
  readonly wish: ChatWishKind | undefined;
  /** By the platform's clock. */
  readonly writtenAtMs: number;
  readonly receivedAtMs: number;
};

/** What a word asks for: on the chat platform it is heeded for marketing alone (decision 34). */
export type ChatWishKind = 'stop' | 'start';
