/** Invoices as a file for the accountant of the service, and for the return of its sales tax. */
import { showPercent } from '../../domain/payment/invoice.ts';
import { stampInZone } from '../../domain/policy/hours.ts';
import { limit } from '../../domain/limits.ts';
import { micros, showRupees, type Micros } from '../../domain/pricing/money.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { BYTE_ORDER_MARK, writeCsvLine } from '../../kit/write-csv.ts';
import { refuse, type Admin } from '../../operations/admin.ts';
import { netOf } from './invoices.ts';
import { listInvoices, type Invoice, type InvoiceAsk } from './invoices.sql.ts';
import { openTaxNumber } from './issue-invoice.ts';

const HEAD = [
  ...['number', 'date', 'kind', 'of', 'account', 'name', 'tax number', 'STRN', 'province'],
  ...['rate', 'net', 'tax', 'total', 'paid by', 'reason'],
];

export const TOO_MANY = refuse(
  'untilMs',
  `must end sooner: there are more than ${limit('invoicesExported')} invoices`,
);

/** All of a period, oldest first; credit notes are negative. undefined: there are too many. */
export async function exportInvoices(
  reader: Reader,
  admin: Pick<Admin, 'seal'>,
  asked: Pick<InvoiceAsk, 'accountId' | 'kind' | 'sinceMs' | 'untilMs'>,
): Promise<{ readonly csv: string; readonly rows: number } | undefined> {
  const lines: string[] = [];
  let before: number | undefined;
  const most = limit('rowsInPiece');
  for (;;) {
    const page = await listInvoices(reader, { ...asked, number: undefined, before, most });
    lines.push(...page.map((it) => lineOf(it, openTaxNumber(admin, it))));
    if (lines.length > limit('invoicesExported')) return undefined;
    if (page.length < most) break;
    before = page.at(-1)?.id;
  }
  const csv = [BYTE_ORDER_MARK + writeCsvLine(HEAD), ...lines.toReversed()].join('');
  return { csv, rows: lines.length };
}

function lineOf(it: Invoice, taxNumber: string | undefined): string {
  const isNote = it.kind === 'credit_note';
  const money = (amount: Micros) => showRupees(isNote ? micros(0n - amount) : amount);
  const { basisPoints } = it;
  return writeCsvLine([
    ...[it.number, stampInZone(it.issuedAtMs).slice(0, 10), it.kind, it.ofNumber ?? null],
    ...[String(it.accountId), it.buyerName, taxNumber ?? null, it.buyerSalesTaxNumber || null],
    ...[it.province ?? null, basisPoints === undefined ? null : showPercent(basisPoints)],
    ...[money(netOf(it)), money(it.taxMicros), money(it.amountMicros)],
    ...[it.cause ?? null, it.reason ?? null],
  ]);
}
