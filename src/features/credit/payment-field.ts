import { parseRupees, type Micros } from '../../domain/pricing/money.ts';
import { pattern, Type } from '../../kit/shape.ts';
import { rupees, type Kind } from '../../operations/fields.ts';

/** Far above any purchase; a balance stays within what is read exactly from a column (2^53). */
const MOST_RUPEES = 100_000_000n;

const MUST_BE_PAISAS = 'must be rupees without commas, with at most 2 decimals, such as 4.80';

/** Payments are in paisas; prices are finer. Who writes 0500 may mean 500, 5000 or 50000. */
export const payment: Kind<Micros> = {
  ...rupees(MOST_RUPEES, 'more than zero'),
  schema: Type.String({
    ...pattern(/^(0|[1-9]\d*)(\.\d{1,2})?$/, MUST_BE_PAISAS),
    examples: ['1500.00'],
  }),
  must: MUST_BE_PAISAS,
  read: (given) => (/^0\d|\.\d{3,}$/.test(given) ? undefined : parseRupees(given)),
};
