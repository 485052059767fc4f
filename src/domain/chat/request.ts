import type { Account } from '../account/account.ts';
import type { Refusal } from '../failure/failure.ts';
import type { MessageId } from '../ids.ts';
import type { Idempotency, Taken } from '../message/draft.ts';
import type { Micros } from '../pricing/money.ts';
import type { PhoneNumber } from '../recipient/recipient.ts';
import type { ChatDraft } from './draft.ts';
import type { ChatNumber } from './account-chat.ts';
import type { ChatTemplate } from './template.ts';

/**
 * A send of chat messages as the door understood it: its shape is right, number and template are
 * the account's own, and each entry was held against the rules that need neither the store nor the
 * world (contract section 10).
 */
export type ChatRequest = {
  readonly account: Account;
  readonly number: ChatNumber;
  readonly sends: ChatSends;
  /** In the order of the request; recipients may come more than once. At least one. */
  readonly entries: readonly ChatEntry[];
  readonly dryRun: boolean;
  readonly idempotency: Idempotency | undefined;
};

export type ChatSends =
  /** An approved one, of the number's business account. */
  { readonly kind: 'template'; readonly template: ChatTemplate } | { readonly kind: 'free_form' };

/** One recipient's entry, passed or refused by the rules of its content. */
export type ChatEntry =
  | { readonly ok: true; readonly recipient: PhoneNumber; readonly draft: ChatDraft }
  | RefusedEntry;

/** An entry that gets no message; the others of its request go on. */
export type RefusedEntry = {
  readonly ok: false;
  /** The recipient as an answer shows it: its digits, else `number 3`, its place from 1. */
  readonly shown: string;
  readonly refusal: Refusal;
};

/**
 * What a request came to. Plain data: it is kept under the idempotency key and replayed, unless
 * nothing was accepted.
 */
export type ChatOutcome = {
  /** One for each entry, in the order of the request. */
  readonly results: readonly ChatResult[];
  /** What the account may still spend. */
  readonly remainingMicros: Micros;
};

export type ChatResult =
  | {
      readonly ok: true;
      /** undefined for a dry run. */
      readonly id: MessageId | undefined;
      readonly recipient: PhoneNumber;
    }
  | RefusedEntry;

/**
 * Accepted when every entry has its result, even when none of them passed: then nothing was stored,
 * and where credit was short each entry that passed says so (code 8). Refused as a whole for an
 * idempotency conflict, a full queue, a store that is away …
 */
export type ChatTakenIn = Taken<ChatOutcome>;
