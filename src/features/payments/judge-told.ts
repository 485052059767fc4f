import type { Micros } from '../../domain/pricing/money.ts';
import type { Fate, Verdict } from './gateway.ts';

/**
 * `opening`: the gateway has not taken it yet. `failed`: it never did. `differs`: another amount
 * was paid than was asked, and finance decides. `closed`: finance has.
 */
export const PAYMENT_STATES = [
  'opening',
  'open',
  'paid',
  'declined',
  'expired',
  'failed',
  'differs',
  'closed',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** The only currency of the ledger. */
const CURRENCY = 'PKR';

type Payment = { readonly state: PaymentState; readonly amountMicros: Micros };

/**
 * What is made of what a gateway says. Money that was paid counts whatever was said before: people
 * pay after a decline, and gateways report late. Once it was moved, or finance has it, nothing
 * that is said later moves any.
 */
export function judgeTold({ state, amountMicros }: Payment, fate: Fate): Verdict {
  const isEqual =
    fate.kind === 'paid' && fate.amountMicros === amountMicros && fate.currency === CURRENCY;
  switch (state) {
    case 'paid':
      return isEqual || fate.kind === 'open' ? 'repeated' : 'contradicts';
    case 'differs':
    case 'closed':
      return isEqual ? 'contradicts' : 'repeated';
    case 'declined':
    case 'expired':
    case 'failed':
      if (fate.kind !== 'paid') return 'repeated';
      return isEqual ? 'paid' : 'differs';
    case 'opening':
    case 'open':
      if (fate.kind !== 'paid') return fate.kind;
      return isEqual ? 'paid' : 'differs';
  }
}
