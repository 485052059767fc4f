import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { overCap, type OverCap, type Spending } from '../../domain/ledger/spending.ts';
import { formatRupees, formatRupeesUp, type Micros } from '../../domain/pricing/money.ts';

/** What an account can spend, as it was read without a lock. */
export type SpendableFunds = {
  readonly availableMicros: Micros;
  readonly postpaid: boolean;
  readonly spending: Spending;
};

/** Why an amount cannot be spent, caps before credit; undefined when it can. */
export function refusalOfFunds(
  amountMicros: Micros,
  { availableMicros, postpaid, spending }: SpendableFunds,
): Refusal | undefined {
  const over = overCap(spending, amountMicros);
  if (over !== undefined) return refuseOverCap(amountMicros, over);
  if (postpaid || amountMicros <= availableMicros) return undefined;
  return refuseWithoutCredit(amountMicros, availableMicros);
}

/** The refusal of what would spend more than its account may in a day or month (code 9). */
export function refuseOverCap(priceMicros: Micros, { period, leftMicros }: OverCap): Refusal {
  return refuse('rejected_spending', {
    price: formatRupeesUp(priceMicros),
    left: formatRupees(leftMicros),
    period,
  });
}

/** The refusal that says what is needed and what is there (code 8). */
export function refuseWithoutCredit(priceMicros: Micros, availableMicros: Micros): Refusal {
  return refuse('credit_insufficient', {
    price: formatRupeesUp(priceMicros),
    available: formatRupees(availableMicros),
  });
}
