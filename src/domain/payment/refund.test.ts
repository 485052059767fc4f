import { expect, it } from 'vitest';
import { micros } from '../pricing/money.ts';
import { judgeRefund, type RefundFate } from './refund.ts';

const amountMicros = micros(500_000_000n);
const leftMicros = micros(600_000_000n);
const fate = { state: 'refunded', amountMicros, currency: 'PKR' } as const;
const FATES: readonly RefundFate[] = [
  { ...fate, state: 'asked' },
  fate,
  { ...fate, state: 'refused' },
  { ...fate, amountMicros: micros(400_000_000n) },
  { ...fate, amountMicros: micros(600_010_000n) },
  { ...fate, currency: 'USD' },
];

it.each<[RefundFate['state'] | undefined, readonly string[]]>([
  // Whoever gives money back at the gateway gives what is left at most.
  [undefined, ['open', 'refunded', 'repeated', 'refunded', 'contradicts', 'contradicts']],
  ['asked', ['open', 'refunded', 'refused', 'contradicts', 'contradicts', 'contradicts']],
  ['refunded', ['repeated', 'repeated', 'contradicts', 'repeated', 'repeated', 'repeated']],
  // It was given back after all.
  ['refused', ['repeated', 'refunded', 'repeated', 'contradicts', 'contradicts', 'contradicts']],
])('what is made of anything said of a refund that was %s', (state, verdicts) => {
  const before = state && { state, amountMicros };
  const payment = { state: 'paid', leftMicros } as const;
  expect(FATES.map((it) => judgeRefund(before, payment, it))).toEqual(verdicts);
});

it('of a payment that was never credited nothing is taken', () => {
  const payment = { state: 'differs', leftMicros } as const;
  expect(judgeRefund(undefined, payment, fate)).toBe('contradicts');
});
