/** Refunds at Stripe, by its public documents: of a payment intent, which a session names. */
import {
  fromPaisas,
  isRecord,
  readAll,
  toPaisas,
  wordsIn,
  type CallGateway,
  type Json,
} from './call-gateway.ts';
import { INTENT, SESSIONS } from './stripe-cards.ts';
import type { Charged, Gateway, GatewayFailed, RefundTold } from './gateway.ts';

const REFUNDS = '/v1/refunds';
const UNREADABLE = { kind: 'failed', why: 'its answer cannot be read' } as const;

type Refunds = NonNullable<Gateway['refunds']>;

export function createStripeRefunds(call: CallGateway['call']): Refunds {
  return {
    async give({ theirId, reference, amountMicros }) {
      const of = await intentOf(call, theirId);
      if (typeof of !== 'string') return of;
      const answer = await call('POST', REFUNDS, {
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'idempotency-key': `paigham-refund-${reference}`,
        },
        body: new URLSearchParams({
          payment_intent: of,
          amount: String(toPaisas(amountMicros)),
          'metadata[reference]': reference,
        }).toString(),
      });
      if (answer.kind === 'failed') return answer;
      const refund = readRefund(answer.body);
      return refund === undefined ? UNREADABLE : { kind: 'told', refund };
    },
    async list(of) {
      const found = await bothOf(call, of);
      if ('kind' in found) return found;
      const { theirId, intent } = found;
      const asked = new URLSearchParams({ payment_intent: intent, limit: '100' });
      const answer = await call('GET', `${REFUNDS}?${asked.toString()}`);
      if (answer.kind === 'failed') return answer;
      const refunds = readAll(answer.body['data'], readRefund);
      return refunds === undefined ? UNREADABLE : { kind: 'listed', theirId, refunds };
    },
  };
}

async function intentOf(
  call: CallGateway['call'],
  theirId: string,
): Promise<string | GatewayFailed> {
  if (theirId.startsWith(INTENT)) return theirId;
  const answer = await call('GET', `${SESSIONS}/${encodeURIComponent(theirId)}`);
  if (answer.kind === 'failed') return answer;
  const { payment_intent: intent } = answer.body;
  return typeof intent === 'string' ? intent : UNREADABLE;
}

/** The session is what we know a payment by, the intent what is refunded. */
async function bothOf(
  call: CallGateway['call'],
  of: Charged,
): Promise<{ readonly theirId: string; readonly intent: string } | GatewayFailed> {
  if ('theirId' in of) {
    const intent = await intentOf(call, of.theirId);
    return typeof intent === 'string' ? { theirId: of.theirId, intent } : intent;
  }
  const asked = new URLSearchParams({ payment_intent: of.charge });
  const answer = await call('GET', `${SESSIONS}?${asked.toString()}`);
  if (answer.kind === 'failed') return answer;
  const sessions = readAll(answer.body['data'], ({ id }) =>
    typeof id === 'string' ? id : undefined,
  );
  if (sessions === undefined) return UNREADABLE;
  return { theirId: sessions[0] ?? of.charge, intent: of.charge };
}

const STATES = new Map<unknown, RefundTold['state']>([
  ['pending', 'asked'],
  ['requires_action', 'asked'],
  ['succeeded', 'refunded'],
  ['failed', 'refused'],
  ['canceled', 'refused'],
]);

function readRefund(refund: Json): RefundTold | undefined {
  const { id, amount, currency, status, metadata, failure_reason: why } = refund;
  const state = STATES.get(status);
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0) return undefined;
  if (typeof id !== 'string' || typeof currency !== 'string' || state === undefined) {
    return undefined;
  }
  const { reference } = isRecord(metadata) ? metadata : {};
  return {
    theirId: id,
    reference: typeof reference === 'string' ? reference : undefined,
    amountMicros: fromPaisas(BigInt(amount)),
    currency: currency.toUpperCase(),
    state,
    words: wordsIn(why),
  };
}

const DISPUTE = 'charge.dispute.';

/** `charge.refunded`, `refund.updated`, `charge.dispute.created` and their like. */
export function readChargeEvent(
  event: unknown,
):
  | { readonly kind: 'refunded' | 'disputed'; readonly charge: string; readonly said: string }
  | undefined {
  if (!isRecord(event) || typeof event['type'] !== 'string' || !isRecord(event['data'])) {
    return undefined;
  }
  const { type, data } = event;
  const { object } = data;
  if (!isRecord(object) || typeof object['payment_intent'] !== 'string') return undefined;
  const charge = object['payment_intent'];
  if (/^(?:charge\.refund|refund\.)/.test(type)) return { kind: 'refunded', charge, said: type };
  if (!type.startsWith(DISPUTE)) return undefined;
  const words = [type, object['status'], object['reason']].filter((it) => typeof it === 'string');
  return { kind: 'disputed', charge, said: wordsIn(words.join(', ')) ?? '' };
}
