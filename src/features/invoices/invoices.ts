/** How an invoice is shown. */
import {
  INVOICE_KINDS,
  PROVINCES,
  showPercent,
  type InvoiceKind,
} from '../../domain/payment/invoice.ts';
import { micros, showRupees } from '../../domain/pricing/money.ts';
import { Type } from '../../kit/shape.ts';
import {
  closed,
  derived,
  from,
  id,
  money,
  nullable,
  orNull,
  resource,
  time,
} from '../../operations/resource.ts';
import type { Invoice } from './invoices.sql.ts';

/** What is left when the tax is taken off. */
export const netOf = ({ amountMicros, taxMicros }: Invoice) => micros(amountMicros - taxMicros);

/** `undefined`: the reader may not see it, or there is none. */
export type TaxNumberOf = (it: Invoice) => string | undefined;

export const INVOICE = resource(
  'Invoice',
  {
    id: id(),
    number: Type.String({ description: 'INV-2026-000123, CN-2026-000004: without gaps.' }),
    kind: Type.Enum([...INVOICE_KINDS], {
      description: 'invoice: of what you have paid. credit_note: takes back an invoice, or a part.',
    }),
    invoice: from('ofNumber', nullable('The number of the invoice that a credit note is of.')),
    reason: nullable('Why a credit note was issued.'),
    amount: money({ description: 'The whole, tax included.' }),
    net: derived(Type.String({ description: 'The amount without tax.' }), (it: Invoice) =>
      showRupees(netOf(it)),
    ),
    tax: from('taxMicros', money({ description: 'The sales tax within the amount.' })),
    tax_rate: derived(
      nullable('In percent: 16.00; null: none was set for the province.'),
      ({ basisPoints: rate }: Invoice) => (rate === undefined ? undefined : showPercent(rate)),
    ),
    province: orNull(Type.Enum([...PROVINCES]), 'Of the account then.'),
    credited: money({ description: 'What credit notes have taken back of it.' }),
    ledger_id: from(
      'transferId',
      orNull(id(), 'Of the line in the ledger; null: there was no credit left to take back.'),
    ),
    currency: Type.Literal('PKR'),
    paid_by: from('cause', nullable('How it was paid.')),
    from: from('seller', nullable('Who issued it, with address and tax numbers, as it was then.')),
    to: derived(
      closed({
        name: Type.String(),
        address: nullable('As it was then.'),
        tax_number: nullable('As approved then; only for those who have the scope `account`.'),
        sales_tax_number: nullable('The STRN then.'),
      }),
      (it: Invoice, taxNumberOf: TaxNumberOf) => ({
        name: it.buyerName,
        address: it.buyerAddress || null,
        tax_number: taxNumberOf(it) ?? null,
        sales_tax_number: it.buyerSalesTaxNumber || null,
      }),
    ),
    issued_at: time(),
  },
  'What was paid, or credited of it: never changed.',
);

export const fileNameOf = ({ number }: Pick<Invoice, 'number'>): string => `${number}.pdf`;

/** As it stands on paper: without a rate it is no tax invoice. */
export function titleOf({
  kind,
  basisPoints,
}: {
  readonly kind: InvoiceKind;
  readonly basisPoints: number | undefined;
}): string {
  if (kind === 'credit_note') return 'Credit note';
  return basisPoints === undefined ? 'Receipt' : 'Sales tax invoice';
}
