import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import type { OperatorId } from '../../domain/ids.ts';
import type { CheckedRequest, Draft, DraftMessage } from '../../domain/message/draft.ts';
import {
  chargeFor,
  lookupPricesFor,
  type LookupTariff,
  type PricedLookups,
} from '../../domain/portability/lookup.ts';
import { micros } from '../../domain/pricing/money.ts';
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
  const { account, sender } = checked;
  const known = new Map<OperatorId, Tariff | undefined>();
  const messages: DraftMessage[] = [];
  const filtered = [...checked.filtered];
  let parts = 0;
  let priceMicros = 0n;
  for (const message of checked.messages) {
    const { operatorId } = message;
    if (!known.has(operatorId)) {
      const carriedBy = settings.carriedBy.get(operatorId);
      const of = { accountId: account.id, senderRoute: sender.route };
      const question = { ...of, operatorId, carriedBy, atMs };
      known.set(operatorId, tariffFor(settings.tariffs, question));
    }
    const tariff = known.get(operatorId);
    if (tariff === undefined) {
      filtered.push({ shown: message.recipient, reason: 'no price is known' });
      continue;
    }
    const cost = micros(tariff.partPriceMicros * BigInt(message.parts));
    messages.push({ ...message, tariffId: tariff.id, priceMicros: cost });
    parts += message.parts;
    priceMicros += cost;
  }
  if (messages.length === 0) return refuse('recipient_unroutable');
  const lookups = priceLookups(checked, settings, { messages, atMs });
  if (lookups === 'without a price') return refuse('recipient_unroutable');
  const settingsVersion = settings.version;
  return {
    ...checked,
    messages,
    filtered,
    parts,
    priceMicros: micros(priceMicros),
    lookups,
    settingsVersion,
  };
}

/**
 * The look-ups of numbers that are sent to; others are not charged. Those that are fresh count as
 * first ones until the commit knows better.
 */
function priceLookups(
  { account, lookups }: CheckedRequest,
  { lookupTariffs }: PriceList,
  priced: { readonly messages: readonly DraftMessage[]; readonly atMs: number },
): PricedLookups | undefined | 'without a price' {
  if (lookups === undefined) return undefined;
  const sentTo = new Set(priced.messages.map(({ recipient }) => recipient));
  const numbers = lookups.numbers.filter(({ recipient }) => sentTo.has(recipient));
  if (numbers.length === 0) return undefined;
  const prices = lookupPricesFor(lookupTariffs, { accountId: account.id, atMs: priced.atMs });
  if (prices === undefined) return 'without a price';
  const { atMs } = lookups;
  const charge = chargeFor({ numbers, prices, atMs }, () => false);
  return { atMs, numbers, prices, charge };
}
