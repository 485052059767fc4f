import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { micros } from '../pricing/money.ts';
import { numberOf, showPercent, taxOfNote, taxWithin, yearAt } from './invoice.ts';

const PAISA = 10_000n;
const paisas = (count: number) => micros(BigInt(count) * PAISA);
const amount = fc.integer({ min: 1, max: 10_000_000_000 }).map(paisas);
const rate = fc.integer({ min: 0, max: 9_999 });

describe('the tax within an amount', () => {
  it.each([
    ['1160.00 at 16 %', 116_000, 1_600, 16_000],
    ['1000.00 at 16 %', 100_000, 1_600, 13_793],
    ['1000.00 at 19.5 %', 100_000, 1_950, 16_318],
    ['0.01 at 16 %', 1, 1_600, 0],
    ['0.03 at 20 %, half a paisa', 3, 2_000, 1],
    ['500.00 at 0 %', 50_000, 0, 0],
  ])('of %s is exact to the paisa', (_, whole, basisPoints, tax) => {
    expect(taxWithin(paisas(whole), basisPoints)).toBe(paisas(tax));
  });

  it('is whole paisas, and the rate of what is left to half a paisa', () => {
    fc.assert(
      fc.property(amount, rate, (whole, basisPoints) => {
        const tax = taxWithin(whole, basisPoints);
        expect(tax % PAISA).toBe(0n);
        expect(tax >= 0n && tax < whole).toBe(true);
        // |tax − whole × rate / (1 + rate)| ≤ half a paisa, in whole numbers.
        const points = BigInt(basisPoints);
        const off = 2n * (tax * (10_000n + points) - whole * points);
        expect((off < 0n ? -off : off) <= PAISA * (10_000n + points)).toBe(true);
      }),
    );
  });
});

describe('the tax of credit notes', () => {
  it('is the tax of the invoice, however it is parted', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(parts, rate, (given, basisPoints) => {
        const whole = given.reduce((sum, it) => sum + it, 0);
        const invoice = {
          amountMicros: paisas(whole),
          taxMicros: taxWithin(paisas(whole), basisPoints),
        };
        let [creditedMicros, taxed] = [micros(0n), 0n];
        for (const part of given.map(paisas)) {
          const tax = taxOfNote({ ...invoice, creditedMicros }, part);
          expect(tax >= 0n && tax <= part && tax % PAISA === 0n).toBe(true);
          creditedMicros = micros(creditedMicros + part);
          taxed += tax;
        }
        expect(taxed).toBe(invoice.taxMicros);
      }),
    );
  });
});

describe('a number', () => {
  it('has the series, the year of Pakistan and six digits', () => {
    expect(numberOf('invoice', 2026, 123)).toBe('INV-2026-000123');
    expect(numberOf('credit_note', 2027, 1_234_567)).toBe('CN-2027-1234567');
    expect(yearAt(Date.parse('2026-12-31T18:59:59Z'))).toBe(2026);
    expect(yearAt(Date.parse('2026-12-31T19:00:00Z'))).toBe(2027);
    expect(showPercent(1_950)).toBe('19.50');
  });
});
