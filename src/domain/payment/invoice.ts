/** Invoices: their numbers, and the sales tax within what was paid (decision 118). */
import { MICROS_PER_PAISA, micros, type Micros } from '../pricing/money.ts';
import { monthAt } from '../policy/hours.ts';

/** Who levies sales tax on services: the provinces, the capital, and the two territories. */
export const PROVINCES = [
  ...(['punjab', 'sindh', 'khyber_pakhtunkhwa', 'balochistan', 'islamabad'] as const),
  ...(['azad_kashmir', 'gilgit_baltistan'] as const),
] as const;
export type Province = (typeof PROVINCES)[number];

/** Each is a series of numbers. */
export const INVOICE_KINDS = ['invoice', 'credit_note'] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

const PREFIXES: Readonly<Record<InvoiceKind, string>> = { invoice: 'INV', credit_note: 'CN' };
const DIGITS = 6;

/** `INV-2026-000123`; a year with more than a million of them has longer numbers. */
export function numberOf(kind: InvoiceKind, year: number, count: number): string {
  return `${PREFIXES[kind]}-${year}-${String(count).padStart(DIGITS, '0')}`;
}

/** The year of Pakistan that holds a moment. */
export function yearAt(atMs: number): number {
  return 1970 + Math.floor(monthAt(atMs) / 12);
}

const WHOLE = 10_000n;

/**
 * The tax within an amount that includes it, to the paisa, half of one upwards. The rest is the
 * price without tax: the two are the amount exactly.
 *
 * @param basisPoints the rate, in hundredths of a percent
 */
export function taxWithin(amountMicros: Micros, basisPoints: number): Micros {
  const rate = BigInt(basisPoints);
  return toPaisa(amountMicros * rate, WHOLE + rate);
}

/**
 * The tax of a credit note: the parts in which an invoice is credited have its tax exactly.
 *
 * @param creditedMicros what earlier notes have credited
 */
export function taxOfNote(
  invoice: {
    readonly amountMicros: Micros;
    readonly taxMicros: Micros;
    readonly creditedMicros: Micros;
  },
  noteMicros: Micros,
): Micros {
  const { amountMicros, taxMicros, creditedMicros } = invoice;
  const of = (credited: bigint) => toPaisa(taxMicros * credited, amountMicros);
  return micros(of(creditedMicros + noteMicros) - of(creditedMicros));
}

/** A quotient, to the paisa. Neither is negative. */
function toPaisa(dividend: bigint, divisor: bigint): Micros {
  const whole = divisor * MICROS_PER_PAISA;
  return micros(((dividend + whole / 2n) / whole) * MICROS_PER_PAISA);
}

/** `16.00`, of percent. */
export function showPercent(basisPoints: number): string {
  return (basisPoints / 100).toFixed(2);
}
