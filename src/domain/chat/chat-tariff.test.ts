import { describe, expect, it } from 'vitest';
import { micros } from '../pricing/money.ts';
import { type ChatCost, chatCostFor } from './chat-tariff.ts';

const cost = (id: number, country: string | undefined, more: Partial<ChatCost> = {}): ChatCost => {
  return {
    id,
    category: 'utility',
    country,
    costMicros: micros(BigInt(id)),
    validFromMs: 10,
    ...more,
  };
};

describe('the cost of a message', () => {
  const costs = [
    cost(1, undefined),
    cost(2, '92'),
    cost(3, '92', { validFromMs: 20 }),
    cost(4, '92', { validFromMs: 20 }),
    cost(5, undefined, { category: 'service' }),
  ];

  it.each([
    ['92', 9, undefined],
    ['92', 10, 2n],
    ['92', 19, 2n],
    ['92', 20, 4n],
    ['971', 20, 1n],
  ])('to %s at %i is %s', (country, atMs, expected) => {
    expect(chatCostFor(costs, { category: 'utility', country, atMs })).toBe(expected);
  });
});
