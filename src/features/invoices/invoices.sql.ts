/** Invoices and credit notes, their numbers, and the rates of sales tax. */
import type { AccountId, InvoiceId, TransferId } from '../../domain/ids.ts';
import type { InvoiceKind, Province } from '../../domain/payment/invoice.ts';
import type { Micros } from '../../domain/pricing/money.ts';
import { read, write } from '../../kit/postgres/callable.ts';

/** Both parties are as they were when it was issued. */
export type Invoice = {
  readonly id: InvoiceId;
  readonly accountId: AccountId;
  /** What it is about in the ledger; undefined: there was no credit left to take back. */
  readonly transferId: TransferId | undefined;
  readonly number: string;
  readonly kind: InvoiceKind;
  /** Of a credit note: the invoice, and why. */
  readonly ofId: InvoiceId | undefined;
  readonly ofNumber: string | undefined;
  readonly reason: string | undefined;
  /** The whole, tax included. */
  readonly amountMicros: Micros;
  readonly taxMicros: Micros;
  /** What credit notes have taken back of it. */
  readonly creditedMicros: Micros;
  readonly province: Province | undefined;
  readonly basisPoints: number | undefined;
  /** How it was paid. */
  readonly cause: string | undefined;
  readonly seller: string | undefined;
  readonly buyerName: string;
  readonly buyerAddress: string;
  /** Sealed. */
  readonly buyerTaxNumber: Buffer | undefined;
  readonly buyerSalesTaxNumber: string;
  readonly issuedAtMs: number;
  readonly issuedBy: string;
};

const COLUMNS = `select i.id, i.account_id, i.transfer_id, i.number, i.kind, i.of_id,
  f.number as of_number, i.reason, i.amount_micros, i.tax_micros, (
    select coalesce(sum(n.amount_micros), 0)::bigint from invoices n
    where n.account_id = i.account_id and n.of_id = i.id
  ) as credited_micros, i.province, i.basis_points, i.cause, i.seller, i.buyer_name,
  i.buyer_address, i.buyer_tax_number, i.buyer_sales_tax_number, i.issued_at, i.issued_by
  from invoices i left join invoices f on f.account_id = i.account_id and f.id = i.of_id`;

/** The next number of a series, which nobody else gets until the transaction ends. */
export const nextCount = write.value<
  { readonly kind: InvoiceKind; readonly year: number },
  { readonly last: number }
>(
  'next-invoice-count',
  `insert into invoice_counters as c (kind, year, last) values (:kind, :year, 1)
  on conflict (kind, year) do update set last = c.last + 1
  returning last`,
);

export const insertInvoice = write.run<
  Omit<Invoice, 'id' | 'ofNumber' | 'creditedMicros' | 'issuedAtMs'> & { readonly atMs: number }
>(
  'insert-invoice',
  `insert into invoices (account_id, transfer_id, number, kind, of_id, reason, amount_micros,
    tax_micros, province, basis_points, cause, seller, buyer_name, buyer_address, buyer_tax_number,
    buyer_sales_tax_number, issued_at, issued_by)
  values (:accountId, :transferId, :number, :kind, :ofId, :reason, :amountMicros, :taxMicros,
    :province, :basisPoints, :cause, :seller, :buyerName, :buyerAddress, :buyerTaxNumber,
    :buyerSalesTaxNumber, @atMs, :issuedBy)`,
);

export const findInvoice = read.one<{ accountId: AccountId; id: number }, Invoice>(
  'find-invoice',
  `${COLUMNS} where i.account_id = :accountId and i.id = :id`,
);

export const findInvoiceByNumber = read.one<{ number: string }, Invoice>(
  'find-invoice-by-number',
  `${COLUMNS} where i.number = :number`,
);

/** Nobody else credits it until the transaction ends. */
export const lockInvoice = write.any<{ accountId: AccountId; number: string }>(
  'lock-invoice',
  `select from invoices where account_id = :accountId and number = :number and kind = 'invoice'
  for update`,
);

/** The number of what a transfer was invoiced by; of what was paid before there were any: none. */
export const findNumberOf = read.maybeValue<
  { readonly accountId: AccountId; readonly transferId: TransferId },
  { readonly number: string }
>(
  'find-invoice-number',
  `select number from invoices where account_id = :accountId and transfer_id = :transferId`,
);

export type InvoiceAsk = {
  readonly accountId: AccountId | undefined;
  readonly kind: InvoiceKind | undefined;
  readonly number: string | undefined;
  readonly sinceMs: number | undefined;
  readonly untilMs: number | undefined;
  readonly before: number | undefined;
  readonly most: number;
};

/** The newest first; of all accounts, for staff. */
export const listInvoices = read.many<InvoiceAsk, Invoice>(
  'list-invoices',
  `${COLUMNS}
  where (:accountId::bigint is null or i.account_id = :accountId)
    and (:kind::text is null or i.kind = :kind)
    and (:number::text is null or i.number = :number)
    and (@sinceMs is null or i.issued_at >= @sinceMs)
    and (@untilMs is null or i.issued_at < @untilMs)
    and (:before::bigint is null or i.id < :before)
  order by i.id desc limit :most`,
);

export type TaxRate = {
  readonly province: Province;
  readonly validFromMs: number;
  readonly basisPoints: number;
};

export const listTaxRates = read.many<void, TaxRate>(
  'list-tax-rates',
  `select province, valid_from, basis_points from tax_rates order by province, valid_from`,
);

export const findTaxRate = read.maybeValue<
  { readonly province: Province; readonly atMs: number },
  { readonly basisPoints: number }
>(
  'find-tax-rate',
  `select basis_points from tax_rates where province = :province and valid_from <= @atMs
  order by valid_from desc limit 1`,
);

/** One that begins at the same moment is replaced. */
export const setTaxRate = write.run<TaxRate>(
  'set-tax-rate',
  `insert into tax_rates (province, valid_from, basis_points)
  values (:province, @validFromMs, :basisPoints)
  on conflict (province, valid_from) do update set basis_points = excluded.basis_points`,
);
