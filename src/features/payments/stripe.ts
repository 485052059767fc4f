/**
 * Stripe's Checkout, by its public documents: a session is created, its address is where people
 * pay, and events report on it (`Stripe-Signature`). Amounts in PKR are paisas there.
 */
import { HOUR_MS } from '../../domain/durations.ts';
import type { Fate } from '../../domain/payment/payment.ts';
import { parseJson } from '@paigham/base/json.ts';
import { fromPaisas, isRecord, openGateway, toPaisas, type Json } from './call-gateway.ts';
import type { Gateway, Order, Told } from './gateway.ts';
import { isSigned } from './signature.ts';
import { askIntent, createStripeCards, INTENT, readIntentEvent, SESSIONS } from './stripe-cards.ts';
import { createStripeRefunds, readChargeEvent } from './stripe-refunds.ts';
import type { GatewaySettings } from './simulated.ts';

const EVENT = 'checkout.session.';
/** Stripe takes 30 minutes to 24 hours. */
const OPEN_MS = HOUR_MS;
const UNREADABLE = { kind: 'failed', why: 'its answer cannot be read' } as const;

export function createStripe({ address, key, secret, clock }: GatewaySettings): Gateway {
  const { call, close } = openGateway(address, key, clock);
  return {
    name: 'stripe',
    async open(order) {
      const answer = await call('POST', SESSIONS, {
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'idempotency-key': `paigham-${order.reference}`,
        },
        body: sessionOf(order).toString(),
      });
      if (answer.kind === 'failed') return answer;
      const { id, url } = answer.body;
      if (typeof id !== 'string' || typeof url !== 'string') return UNREADABLE;
      return { kind: 'opened', theirId: id, checkoutAddress: url };
    },
    async ask({ theirId }) {
      if (theirId.startsWith(INTENT)) return askIntent(call, theirId);
      const answer = await call('GET', `${SESSIONS}/${encodeURIComponent(theirId)}`);
      if (answer.kind === 'failed') return answer;
      const told = readSession(answer.body);
      return told?.theirId === theirId ? { kind: 'told', told } : UNREADABLE;
    },
    cards: createStripeCards(call),
    refunds: createStripeRefunds(call),
    readNotification({ header, body, atMs }) {
      if (!isSigned(secret, header('stripe-signature'), { body, atMs })) return { kind: 'forged' };
      const event = parseJson(Buffer.from(body).toString('utf8'));
      const about = readChargeEvent(event);
      if (about !== undefined) return about;
      const told = readIntentEvent(event) ?? readEvent(event);
      return told === undefined ? { kind: 'other' } : { kind: 'told', told };
    },
    close,
  };
}

/** The same for the same order: Stripe refuses a repeated key with other parameters. */
function sessionOf(order: Order): URLSearchParams {
  const item = 'line_items[0]';
  const until = Math.floor((order.createdAtMs + OPEN_MS) / 1_000);
  const kept = {
    customer_creation: 'always',
    'payment_intent_data[setup_future_usage]': 'off_session',
  };
  return new URLSearchParams({
    ...(order.keeps ? kept : {}),
    mode: 'payment',
    client_reference_id: order.reference,
    [`${item}[quantity]`]: '1',
    [`${item}[price_data][currency]`]: 'pkr',
    [`${item}[price_data][unit_amount]`]: String(toPaisas(order.amountMicros)),
    [`${item}[price_data][product_data][name]`]: order.about,
    success_url: order.returnAddress,
    cancel_url: order.returnAddress,
    expires_at: String(until),
  });
}

function readEvent(event: unknown): Told | undefined {
  if (!isRecord(event) || typeof event['type'] !== 'string' || !isRecord(event['data'])) {
    return undefined;
  }
  const { object } = event['data'];
  if (!event['type'].startsWith(EVENT) || !isRecord(object)) return undefined;
  const told = readSession(object);
  const isDeclined = event['type'] === `${EVENT}async_payment_failed`;
  return told !== undefined && isDeclined ? { ...told, fate: { kind: 'declined' } } : told;
}

/** What a session says of itself, in an event as in an answer. */
function readSession(session: Json): Told | undefined {
  const { id, client_reference_id: reference } = session;
  const fate = fateOf(session);
  if (typeof id !== 'string' || fate === undefined) return undefined;
  return { theirId: id, reference: typeof reference === 'string' ? reference : undefined, fate };
}

function fateOf(session: Json): Fate | undefined {
  const { status, payment_status: paid, amount_total: amount, currency } = session;
  if (paid !== 'paid') {
    return status === 'open' || status === 'complete'
      ? { kind: 'open' }
      : status === 'expired'
        ? { kind: 'expired' }
        : undefined;
  }
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 0) return undefined;
  if (typeof currency !== 'string') return undefined;
  const amountMicros = fromPaisas(BigInt(amount));
  return { kind: 'paid', amountMicros, currency: currency.toUpperCase() };
}
