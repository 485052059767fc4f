/** Stripe's Checkout, by its public documents: what is asked there, and what its events say. */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PaymentId } from '../../domain/ids.ts';
import { micros } from '../../domain/pricing/money.ts';
import { wallClock } from '@paigham/base/clock.ts';
import type { Gateway } from './gateway.ts';
import { createStripe } from './stripe.ts';

const SECRET = 'whsec_of_a_test_endpoint';
const AT_MS = Date.UTC(2026, 10, 26, 9);
const SESSION = {
  id: 'cs_test_1',
  object: 'checkout.session',
  client_reference_id: '1001-abc',
  amount_total: 150_000,
  currency: 'pkr',
  status: 'complete',
  payment_status: 'paid',
};
const PAID = {
  theirId: 'cs_test_1',
  reference: '1001-abc',
  fate: { kind: 'paid', amountMicros: 1_500_000_000n, currency: 'PKR' },
};

const PLACED = { theirId: 'cs_test_1', amountMicros: micros(1_500_000_000n) };

let gateway: Gateway;
let reply: { status: number; body: unknown };
let asked: { line: string; headers: Readonly<Record<string, unknown>>; body: string }[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => void (body += chunk.toString()));
  request.on('end', () => {
    asked.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
    response.writeHead(reply.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(reply.body));
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  gateway = createStripe({ address, key: 'sk_test_key', secret: SECRET, clock: wallClock });
});
afterAll(async () => {
  await gateway.close();
  server.close();
});

it('opens a session with the amount in paisas, once for a reference', async () => {
  asked = [];
  reply = { status: 200, body: { id: 'cs_test_1', url: 'https://checkout.example/c/1' } };
  const order = {
    paymentId: 7 as PaymentId,
    reference: '1001-abc',
    amountMicros: micros(1_500_500_000n),
    createdAtMs: AT_MS,
    about: 'Credit for account 1001, payment 7',
    returnAddress: 'https://messages.example/portal/credit/payments/7',
    notifyAddress: 'https://messages.example/webhooks/payments/stripe',
    keeps: false,
  };
  expect(await gateway.open(order)).toEqual({
    kind: 'opened',
    theirId: 'cs_test_1',
    checkoutAddress: 'https://checkout.example/c/1',
  });
  const [{ line, headers, body } = { line: '', headers: {}, body: '' }] = asked;
  expect(line).toBe('POST /v1/checkout/sessions');
  expect(headers).toMatchObject({
    authorization: 'Bearer sk_test_key',
    'idempotency-key': 'paigham-1001-abc',
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
    mode: 'payment',
    client_reference_id: '1001-abc',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'pkr',
    'line_items[0][price_data][unit_amount]': '150050',
    'line_items[0][price_data][product_data][name]': 'Credit for account 1001, payment 7',
    success_url: order.returnAddress,
    cancel_url: order.returnAddress,
    expires_at: String(AT_MS / 1_000 + 3_600),
  });
});

it.each([
  ['paid', {}, PAID.fate],
  ['paid in another currency', { currency: 'usd' }, { ...PAID.fate, currency: 'USD' }],
  ['open', { status: 'open', payment_status: 'unpaid' }, { kind: 'open' }],
  ['on its way', { status: 'complete', payment_status: 'unpaid' }, { kind: 'open' }],
  ['expired', { status: 'expired', payment_status: 'unpaid' }, { kind: 'expired' }],
])('an inquiry says that a session is %s', async (_, change, fate) => {
  asked = [];
  reply = { status: 200, body: { ...SESSION, ...change } };
  expect(await gateway.ask(PLACED)).toEqual({ kind: 'told', told: { ...PAID, fate } });
  expect(asked[0]?.line).toBe('GET /v1/checkout/sessions/cs_test_1');
});

it.each([
  [500, {}],
  [200, []],
  [200, { ...SESSION, id: 'cs_of_another' }],
  [200, { ...SESSION, amount_total: '150000' }],
  [200, { ...SESSION, amount_total: -1 }],
  [200, { ...SESSION, status: null, payment_status: null }],
])('an answer %i that cannot be read is none: %j', async (status, body) => {
  reply = { status, body };
  expect(await gateway.ask(PLACED)).toMatchObject({ kind: 'failed' });
});

const event = (type: string, object: unknown = SESSION): string =>
  JSON.stringify({ id: 'evt_1', type, data: { object } });
const sign = (body: string, seconds = AT_MS / 1_000, secret = SECRET): string =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
const read = (body: string, header: string) =>
  gateway.readNotification({
    header: (name) => (name === 'stripe-signature' ? header : ''),
    query: '',
    body: Buffer.from(body),
    atMs: AT_MS,
  });

it('believes an event that is signed by one of the given signatures', () => {
  const body = event('checkout.session.completed');
  const old = sign(body, undefined, 'whsec_before');
  const header = `t=${AT_MS / 1_000},v1=${old},v1=${sign(body)},v0=${old}`;
  expect(read(body, header)).toEqual({ kind: 'told', told: PAID });
});

it.each([
  ['checkout.session.async_payment_succeeded', PAID.fate],
  ['checkout.session.async_payment_failed', { kind: 'declined' }],
])('reads %s', (type, fate) => {
  const body = event(type);
  const header = `t=${AT_MS / 1_000},v1=${sign(body)}`;
  expect(read(body, header)).toEqual({ kind: 'told', told: { ...PAID, fate } });
});

it.each([
  ['charge.refunded', SESSION],
  ['checkout.session.completed', 'cs_test_1'],
  ['checkout.session.completed', null],
])('takes a signed event that is about no payment: %s', (type, object) => {
  const body = event(type, object);
  expect(read(body, `t=${AT_MS / 1_000},v1=${sign(body)}`)).toEqual({ kind: 'other' });
});

it.each([
  ['another secret', (body: string) => `t=${AT_MS / 1_000},v1=${sign(body, undefined, 'x')}`],
  ['v0 alone', (body: string) => `t=${AT_MS / 1_000},v0=${sign(body)}`],
  ['a stamp that was not signed', (body: string) => `t=${AT_MS / 1_000 + 1},v1=${sign(body)}`],
  [
    'a stamp of six minutes ago',
    (body: string) => `t=${AT_MS / 1_000 - 360},v1=${sign(body, AT_MS / 1_000 - 360)}`,
  ],
  ['no stamp', (body: string) => `v1=${sign(body)}`],
  ['nothing', () => ''],
])('does not believe %s', (_, header) => {
  const body = event('checkout.session.completed');
  expect(read(body, header(body))).toEqual({ kind: 'forged' });
});
