import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { formatRupees, type Micros } from '../../domain/pricing/money.ts';

/** The refusal that says what is needed and what is there (code 8). */
export function insufficientCredit(priceMicros: Micros, availableMicros: Micros): Refusal {
  return refuse('credit_insufficient', {
    price: formatRupees(priceMicros),
    available: formatRupees(availableMicros),
  });
}
