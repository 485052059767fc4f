import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AccountId } from '../ids.ts';
import { micros } from '../pricing/money.ts';
import { judgeOf, TRANSFER_SIDES, type Claim, type Funds, type Verdict } from './ledger.ts';

const [first, second, third] = [1 as AccountId, 2 as AccountId, 3 as AccountId];
const ACCOUNTS = [first, second, third];

const fund = (accountId: AccountId, available: bigint, postpaid = false): Funds => ({
  accountId,
  availableMicros: micros(available),
  postpaid,
});
const claim = (accountId: AccountId, amount: bigint): Claim => ({
  accountId,
  amountMicros: micros(amount),
});
const verdict = (granted: boolean, available: bigint): Verdict => ({
  granted,
  availableMicros: micros(available),
});
const judge = (funds: readonly Funds[], claims: readonly Claim[]): readonly Verdict[] =>
  claims.map(judgeOf(funds));

describe('claims on funds', () => {
  it('are granted to the last millionth and no further', () => {
    expect(judge([fund(first, 10n)], [claim(first, 10n)])).toEqual([verdict(true, 0n)]);
    expect(judge([fund(first, 10n)], [claim(first, 11n)])).toEqual([verdict(false, 10n)]);
  });

  it('are refused whole, and a smaller one after it may still fit', () => {
    const claims = [claim(first, 6n), claim(first, 5n), claim(first, 4n), claim(first, 1n)];
    expect(judge([fund(first, 10n)], claims)).toEqual([
      verdict(true, 4n),
      verdict(false, 4n),
      verdict(true, 0n),
      verdict(false, 0n),
    ]);
  });

  it('are judged by the funds of their own account', () => {
    const claims = [claim(first, 10n), claim(second, 5n), claim(first, 1n), claim(second, 1n)];
    expect(judge([fund(second, 6n), fund(first, 10n)], claims)).toEqual([
      verdict(true, 0n),
      verdict(true, 1n),
      verdict(false, 0n),
      verdict(true, 0n),
    ]);
  });

  it('may take a postpaid account below zero, and no other', () => {
    const claims = [claim(first, 15n), claim(first, 5n), claim(second, 15n)];
    expect(judge([fund(first, 10n, true), fund(second, 10n)], claims)).toEqual([
      verdict(true, -5n),
      verdict(true, -10n),
      verdict(false, 10n),
    ]);
  });

  it('for zero are granted, but not on a balance that is already negative', () => {
    expect(judge([fund(first, 0n)], [claim(first, 0n)])).toEqual([verdict(true, 0n)]);
    expect(judge([fund(first, -1n)], [claim(first, 0n)])).toEqual([verdict(false, -1n)]);
  });

  it('are a bug when they are negative or on funds that nobody locked', () => {
    expect(() => judge([fund(first, 10n)], [claim(first, -1n)])).toThrow(/negative/);
    expect(() => judge([fund(first, 10n)], [claim(second, 1n)])).toThrow(/no funds were locked/);
  });

  it('never overdraw, and are granted greedily in order of arrival', () => {
    const anAmount = fc.bigInt({ min: 0n, max: 60n });
    const someFunds = fc
      .tuple(anAmount, anAmount, anAmount)
      .map((amounts) => amounts.map((amount, index) => fund(ACCOUNTS[index] ?? first, amount)));
    const someClaims = fc.array(fc.tuple(fc.constantFrom(...ACCOUNTS), anAmount));
    fc.assert(
      fc.property(someFunds, someClaims, (funds, drawn) => {
        const claims = drawn.map(([accountId, amount]) => claim(accountId, amount));
        const verdicts = judge(funds, claims);
        const left = new Map(funds.map((it) => [it.accountId, BigInt(it.availableMicros)]));
        claims.forEach(({ accountId, amountMicros }, index) => {
          const before = left.get(accountId) ?? 0n;
          const fits = amountMicros <= before;
          const after = fits ? before - amountMicros : before;
          expect(verdicts[index]).toEqual(verdict(fits, after));
          expect(after >= 0n).toBe(true);
          left.set(accountId, after);
        });
        expect(verdicts).toHaveLength(claims.length);
      }),
    );
  });
});

describe('the sides of a transfer', () => {
  it('let money come in, be reserved, and go to us or back', () => {
    const moved = (kinds: readonly (keyof typeof TRANSFER_SIDES)[]): Record<string, number> => {
      const standings = { funding: 0, available: 0, reserved: 0, revenue: 0 };
      for (const kind of kinds) {
        standings[TRANSFER_SIDES[kind].debit] -= 1;
        standings[TRANSFER_SIDES[kind].credit] += 1;
      }
      return standings;
    };
    const came = { funding: -1, available: 0, reserved: 0, revenue: 0 };
    const nothing = { ...came, funding: 0 };
    expect(moved(['credit', 'reserve'])).toEqual({ ...came, reserved: 1 });
    expect(moved(['credit', 'reserve', 'post'])).toEqual({ ...came, revenue: 1 });
    expect(moved(['credit', 'reserve', 'release'])).toEqual({ ...came, available: 1 });
    expect(moved(['credit', 'reserve', 'post', 'refund'])).toEqual({ ...came, available: 1 });
    expect(moved(['credit', 'correction'])).toEqual(nothing);
  });
});
