/** What the platform tells of the app on a phone that has a number beside this service. */
import type { ChatUserNames } from './webhook-event.ts';

/** Written in the app: by the shop now, or by either of them before the number came here. */
export type ChatAppMessage = {
  readonly kind: 'app_message';
  readonly phoneNumberId: string;
  readonly operatorKey: string;
  readonly user: ChatUserNames;
  /** By the shop; else by the user. */
  readonly isOurs: boolean;
  /** Of the history that comes once. */
  readonly isPast: boolean;
  /** The platform's word: `text`, `image` … */
  readonly type: string;
  readonly text: string | undefined;
  readonly atMs: number;
};

/** The shop changes there what it wrote there. */
export type ChatAppChange = {
  readonly kind: 'app_change';
  readonly phoneNumberId: string;
  /** Of the message that is changed. */
  readonly operatorKey: string;
  readonly user: ChatUserNames;
  readonly what: 'edit' | 'revoke';
  readonly text: string | undefined;
  readonly atMs: number;
};

/** What the address book of the phone calls a user; undefined: it does not any more. */
export type ChatContact = {
  readonly kind: 'contact';
  readonly phoneNumberId: string;
  readonly user: ChatUserNames;
  readonly name: string | undefined;
  readonly atMs: number;
};

export type ChatAppEvent = ChatAppMessage | ChatAppChange | ChatContact;
