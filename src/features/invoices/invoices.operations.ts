/** What finance does with invoices: looks, credits one or a part of it, and files the return. */
import type { AccountId } from '../../domain/ids.ts';
import { INVOICE_KINDS } from '../../domain/payment/invoice.ts';
import { micros, showRupees } from '../../domain/pricing/money.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { changed, refuse, within, type Refused } from '../../operations/admin.ts';
import {
  account,
  argument,
  checkSpan,
  lastArgument,
  limitOf,
  needed,
  oneOf,
  option,
  span,
  text,
  line,
} from '../../operations/fields.ts';
import { operation, query, type Filled } from '../../operations/operation.ts';
import { at, type RawFields } from '../../operations/show.ts';
import { lockFunds } from '../../store/ledger/balances.ts';
import { sumAsked } from '../payments/refunds.sql.ts';
import { correctCredit } from '../credit/credit.operations.ts';
import { payment } from '../credit/payment-field.ts';
import { exportInvoices, TOO_MANY } from './export-invoices.ts';
import { drawInvoice } from './invoice-pdf.ts';
import { fileNameOf, netOf } from './invoices.ts';
import { findInvoiceByNumber, listInvoices, lockInvoice, type Invoice } from './invoices.sql.ts';
import { issueCreditNote, nextNumber, openTaxNumber } from './issue-invoice.ts';

const number = argument('INVOICE', {
  ...text('INVOICE'),
  must: 'must be the number of an invoice, such as INV-2026-000123',
  read: (given) => given.trim().toUpperCase(),
});
const UNKNOWN = refuse('number', 'is not an invoice of this account');

const FILTERS = {
  accountId: lastArgument('[ACCOUNT]', account),
  kind: option('kind', oneOf('KIND', INVOICE_KINDS), 'of this kind only'),
  ...span,
};

export const invoiceList = query({
  name: 'invoice list',
  about: 'Lists invoices and credit notes, the newest first: of an account or of all.',
  input: {
    ...FILTERS,
    number: option('number', text('NUMBER'), 'the one with this number'),
    most: limitOf(200),
  },
  async read({ reader }, input) {
    checkSpan(input);
    const found = await listInvoices(reader, { ...input, before: undefined });
    return { data: found.map(rowOf), empty: 'There are no such invoices.' };
  },
});

export const invoiceSave = query({
  name: 'invoice save',
  about: 'Writes an invoice or credit note to a new file of this machine, as PDF.',
  input: { number, file: argument('FILE', text('FILE')) },
  async read({ reader, admin }, { number, file }) {
    const found = await findInvoiceByNumber(reader, { number });
    if (found === undefined) return refuse('number', 'is not an invoice');
    const octets = await drawInvoice(found, openTaxNumber(admin, found));
    return { data: { ...rowOf(found), file: fileNameOf(found) }, saves: { file, octets } };
  },
});

export const invoiceExport = query({
  name: 'invoice export',
  about: 'Writes invoices and credit notes to a new CSV file, for the sales tax return.',
  input: { file: argument('FILE', text('FILE')), ...FILTERS },
  async read({ reader, admin }, { file, ...asked }) {
    checkSpan(asked);
    const made = await exportInvoices(reader, admin, asked);
    if (made === undefined) return TOO_MANY;
    return { data: { file, rows: made.rows }, saves: { file, octets: Buffer.from(made.csv) } };
  },
});

const CREDIT = {
  accountId: argument('ACCOUNT', account),
  number,
  amountMicros: option('amount', payment, 'a part of it; absent: all that is left of it'),
  reason: needed(option('reason', line('WORDS'), 'why, as it stands on the credit note')),
};
type Crediting = Filled<typeof CREDIT>;

/** The invoice, which nobody else credits meanwhile, and how much of it is to be credited. */
async function take(
  transaction: Transaction,
  { accountId, number: of, amountMicros }: Crediting,
): Promise<
  { readonly invoice: Invoice; readonly amountMicros: Invoice['amountMicros'] } | Refused
> {
  if (!(await lockInvoice(transaction, { accountId, number: of }))) return UNKNOWN;
  const invoice = await findInvoiceByNumber(transaction, { number: of });
  if (invoice === undefined) return UNKNOWN;
  const asked = await sumAsked(transaction, { accountId, transferId: invoice.transferId });
  const left = micros(invoice.amountMicros - invoice.creditedMicros - asked);
  if (left <= 0n) return refuse('number', 'has been credited whole');
  if (amountMicros !== undefined && amountMicros > left) {
    return refuse('amountMicros', `must not exceed what is left of it: ${showRupees(left)} rupees`);
  }
  return { invoice, amountMicros: amountMicros ?? left };
}

const takesBack = (accountId: AccountId, amountMicros: Invoice['amountMicros'], cause: string) => ({
  accountId,
  amountMicros,
  reference: cause,
  shared: true,
  asked: undefined,
});

export const creditInvoice = operation({
  name: 'invoice credit',
  about:
    'Issues a credit note of an invoice or a part of it, and takes that much credit back from ' +
    'the account.',
  audit: 'invoice.credit',
  raises: 'nothing',
  input: CREDIT,
  async second(transaction, input, admin) {
    // Before the balance, as whoever confirms the request locks them.
    const taken = await take(transaction, input);
    if ('ok' in taken) return undefined;
    const cause = `Credit note of ${input.number}`;
    const move = takesBack(input.accountId, taken.amountMicros, cause);
    return correctCredit.second(transaction, move, admin);
  },
  async work(transaction, input, admin) {
    const { accountId, reason } = input;
    if (reason === undefined) return refuse('reason', 'must say why');
    const taken = await take(transaction, input);
    if ('ok' in taken) return taken;
    const { invoice, amountMicros } = taken;
    // The balance before the number: who waits for a balance must not hold the series up.
    await lockFunds(transaction, [accountId], admin.clock.nowMs());
    const made = await nextNumber(admin, transaction, 'credit_note');
    const cause = `Credit note ${made} of ${invoice.number}`;
    const move = takesBack(accountId, amountMicros, cause);
    const moved = await correctCredit(within(admin, transaction), move);
    if (!moved.ok) return moved;
    if (moved.value.repeated) return refuse('number', 'has a credit note whose words were used');
    const { transferId } = moved.value;
    const note = { number: made, transferId, reason, amountMicros };
    await issueCreditNote(admin, transaction, invoice, note);
    const detail = { invoice: invoice.number, amountMicros: String(amountMicros), reason };
    return changed(made, { ...detail, creditNote: made });
  },
  show: (made, _, { reader }) => showOne(reader, made),
});

async function showOne(reader: Reader, number: string) {
  const found = await findInvoiceByNumber(reader, { number });
  return { data: found === undefined ? {} : rowOf(found) };
}

function rowOf(it: Invoice): RawFields {
  return {
    invoice: it.number,
    kind: it.kind,
    account: it.accountId,
    name: it.buyerName,
    issued: at(it.issuedAtMs),
    net: netOf(it),
    tax: it.taxMicros,
    amount: it.amountMicros,
    credited: it.creditedMicros,
    of: it.ofNumber,
    paid_by: it.cause,
    reason: it.reason,
    issued_by: it.issuedBy,
    id: it.id,
  };
}
