/** Cards that the gateway keeps for the shop, and charges while nobody is there. */
import { isRecord } from '../kit/json.ts';
import type { Checkout, Gateway } from './gateway.ts';
import type { Given } from './refunds.ts';

const CARD = 'card_of_';
const none: Given = { status: 404, value: { error: 'there is none' } };

/** `GET /v1/cards`, `GET` and `POST /v1/charges`; undefined: it is not answered. */
export function serveCards(
  gateway: Gateway,
  {
    pathname,
    body,
    searchParams,
  }: {
    readonly pathname: string;
    readonly body: string;
    readonly searchParams: URLSearchParams;
  },
): Given | undefined {
  if (pathname === '/v1/cards') {
    const paid = gateway.checkouts.get(searchParams.get('checkout') ?? '');
    if (paid?.keep !== true || paid.state !== 'paid') return none;
    const card = `${CARD}${paid.id}`;
    return { status: 200, value: { card, last4: '4242', expires: '2031-04' } };
  }
  if (body !== '') return charge(gateway, JSON.parse(body));
  const reference = searchParams.get('reference');
  const found = [...gateway.checkouts.values()].find((it) => it.reference === reference);
  return found === undefined ? none : { status: 200, value: gateway.show(found) };
}

function charge(gateway: Gateway, asked: unknown): Given | undefined {
  if (!isRecord(asked)) return { status: 400, value: { error: 'this is no charge' } };
  const { card, reference, amount, about, notify_address: notifyAddress } = asked;
  const of = gateway.checkouts.get(String(card).slice(CARD.length));
  if (of?.keep !== true) return { status: 402, value: { error: 'there is no such card' } };
  const made = gateway.open({
    reference: String(reference),
    amount: String(amount),
    currency: 'PKR',
    about: String(about),
    returnAddress: '',
    notifyAddress: String(notifyAddress),
    keep: false,
  });
  if (made.state === 'open') decide(gateway, made);
  if (gateway.behaviour.charge === 'lose') return undefined;
  return { status: 201, value: gateway.show(made) };
}

function decide(gateway: Gateway, made: Checkout): void {
  const { charge: how } = gateway.behaviour;
  if (how === 'wait') return;
  if (how === 'decline') made.why = 'Your card has insufficient funds.';
  if (how === 'authenticate') made.why = 'authentication_required';
  gateway.end(made, made.why === undefined ? 'paid' : 'declined');
}
