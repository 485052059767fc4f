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
  let best: Tariff | undefined;
  for (const tariff of tariffs) {
    if (!applies(tariff, question)) continue;
    if (best === undefined || beats(tariff, best, question)) best = tariff;
  }
  return best;
}

function applies(tariff: Tariff, question: TariffQuestion): boolean {
  const { operatorId } = tariff;
  return (
    tariff.senderRoute === question.senderRoute &&
    tariff.validFromMs <= question.atMs &&
    (tariff.accountId === undefined || tariff.accountId === question.accountId) &&
    (operatorId === undefined ||
      operatorId === question.operatorId ||
      operatorId === question.carriedBy)
  );
}

function beats(tariff: Tariff, other: Tariff, question: TariffQuestion): boolean {
  const rank = specificity(tariff, question) - specificity(other, question);
  if (rank !== 0) return rank > 0;
  if (tariff.validFromMs !== other.validFromMs) return tariff.validFromMs > other.validFromMs;
  return tariff.id > other.id;
}

function specificity({ accountId, operatorId }: Tariff, question: TariffQuestion): number {
  const ofAccount = accountId === undefined ? 0 : 3;
  if (operatorId === undefined) return ofAccount;
  return ofAccount + (operatorId === question.operatorId ? 2 : 1);
}
