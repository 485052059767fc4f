import type { Account } from '../account/account.ts';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import type { Refusal } from '../failure/failure.ts';
import type { BatchId, ChatTemplateId, LinkId, MessageId, TariffId, TransferId } from '../ids.ts';
import { limit } from '../limits.ts';
import type { Idempotency, Taken } from '../message/draft.ts';
import type { Micros } from '../pricing/money.ts';
import type { PhoneNumber } from '../recipient/recipient.ts';
import type { Priority } from '../sender/sender.ts';
import type { ChatNumber } from './account-chat.ts';
import type { ChatPrice } from './chat-tariff.ts';
import {
  complete,
  linksOf,
  offerOf,
  packContent,
  type ChatDraft,
  type PackedContent,
} from './content.ts';
import type { ChatTemplate } from './template.ts';
import type { ChatUserId } from './user-id.ts';

/**
 * A send of chat messages as the API understood it: its shape is right, the number and template are
 * the account's own, and each entry has passed the rules that need neither the store nor the
 * outside world (contract section 10).
 */
export type ChatRequest = {
  readonly account: Account;
  readonly number: ChatNumber;
  readonly sends: ChatSends;
  /** In request order; a recipient may appear more than once. At least one. */
  readonly entries: readonly ChatEntry[];
  /** Not before this moment (milliseconds since 1970); undefined: as soon as it may. */
  readonly sendAtMs?: number | undefined;
  /** Only as much of it leaves as the platform's limit of the day allows. */
  readonly spread?: boolean | undefined;
  /** Marketing to whom the platform lets none through for now is left out, instead of waiting. */
  readonly leavesResting?: boolean;
  readonly dryRun: boolean;
  readonly idempotency: Idempotency | undefined;
};

export type ChatSends =
  /** An approved template of the number's business account. */
  { readonly kind: 'template'; readonly template: ChatTemplate } | { readonly kind: 'free_form' };

/** A number, or the platform's id of somebody who wrote to the account. */
export type ChatRecipient = PhoneNumber | ChatUserId;

/** One recipient's entry, passed or refused by the rules for its content. */
export type ReadEntry =
  | { readonly ok: true; readonly recipient: ChatRecipient; readonly draft: ChatDraft }
  | RefusedEntry;

/** The same, with its content as it is stored, unless that needs a file or the time first. */
export type ChatEntry =
  | {
      readonly ok: true;
      readonly recipient: ChatRecipient;
      /** For an id: the number that it stands for, perhaps one of ours (decision 102). */
      readonly person?: string;
      readonly draft: ChatDraft | PackedContent;
    }
  | RefusedEntry;

/** Of a hundred thousand entries, texts are half the memory that drafts are. */
export function packEntry(entry: ReadEntry): ChatEntry {
  if (!entry.ok || linksOf(entry.draft).length > 0 || offerOf(entry.draft)) return entry;
  return { ...entry, draft: packContent(complete(entry.draft, [])) };
}

/** An entry that gets no message; the others in its request go on. */
type RefusedEntry = {
  readonly ok: false;
  /** The recipient as an answer shows it: digits or id, else `number 3`, its position from 1. */
  readonly shown: string;
  readonly refusal: Refusal;
};

/**
 * The outcome of a request. Plain data: it is kept under the idempotency key and replayed, unless
 * nothing was accepted.
 */
export type ChatOutcome = {
  /** One per entry, in request order. */
  readonly results: readonly ChatResult[];
  /** The batch that its messages belong to, if there are many. */
  readonly batchId?: BatchId;
  /** For those that passed; undefined in answers kept by the previous version. */
  readonly priceMicros?: Micros;
  /** What the account can still spend. */
  readonly remainingMicros: Micros;
};

export type ChatResult =
  | {
      readonly ok: true;
      /** undefined for a dry run. */
      readonly id: MessageId | undefined;
      readonly recipient: ChatRecipient;
    }
  | RefusedEntry;

/**
 * Accepted when every entry has a result, even if none passed: then nothing was stored, and if
 * credit was short each entry that passed says so (code 8). Refused as a whole for an idempotency
 * conflict, a full queue, a store that is away …
 */
export type ChatTakenIn = Taken<ChatOutcome>;

/** An entry that has passed everything except the commit, or has not. */
export type ChatTaking = RefusedEntry | ChatPassed;

export type ChatPassed = {
  readonly ok: true;
  readonly recipient: ChatRecipient;
  /** What stands for it where a recipient has a number; undefined: itself. */
  readonly person?: string | undefined;
  readonly content: PackedContent;
};

/** A request with its price: what a reservation is asked for. */
export type ChatDraftRequest = {
  readonly account: Account;
  readonly number: ChatNumber;
  /** Of the number; of a test the one that leads nowhere. */
  readonly linkId: LinkId;
  readonly category: ChatPrice;
  /** 0 in free form. */
  readonly templateId: ChatTemplateId | 0;
  readonly priority: Priority;
  /** In request order. */
  readonly entries: readonly ChatTaking[];
  readonly messages: readonly ChatPassed[];
  readonly tariffId: TariffId;
  /** For one message. */
  readonly unitMicros: Micros;
  /** For all that passed. */
  readonly priceMicros: Micros;
  /** Chat messages need no look-up. */
  readonly lookups: undefined;
  readonly settingsVersion: number;
  readonly sendAtMs?: number | undefined;
  readonly spread?: boolean | undefined;
  readonly idempotency: Idempotency | undefined;
};

export type ChatNumbered = ChatPassed & { readonly id: MessageId };

/** A draft whose price is reserved and whose messages have ids. */
export type ChatNumberedRequest = {
  readonly draft: ChatDraftRequest;
  readonly reserveId: TransferId;
  /** Of the request. */
  readonly id: BatchId;
  readonly messages: readonly ChatNumbered[];
};

/** The category a request is priced in. */
export function categoryOf({ sends }: Pick<ChatRequest, 'sends'>): ChatPrice {
  return sends.kind === 'template' ? sends.template.category : 'free_form';
}

/** How long a message may wait for the platform to take it. */
export function validityMsOf(category: ChatPrice): number {
  if (category === 'authentication') return limit('chatCodeMinutes') * MINUTE_MS;
  return limit('validityHours') * HOUR_MS;
}

/** How long after that we wait for a status: what cannot be delivered ends silently. */
export function statusTimeoutMsOf(category: ChatPrice): number {
  if (category === 'authentication') return limit('chatSilentCodeHours') * HOUR_MS;
  return limit('chatSilentDays') * 24 * HOUR_MS;
}

/** One-time codes never wait behind a campaign: one sent to a single recipient goes first. */
export function chatPriorityOf(category: ChatPrice, recipients: number): Priority {
  return category === 'authentication' && recipients === 1 ? 1 : 0;
}
