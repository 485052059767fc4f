import type { Refusal } from '../../domain/failure/failure.ts';
import { overCap, type Spending } from '../../domain/ledger/spending.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { insufficientCredit } from './insufficient-credit.ts';
import { spendingRefused } from './spending-refused.ts';

/** What an account can spend, as it was read without a lock. */
export type SpendableFunds = {
  readonly availableMicros: Micros;
  readonly postpaid: boolean;
  readonly spending: Spending;
};

/** Why an amount cannot be spent, caps before credit; undefined: it can. */
export function refusalOfFunds(
  amountMicros: Micros,
  { availableMicros, postpaid, spending }: SpendableFunds,
): Refusal | undefined {
  const over = overCap(spending, amountMicros);
  if (over !== undefined) return spendingRefused(amountMicros, over);
  if (postpaid || amountMicros <= availableMicros) return undefined;
  return insufficientCredit(amountMicros, availableMicros);
}
