import { expect, it } from 'vitest';
import { micros } from '../pricing/money.ts';
import { judgeTold, PAYMENT_STATES, type Fate } from './payment.ts';

const amountMicros = micros(1_500_000_000n);
const paid = { kind: 'paid', amountMicros, currency: 'PKR' } as const;
const FATES: readonly Fate[] = [
  paid,
  { ...paid, amountMicros: micros(1_499_990_000n) },
  { ...paid, currency: 'USD' },
  { kind: 'declined' },
  { kind: 'expired' },
  { kind: 'open' },
];

/** In the order of FATES. */
const VERDICTS = {
  opening: ['paid', 'differs', 'differs', 'declined', 'expired', 'open'],
  open: ['paid', 'differs', 'differs', 'declined', 'expired', 'open'],
  declined: ['paid', 'differs', 'differs', 'repeated', 'repeated', 'repeated'],
  expired: ['paid', 'differs', 'differs', 'repeated', 'repeated', 'repeated'],
  failed: ['paid', 'differs', 'differs', 'repeated', 'repeated', 'repeated'],
  paid: ['repeated', 'contradicts', 'contradicts', 'contradicts', 'contradicts', 'repeated'],
  differs: ['contradicts', 'repeated', 'repeated', 'repeated', 'repeated', 'repeated'],
  closed: ['contradicts', 'repeated', 'repeated', 'repeated', 'repeated', 'repeated'],
};

it.each(PAYMENT_STATES)('what is made of anything said of a payment that is %s', (state) => {
  expect(FATES.map((fate) => judgeTold({ state, amountMicros }, fate))).toEqual(VERDICTS[state]);
});
