/**
 * Look-ups of the operator that really has a number (contract section 6): what they cost, and when
 * an earlier one still counts.
 */
import { DAY_MS } from '../durations.ts';
import type { AccountId, LookupTariffId, OperatorId } from '../ids.ts';
import { limit } from '../limits.ts';
import { micros, type Micros } from '../pricing/money.ts';

export type LookupPrices = {
  /** Of a number that the account has no young saved look-up of. */
  readonly firstMicros: Micros;
  /** Of a number whose saved look-up is used again. */
  readonly againMicros: Micros;
};

/** Dated prices of look-ups. */
export type LookupTariff = LookupPrices & {
  readonly id: LookupTariffId;
  /** undefined: for every account. */
  readonly accountId: AccountId | undefined;
  readonly validFromMs: number;
};

/**
 * The prices in force: the account's own before everybody's, then those that became valid last.
 * undefined when there are none: look-ups cannot be sold then.
 */
export function lookupPricesFor(
  tariffs: readonly LookupTariff[],
  question: { readonly accountId: AccountId; readonly atMs: number },
): LookupTariff | undefined {
  let best: LookupTariff | undefined;
  for (const tariff of tariffs) {
    const { accountId, validFromMs } = tariff;
    if (validFromMs > question.atMs) continue;
    if (accountId !== undefined && accountId !== question.accountId) continue;
    if (best === undefined || beats(tariff, best)) best = tariff;
  }
  return best;
}

function beats(tariff: LookupTariff, other: LookupTariff): boolean {
  const isOwn = tariff.accountId !== undefined;
  if (isOwn !== (other.accountId !== undefined)) return isOwn;
  if (tariff.validFromMs !== other.validFromMs) return tariff.validFromMs > other.validFromMs;
  return tariff.id > other.id;
}

/** A number whose operator was found, for money. */
export type Lookup = {
  readonly recipient: string;
  readonly operatorId: OperatorId;
  /** The directory said it now; else it was saved before. */
  readonly isFresh: boolean;
};

/** The look-ups of one request, all of one moment. */
export type Lookups = {
  readonly atMs: number;
  readonly numbers: readonly Lookup[];
  /** Further ones that were saved before: of a million numbers no more is kept than this. */
  readonly savedToo?: number;
};

/** The look-ups of a priced request, and what they come to as far as is known. */
export type PricedLookups = Lookups & {
  readonly prices: LookupPrices;
  readonly charge: LookupCharge;
};

/** What a request pays for its look-ups. */
export type LookupCharge = {
  /** Numbers at the price of a first look-up: the account has not had them saved. */
  readonly first: readonly Lookup[];
  readonly again: number;
  readonly amountMicros: Micros;
};

/** Saved look-ups count from this moment on, for a request of `atMs`: at most 60 days old. */
export function lookupsSinceMs(atMs: number): number {
  return atMs - limit('savedLookupDays') * DAY_MS;
}

/**
 * Prices the look-ups of a request, one per number. A fresh one is the first unless `isSaved` says
 * that the account has the number by now; a saved one never is: nobody was asked.
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
