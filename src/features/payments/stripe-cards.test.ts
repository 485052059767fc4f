/** Cards that Stripe keeps, by its public documents. */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { PaymentId } from '../../domain/ids.ts';
import { micros } from '../../domain/pricing/money.ts';
import { wallClock } from '@paigham/base/clock.ts';
import type { Gateway } from './gateway.ts';
import { createStripe } from './stripe.ts';

const SECRET = 'whsec_of_a_test_endpoint';
const AT_MS = Date.UTC(2026, 10, 27, 9);
const INTENT = {
  id: 'pi_2',
  object: 'payment_intent',
  status: 'succeeded',
  amount_received: 70_000,
  currency: 'pkr',
  metadata: { reference: '1001-x' },
};
const PAID = { kind: 'paid', amountMicros: 700_000_000n, currency: 'PKR' };
const TOLD = { theirId: 'pi_2', reference: '1001-x', fate: PAID };
const CHARGE = {
  card: 'cus_1:pm_1',
  reference: '1001-x',
  amountMicros: micros(700_000_000n),
  about: 'Credit for account 1001, payment 8',
  notifyAddress: '',
};

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

it('has a card kept at a customer by the session in which its payer lets it', async () => {
  replies = { 'POST /v1/checkout/sessions': [200, { id: 'cs_1', url: 'https://pay.example' }] };
  await gateway.open({
    paymentId: 7 as PaymentId,
    reference: '1001-abc',
    amountMicros: micros(1_500_000_000n),
    createdAtMs: AT_MS,
    about: 'Credit',
    returnAddress: 'https://messages.example/portal/credit/payments/7',
    notifyAddress: '',
    keeps: true,
  });
  expect(Object.fromEntries(new URLSearchParams(asked[0]?.body))).toMatchObject({
    customer_creation: 'always',
    'payment_intent_data[setup_future_usage]': 'off_session',
  });
});

const SESSION = 'GET /v1/checkout/sessions/cs_1?expand[]=payment_intent.payment_method';
const METHOD = { id: 'pm_1', card: { last4: '4242', exp_month: 4, exp_year: 2031 } };

it.each([
  [
    { customer: 'cus_1', payment_intent: { payment_method: METHOD } },
    { kind: 'kept', card: { ref: 'cus_1:pm_1', last4: '4242', expires: '2031-04' } },
  ],
  [{ customer: null, payment_intent: { payment_method: METHOD } }, { kind: 'none' }],
  [{ customer: 'cus_1', payment_intent: { payment_method: { id: 'pm_1' } } }, { kind: 'none' }],
])('reads the card of a session: %j', async (session, card) => {
  replies = { [SESSION]: [200, session] };
  expect(await gateway.cards?.kept({ theirId: 'cs_1' })).toEqual(card);
});

it('charges a card once for a reference, while nobody is there', async () => {
  replies = { 'POST /v1/payment_intents': [200, INTENT] };
  expect(await gateway.cards?.charge(CHARGE)).toEqual({ kind: 'told', told: TOLD });
  expect(asked[0]?.key).toBe('paigham-charge-1001-x');
  expect(Object.fromEntries(new URLSearchParams(asked[0]?.body))).toEqual({
    amount: '70000',
    currency: 'pkr',
    customer: 'cus_1',
    payment_method: 'pm_1',
    off_session: 'true',
    confirm: 'true',
    description: 'Credit for account 1001, payment 8',
    'metadata[reference]': '1001-x',
  });
});

const LIST = 'GET /v1/payment_intents?customer=cus_1&limit=100';
const declined = (code: string, message: string) => ({
  ...INTENT,
  status: 'requires_payment_method',
  last_payment_error: { code, message },
});

it.each([
  [[INTENT], { kind: 'told', told: TOLD }],
  [[{ ...INTENT, metadata: {} }], { kind: 'none' }],
  [[], { kind: 'none' }],
  [
    [declined('card_declined', 'Insufficient funds.')],
    { told: { fate: { kind: 'declined' }, why: 'Insufficient funds.', needsPerson: false } },
  ],
  [
    [declined('authentication_required', 'Confirm it.')],
    { told: { fate: { kind: 'declined' }, needsPerson: true } },
  ],
  [[{ ...INTENT, status: 'processing' }], { told: { fate: { kind: 'open' } } }],
  [[{ ...INTENT, status: 'requires_payment_method' }], { told: { fate: { kind: 'open' } } }],
  [[{ ...INTENT, status: 'canceled' }], { told: { fate: { kind: 'expired' } } }],
  [[{ ...INTENT, status: 'a_new_word' }], { kind: 'failed' }],
])('finds what became of a charge: %j', async (data, found) => {
  replies = { [LIST]: [200, { data }] };
  expect(await gateway.cards?.find(CHARGE)).toMatchObject(found);
});

it('asks about a charge by its own id', async () => {
  replies = { 'GET /v1/payment_intents/pi_2': [200, INTENT] };
  const placed = { theirId: 'pi_2', amountMicros: CHARGE.amountMicros };
  expect(await gateway.ask(placed)).toEqual({ kind: 'told', told: TOLD });
});

it.each([
  [INTENT, { kind: 'told', told: TOLD }],
  // That of a checkout, whose session is told of besides.
  [{ ...INTENT, metadata: {} }, { kind: 'other' }],
])('reads events of charges: %j', (object, read) => {
  const body = JSON.stringify({ type: 'payment_intent.succeeded', data: { object } });
  const stamp = AT_MS / 1_000;
  const v1 = createHmac('sha256', SECRET).update(`${stamp}.${body}`).digest('hex');
  const header = (name: string) => (name === 'stripe-signature' ? `t=${stamp},v1=${v1}` : '');
  const post = { header, query: '', body: Buffer.from(body), atMs: AT_MS };
  expect(gateway.readNotification(post)).toEqual(read);
});
