/** What of a payment is given back. */
import type { Micros } from '../pricing/money.ts';
import { CURRENCY, type PaymentState, type Verdict } from './payment.ts';

/**
 * `asked`: credit was taken for it, and the gateway has not said what became of it. `refused`: the
 * gateway will not, and the credit was given back.
 */
export const REFUND_STATES = ['asked', 'refunded', 'refused'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** What a gateway says of a refund, by its states. */
export type RefundFate = {
  readonly state: RefundState;
  readonly amountMicros: Micros;
  readonly currency: string;
};

type Known = { readonly state: RefundState; readonly amountMicros: Micros };

/**
 * What is made of a refund that a gateway tells of. Money that it gave back counts whatever was
 * said before, and whoever asked for it there; once it counts, nothing that is said later undoes
 * it.
 *
 * @param known undefined: we have not asked for it
 * @param payment its state, and what of it is not known to have been given back
 */
export function judgeRefund(
  known: Known | undefined,
  payment: { readonly state: PaymentState; readonly leftMicros: Micros },
  fate: RefundFate,
): Extract<Verdict, 'open' | 'refunded' | 'refused' | 'repeated' | 'contradicts'> {
  if (known?.state === 'refunded') return fate.state === 'refused' ? 'contradicts' : 'repeated';
  if (fate.state === 'asked') return known?.state === 'refused' ? 'repeated' : 'open';
  if (fate.state === 'refused') return known?.state === 'asked' ? 'refused' : 'repeated';
  const isEqual = known === undefined || known.amountMicros === fate.amountMicros;
  const isPossible =
    payment.state === 'paid' &&
    fate.currency === CURRENCY &&
    fate.amountMicros <= payment.leftMicros;
  return isEqual && isPossible ? 'refunded' : 'contradicts';
}
