import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { formatRupees, formatRupeesUp, type Micros } from '../../domain/pricing/money.ts';

/** The refusal that says what is needed and what is there (code 8). */
export function insufficientCredit(priceMicros: Micros, availableMicros: Micros): Refusal {
  return refuse('credit_insufficient', {
    price: formatRupeesUp(priceMicros),
    available: formatRupees(availableMicros),
  });
}
