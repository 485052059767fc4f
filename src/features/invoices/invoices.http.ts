/** `/v1/invoices`: what an account has paid, and what was credited of it, to look at and as PDF. */
import { INVOICE_KINDS } from '../../domain/payment/invoice.ts';
import type { AccountId, InvoiceId } from '../../domain/ids.ts';
import type { Principal } from '../../domain/account/account.ts';
import { refuse } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { Type } from '../../kit/shape.ts';
import { collection } from '../../api/v1/collection.ts';
import {
  defineEndpoint,
  refused,
  refuseField,
  type Endpoint,
  type Outcome,
  type PersonEndpoint,
} from '../../api/v1/endpoint.ts';
import { limitPerHour, staffMay } from '../../api/v1/guards.ts';
import { getOne, idOf, listOf, SPAN_FIELDS, spanOf } from '../../api/v1/list.ts';
import type { OperateDeps } from '../../api/v1/operate.ts';
import type { Admin } from '../../operations/admin.ts';
import { closed } from '../../operations/resource.ts';
import type { PeopleDeps } from '../sign-in/sign-in.http.ts';
import { exportInvoices, TOO_MANY } from './export-invoices.ts';
import { drawInvoice } from './invoice-pdf.ts';
import { fileNameOf, INVOICE, type TaxNumberOf } from './invoices.ts';
import { findInvoice, listInvoices } from './invoices.sql.ts';
import { openTaxNumber } from './issue-invoice.ts';

const kind = Type.Optional(Type.Enum([...INVOICE_KINDS]));

const at = collection(INVOICE, {
  path: '/v1/invoices',
  id: idOf<InvoiceId>('an invoice'),
  field: 'invoiceId',
  unknown: 'invoice_unknown',
});

/** The list is separate because it is exported, too. */
export function createListInvoices({ reader, chat }: OperateDeps): Endpoint {
  return listOf({
    ...at.list,
    name: 'listInvoices',
    scope: 'read',
    about: 'Invoices of what you have paid, and credit notes, newest first.',
    filters: { ...SPAN_FIELDS, kind },
    find: ({ account, query, before, most, span }) =>
      listInvoices(reader, {
        accountId: account.id,
        kind: query.kind,
        number: undefined,
        ...span,
        before,
        most,
      }),
    show: (it, { principal }) => INVOICE.show(it, taxNumbers(chat, principal)),
  });
}

/** As on statements: who acts for the account alone. */
const taxNumbers =
  (admin: Pick<Admin, 'seal'>, { scopes }: Principal): TaxNumberOf =>
  (it) =>
    scopes.includes('account') ? openTaxNumber(admin, it) : undefined;

const TOO_MANY_FILES = refuse('invoice_files_exceeded', {
  files: String(limit('invoiceFilesPerHour')),
});

export function createInvoiceEndpoints(deps: OperateDeps): readonly Endpoint[] {
  const { reader, chat } = deps;
  return [
    createListInvoices(deps),
    getOne({
      ...at.show,
      name: 'showInvoice',
      scope: 'read',
      about: 'One invoice or credit note.',
      find: ({ account, places: { id } }) => findInvoice(reader, { id, accountId: account.id }),
      show: (it, { principal }) => INVOICE.show(it, taxNumbers(chat, principal)),
    }),
    defineEndpoint({
      method: 'GET',
      path: `${at.show.path}/pdf`,
      places: at.show.places,
      name: 'showInvoiceFile',
      scope: 'read',
      about: 'The same as PDF; the tax number is on it for those who have the scope `account`.',
      givesFile: true,
      guards: [limitPerHour(chat.clock, limit('invoiceFilesPerHour'), TOO_MANY_FILES)],
      failures: ['invoice_unknown'],
      handle: ({ account, places: { id }, principal }) =>
        giveFile(reader, { accountId: account.id, id }, taxNumbers(chat, principal)),
    }),
  ];
}

async function giveFile(
  reader: Reader,
  named: { readonly accountId: AccountId; readonly id: number },
  taxNumberOf: TaxNumberOf,
): Promise<Outcome> {
  const found = await findInvoice(reader, named);
  if (found === undefined) return refused('invoice_unknown');
  const content = await drawInvoice(found, taxNumberOf(found));
  return { kind: 'file', mime: 'application/pdf', content, fileName: fileNameOf(found) };
}

const EXPORTED = closed({
  ...SPAN_FIELDS,
  account: Type.Optional(Type.Integer({ minimum: 1, description: 'Of this account only.' })),
  kind,
});

export function createStaffInvoices({ reader, admin }: PeopleDeps): readonly PersonEndpoint[] {
  return [
    defineEndpoint({
      method: 'GET',
      path: '/v1/staff/invoices/export',
      who: 'staff',
      name: 'exportStaffInvoices',
      about: 'Invoices and credit notes of all accounts as CSV, for the sales tax return.',
      guards: [staffMay('invoice export')],
      query: EXPORTED,
      givesFile: true,
      async handle({ query }) {
        const span = spanOf(query);
        if ('kind' in span) return span;
        const asked = { ...span, accountId: query.account as AccountId, kind: query.kind };
        const made = await exportInvoices(reader, admin, asked);
        if (made === undefined) return refuseField('/until', TOO_MANY.rule, 'query');
        const content = Buffer.from(made.csv);
        return { kind: 'file', mime: 'text/csv; charset=utf-8', content, fileName: 'invoices.csv' };
      },
    }),
    defineEndpoint({
      method: 'GET',
      path: '/v1/staff/invoices/{account}/{id}/pdf',
      who: 'staff',
      name: 'showStaffInvoiceFile',
      about: 'An invoice or credit note of an account, as PDF.',
      guards: [staffMay('invoice save')],
      places: { account: idOf<AccountId>('an account'), id: idOf<InvoiceId>('its invoice') },
      givesFile: true,
      failures: ['invoice_unknown'],
      handle: ({ places: { account: accountId, id } }) =>
        giveFile(reader, { accountId, id }, (it) => openTaxNumber(admin, it)),
    }),
  ];
}
