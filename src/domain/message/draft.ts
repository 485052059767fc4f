import type { Account } from '../account/account.ts';
import { MINUTE_MS } from '../durations.ts';
import type { FailureReason, Refusal } from '../failure/failure.ts';
import type { BatchId, LinkId, MessageId, OperatorId, TariffId, TemplateId } from '../ids.ts';
import { limit } from '../limits.ts';
import type { DayHours, Opening } from '../policy/hours.ts';
import type { Counted } from '../policy/velocity.ts';
import type { Lookups, PricedLookups } from '../portability/directory.ts';
import { micros, type Micros } from '../pricing/money.ts';
import type { RecipientList } from '../recipient/recipient.ts';
import type { Network } from '../routing/routing.ts';
import type { Sender } from '../sender/sender.ts';
import type { Template } from '../template/template.ts';
import type { TextAlphabet } from './message.ts';

/**
 * What an interface read from a field: undefined when it was not given, a refusal when it is
 * invalid. Accept returns that refusal when it is the field's turn, so that the order of checks
 * (contract section 3) does not depend on the interface.
 */
export type Field<Value> = Value | Refusal | undefined;

/**
 * A send as an interface read it: who is asking, and for what. Texts are parsed once, by the
 * interface they came in on; a JSON interface passes values on as they are. Accept decides whether
 * the account has such a sender, template or network.
 */
export type SendRequest = {
  readonly account: Account;
  /** The name of a sender, trimmed. */
  readonly sender: string | undefined;
  /** From `readRecipients`; it may hold more than a request may have. */
  readonly recipients: RecipientList | undefined;
  /** From `readTemplateId`, if it comes as text. */
  readonly templateId: Field<TemplateId>;
  /**
   * The value of each template variable, by its name: a text or a number; anything else is refused
   * by name.
   */
  readonly values: Field<ReadonlyMap<string, unknown>>;
  /** Values of single recipients, by their number; they override those of the request. */
  readonly ownValues?: ReadonlyMap<string, ReadonlyMap<string, unknown>> | undefined;
  /** The operator of every number, whoever really has it. */
  readonly network: Field<Network>;
  /** Whether the operator of each number must be looked up; the account may require that anyway. */
  readonly ported: Field<boolean>;
  /** Whether the text may leave the GSM alphabet. */
  readonly unicode: Field<boolean>;
  /** Not before this time (milliseconds since 1970); undefined: as soon as possible. */
  readonly sendAtMs?: number | undefined;
  /** Only inside these hours of a day; undefined: at any time. */
  readonly sendHours?: DayHours | undefined;
  readonly dryRun: boolean;
  readonly idempotency: Idempotency | undefined;
  readonly inPlaceOf?: ChatPlace | undefined;
};

/** Of a text to one number: the chat message that did not arrive, and the batch of such texts. */
export type ChatPlace = {
  readonly chatId: MessageId;
  readonly batchId: BatchId;
  /** Of the chat message in its batch. */
  readonly position: number;
};

export type Idempotency = {
  /** As it is kept: the interface it came by, then the caller's key. */
  readonly key: string;
  /** Over all parameters except the API key, the idempotency key and `format`. Hex of 32 bytes. */
  readonly requestHash: string;
};

/** A request that passed every check of accept: what it would send, and to whom. */
export type CheckedRequest = {
  readonly account: Account;
  readonly sender: Sender;
  readonly template: Template;
  readonly sendAtMs?: number | undefined;
  /** Only inside these hours of a day; undefined: at any time. */
  readonly sendHours?: DayHours | undefined;
  readonly messages: readonly AddressedMessage[];
  readonly filtered: readonly FilteredRecipient[];
  /**
   * Whether the hours for such messages are open, or its schedule; undefined: it may go at any
   * time.
   */
  readonly opening: Opening | undefined;
  /** What it was counted under for caps; undefined: no cap applies. */
  readonly counted: Counted | undefined;
  /** Numbers whose operator was looked up; undefined: none. */
  readonly lookups: Lookups | undefined;
  readonly dryRun: boolean;
  readonly idempotency: Idempotency | undefined;
  readonly inPlaceOf?: ChatPlace | undefined;
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
  /** For all parts. */
  readonly priceMicros: Micros;
  /** Added to it. */
  readonly lookups: PricedLookups | undefined;
  /** The version of the routing and tariffs it was made with. */
  readonly settingsVersion: number;
};

export type DraftMessage = AddressedMessage & {
  readonly tariffId: TariffId;
  readonly priceMicros: Micros;
};

/** The fields of a draft that its reservation is judged by. */
export type Claim = Pick<Draft, 'account' | 'priceMicros' | 'lookups' | 'settingsVersion'> & {
  readonly messages: { readonly length: number };
};

/** What a draft costs in all: its parts, and its look-ups. */
export function totalMicros({
  priceMicros,
  lookups,
}: Pick<Draft, 'priceMicros' | 'lookups'>): Micros {
  return lookups === undefined ? priceMicros : micros(priceMicros + lookups.charge.amountMicros);
}

/**
 * A number of the request that nothing is sent to, and why. The reason uses none of the failure
 * catalogue's words, except where each number has a text of its own.
 */
export type FilteredRecipient = {
  /** The digits if it had any, else `number 3`. */
  readonly shown: string;
  readonly reason: string;
  /** The code that it alone would have been refused with; undefined: 7. */
  readonly code?: 7 | 9 | 12;
  /** The same in one word of the catalogue; `repeated`: its number came before. */
  readonly word?: FailureReason | 'repeated';
};

/**
 * The answer to an accepted request. Plain data: it is kept under the idempotency key and replayed.
 */
export type Acceptance = {
  /** undefined for a dry run. */
  readonly id: BatchId | undefined;
  readonly priceMicros: Micros;
  readonly parts: number;
  readonly remainingMicros: Micros;
  /** The number of accepted recipients; the answer lists `listed` of them. */
  readonly recipients: number;
  readonly listed: readonly { readonly id: MessageId | undefined; readonly recipient: string }[];
  readonly filtered: readonly FilteredRecipient[];
  /** For a file: how many rows were left out; `filtered` holds the first of them. */
  readonly leftOut?: number;
};

/** The outcome of a request, of texts or of chat messages. */
export type Taken<Answer> =
  | { readonly kind: 'accepted'; readonly acceptance: Answer; readonly replayed: boolean }
  | Refused
  /**
   * The account has changed since its snapshot was taken: drop it, authenticate again, ask again.
   */
  | { readonly kind: 'stale' };

export type Refused = { readonly kind: 'refused'; readonly refusal: Refusal };

export type TakenIn = Taken<Acceptance>;

const HOUR_MINUTES = 60;

/** The longest validity of a template, in minutes; also the default, except for short codes. */
export const MOST_VALIDITY_MINUTES = limit('validityHours') * HOUR_MINUTES;

/**
 * How long a message may wait before it is worthless: what its template says, else the default for
 * its sender route (contract section 6).
 */
export function validityMs(
  { sender, template }: { readonly sender: Sender; readonly template: Template },
  { shortCodeValidityMinutes }: { readonly shortCodeValidityMinutes: number },
): number {
  const isCode = sender.route === 'short_code';
  const usual = isCode ? shortCodeValidityMinutes : MOST_VALIDITY_MINUTES;
  return (template.validityMinutes ?? usual) * MINUTE_MS;
}
