/** Refunds at Stripe, by its public documents: what is asked there, and what its events say. */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { micros } from '../../domain/pricing/money.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { refusalOf } from './call-gateway.ts';
import type { Gateway } from './gateway.ts';
import { createStripe } from './stripe.ts';

const SECRET = 'whsec_of_a_test_endpoint';
const AT_MS = Date.UTC(2026, 10, 27, 9);
const REFUND = {
  id: 're_1',
  object: 'refund',
  amount: 50_025,
  currency: 'pkr',
  status: 'succeeded',
  metadata: { reference: '7-abc' },
};
const TOLD = {
  theirId: 're_1',
  reference: '7-abc',
  amountMicros: 500_250_000n,
  currency: 'PKR',
  state: 'refunded',
  words: undefined,
};
const GIVEN = { theirId: 'cs_1', reference: '7-abc', amountMicros: micros(500_250_000n) };

let gateway: Gateway;
let replies: Readonly<Record<string, readonly [number, unknown]>>;
let asked: { line: string; key: unknown; body: string }[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => void (body += chunk.toString()));
  request.on('end', () => {
    const line = `${request.method} ${request.url}`;
    asked.push({ line, key: request.headers['idempotency-key'], body });
    const [status, reply] = replies[line] ?? [404, {}];
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(reply));
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  gateway = createStripe({ address, key: 'sk_test_key', secret: SECRET, clock: wallClock });
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await gateway.close();
  server.close();
});

const SESSION = { 'GET /v1/checkout/sessions/cs_1': [200, { payment_intent: 'pi_1' }] } as const;

it('gives back a part of the intent of a session, once for a reference', async () => {
  replies = { ...SESSION, 'POST /v1/refunds': [200, REFUND] };
  expect(await gateway.refunds?.give(GIVEN)).toEqual({ kind: 'told', refund: TOLD });
  expect(asked[1]).toMatchObject({ line: 'POST /v1/refunds', key: 'paigham-refund-7-abc' });
  expect(Object.fromEntries(new URLSearchParams(asked[1]?.body))).toEqual({
    payment_intent: 'pi_1',
    amount: '50025',
    'metadata[reference]': '7-abc',
  });
});

it.each([
  [400, 'Charge ch_1 has already been refunded.'],
  [401, undefined],
  [409, undefined],
  [429, undefined],
  [500, undefined],
])('answered with HTTP %i it is refused or asked again: %s', async (status, words) => {
  const error = { message: 'Charge ch_1 has already been refunded.' };
  replies = { ...SESSION, 'POST /v1/refunds': [status, { error }] };
  const given = await gateway.refunds?.give(GIVEN);
  expect(given?.kind === 'failed' && refusalOf(given)).toBe(words);
});

it.each([
  ['succeeded', 'refunded'],
  ['pending', 'asked'],
  ['requires_action', 'asked'],
  ['failed', 'refused'],
  ['canceled', 'refused'],
])('a refund that is %s is %s', async (status, state) => {
  const data = [{ ...REFUND, status, metadata: null, failure_reason: 'lost_or_stolen_card' }];
  replies = { ...SESSION, 'GET /v1/refunds?payment_intent=pi_1&limit=100': [200, { data }] };
  expect(await gateway.refunds?.list({ theirId: 'cs_1' })).toMatchObject({
    kind: 'listed',
    theirId: 'cs_1',
    refunds: [{ state, reference: undefined, words: 'lost_or_stolen_card' }],
  });
});

it('finds the session of a charge', async () => {
  replies = {
    'GET /v1/checkout/sessions?payment_intent=pi_1': [200, { data: [{ id: 'cs_1' }] }],
    'GET /v1/refunds?payment_intent=pi_1&limit=100': [200, { data: [] }],
  };
  expect(await gateway.refunds?.list({ charge: 'pi_1' })).toEqual({
    kind: 'listed',
    theirId: 'cs_1',
    refunds: [],
  });
});

it.each([
  [{}],
  [{ data: [{ ...REFUND, amount: '50025' }] }],
  [{ data: [{ ...REFUND, status: 'new_word' }] }],
  [{ data: ['re_1'] }],
])('a list that cannot be read is none: %j', async (body) => {
  replies = { ...SESSION, 'GET /v1/refunds?payment_intent=pi_1&limit=100': [200, body] };
  expect(await gateway.refunds?.list({ theirId: 'cs_1' })).toMatchObject({ kind: 'failed' });
});

function read(type: string, object: unknown) {
  const body = JSON.stringify({ id: 'evt_1', type, data: { object } });
  const stamp = AT_MS / 1_000;
  const v1 = createHmac('sha256', SECRET).update(`${stamp}.${body}`).digest('hex');
  const header = (name: string) => (name === 'stripe-signature' ? `t=${stamp},v1=${v1}` : '');
  return gateway.readNotification({ header, query: '', body: Buffer.from(body), atMs: AT_MS });
}

it.each(['charge.refunded', 'charge.refund.updated', 'refund.created', 'refund.failed'])(
  '%s makes the gateway be asked',
  (type) => {
    expect(read(type, { payment_intent: 'pi_1' })).toMatchObject({
      kind: 'refunded',
      charge: 'pi_1',
    });
  },
);

it('a dispute says what the bank says', () => {
  const dispute = { payment_intent: 'pi_1', status: 'needs_response', reason: 'fraudulent' };
  expect(read('charge.dispute.created', dispute)).toEqual({
    kind: 'disputed',
    charge: 'pi_1',
    said: 'charge.dispute.created, needs_response, fraudulent',
  });
});

it('a refund of no intent is about no payment of ours', () => {
  expect(read('charge.refunded', { payment_intent: null })).toEqual({ kind: 'other' });
});
