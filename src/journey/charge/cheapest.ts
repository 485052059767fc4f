import type { AccountId } from '../../domain/ids.ts';
import { lookupPricesFor, type LookupTariff } from '../../domain/portability/lookup.ts';
import { micros, ZERO, type Micros } from '../../domain/pricing/money.ts';
import { tariffFor, type Tariff } from '../../domain/pricing/tariff.ts';
import type { Routing } from '../../domain/routing/routing.ts';
import type { SenderRoute } from '../../domain/sender/sender.ts';

/** A send whose numbers are yet to be looked up. */
export type Unlocated = {
  readonly account: { readonly id: AccountId };
  readonly senderRoute: SenderRoute;
  /** Of all texts. */
  readonly parts: number;
  readonly recipients: { readonly length: number };
};

type Settings = Routing & {
  readonly tariffs: readonly Tariff[];
  readonly lookupTariffs: readonly LookupTariff[];
};

/**
 * The least that a send can come to (contract section 6): every text at the price of the cheapest
 * operator, every look-up as a saved one.
 */
export function cheapestMicros(send: Unlocated, settings: Settings, atMs: number): Micros {
  const { account, senderRoute, parts, recipients } = send;
  const accountId = account.id;
  const prices = [...settings.operatorNames.keys()].flatMap((operatorId) => {
    const carriedBy = settings.carriedBy.get(operatorId);
    const question = { accountId, senderRoute, operatorId, carriedBy, atMs };
    return tariffFor(settings.tariffs, question)?.partPriceMicros ?? [];
  });
  const cheapest = prices.reduce<Micros | undefined>((least, price) => {
    return least === undefined || price < least ? price : least;
  }, undefined);
  const lookup = lookupPricesFor(settings.lookupTariffs, { accountId, atMs });
  const texts = (cheapest ?? ZERO) * BigInt(parts);
  return micros(texts + (leastOf(lookup) ?? ZERO) * BigInt(recipients.length));
}

function leastOf(prices: LookupTariff | undefined): Micros | undefined {
  if (prices === undefined) return undefined;
  const { firstMicros, againMicros } = prices;
  return firstMicros < againMicros ? firstMicros : againMicros;
}
