import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import type { OverCap } from '../../domain/ledger/spending.ts';
import { formatRupees, micros, type Micros } from '../../domain/pricing/money.ts';

/** What is needed is rounded up, what is left down: they never look equal. */
const ALMOST_A_PAISA = 9_999n;

/** The refusal of a request that would spend more than its account may (code 9). */
export function spendingRefused(priceMicros: Micros, { period, leftMicros }: OverCap): Refusal {
  return refuse('rejected_spending', {
    price: formatRupees(micros(priceMicros + ALMOST_A_PAISA)),
    left: formatRupees(leftMicros),
    period,
  });
}
