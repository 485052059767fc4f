/** The simulated gateway (fakes/payment-gateway), made as hosted checkouts are. */
import type { Fate } from '../../domain/payment/payment.ts';
import { parseRupees, showRupees } from '../../domain/pricing/money.ts';
import type { Clock } from '@paigham/base/clock.ts';
import { hmacSha256, isSameSecret } from '../../kit/digest.ts';
import { parseJson } from '@paigham/base/json.ts';
import { isRecord, openGateway, readAll, wordsIn, type Json } from './call-gateway.ts';
import type { Gateway, RefundTold, Told } from './gateway.ts';
import { createSimulatedCards } from './simulated-cards.ts';
import { isSigned } from './signature.ts';

const AUTHENTICATION = 'authentication_required';
const GONE = { reference: undefined, fate: { kind: 'expired' } } as const;
const UNREADABLE = { kind: 'failed', why: 'its answer cannot be read' } as const;

export type GatewaySettings = {
  readonly address: string;
  readonly key: string;
  /** Of its notifications. */
  readonly secret: string;
  readonly clock: Clock;
};

export function createSimulated({ address, key, secret, clock }: GatewaySettings): Gateway {
  const { call, close } = openGateway(address, key, clock);
  return {
    name: 'simulated',
    async open({ reference, amountMicros, about, returnAddress, notifyAddress, keeps }) {
      const answer = await call('POST', '/v1/checkouts', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          reference,
          amount: showRupees(amountMicros),
          currency: 'PKR',
          about,
          return_address: returnAddress,
          notify_address: notifyAddress,
          keep: keeps,
        }),
      });
      if (answer.kind === 'failed') return answer;
      const { id, address: checkoutAddress } = answer.body;
      if (typeof id !== 'string' || typeof checkoutAddress !== 'string') return UNREADABLE;
      return { kind: 'opened', theirId: id, checkoutAddress };
    },
    async ask({ theirId }) {
      const answer = await call('GET', `/v1/checkouts/${encodeURIComponent(theirId)}`);
      // Started anew, it knows no checkout of before.
      const isGone = answer.kind === 'failed' && answer.status === 404;
      if (isGone) return { kind: 'told', told: { ...GONE, theirId } };
      if (answer.kind === 'failed') return answer;
      const told = readTold(answer.body);
      return told?.theirId === theirId ? { kind: 'told', told } : UNREADABLE;
    },
    cards: createSimulatedCards(call, readTold),
    refunds: {
      async give({ theirId, reference, amountMicros }) {
        const amount = showRupees(amountMicros);
        const body = JSON.stringify({ checkout: theirId, reference, amount });
        const headers = { 'content-type': 'application/json' };
        const answer = await call('POST', '/v1/refunds', { headers, body });
        if (answer.kind === 'failed') return answer;
        const refund = readRefund(answer.body);
        return refund === undefined ? UNREADABLE : { kind: 'told', refund };
      },
      async list(of) {
        const theirId = 'charge' in of ? of.charge : of.theirId;
        const path = `/v1/refunds?checkout=${encodeURIComponent(theirId)}`;
        const answer = await call('GET', path);
        if (answer.kind === 'failed') return answer;
        const refunds = readAll(answer.body['data'], readRefund);
        return refunds === undefined ? UNREADABLE : { kind: 'listed', theirId, refunds };
      },
    },
    readNotification({ header, body, atMs }) {
      if (!isSigned(secret, header('gateway-signature'), { body, atMs })) return { kind: 'forged' };
      const read = parseJson(Buffer.from(body).toString('utf8'));
      if (isRecord(read) && (read['event'] === 'refunded' || read['event'] === 'disputed')) {
        const { event: kind, checkout, said } = read;
        return { kind, charge: String(checkout), said: wordsIn(said) ?? '' };
      }
      const told = readTold(read);
      return told === undefined ? { kind: 'other' } : { kind: 'told', told };
    },
    isSignedReturn(query) {
      const given = new URLSearchParams(query);
      const said = `${given.get('checkout') ?? ''}.${given.get('state') ?? ''}`;
      return isSameSecret(given.get('signature') ?? '', hmacSha256(secret, Buffer.from(said)));
    },
    close,
  };
}

function readTold(given: unknown): Told | undefined {
  if (!isRecord(given)) return undefined;
  const { id, reference, why } = given;
  const fate = readFate(given);
  if (typeof id !== 'string' || fate === undefined) return undefined;
  const ours = typeof reference === 'string' ? reference : undefined;
  const told = { theirId: id, reference: ours, fate };
  if (typeof why !== 'string' || why === '') return told;
  return { ...told, why: wordsIn(why), needsPerson: why === AUTHENTICATION };
}

const REFUND_WORDS = new Map<unknown, RefundTold['state']>([
  ['pending', 'asked'],
  ['succeeded', 'refunded'],
  ['failed', 'refused'],
]);

function readRefund({ id, reference, amount, currency, state: said, why }: Json) {
  const state = REFUND_WORDS.get(said);
  const amountMicros = typeof amount === 'string' ? parseRupees(amount) : undefined;
  if (typeof id !== 'string' || state === undefined || amountMicros === undefined) return undefined;
  const ours = typeof reference === 'string' && reference !== '' ? reference : undefined;
  const words = wordsIn(why);
  return { theirId: id, reference: ours, amountMicros, currency: String(currency), state, words };
}

function readFate({
  state,
  amount,
  currency,
}: Readonly<Record<string, unknown>>): Fate | undefined {
  if (state === 'open' || state === 'declined' || state === 'expired') return { kind: state };
  const amountMicros = typeof amount === 'string' ? parseRupees(amount) : undefined;
  if (state !== 'paid' || amountMicros === undefined || typeof currency !== 'string') {
    return undefined;
  }
  return { kind: 'paid', amountMicros, currency };
}
