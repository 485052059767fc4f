import type { AccountId, TariffId } from '../ids.ts';
import type { Micros } from '../pricing/money.ts';
import { CHAT_CATEGORIES } from './template.ts';

/** What a chat message is priced as: the category of its template, or free form. */
export const CHAT_PRICES = [...CHAT_CATEGORIES, 'free_form'] as const;
export type ChatPrice = (typeof CHAT_PRICES)[number];

/** One dated price of a chat message (contract section 6). */
export type ChatTariff = {
  /** From the same sequence as the tariffs of texts: a message's tariff is one or the other. */
  readonly id: TariffId;
  /** undefined: for every account. */
  readonly accountId: AccountId | undefined;
  readonly category: ChatPrice;
  readonly priceMicros: Micros;
  readonly validFromMs: number;
};

export type ChatTariffQuestion = {
  readonly accountId: AccountId;
  readonly category: ChatPrice;
  readonly atMs: number;
};

/**
 * The tariff in force: the account's own before the general one, then the latest. undefined when
 * there is none: such a message cannot be priced and is refused.
 */
export function chatTariffFor(
  tariffs: readonly ChatTariff[],
  question: ChatTariffQuestion,
): ChatTariff | undefined {
  let best: ChatTariff | undefined;
  for (const tariff of tariffs) {
    if (!applies(tariff, question)) continue;
    if (best === undefined || beats(tariff, best)) best = tariff;
  }
  return best;
}

function applies(tariff: ChatTariff, { accountId, category, atMs }: ChatTariffQuestion): boolean {
  return (
    tariff.category === category &&
    tariff.validFromMs <= atMs &&
    (tariff.accountId === undefined || tariff.accountId === accountId)
  );
}

function beats(tariff: ChatTariff, other: ChatTariff): boolean {
  const isOwn = tariff.accountId !== undefined;
  if (isOwn !== (other.accountId !== undefined)) return isOwn;
  if (tariff.validFromMs !== other.validFromMs) return tariff.validFromMs > other.validFromMs;
  return tariff.id > other.id;
}
