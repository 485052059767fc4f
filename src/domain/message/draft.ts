import type { Account } from '../account/account.ts';
import type { BatchId, LinkId, MessageId, OperatorId, TariffId } from '../ids.ts';
import type { Opening } from '../policy/hours.ts';
import type { Counted } from '../policy/velocity.ts';
import type { Lookups, PricedLookups } from '../portability/lookup.ts';
import { micros, type Micros } from '../pricing/money.ts';
import type { Sender } from '../sender/sender.ts';
import type { Template } from '../template/template.ts';
import type { Refusal } from '../failure/failure.ts';
import type { TextAlphabet } from './message.ts';

/**
 * A send as the API understood it: who asks, and the values of the parameters as they came, '' when
 * absent.
 */
export type SendRequest = {
  readonly account: Account;
  readonly sender: string;
  readonly mobile: string;
  readonly templateId: string;
  readonly message: string;
  readonly network: string;
  readonly ported: string;
  readonly type: string;
  readonly dryRun: boolean;
  readonly idempotency: Idempotency | undefined;
};

export type Idempotency = {
  /** As it is kept: the caller's, and before it the interface it came by. */
  readonly key: string;
  /** Over every parameter but the key, the idempotency key and `format`. Hex of 32 octets. */
  readonly requestHash: string;
};

/** A request that passed every check of accept: what it would send, and to whom. */
export type CheckedRequest = {
  readonly account: Account;
  readonly sender: Sender;
  readonly template: Template;
  readonly messages: readonly AddressedMessage[];
  readonly filtered: readonly FilteredRecipient[];
  /** How the hours of such messages stand; undefined: they have none. */
  readonly opening: Opening | undefined;
  /** What it was counted with against caps; undefined: no cap looks at it. */
  readonly counted: Counted | undefined;
  /** Numbers whose operator was found for money; undefined: none. */
  readonly lookups: Lookups | undefined;
  readonly dryRun: boolean;
  readonly idempotency: Idempotency | undefined;
};

export type AddressedMessage = {
  /** Digits with country code. */
  readonly recipient: string;
  readonly operatorId: OperatorId;
  readonly linkId: LinkId;
  readonly text: string;
  readonly alphabet: TextAlphabet;
  readonly parts: number;
};

/** A checked request with its price: what a reservation is asked for. */
export type Draft = Omit<CheckedRequest, 'messages' | 'lookups'> & {
  readonly messages: readonly DraftMessage[];
  readonly parts: number;
  /** Of all parts. */
  readonly priceMicros: Micros;
  /** On top of it. */
  readonly lookups: PricedLookups | undefined;
  /** Of the routing and tariffs by which it was made. */
  readonly settingsVersion: number;
};

export type DraftMessage = AddressedMessage & {
  readonly tariffId: TariffId;
  readonly priceMicros: Micros;
};

/** As much of a draft as its reservation is judged by. */
export type Claim = Pick<Draft, 'account' | 'priceMicros' | 'lookups' | 'settingsVersion'> & {
  readonly messages: { readonly length: number };
};

/** What a draft costs in all: its parts, and the look-ups of its numbers. */
export function totalMicros({
  priceMicros,
  lookups,
}: Pick<Draft, 'priceMicros' | 'lookups'>): Micros {
  return lookups === undefined ? priceMicros : micros(priceMicros + lookups.charge.amountMicros);
}

/**
 * A number of the request that is not sent to, and why: words that hold none of the failure
 * catalogue's.
 */
export type FilteredRecipient = {
  /** The digits when it had any to show, else `number 3`. */
  readonly shown: string;
  readonly reason: string;
  /** The code that it would have been refused with alone; undefined: 7. */
  readonly code?: 7 | 9 | 12;
};

/**
 * What an accepted request is answered with. Plain data: it is kept under the idempotency key and
 * replayed.
 */
export type Acceptance = {
  /** undefined for a dry run. */
  readonly id: BatchId | undefined;
  readonly priceMicros: Micros;
  readonly parts: number;
  readonly remainingMicros: Micros;
  /** All accepted recipients; the answer lists `listed` of them. */
  readonly recipients: number;
  readonly listed: readonly { readonly id: MessageId | undefined; readonly recipient: string }[];
  readonly filtered: readonly FilteredRecipient[];
  /** Of a file: all rows that were left out; `filtered` holds the first of them. */
  readonly leftOut?: number;
};

/** What came of a request, of texts or of chat messages. */
export type Taken<Answer> =
  | { readonly kind: 'accepted'; readonly acceptance: Answer; readonly replayed: boolean }
  | Refused
  /**
   * The account has changed since its snapshot was taken: forget it, authenticate anew, ask again.
   */
  | { readonly kind: 'stale' };

export type Refused = { readonly kind: 'refused'; readonly refusal: Refusal };

export type TakenIn = Taken<Acceptance>;
