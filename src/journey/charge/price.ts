import { type Refusal, refuse } from '../../domain/failure/failure.ts';
import type { AccountId, OperatorId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
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
} from '../../domain/portability/directory.ts';
import { micros, type Micros, ZERO } from '../../domain/pricing/money.ts';
import { type Tariff, tariffFor } from '../../domain/pricing/tariff.ts';
import type { Routing } from '../../domain/routing/routing.ts';
import type { SenderRoute } from '../../domain/sender/sender.ts';
import { TEST_TARIFF } from '../../domain/testing/test-mode.ts';
import { refusalOfFundsInTest, testRefusalOf } from '../../domain/testing/test-numbers.ts';
import { forEachYielding, piecesOf } from '@paigham/base/yielding.ts';

/** The prices of one version of the tariffs. */
export type PriceList = {
  readonly tariffs: readonly Tariff[];
  readonly lookupTariffs: readonly LookupTariff[];
  /** Operators whose messages go by another operator's routes. */
  readonly carriedBy: ReadonlyMap<OperatorId, OperatorId>;
  readonly version: number;
};

/**
 * Prices a checked request by the tariffs in force at `atMs` (contract section 6): parts times the
 * price for the sender route and the number's operator, plus the look-ups of those numbers. A
 * number without a price is filtered out; when none is left the request is refused.
 */
export async function price(
  checked: CheckedRequest,
  settings: PriceList,
  atMs: number,
): Promise<Draft | Refusal> {
  const played = refusalOfTests(checked);
  if (played !== undefined) return played;
  const pieces = await forEachYielding(
    piecesOf(checked.messages, limit('rowsInPiece')),
    1,
    (messages) => priceMessages({ ...checked, messages }, settings, atMs),
  );
  const messages = pieces.flatMap((it) => it.messages);
  const unpriced = pieces.flatMap((it) => it.unpriced);
  const parts = pieces.reduce((sum, it) => sum + it.parts, 0);
  const priceMicros = micros(pieces.reduce((sum, it) => sum + it.priceMicros, 0n));
  if (messages.length === 0) return refuse('no_price');
  const lookups = priceLookups(checked, settings, { messages, atMs });
  if (lookups === WITHOUT_PRICE) return refuse('no_price');
  const settingsVersion = settings.version;
  // Ours to fix, not the number's fault (contract section 4).
  const why = { reason: NO_PRICE, code: 12, word: 'no_price' } as const;
  const nameless = unpriced.map(({ recipient: shown }) => ({ shown, ...why }));
  const filtered = [...checked.filtered, ...nameless];
  return { ...checked, messages, filtered, parts, priceMicros, lookups, settingsVersion };
}

/** Why a number for which nobody has set a price gets nothing. */
export const NO_PRICE = 'no price is known';
export const WITHOUT_PRICE = 'without a price';

type PricedMessages<Message> = {
  readonly messages: readonly (Message & Pick<DraftMessage, 'tariffId' | 'priceMicros'>)[];
  readonly unpriced: readonly Message[];
  /** Parts of the priced messages. */
  readonly parts: number;
  readonly priceMicros: Micros;
};

type Addressed = Pick<CheckedRequest, 'account'> & {
  readonly sender: Pick<CheckedRequest['sender'], 'route'>;
};

/** Prices all or some of the messages of one sender, without their look-ups. */
export function priceMessages<Message extends Pick<AddressedMessage, 'operatorId' | 'parts'>>(
  { account, sender, messages }: Addressed & { readonly messages: readonly Message[] },
  settings: PriceList,
  atMs: number,
): PricedMessages<Message> {
  if (account.isTest) return priceTests(messages);
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

/** What a test key sends costs nothing, by no tariff. */
function priceTests<Message extends Pick<AddressedMessage, 'parts'>>(
  messages: readonly Message[],
): PricedMessages<Message> {
  const free = { tariffId: TEST_TARIFF, priceMicros: ZERO };
  const parts = messages.reduce((sum, message) => sum + message.parts, 0);
  const priced = messages.map((message) => ({ ...message, ...free }));
  return { messages: priced, unpriced: [], parts, priceMicros: ZERO };
}

/** Why a test is refused as if it could not be paid; undefined: it is not. */
function refusalOfTests({ account, messages }: CheckedRequest): Refusal | undefined {
  if (!account.isTest) return undefined;
  const refusals = messages.map(({ recipient }) => testRefusalOf(recipient, 'sms'));
  const refusal = refusals.find((it) => it === 'no_credit' || it === 'spending_cap');
  return refusal && refusalOfFundsInTest(refusal);
}

/**
 * The look-ups of numbers that are sent to; others are free. Fresh ones count as first look-ups
 * until the commit knows better. undefined: there are none.
 */
function priceLookups(
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

/** The same for look-ups whose numbers are all sent to. */
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

/** A send whose numbers have not been looked up yet. */
type Unlocated = {
  readonly account: { readonly id: AccountId };
  readonly senderRoute: SenderRoute;
  /** Parts of all texts. */
  readonly parts: number;
  readonly recipients: { readonly length: number };
};

type Settings = Routing & {
  readonly tariffs: readonly Tariff[];
  readonly lookupTariffs: readonly LookupTariff[];
};

/**
 * The least a send can cost (contract section 6): every text at the cheapest operator's price,
 * every look-up as a saved one.
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
