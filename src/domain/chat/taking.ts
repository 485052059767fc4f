import type { Account } from '../account/account.ts';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import type { BatchId, ChatTemplateId, MessageId, TariffId, TransferId } from '../ids.ts';
import { limit } from '../limits.ts';
import type { Idempotency } from '../message/draft.ts';
import type { Micros } from '../pricing/money.ts';
import type { PhoneNumber } from '../recipient/recipient.ts';
import type { Priority } from '../sender/sender.ts';
import type { ChatPrice } from './chat-tariff.ts';
import type { ChatContent } from './content.ts';
import type { ChatNumber } from './account-chat.ts';
import type { ChatRequest, RefusedEntry } from './request.ts';

/** An entry that has passed everything but the commit, or has not. */
export type ChatTaking = RefusedEntry | ChatPassed;

export type ChatPassed = {
  readonly ok: true;
  readonly recipient: PhoneNumber;
  readonly content: ChatContent;
};

/** A request with its price: what a reservation is asked for. */
export type ChatDraftRequest = {
  readonly account: Account;
  readonly number: ChatNumber;
  readonly category: ChatPrice;
  /** 0 in free form. */
  readonly templateId: ChatTemplateId | 0;
  readonly priority: Priority;
  /** In the order of the request. */
  readonly entries: readonly ChatTaking[];
  /** Those that passed. */
  readonly messages: readonly ChatPassed[];
  readonly tariffId: TariffId;
  /** Of one message. */
  readonly unitMicros: Micros;
  /** Of those that passed. */
  readonly priceMicros: Micros;
  /** Nobody looks up who carries a chat message. */
  readonly lookups: undefined;
  readonly settingsVersion: number;
  readonly idempotency: Idempotency | undefined;
};

/** A passed entry that has its id. */
export type ChatNumbered = ChatPassed & { readonly id: MessageId };

/** A draft whose price is reserved and whose messages have ids. */
export type ChatNumberedRequest = {
  readonly draft: ChatDraftRequest;
  readonly reserveId: TransferId;
  /** Of the request. */
  readonly id: BatchId;
  readonly messages: readonly ChatNumbered[];
};

/** What a request is priced as. */
export function categoryOf({ sends }: Pick<ChatRequest, 'sends'>): ChatPrice {
  return sends.kind === 'template' ? sends.template.category : 'free_form';
}

/** How long a message may wait for the platform to take it. */
export function validityMsOf(category: ChatPrice): number {
  if (category === 'authentication') return limit('chatCodeMinutes') * MINUTE_MS;
  return limit('validityHours') * HOUR_MS;
}

/**
 * How long a word of the platform is waited for after that: what it cannot deliver ends silently.
 */
export function patienceMsOf(category: ChatPrice): number {
  if (category === 'authentication') return limit('chatSilentCodeHours') * HOUR_MS;
  return limit('chatSilentDays') * 24 * HOUR_MS;
}

/** One-time codes never wait behind a campaign: one to one recipient goes first. */
export function chatPriorityOf(category: ChatPrice, recipients: number): Priority {
  return category === 'authentication' && recipients === 1 ? 1 : 0;
}
