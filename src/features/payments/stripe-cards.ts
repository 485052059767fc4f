/**
 * Cards that Stripe keeps, by its public documents: a session with `setup_future_usage` leaves a
 * payment method at a customer, which payment intents charge while nobody is there.
 */
import {
  fromPaisas,
  isRecord,
  toPaisas,
  wordsIn,
  type CallGateway,
  type Json,
} from './call-gateway.ts';
import type { Asked, Gateway, Told } from './gateway.ts';

export const SESSIONS = '/v1/checkout/sessions';
const INTENTS = '/v1/payment_intents';
export const INTENT = 'pi_';
const AUTHENTICATION = 'authentication_required';
const UNREADABLE = { kind: 'failed', why: 'its answer cannot be read' } as const;

type Cards = NonNullable<Gateway['cards']>;

export function createStripeCards(call: CallGateway['call']): Cards {
  return {
    async kept({ theirId }) {
      const expand = 'expand[]=payment_intent.payment_method';
      const answer = await call('GET', `${SESSIONS}/${encodeURIComponent(theirId)}?${expand}`);
      if (answer.kind === 'failed') return answer;
      const { customer, payment_intent: intent } = answer.body;
      const method = isRecord(intent) ? intent['payment_method'] : undefined;
      const card = isRecord(method) ? method['card'] : undefined;
      if (!isRecord(method) || typeof customer !== 'string' || !isRecord(card)) {
        return { kind: 'none' };
      }
      const { last4, exp_month: month, exp_year: year } = card;
      if (typeof last4 !== 'string' || typeof month !== 'number' || typeof year !== 'number') {
        return UNREADABLE;
      }
      const expires = `${year}-${String(month).padStart(2, '0')}`;
      return { kind: 'kept', card: { ref: `${customer}:${String(method['id'])}`, last4, expires } };
    },
    async find({ card, reference }) {
      const asked = new URLSearchParams({ customer: holderOf(card), limit: '100' });
      const answer = await call('GET', `${INTENTS}?${asked.toString()}`);
      if (answer.kind === 'failed') return answer;
      const { data } = answer.body;
      if (!Array.isArray(data)) return UNREADABLE;
      const intent = data.filter(isRecord).find((it) => referenceOf(it) === reference);
      if (intent === undefined) return { kind: 'none' };
      return told(readIntent(intent));
    },
    async charge({ card, reference, amountMicros, about }) {
      const answer = await call('POST', INTENTS, {
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'idempotency-key': `paigham-charge-${reference}`,
        },
        body: new URLSearchParams({
          amount: String(toPaisas(amountMicros)),
          currency: 'pkr',
          customer: holderOf(card),
          payment_method: card.slice(holderOf(card).length + 1),
          off_session: 'true',
          confirm: 'true',
          description: about,
          'metadata[reference]': reference,
        }).toString(),
      });
      return answer.kind === 'failed' ? answer : told(readIntent(answer.body));
    },
  };
}

const holderOf = (card: string): string => card.split(':')[0] ?? '';

const told = (read: Told | undefined): Asked =>
  read === undefined ? UNREADABLE : { kind: 'told', told: read };

function referenceOf({ metadata }: Json): string | undefined {
  const reference = isRecord(metadata) ? metadata['reference'] : undefined;
  return typeof reference === 'string' ? reference : undefined;
}

/** What has become of a charge, by its own id. Never rejects. */
export async function askIntent(call: CallGateway['call'], theirId: string): Promise<Asked> {
  const answer = await call('GET', `${INTENTS}/${encodeURIComponent(theirId)}`);
  if (answer.kind === 'failed') return answer;
  const read = readIntent(answer.body);
  return told(read?.theirId === theirId ? read : undefined);
}

/** Of a charge: an intent of a session has no reference of ours, and its session is told of. */
export function readIntentEvent(event: unknown): Told | undefined {
  if (!isRecord(event) || !isRecord(event['data'])) return undefined;
  const { object } = event['data'];
  const isIntent = isRecord(object) && object['object'] === 'payment_intent';
  return isIntent && referenceOf(object) !== undefined ? readIntent(object) : undefined;
}

function readIntent(intent: Json): Told | undefined {
  const { id, status, amount_received: amount, currency, last_payment_error: error } = intent;
  if (typeof id !== 'string') return undefined;
  const of = { theirId: id, reference: referenceOf(intent) };
  switch (status) {
    case 'succeeded': {
      if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 0)
        return undefined;
      if (typeof currency !== 'string') return undefined;
      const amountMicros = fromPaisas(BigInt(amount));
      return { ...of, fate: { kind: 'paid', amountMicros, currency: currency.toUpperCase() } };
    }
    case 'processing':
      return { ...of, fate: { kind: 'open' } };
    case 'canceled':
      return { ...of, fate: { kind: 'expired' } };
    case 'requires_action':
    case 'requires_payment_method': {
      const { code, message } = isRecord(error) ? error : {};
      const needsPerson = status === 'requires_action' || code === AUTHENTICATION;
      // Not tried yet: so is one that is told of as it is made.
      if (status === 'requires_payment_method' && code === undefined) {
        return { ...of, fate: { kind: 'open' } };
      }
      return { ...of, fate: { kind: 'declined' }, why: wordsIn(message), needsPerson };
    }
    default:
      return undefined;
  }
}
