/**
 * Issuing: an invoice in the transaction that adds the credit, a credit note in the one that takes
 * it back. The number comes last, because its series waits for whoever has taken one.
 */
import type { AccountId, TransferId } from '../../domain/ids.ts';
import {
  numberOf,
  taxOfNote,
  taxWithin,
  yearAt,
  type InvoiceKind,
  type Province,
} from '../../domain/payment/invoice.ts';
import { ZERO, type Micros } from '../../domain/pricing/money.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { SEAL_PURPOSES } from '../../kit/seal.ts';
import type { Admin } from '../../operations/admin.ts';
import { findAccount } from '../accounts/accounts.sql.ts';
import { readApprovedTaxNumber } from '../verification/verification.operations.ts';
import {
  findInvoiceByNumber,
  findNumberOf,
  findTaxRate,
  insertInvoice,
  lockInvoice,
  nextCount,
  type Invoice,
} from './invoices.sql.ts';

type Issuing = Pick<Admin, 'clock' | 'seal' | 'statementFrom' | 'actor'>;

type PaidCredit = {
  readonly accountId: AccountId;
  readonly transferId: TransferId;
  readonly amountMicros: Micros;
  /** How it was paid: the cause of the transfer. */
  readonly cause: string | undefined;
};

/** Issues the invoice of what has become credit. Returns its number. */
export async function issueInvoice(
  admin: Issuing,
  transaction: Transaction,
  { accountId, transferId, amountMicros, cause }: PaidCredit,
): Promise<string> {
  const account = await findAccount(transaction, { accountId });
  if (account === undefined) throw new Error('an invoice of no account');
  const { province } = account;
  const basisPoints = await rateOf(admin, transaction, province);
  const taxMicros = basisPoints === undefined ? ZERO : taxWithin(amountMicros, basisPoints);
  const number = await nextNumber(admin, transaction, 'invoice');
  await writeInvoice(admin, transaction, {
    number,
    kind: 'invoice',
    accountId,
    transferId,
    ofId: undefined,
    reason: undefined,
    amountMicros,
    taxMicros,
    province,
    basisPoints,
    cause,
    seller: admin.statementFrom,
    buyerName: account.name,
    buyerAddress: account.address,
    buyerTaxNumber: await readApprovedTaxNumber(admin, transaction, accountId),
    buyerSalesTaxNumber: account.salesTaxNumber,
  });
  return number;
}

async function rateOf(
  { clock }: Issuing,
  transaction: Transaction,
  province: Province | undefined,
): Promise<number | undefined> {
  if (province === undefined) return undefined;
  return findTaxRate(transaction, { province, atMs: clock.nowMs() });
}

/** The next number of a series: whoever takes one must lock nothing more that others may hold. */
export async function nextNumber(
  { clock }: Pick<Issuing, 'clock'>,
  transaction: Transaction,
  kind: InvoiceKind,
): Promise<string> {
  const year = yearAt(clock.nowMs());
  return numberOf(kind, year, await nextCount(transaction, { kind, year }));
}

/** The invoice of what a transfer was paid by, which nobody else credits meanwhile; or none. */
export async function lockInvoiceOf(
  transaction: Transaction,
  paid: { readonly accountId: AccountId; readonly transferId: TransferId },
): Promise<Invoice | undefined> {
  const number = await findNumberOf(transaction, paid);
  if (number === undefined) return undefined;
  await lockInvoice(transaction, { accountId: paid.accountId, number });
  return findInvoiceByNumber(transaction, { number });
}

/** Issues a credit note of an invoice that is locked. Returns its number. */
export async function issueCreditNote(
  admin: Issuing,
  transaction: Transaction,
  invoice: Invoice,
  note: Pick<Invoice, 'amountMicros' | 'transferId' | 'reason'> & { readonly number?: string },
): Promise<string> {
  const { amountMicros } = note;
  const number = note.number ?? (await nextNumber(admin, transaction, 'credit_note'));
  const { id: ofId, ...as } = invoice;
  await writeInvoice(admin, transaction, {
    ...as,
    ...note,
    kind: 'credit_note',
    number,
    ofId,
    cause: undefined,
    taxMicros: taxOfNote(invoice, amountMicros),
    buyerTaxNumber: openTaxNumber(admin, invoice),
  });
  return number;
}

type Written = Omit<Parameters<typeof insertInvoice>[1], 'atMs' | 'issuedBy'>;

/** @param it its tax number is not sealed yet */
export async function writeInvoice(
  { actor: issuedBy, clock, seal }: Issuing,
  transaction: Transaction,
  it: Omit<Written, 'buyerTaxNumber'> & { readonly buyerTaxNumber: string | undefined },
): Promise<void> {
  const plain = it.buyerTaxNumber;
  const buyerTaxNumber = plain === undefined ? plain : seal.seal(plain, purposeOf(it));
  await insertInvoice(transaction, { ...it, buyerTaxNumber, issuedBy, atMs: clock.nowMs() });
}

/** The tax number of the buyer; undefined: none, or sealed with another master key. */
export function openTaxNumber(
  { seal }: Pick<Admin, 'seal'>,
  it: Pick<Invoice, 'accountId' | 'number' | 'buyerTaxNumber'>,
): string | undefined {
  return it.buyerTaxNumber && seal.open(it.buyerTaxNumber, purposeOf(it));
}

const purposeOf = ({ accountId, number }: Pick<Invoice, 'accountId' | 'number'>) =>
  SEAL_PURPOSES.invoiceTaxNumber(accountId, number);
