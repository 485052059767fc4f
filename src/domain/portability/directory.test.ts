import { describe, expect, it } from 'vitest';
import { NAYA, OPERATORS, ROSHAN, rupees } from '../../../test/support/fixtures.ts';
import type { LookupTariffId } from '../ids.ts';
import { micros } from '../pricing/money.ts';
import { chargeFor, lookupPricesFor, lookupsSinceMs, type LookupTariff } from './directory.ts';

function tariff(id: number, changes: Partial<LookupTariff> = {}): LookupTariff {
  return {
    id: id as LookupTariffId,
    accountId: undefined,
    firstMicros: rupees(1),
    againMicros: micros(250_000n),
    validFromMs: 0,
    ...changes,
  };
}

describe('the prices of look-ups', () => {
  const question = { accountId: ROSHAN, atMs: 1_000 };

  it.each<readonly [string, readonly LookupTariff[], number | undefined]>([
    ['there are none', [], undefined],
    ['one is for everybody', [tariff(1)], 1],
    ['one is for another account', [tariff(1), tariff(2, { accountId: NAYA })], 1],
    ['one is its own, though older', [tariff(2, { accountId: ROSHAN }), tariff(3)], 2],
    ['one begins at that moment', [tariff(1), tariff(2, { validFromMs: 1_000 })], 2],
    ['one begins a moment later', [tariff(1), tariff(2, { validFromMs: 1_001 })], 1],
    ['two began together', [tariff(2), tariff(1)], 2],
  ])('are those in force where %s', (_, tariffs, id) => {
    expect(lookupPricesFor(tariffs, question)?.id).toBe(id);
  });
});

describe('a saved look-up', () => {
  it('counts for 60 days', () => {
    expect(lookupsSinceMs(60 * 86_400_000 + 5)).toBe(5);
  });
});

describe('the charge for look-ups', () => {
  const number = (recipient: string, isFresh: boolean) => {
    return { recipient, operatorId: OPERATORS.jazz, isFresh };
  };
  const fresh = number('923001000001', true);
  const known = number('923001000002', false);
  const prices = { firstMicros: rupees(1), againMicros: micros(250_000n) };
  const lookups = { atMs: 0, prices, numbers: [fresh, known] };

  it('is that of a first look-up for what was asked, and less for what was saved', () => {
    const charge = chargeFor(lookups, () => false);
    expect(charge).toEqual({ first: [fresh], again: 1, amountMicros: 1_250_000n });
  });

  it('counts saved ones of which only the number is kept', () => {
    const charge = chargeFor({ ...lookups, savedToo: 7 }, () => false);
    expect(charge).toEqual({ first: [fresh], again: 8, amountMicros: 3_000_000n });
  });

  it('is less for what somebody has saved since it was asked', () => {
    const charge = chargeFor(lookups, (recipient) => recipient === fresh.recipient);
    expect(charge).toEqual({ first: [], again: 2, amountMicros: 500_000n });
  });
});
