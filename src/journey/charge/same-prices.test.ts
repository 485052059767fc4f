import { describe, expect, it } from 'vitest';
import { makeTariff, OPERATORS, ROUTING, rupees } from '../../../test/support/fixtures.ts';
import { samePrices } from './same-prices.ts';

const list = { ...ROUTING, tariffs: [makeTariff()], lookupTariffs: [], version: 1 };

describe('prices', () => {
  it('are the same when something else has changed', () => {
    const other = { ...list, version: 2, routes: [], health: new Map() };
    expect(samePrices(list, other)).toBe(true);
  });

  it.each([
    ['a price', { tariffs: [makeTariff({ partPriceMicros: rupees(3) })] }],
    ['a further tariff', { tariffs: [makeTariff(), makeTariff({ senderRoute: 'branded' })] }],
    ['a prefix', { operatorsByPrefix: new Map([['92300', OPERATORS.zong]]) }],
    ['who carries for whom', { carriedBy: new Map([[OPERATORS.zong, OPERATORS.jazz]]) }],
  ])('are not the same with %s', (_, change) => {
    expect(samePrices(list, { ...list, ...change })).toBe(false);
  });
});
