/** Payments at the checkout of a gateway. */
import type { Micros } from '../pricing/money.ts';

/** What has become of a payment at the gateway. */
export type Fate =
  | { readonly kind: 'open' | 'declined' | 'expired' }
  | { readonly kind: 'paid'; readonly amountMicros: Micros; readonly currency: string };

/** By what the service heard of a payment. */
export type Way = 'notification' | 'inquiry' | 'return';

/**
 * What was made of something heard. `repeated`: known already. `contradicts`: it says otherwise
 * than what money was moved for. `refunded`, `refused`: of a refund. `disputed`: a chargeback.
 * `unknown`: signed, and of no payment of ours.
 */
export type Verdict =
  | ('open' | 'paid' | 'declined' | 'expired' | 'differs')
  | ('refunded' | 'refused' | 'disputed')
  | ('repeated' | 'contradicts' | 'unknown' | 'forged' | 'other');

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
export const CURRENCY = 'PKR';

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
