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

export type TariffQuestion = {
  readonly accountId: AccountId;
  readonly senderRoute: SenderRoute;
  readonly operatorId: OperatorId;
  readonly atMs: number;
};

/**
 * The tariff in force: the account's own before everybody's, the operator's own before any
 * operator's, then the one that became valid last. undefined when none is: such a number cannot be
 * priced and is not taken.
 */
export function tariffFor(
  tariffs: readonly Tariff[],
  question: TariffQuestion,
): Tariff | undefined {
  let best: Tariff | undefined;
  for (const tariff of tariffs) {
    if (applies(tariff, question) && (best === undefined || beats(tariff, best))) best = tariff;
  }
  return best;
}

function applies(tariff: Tariff, question: TariffQuestion): boolean {
  return (
    tariff.senderRoute === question.senderRoute &&
    tariff.validFromMs <= question.atMs &&
    (tariff.accountId === undefined || tariff.accountId === question.accountId) &&
    (tariff.operatorId === undefined || tariff.operatorId === question.operatorId)
  );
}

function beats(tariff: Tariff, other: Tariff): boolean {
  const rank = specificity(tariff) - specificity(other);
  if (rank !== 0) return rank > 0;
  if (tariff.validFromMs !== other.validFromMs) return tariff.validFromMs > other.validFromMs;
  return tariff.id > other.id;
}

function specificity(tariff: Tariff): number {
  return (tariff.accountId === undefined ? 0 : 2) + (tariff.operatorId === undefined ? 0 : 1);
}
