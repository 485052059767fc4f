import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import type { OverCap } from '../../domain/ledger/spending.ts';
import { formatRupees, formatRupeesUp, type Micros } from '../../domain/pricing/money.ts';

/** The refusal of a request that would spend more than its account may (code 9). */
export function spendingRefused(priceMicros: Micros, { period, leftMicros }: OverCap): Refusal {
  return refuse('rejected_spending', {
    price: formatRupeesUp(priceMicros),
    left: formatRupees(leftMicros),
    period,
  });
}
