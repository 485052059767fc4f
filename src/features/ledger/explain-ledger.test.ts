import { describe, expect, it } from 'vitest';
import { micros } from '../../domain/pricing/money.ts';
import type { LedgerTotals } from './ledger-totals.sql.ts';
import { explainLedger } from './explain-ledger.ts';

const money = (rupees: number) => micros(BigInt(Math.round(rupees * 1_000_000)));

/** 90 credited, 5 given, 5 paid, 10 corrected; three messages at 5: posted, released, queued. */
const totals: LedgerTotals = {
  availableMicros: money(80),
  transfers: {
    credit: money(90),
    trial: money(5),
    payment: money(5),
    payment_refund: money(0),
    refund_failure: money(0),
    correction: money(10),
    reserve: money(15),
    post: money(5),
    release: money(5),
    refund: money(0),
    lookup: money(0),
  },
  lookupMicros: money(0),
  givenUpMicros: money(0),
  writingMicros: money(0),
  messages: {
    count: 3,
    priceMicros: money(15),
    postedMicros: money(5),
    openMicros: money(5),
  },
  isCut: false,
};

describe('an explained ledger', () => {
  it('has four ledger accounts that sum to zero', () => {
    const { standings, isExplained } = explainLedger(totals);
    expect(isExplained).toBe(true);
    expect(standings).toEqual({
      funding: money(-90),
      available: money(80),
      reserved: money(5),
      revenue: money(5),
    });
    expect(Object.values(standings).reduce((sum, it) => sum + it, 0n)).toBe(0n);
  });

  it('counts refunds, and large requests that are being written or were given up', () => {
    const transfers = {
      ...totals.transfers,
      reserve: money(15 + 7 + 3),
      release: money(5 + 3),
      refund: money(5),
    };
    const busy = {
      ...totals,
      transfers,
      availableMicros: money(80 + 5 - 7),
      writingMicros: money(7),
      givenUpMicros: money(3),
    };
    expect(explainLedger(busy)).toMatchObject({ isExplained: true });
  });

  it('counts look-ups, as recorded with requests', () => {
    const looked = {
      ...totals,
      transfers: { ...totals.transfers, lookup: money(1.25) },
      availableMicros: money(80 - 1.25),
      lookupMicros: money(1.25),
    };
    expect(explainLedger(looked)).toMatchObject({ isExplained: true });
    const unexplained = explainLedger({ ...looked, lookupMicros: money(1) });
    expect(unexplained.isExplained).toBe(false);
  });

  it.each([
    ['the balance', { availableMicros: money(79.999999) }],
    ['reserved now', { messages: { ...totals.messages, openMicros: money(4) } }],
    ['posted in all', { messages: { ...totals.messages, postedMicros: money(4) } }],
    ['reserved in all', { messages: { ...totals.messages, priceMicros: money(16) } }],
  ])('names %s when it does not add up', (what, change) => {
    const { claims, isExplained } = explainLedger({ ...totals, ...change });
    expect(isExplained).toBe(false);
    const wrong = claims.filter(({ differenceMicros }) => differenceMicros !== 0n);
    expect(wrong.map((claim) => claim.what)).toEqual([what]);
  });

  it('accepts that messages explain less once old ones are dropped, never more', () => {
    const kept = { ...totals.messages, priceMicros: money(10), postedMicros: money(0) };
    const cut = { ...totals, messages: kept, isCut: true };
    expect(explainLedger(cut).isExplained).toBe(true);
    const tooMuch = { ...cut, messages: { ...kept, postedMicros: money(6) } };
    expect(explainLedger(tooMuch).isExplained).toBe(false);
  });
});
