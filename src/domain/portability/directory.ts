/**
 * What the journey needs of a number directory, whatever protocol it speaks. Look-ups of the
 * operator that actually serves a number (contract section 6): what they cost, and when an earlier
 * one still counts.
 */
import { DAY_MS } from '../durations.ts';
import type { AccountId, LookupTariffId, OperatorId } from '../ids.ts';
import { limit } from '../limits.ts';
import { micros, type Micros } from '../pricing/money.ts';
import { inForce } from '../pricing/tariff.ts';

export type DirectoryAnswer =
  /** The operator that serves the number, by its name in our settings. */
  | { readonly kind: 'operator'; readonly name: string }
  /** The number was never ported: it belongs to the holder of its prefix. */
  | { readonly kind: 'not_ported' }
  /** It answered, but does not know: no such number, or an operator that is not ours. */
  | { readonly kind: 'unknown' }
  /** No usable answer in time. */
  | { readonly kind: 'failed' };

/** One query to the directory itself; `failed` for numbers that the answer leaves out. */
export type AskDirectory = (
  numbers: readonly string[],
) => Promise<ReadonlyMap<string, DirectoryAnswer>>;

export type Directory = {
  /** The answer for each number (digits with country code). Never rejects. */
  lookUp(numbers: readonly string[]): Promise<ReadonlyMap<string, DirectoryAnswer>>;
  /** Whether it could answer this many within a request's time. */
  mayTake(numbers: number): boolean;
  /** It is not asked now, because it is absent or has been failing. */
  isDown(): boolean;
};

/** No directory: nothing is known. */
export const NO_DIRECTORY: Directory = {
  lookUp: (numbers) => Promise.resolve(new Map(numbers.map((number) => [number, FAILED]))),
  mayTake: () => false,
  isDown: () => true,
};

export const FAILED: DirectoryAnswer = { kind: 'failed' };
export const UNKNOWN: DirectoryAnswer = { kind: 'unknown' };

export type LookupPrices = {
  /** For a number of which the account has no recent saved look-up. */
  readonly firstMicros: Micros;
  /** For a number whose saved look-up is used again. */
  readonly againMicros: Micros;
};

/** Dated prices of look-ups. */
export type LookupTariff = LookupPrices & {
  readonly id: LookupTariffId;
  /** undefined: for every account. */
  readonly accountId: AccountId | undefined;
  readonly validFromMs: number;
};

/** The prices in force; undefined: look-ups cannot be sold. */
export function lookupPricesFor(
  tariffs: readonly LookupTariff[],
  question: { readonly accountId: AccountId; readonly atMs: number },
): LookupTariff | undefined {
  return inForce(tariffs, question, () => 1);
}

/** A number whose operator was found by a paid look-up. */
export type Lookup = {
  readonly recipient: string;
  readonly operatorId: OperatorId;
  /** The directory has just said it; else it was saved before. */
  readonly isFresh: boolean;
};

/** The look-ups of one request, all made at one moment. */
export type Lookups = {
  readonly atMs: number;
  readonly numbers: readonly Lookup[];
  /** How many more were saved before: for a million numbers only their count is kept. */
  readonly savedToo?: number;
};

/** The look-ups of a priced request, and their cost as far as it is known. */
export type PricedLookups = Lookups & {
  readonly prices: LookupPrices;
  readonly charge: LookupCharge;
  /** They are not part of a send; the ledger says so. */
  readonly alone?: true;
};

/** What a request pays for its look-ups. */
export type LookupCharge = {
  /** Numbers at the price of a first look-up: the account had not saved them. */
  readonly first: readonly Lookup[];
  readonly again: number;
  readonly amountMicros: Micros;
};

/** The time from which saved look-ups count for a request at `atMs`: at most 60 days before. */
export function lookupsSinceMs(atMs: number): number {
  return atMs - limit('savedLookupDays') * DAY_MS;
}

/**
 * Prices the look-ups of a request, one per number. A fresh one is a first look-up unless `isSaved`
 * says that the account has the number by now; a saved one never is: nobody was asked.
 */
export function chargeFor(
  lookups: Lookups & { readonly prices: LookupPrices },
  isSaved: (recipient: string) => boolean,
): LookupCharge {
  const { numbers, savedToo = 0, prices } = lookups;
  const first = numbers.filter(({ recipient, isFresh }) => isFresh && !isSaved(recipient));
  const again = numbers.length - first.length + savedToo;
  const amount = prices.firstMicros * BigInt(first.length) + prices.againMicros * BigInt(again);
  return { first, again, amountMicros: micros(amount) };
}
