import type { AccountId, TariffId } from '../ids.ts';
import type { Micros } from '../pricing/money.ts';
import { inForce } from '../pricing/tariff.ts';
import { CHAT_CATEGORIES } from './template.ts';

/** What a chat message is priced as: the category of its template, or free form. */
export const CHAT_PRICES = [...CHAT_CATEGORIES, 'free_form'] as const;
export type ChatPrice = (typeof CHAT_PRICES)[number];

/** What the platform bills a message as: its words for it. */
export const BILLED_CATEGORIES = [
  'marketing',
  'marketing_lite',
  'utility',
  'authentication',
  'authentication_international',
  'service',
] as const;

/** What the platform charges for a message, from a day on. */
export type ChatCost = {
  readonly id: number;
  readonly category: (typeof BILLED_CATEGORIES)[number];
  /** What numbers there begin with; undefined: every country without a cost of its own. */
  readonly country: string | undefined;
  readonly costMicros: Micros;
  readonly validFromMs: number;
};

/** The cost in force; undefined: nobody has entered one. */
export function chatCostFor(
  costs: readonly ChatCost[],
  asked: Pick<ChatCost, 'category'> & { readonly country: string; readonly atMs: number },
): Micros | undefined {
  const begun = costs.filter(
    ({ category, validFromMs }) => category === asked.category && validFromMs <= asked.atMs,
  );
  const own = begun.filter(({ country }) => country === asked.country);
  const others = begun.filter(({ country }) => country === undefined);
  const latest = (own.length === 0 ? others : own).toSorted(
    (one, other) => one.validFromMs - other.validFromMs || one.id - other.id,
  );
  return latest.at(-1)?.costMicros;
}

/** So many free-form messages of a number a month the platform does not bill (October 2026). */
export const FREE_ANSWERS = 1_000;

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

/** The tariff in force; undefined: such a message cannot be priced and is refused. */
export function chatTariffFor(
  tariffs: readonly ChatTariff[],
  question: ChatTariffQuestion,
): ChatTariff | undefined {
  return inForce(tariffs, question, ({ category }) => Number(category === question.category));
}
