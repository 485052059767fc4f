import type { AccountId, OperatorId, TariffId } from '../ids.ts';
import type { SenderRoute } from '../sender/sender.ts';
import type { Micros } from './money.ts';

/** One dated price: per part, by sender route and operator (contract section 6). */
export type Tariff = {
  readonly id: TariffId;
  /** undefined: for every account. */
  readonly accountId: AccountId | undefined;
  readonly senderRoute: SenderRoute;
  /** undefined: for every operator. */
  readonly operatorId: OperatorId | undefined;
  readonly partPriceMicros: Micros;
  readonly refundFailed: boolean;
  readonly validFromMs: number;
};

type TariffQuestion = {
  readonly accountId: AccountId;
  readonly senderRoute: SenderRoute;
  readonly operatorId: OperatorId;
  /** The operator by whose routes this one's messages go, if not its own. */
  readonly carriedBy?: OperatorId | undefined;
  readonly atMs: number;
};

/**
 * The tariff in force: the account's own before the general one; the operator's own before that of
 * the operator that carries its messages, before one for any operator; then the latest. undefined
 * when there is none: such a number cannot be priced and is not accepted.
 */
export function tariffFor(
  tariffs: readonly Tariff[],
  question: TariffQuestion,
): Tariff | undefined {
  return inForce(tariffs, question, ({ senderRoute, operatorId }) => {
    if (senderRoute !== question.senderRoute) return 0;
    if (operatorId === undefined) return 1;
    if (operatorId === question.operatorId) return 3;
    return operatorId === question.carriedBy ? 2 : 0;
  });
}

/** A price of one account, or of every one. */
type Dated = {
  readonly id: number;
  readonly accountId: AccountId | undefined;
  readonly validFromMs: number;
};

/**
 * The price in force: the account's own before the general one, then the highest rank (0: it does
 * not apply), then the latest. undefined when there is none.
 */
export function inForce<Price extends Dated>(
  prices: readonly Price[],
  { accountId, atMs }: { readonly accountId: AccountId; readonly atMs: number },
  rankOf: (price: Price) => number,
): Price | undefined {
  let best: Price | undefined;
  for (const price of prices) {
    if (price.validFromMs > atMs || rankOf(price) === 0) continue;
    if (price.accountId !== undefined && price.accountId !== accountId) continue;
    if (best === undefined || beats(price, best, rankOf)) best = price;
  }
  return best;
}

function beats<Price extends Dated>(
  price: Price,
  other: Price,
  rankOf: (price: Price) => number,
): boolean {
  const isOwn = price.accountId !== undefined;
  if (isOwn !== (other.accountId !== undefined)) return isOwn;
  const rank = rankOf(price) - rankOf(other);
  if (rank !== 0) return rank > 0;
  if (price.validFromMs !== other.validFromMs) return price.validFromMs > other.validFromMs;
  return price.id > other.id;
}
