/** The rates of sales tax that invoices state, by province and day. */
import { PROVINCES, showPercent } from '../../domain/payment/invoice.ts';
import { dayAt, momentOf } from '../../domain/policy/hours.ts';
import { changed, refuse } from '../../operations/admin.ts';
import { argument, oneOf, option, time, type Kind } from '../../operations/fields.ts';
import { pattern, Type } from '../../kit/shape.ts';
import { operation, query } from '../../operations/operation.ts';
import { showTime, type RawFields } from '../../operations/show.ts';
import { listTaxRates, setTaxRate, type TaxRate } from './invoices.sql.ts';

const MUST_BE_PERCENT = 'must be percent with at most 2 decimals, below 100: 16 or 19.5';

const PERCENT = /^\d{1,2}(\.\d{1,2})?$/;

const percent: Kind<number> = {
  word: 'PERCENT',
  schema: Type.String({ ...pattern(PERCENT, MUST_BE_PERCENT), examples: ['16.00'] }),
  must: MUST_BE_PERCENT,
  read: (given) => (PERCENT.test(given) ? Math.round(Number(given) * 100) : undefined),
};

const rowOf = ({ province, basisPoints, validFromMs }: TaxRate): RawFields => ({
  province,
  percent: showPercent(basisPoints),
  valid_from: showTime(validFromMs),
});

export const taxList = query({
  name: 'tax list',
  about: 'Lists past, current and scheduled rates of sales tax, by province.',
  input: {},
  read: async ({ reader }) => ({
    data: (await listTaxRates(reader)).map(rowOf),
    empty: 'No rates are set: invoices state no tax.',
  }),
});

export const setTax = operation({
  name: 'tax set',
  about:
    'Sets the sales tax on services that invoices of accounts in a province state. It is within ' +
    'what they pay: nobody pays more or less by it.',
  audit: 'tax.set',
  raises: 'nothing',
  input: {
    province: argument('PROVINCE', oneOf('PROVINCE', PROVINCES)),
    basisPoints: argument('PERCENT', percent),
    validFromMs: option('from', time, 'in force from then on (default: now)'),
  },
  async work(transaction, { validFromMs, ...input }, { clock }) {
    const nowMs = clock.nowMs();
    // Invoices of earlier days are issued; today's may be, and keep what they say.
    const isPast = validFromMs !== undefined && validFromMs < momentOf(dayAt(nowMs), 0);
    if (isPast) return refuse('validFromMs', 'must not lie in the past');
    const rate = { ...input, validFromMs: validFromMs ?? nowMs };
    await setTaxRate(transaction, rate);
    return changed(rate, rate);
  },
  show: (rate: TaxRate) => ({ data: rowOf(rate) }),
});
