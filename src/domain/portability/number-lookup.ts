/** Look-ups without a send: the request, and its outcome. */
import type { Account } from '../account/account.ts';
import type { Idempotency, Taken } from '../message/draft.ts';
import type { Micros } from '../pricing/money.ts';
import type { PhoneNumber } from '../recipient/recipient.ts';
import type { LookupPrices } from './directory.ts';

export type NumberRequest = {
  readonly account: Account;
  /** Each once. */
  readonly recipients: readonly PhoneNumber[];
  /** Just the price: nobody is asked, and nothing saved is shown. */
  readonly dryRun: boolean;
  readonly idempotency: Idempotency | undefined;
};

/** What is known about a number for free. */
export type PlainNumber = {
  readonly recipient: PhoneNumber;
  /** The network that its prefix was assigned to; undefined: none. */
  readonly prefixNetwork: string | undefined;
};

export type FoundNumber = PlainNumber & {
  /** The network that has it; undefined in a dry run, and if the directory does not know. */
  readonly network: string | undefined;
  /** When the directory said so. */
  readonly lookedUpAtMs: number | undefined;
  /** Paid as a first look-up or as a saved one; undefined: free. */
  readonly paid: keyof LookupPrices | undefined;
};

/** Plain data: it is kept under the idempotency key and replayed. */
export type NumberOutcome = LookupPrices & {
  readonly priceMicros: Micros;
  readonly remainingMicros: Micros;
  readonly numbers: readonly FoundNumber[];
};

export type NumbersTaken = Taken<NumberOutcome>;

/** What is said about a number without a look-up. */
export type NumberFacts = PlainNumber & {
  /** When the account's saved look-up was made; undefined: it has none that still counts. */
  readonly savedAtMs: number | undefined;
  /** What a look-up would cost; undefined: there is no price. */
  readonly priceMicros: Micros | undefined;
};
