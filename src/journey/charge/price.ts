import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import type { OperatorId } from '../../domain/ids.ts';
import type {
  AddressedMessage,
  CheckedRequest,
  Draft,
  DraftMessage,
} from '../../domain/message/draft.ts';
import {
  chargeFor,
  lookupPricesFor,
  type Lookups,
  type LookupTariff,
  type PricedLookups,
} from '../../domain/portability/lookup.ts';
import { micros, type Micros } from '../../domain/pricing/money.ts';
import { tariffFor, type Tariff } from '../../domain/pricing/tariff.ts';

/** Prices in force, of one version. */
export type PriceList = {
  readonly tariffs: readonly Tariff[];
  readonly lookupTariffs: readonly LookupTariff[];
  /** Operators whose messages travel by the routes of another one. */
  readonly carriedBy: ReadonlyMap<OperatorId, OperatorId>;
  readonly version: number;
};

/**
 * Prices a checked request by the tariffs in force at `atMs` (contract section 6): parts times the
 * price of the sender route and the number's operator, and the look-ups of those numbers. A number
 * without a price is filtered out; with none left the request is refused.
 */
export function price(checked: CheckedRequest, settings: PriceList, atMs: number): Draft | Refusal {
  const { messages, unpriced, parts, priceMicros } = priceMessages(checked, settings, atMs);
  if (messages.length === 0) return refuse('no_price');
  const lookups = priceLookups(checked, settings, { messages, atMs });
  if (lookups === WITHOUT_PRICE) return refuse('no_price');
  const settingsVersion = settings.version;
  // Ours to mend, and not the number's fault (contract section 4).
  const why = { reason: NO_PRICE, code: 12 } as const;
  const nameless = unpriced.map(({ recipient: shown }) => ({ shown, ...why }));
  const filtered = [...checked.filtered, ...nameless];
  return { ...checked, messages, filtered, parts, priceMicros, lookups, settingsVersion };
}

/** Why a number gets nothing that nobody has set a price for. */
export const NO_PRICE = 'no price is known';
export const WITHOUT_PRICE = 'without a price';

export type PricedMessages<Message> = {
  readonly messages: readonly (Message & Pick<DraftMessage, 'tariffId' | 'priceMicros'>)[];
  /** Those that have no price. */
  readonly unpriced: readonly Message[];
  /** Of the priced ones. */
  readonly parts: number;
  readonly priceMicros: Micros;
};

type Addressed = Pick<CheckedRequest, 'account' | 'sender'>;

/** Prices messages of one sender, or some of them; the look-ups are another matter. */
export function priceMessages<Message extends AddressedMessage>(
  { account, sender, messages }: Addressed & { readonly messages: readonly Message[] },
  settings: PriceList,
  atMs: number,
): PricedMessages<Message> {
  const known = new Map<OperatorId, Tariff | undefined>();
  const priced: (Message & Pick<DraftMessage, 'tariffId' | 'priceMicros'>)[] = [];
  const unpriced: Message[] = [];
  let parts = 0;
  let priceMicros = 0n;
  for (const message of messages) {
    const { operatorId } = message;
    if (!known.has(operatorId)) {
      const carriedBy = settings.carriedBy.get(operatorId);
      const of = { accountId: account.id, senderRoute: sender.route };
      const question = { ...of, operatorId, carriedBy, atMs };
      known.set(operatorId, tariffFor(settings.tariffs, question));
    }
    const tariff = known.get(operatorId);
    if (tariff === undefined) {
      unpriced.push(message);
      continue;
    }
    const cost = micros(tariff.partPriceMicros * BigInt(message.parts));
    priced.push({ ...message, tariffId: tariff.id, priceMicros: cost });
    parts += message.parts;
    priceMicros += cost;
  }
  return { messages: priced, unpriced, parts, priceMicros: micros(priceMicros) };
}

/**
 * The look-ups of numbers that are sent to; others are not charged. Those that are fresh count as
 * first ones until the commit knows better. undefined: there are none.
 */
export function priceLookups(
  { account, lookups }: Pick<CheckedRequest, 'account' | 'lookups'>,
  { lookupTariffs }: PriceList,
  priced: { readonly messages: readonly { readonly recipient: string }[]; readonly atMs: number },
): PricedLookups | undefined | typeof WITHOUT_PRICE {
  if (lookups === undefined) return undefined;
  const sentTo = new Set(priced.messages.map(({ recipient }) => recipient));
  const numbers = lookups.numbers.filter(({ recipient }) => sentTo.has(recipient));
  if (numbers.length === 0) return undefined;
  return priceAllLookups(account, { ...lookups, numbers }, { lookupTariffs, atMs: priced.atMs });
}

/** The same of look-ups whose numbers are all sent to. */
export function priceAllLookups(
  account: CheckedRequest['account'],
  lookups: Lookups,
  by: Pick<PriceList, 'lookupTariffs'> & { readonly atMs: number },
): PricedLookups | typeof WITHOUT_PRICE {
  const { atMs } = by;
  const prices = lookupPricesFor(by.lookupTariffs, { accountId: account.id, atMs });
  if (prices === undefined) return WITHOUT_PRICE;
  return { ...lookups, prices, charge: chargeFor({ ...lookups, prices }, () => false) };
}
