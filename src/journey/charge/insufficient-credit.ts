import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { formatRupees, micros, type Micros } from '../../domain/pricing/money.ts';

/** What is needed is rounded up, what is left down: they never look equal. */
const ALMOST_A_PAISA = 9_999n;

/** The refusal that says what is needed and what is there (code 8). */
export function insufficientCredit(priceMicros: Micros, availableMicros: Micros): Refusal {
  return refuse('credit_insufficient', {
    price: formatRupees(micros(priceMicros + ALMOST_A_PAISA)),
    available: formatRupees(availableMicros),
  });
}
