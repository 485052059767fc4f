/** What the gateway gives back: asked by the shop, or at its own dashboard. */
import { randomBytes } from 'node:crypto';
import { isRecord } from '../kit/json.ts';
import type { Checkout, Gateway } from './gateway.ts';

export type Refund = {
  readonly id: string;
  readonly checkout: string;
  /** Of the shop; empty: it was given back at the dashboard. */
  readonly reference: string;
  readonly amount: string;
  readonly currency: string;
  state: 'pending' | 'succeeded' | 'failed';
  why: string;
};

export type Given = { readonly status: number; readonly value: unknown };

const PAISAS = 100;
const paisasOf = (amount: string): number => Math.round(Number(amount) * PAISAS);

/** Gives back a part of what was paid, once for a reference; a sentence: why not. */
export function refund(
  gateway: Gateway,
  wished: { readonly checkout: string; readonly amount: unknown; readonly reference?: string },
): Refund | string {
  const { reference = '', amount } = wished;
  const known = gateway.refunds.find((it) => reference !== '' && it.reference === reference);
  if (known !== undefined) return known;
  const checkout = gateway.checkouts.get(wished.checkout);
  const { taken } = checkout ?? {};
  if (checkout === undefined || taken === undefined) return 'nothing was paid there';
  if (typeof amount !== 'string' || !/^\d+\.\d\d$/.test(amount)) return 'this is no amount';
  if (gateway.behaviour.refund === 'refuse') return 'the balance of the shop is too low';
  if (paisasOf(amount) > leftOf(gateway, checkout, taken.amount))
    return 'that is more than is left';
  const made: Refund = {
    id: `re_${randomBytes(12).toString('hex')}`,
    checkout: checkout.id,
    reference,
    amount,
    currency: taken.currency,
    state: gateway.behaviour.refund === 'wait' ? 'pending' : 'succeeded',
    why: '',
  };
  gateway.refunds.push(made);
  gateway.announce(checkout, 'refunded');
  return made;
}

function leftOf({ refunds }: Gateway, { id }: Checkout, taken: string): number {
  const gone = refunds.filter((it) => it.checkout === id && it.state !== 'failed');
  return gone.reduce((left, it) => left - paisasOf(it.amount), paisasOf(taken));
}

/** What became of one that was pending, or seemed done. */
export function changeRefund(gateway: Gateway, id: string, state: string): Refund | undefined {
  const found = gateway.refunds.find((it) => it.id === id);
  const checkout = gateway.checkouts.get(found?.checkout ?? '');
  if (found === undefined || checkout === undefined) return undefined;
  found.state = state === 'failed' ? 'failed' : 'succeeded';
  found.why = state === 'failed' ? 'the card was closed' : '';
  gateway.announce(checkout, 'refunded');
  return found;
}

/** `POST /v1/refunds`; undefined: it is not answered. */
export function giveRefund(gateway: Gateway, body: string): Given | undefined {
  const read: unknown = JSON.parse(body);
  if (!isRecord(read)) return { status: 400, value: { error: 'this is no refund' } };
  const { checkout, reference, amount } = read;
  const wished = { checkout: String(checkout), reference: String(reference), amount };
  const made = refund(gateway, wished);
  if (gateway.behaviour.refund === 'lose') return undefined;
  if (typeof made === 'string') return { status: 402, value: { error: made } };
  return { status: 201, value: made };
}

/** `GET /v1/refunds?checkout=…` */
export function listRefunds({ refunds, checkouts }: Gateway, checkout: string): Given {
  if (!checkouts.has(checkout)) return { status: 404, value: { error: 'no such checkout' } };
  return { status: 200, value: { data: refunds.filter((it) => it.checkout === checkout) } };
}
