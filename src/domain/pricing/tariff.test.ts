import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeTariff, NAYA, OPERATORS, ROSHAN } from '../../../test/support/fixtures.ts';
import type { TariffId } from '../ids.ts';
import { tariffFor, type Tariff } from './tariff.ts';

const question = {
  accountId: ROSHAN,
  senderRoute: 'simple',
  operatorId: OPERATORS.jazz,
  atMs: 1_000,
} as const;

const id = (value: number): TariffId => value as TariffId;
const own = { accountId: ROSHAN } as const;
const jazz = { operatorId: OPERATORS.jazz } as const;
const zong = { operatorId: OPERATORS.zong } as const;

describe('the tariff in force', () => {
  it.each<readonly [string, Partial<Tariff>, Partial<Tariff>]>([
    ["the operator's own before any operator's", jazz, {}],
    ["the account's own before everybody's", own, {}],
    ["the account's own before everybody's for the operator", own, jazz],
    ["the account's own for the operator before its own for any", { ...own, ...jazz }, own],
    ['what became valid last', { validFromMs: 900 }, { validFromMs: 100 }],
    ['what was set last of two from the same moment', { id: id(3) }, { id: id(2) }],
    ['an old special price before a new general one', { ...own, validFromMs: 1 }, { id: id(9) }],
    ['what is valid from this very moment', { validFromMs: 1_000 }, { validFromMs: 999 }],
  ])('is %s, in any order', (_, winner, loser) => {
    const best = makeTariff({ id: id(1), ...winner });
    const other = makeTariff({ id: id(2), ...loser });
    expect(tariffFor([best, other], question)).toBe(best);
    expect(tariffFor([other, best], question)).toBe(best);
  });

  it.each<readonly [string, Partial<Tariff>]>([
    ['becomes valid a millisecond later', { validFromMs: 1_001 }],
    ["is another account's", { accountId: NAYA }],
    ["is another operator's", { operatorId: OPERATORS.zong }],
    ['is for another sender route', { senderRoute: 'branded' }],
  ])('is none when the only one %s', (_, changes) => {
    expect(tariffFor([makeTariff(changes)], question)).toBeUndefined();
  });

  it.each<readonly [string, Partial<Tariff>, Partial<Tariff>]>([
    ['its own before that of its carrier', jazz, zong],
    ['that of its carrier before any operator’s', zong, {}],
    ["the account's own before that of its carrier", own, zong],
  ])('of an operator that another one carries is %s', (_, winner, loser) => {
    const best = makeTariff({ id: id(1), ...winner });
    const other = makeTariff({ id: id(2), ...loser });
    const carried = { ...question, carriedBy: OPERATORS.zong };
    expect(tariffFor([other, best], carried)).toBe(best);
    expect(tariffFor([best, other], carried)).toBe(best);
  });

  it('is none when there are none', () => {
    expect(tariffFor([], question)).toBeUndefined();
  });

  it('does not depend on the order of the tariffs', () => {
    const anyTariff = fc.record({
      accountId: fc.constantFrom(undefined, ROSHAN, NAYA),
      operatorId: fc.constantFrom(undefined, OPERATORS.jazz, OPERATORS.zong),
      senderRoute: fc.constantFrom('simple' as const, 'branded' as const),
      validFromMs: fc.integer({ min: 998, max: 1_002 }),
    });
    fc.assert(
      fc.property(fc.array(anyTariff, { maxLength: 12 }), fc.nat(), (drawn, turn) => {
        const tariffs = drawn.map((tariff, index) => makeTariff({ ...tariff, id: id(index + 1) }));
        const at = tariffs.length === 0 ? 0 : turn % tariffs.length;
        const turned = [...tariffs.slice(at), ...tariffs.slice(0, at)];
        expect(tariffFor(turned, question)).toBe(tariffFor(tariffs, question));
        expect(tariffFor(tariffs.toReversed(), question)).toBe(tariffFor(tariffs, question));
      }),
    );
  });
});
