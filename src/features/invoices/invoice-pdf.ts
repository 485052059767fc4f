/** An invoice on paper. */
import { showPercent } from '../../domain/payment/invoice.ts';
import { stampInZone } from '../../domain/policy/hours.ts';
import { writeRupees, type Micros } from '../../domain/pricing/money.ts';
import { makePdf, PAGE, type Page } from '../../kit/pdf.ts';
import type { Invoice } from './invoices.sql.ts';
import { netOf, titleOf } from './invoices.ts';

const LEFT = 56;
const RIGHT = PAGE.width - LEFT;
const MIDDLE = PAGE.width / 2 + 10;
const HALF = MIDDLE - LEFT - 20;
const AMOUNTS = 120;

/** @param taxNumber of the buyer, opened */
export function drawInvoice(it: Invoice, taxNumber: string | undefined): Promise<Buffer> {
  const title = titleOf(it);
  return makePdf({ title: `${title} ${it.number}`, atMs: it.issuedAtMs }, (page) => {
    page.write(title, { x: LEFT, y: 56, width: HALF, size: 20, bold: true });
    const right = { x: MIDDLE, width: RIGHT - MIDDLE, align: 'right' } as const;
    page.write(it.number, { ...right, y: 58, size: 12, bold: true });
    page.write(dateOf(it.issuedAtMs), { ...right, y: 76, grey: true });
    const y = Math.max(writeSeller(page, it), writeBuyer(page, it, taxNumber)) + 24;
    writeAmounts(page, it, y);
    page.write('Made by a program: valid without a signature. All amounts in Pakistan rupees.', {
      x: LEFT,
      y: PAGE.height - 64,
      width: RIGHT - LEFT,
      size: 8,
      grey: true,
    });
  });
}

/** `26 November 2026`, of Pakistan. */
function dateOf(atMs: number): string {
  const [year, month, day] = stampInZone(atMs).slice(0, 10).split('-');
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
}
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'],
  ...['October', 'November', 'December'],
];

const PARTIES = 124;

function writeSeller(page: Page, { seller }: Invoice): number {
  const at = { x: LEFT, width: HALF };
  const y = page.write('From', { ...at, y: PARTIES, grey: true });
  const [name = '', ...rest] = (seller ?? 'Whoever runs this service has not said.').split('\n');
  const below = page.write(name, { ...at, y, bold: true });
  return rest.length === 0 ? below : page.write(rest.join('\n'), { ...at, y: below });
}

function writeBuyer(page: Page, it: Invoice, taxNumber: string | undefined): number {
  const at = { x: MIDDLE, width: RIGHT - MIDDLE };
  const y = page.write('To', { ...at, y: PARTIES, grey: true });
  const below = page.write(`${it.buyerName} (account ${it.accountId})`, { ...at, y, bold: true });
  const lines = [
    ...(it.buyerAddress === '' ? [] : [it.buyerAddress]),
    ...(it.province === undefined ? [] : [nameOfProvince(it.province)]),
    ...(taxNumber === undefined
      ? []
      : [`${taxNumber.includes('-') ? 'NTN' : 'Tax number'}: ${taxNumber}`]),
    ...(it.buyerSalesTaxNumber === '' ? [] : [`STRN: ${it.buyerSalesTaxNumber}`]),
  ];
  return lines.length === 0 ? below : page.write(lines.join('\n'), { ...at, y: below });
}

/** `khyber_pakhtunkhwa` → `Khyber Pakhtunkhwa`. */
const nameOfProvince = (province: string): string =>
  province
    .split('_')
    .map((it) => `${it.slice(0, 1).toUpperCase()}${it.slice(1)}`)
    .join(' ');

function writeAmounts(page: Page, it: Invoice, from: number): void {
  const amounts = { x: RIGHT - AMOUNTS, width: AMOUNTS, align: 'right' } as const;
  const words = { x: LEFT, width: RIGHT - LEFT - AMOUNTS - 20 };
  let y = from;
  const line = (what: string, amount: Micros | undefined, bold = false) => {
    page.rule(y, LEFT, RIGHT);
    if (amount !== undefined)
      page.write(`Rs ${writeRupees(amount)}`, { ...amounts, y: y + 6, bold });
    y = page.write(what, { ...words, y: y + 6, bold }) + 6;
  };
  line(whatOf(it), netOf(it));
  const { basisPoints } = it;
  if (basisPoints !== undefined) {
    const rate = `${showPercent(basisPoints).replace(/\.?0+$/, '')} %`;
    line(`Sales tax on services, ${nameOfProvince(it.province ?? '')}: ${rate}`, it.taxMicros);
  }
  const total = it.kind === 'credit_note' ? 'Total credited' : 'Total paid';
  line(basisPoints === undefined ? total : `${total}, tax included`, it.amountMicros, true);
  page.rule(y, LEFT, RIGHT);
}

function whatOf({ kind, cause, ofNumber, reason }: Invoice): string {
  if (kind === 'credit_note') return `Credit of invoice ${ofNumber}\n${reason}`;
  return cause === undefined ? 'Credit for messages' : `Credit for messages\n${cause}`;
}
