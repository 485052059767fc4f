/** Payments at the checkout of a gateway: what it says, however it says it, moves money once. */
import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Checkout } from '../../fakes/payment-gateway/gateway.ts';
import { checkedMoney } from '../../src/app/open-payments.ts';
import { checkPayments } from '../../src/features/doctor/check-payments.ts';
import { eventually } from '../support/eventually.ts';
import { startPaigham } from '../support/paigham.ts';
import { startPaymentGateway } from '../support/payment-gateway.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { v1At, type AskV1 } from '../support/v1.ts';
import { asker } from '../support/verify.ts';
import { plain } from '../../src/kit/postgres/statement.ts';

const simulated = await startPaymentGateway();
const { gateway, behave, choose } = simulated;
const paigham = await startPaigham(simulated.settings);
const rows = asker(paigham.db);
const change = (name: string, sql: string, values: readonly unknown[]) =>
  paigham.db.transact((it) => it.run(plain(`test-payment-${name}`, sql), values));
const NOTIFICATIONS = `${paigham.baseUrl}/webhooks/payments/simulated`;

let shop: Shop;
let ask: AskV1;

beforeEach(async () => {
  behave();
  shop = await openShop(paigham.world, { rupees: '100' });
  ask = v1At(paigham.baseUrl, shop.apiKey);
});

const OF_DOCTOR = { reader: paigham.db, dataDir: undefined };

type Opened = { readonly id: string; readonly checkout: string; readonly theirs: Checkout };

async function open(amount = '1500'): Promise<Opened> {
  const { status, body } = await ask('POST /v1/payments', { amount });
  expect(status).toBe(201);
  expect(body).toMatchObject({ state: 'open', currency: 'PKR', gateway: 'simulated' });
  const theirs = gateway.checkouts.get(String(body['gateway_id']));
  if (theirs === undefined) throw new Error('the gateway has no such checkout');
  return { id: String(body['id']), checkout: String(body['checkout_address']), theirs };
}

/** What the ledger has of payments, and the balance: of before or after. */
async function ledger() {
  const lines = await rows(
    `select kind, amount_micros / 1000000 as rupees, cause from transfers
    where account_id = $1 order by created_at, id`,
    [shop.accountId],
  );
  return { balance: (await ask('GET /v1/balance')).body['balance'], lines };
}

const BEFORE = {
  balance: '100.00',
  lines: [{ kind: 'credit', rupees: 100, cause: null }],
};
const after = (id: string, balance = '1600.00', rupees = 1_500) => ({
  balance,
  lines: [...BEFORE.lines, { kind: 'payment', rupees, cause: `Paid online, payment ${id}` }],
});

const stateOf = async (id: string) => (await ask(`GET /v1/payments/${id}`)).body['state'];
const inState = (id: string, state: string) =>
  eventually(`payment ${id} is ${state}`, async () => (await stateOf(id)) === state);
const heardOf = async (id: string) =>
  (
    await rows('select way, verdict from payment_reports where payment_id = $1 order by id', [id])
  ).map((it) => Object.values(it as object).join(' '));
const told = (theirs: Checkout, times: number) =>
  eventually(
    `the shop was told ${times} times`,
    () => gateway.told.filter(({ checkout }) => checkout === theirs.id).length >= times,
  );

function signed(body: string, { secret = simulated.secret, atMs = Date.now() } = {}) {
  const stamp = String(Math.floor(atMs / 1_000));
  const digest = createHmac('sha256', secret).update(`${stamp}.${body}`).digest('hex');
  return { 'gateway-signature': `t=${stamp},v1=${digest}` };
}
const post = (body: string, headers: Readonly<Record<string, string>>) =>
  fetch(NOTIFICATIONS, { method: 'POST', body, headers });

describe('a payment', () => {
  it('is paid, becomes credit by the notification, and is in the statement', async () => {
    const { id, checkout, theirs } = await open();
    expect(await ledger()).toEqual(BEFORE);
    const back = await choose(checkout, 'pay');
    expect(back.pathname).toBe(`/portal/credit/payments/${id}`);
    await inState(id, 'paid');
    expect(await ledger()).toEqual(after(id));
    const paid = (await ask(`GET /v1/payments/${id}`)).body;
    const [line] = (await ask('GET /v1/ledger?kind=payment')).body.data;
    expect(paid).toMatchObject({
      amount: '1500.00',
      checkout_address: null,
      gateway_id: theirs.id,
      ledger_id: line?.['id'],
    });
    expect(line).toMatchObject({ change: '1500.00', cause: `Paid online, payment ${id}` });
    const [month] = (await ask('GET /v1/statements')).body.data;
    const statement = (await ask(`GET /v1/statements/${month?.['month']}`)).body;
    expect(statement['lines']).toContainEqual(
      expect.objectContaining({ what: 'payment', change: '1500.00' }),
    );
    const notices = (await ask('GET /v1/notices')).body.data;
    expect(notices).toContainEqual(expect.objectContaining({ kind: 'credit', amount: '1500.00' }));
  });

  it('is listed with the others of its account, and of no other', async () => {
    const { id } = await open();
    const other = await openShop(paigham.world, { rupees: '1' });
    const askOther = v1At(paigham.baseUrl, other.apiKey);
    expect((await ask('GET /v1/payments?state=open')).body.data).toMatchObject([{ id }]);
    expect((await ask('GET /v1/payments?state=paid')).body.data).toEqual([]);
    expect((await askOther('GET /v1/payments')).body.data).toEqual([]);
    for (const call of [`GET /v1/payments/${id}`, `POST /v1/payments/${id}/inquiry`]) {
      expect((await askOther(call, call.startsWith('POST') ? {} : undefined)).body).toMatchObject({
        code: 'payment_unknown',
      });
    }
  });

  it('that the bank declines, or that nobody pays, moves nothing', async () => {
    const declined = await open();
    await choose(declined.checkout, 'decline');
    await inState(declined.id, 'declined');
    const left = await open();
    await choose(left.checkout, 'leave');
    // Nothing of it is needed: a body may be left out.
    const asked = await ask(`POST /v1/payments/${left.id}/inquiry`);
    expect(asked).toMatchObject({ status: 200, body: { state: 'open' } });
    expect(await ledger()).toEqual(BEFORE);
  });

  it.each([
    ['499.99', 'must be from 500 to 200000 rupees'],
    ['200000.01', 'must be from 500 to 200000 rupees'],
    ['0', 'must be from 500 to 200000 rupees'],
    ['0500', 'must be rupees without commas, with at most 2 decimals, such as 4.80'],
    ['600.001', 'must be rupees without commas, with at most 2 decimals, such as 4.80'],
    ['-600', 'must be rupees without commas, with at most 2 decimals, such as 4.80'],
  ])('of %s rupees is refused', async (amount, detail) => {
    const { status, body } = await ask('POST /v1/payments', { amount });
    expect({ status, errors: body['errors'] }).toMatchObject({
      status: 400,
      errors: [{ pointer: '/body/amount', detail }],
    });
  });

  it('asked for twice with one key is one payment and one checkout', async () => {
    const headers = { 'idempotency-key': 'order-1' };
    const first = await ask('POST /v1/payments', { amount: '700' }, headers);
    const again = await ask('POST /v1/payments', { amount: '700' }, headers);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    // However the same amount is written.
    const same = await ask('POST /v1/payments', { amount: '700.00' }, headers);
    expect(same.body).toEqual(first.body);
    const other = await ask('POST /v1/payments', { amount: '800' }, headers);
    expect(other.body).toMatchObject({ code: 'idempotency_conflict' });
  });

  it('that the gateway has not taken is asked for again with the same key', async () => {
    behave({ failNext: 1 });
    const headers = { 'idempotency-key': 'order-2' };
    const failed = await ask('POST /v1/payments', { amount: '700' }, headers);
    expect(failed).toMatchObject({ status: 503, body: { code: 'payment_gateway_unavailable' } });
    const again = await ask('POST /v1/payments', { amount: '700' }, headers);
    expect(again).toMatchObject({ status: 201, body: { state: 'open' } });
    expect((await ask('GET /v1/payments')).body.data).toHaveLength(1);
  });
});

describe('the ledger before and after', () => {
  it('a payment that is notified twice: credited once', async () => {
    behave({ notifyTwice: true });
    const { id, checkout, theirs } = await open();
    await choose(checkout, 'pay');
    await told(theirs, 2);
    await inState(id, 'paid');
    expect(await ledger()).toEqual(after(id));
    expect(await heardOf(id)).toEqual(['notification paid', 'notification repeated']);
    expect(gateway.told.filter((it) => it.checkout === theirs.id)).toMatchObject([
      { status: 200 },
      { status: 200 },
    ]);
  });

  it('notified and asked at the same moment, many times: credited once', async () => {
    behave({ notify: false });
    const { id, checkout, theirs } = await open();
    await choose(checkout, 'pay');
    const tell = () => gateway.tell(theirs);
    const inquire = async () => (await ask(`POST /v1/payments/${id}/inquiry`, {})).status;
    const answers = await Promise.all([tell(), inquire(), tell(), inquire(), tell(), tell()]);
    expect(answers).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await ledger()).toEqual(after(id));
  });

  it('a return without a notification: credited by the inquiry alone', async () => {
    behave({ notify: false });
    const { id, checkout } = await open();
    const back = await choose(checkout, 'pay');
    expect(back.searchParams.get('state')).toBe('paid');
    expect(await ledger()).toEqual(BEFORE);
    const returned = back.search.slice(1);
    const headers = { 'idempotency-key': 'back-from-the-checkout' };
    for (const repeated of [null, 'true']) {
      const asked = await ask(`POST /v1/payments/${id}/inquiry`, { returned }, headers);
      expect(asked).toMatchObject({ status: 200, body: { state: 'paid' } });
      expect(asked.headers.get('idempotent-replayed')).toBe(repeated);
    }
    expect(await ledger()).toEqual(after(id));
    expect(await heardOf(id)).toEqual(['inquiry paid']);
  });

  it('a browser that returns with a forged word: nothing, and it is recorded', async () => {
    const { id, theirs } = await open();
    const returned = `checkout=${theirs.id}&state=paid&signature=${'0'.repeat(64)}`;
    const asked = await ask(`POST /v1/payments/${id}/inquiry`, { returned });
    expect(asked.body).toMatchObject({ state: 'open' });
    expect(await ledger()).toEqual(BEFORE);
    expect(await heardOf(id)).toEqual(['return forged']);
  });

  it('nobody returns and nobody notifies: credited when the job asks', async () => {
    behave({ notify: false });
    const { id, checkout } = await open();
    await choose(checkout, 'pay');
    await change('due', 'update payments set ask_at = now() where id = $1', [id]);
    await inState(id, 'paid');
    expect(await ledger()).toEqual(after(id));
  });

  it('notified late, when it has long expired here: credited, once', async () => {
    behave({ notify: false });
    const { id, checkout, theirs } = await open();
    await change('expire', `update payments set state = 'expired', ask_at = null where id = $1`, [
      id,
    ]);
    await choose(checkout, 'pay');
    expect(await ledger()).toEqual(BEFORE);
    expect(await gateway.tell(theirs)).toBe(200);
    expect(await gateway.tell(theirs)).toBe(200);
    expect(await ledger()).toEqual(after(id));
  });

  it.each([
    ['another secret', (body: string) => signed(body, { secret: 'not the secret' })],
    ['an old stamp', (body: string) => signed(body, { atMs: Date.now() - 301_000 })],
    ['a stamp of the future', (body: string) => signed(body, { atMs: Date.now() + 400_000 })],
    ['another body', (body: string) => signed(`${body} `)],
    ['no signature', () => ({})],
    ['half a signature', () => ({ 'gateway-signature': 't=1,v1=' })],
  ])('a notification with %s: nothing', async (_, sign) => {
    const { id, theirs } = await open();
    const body = JSON.stringify({ ...gateway.show(theirs), state: 'paid' });
    const before = await rows(`select id from payment_reports where verdict = 'forged'`);
    const answer = await post(body, sign(body));
    expect({ status: answer.status, said: await answer.text() }).toEqual({
      status: 401,
      said: 'the signature is wrong',
    });
    expect(await ledger()).toEqual(BEFORE);
    expect(await stateOf(id)).toBe('open');
    expect(await rows(`select id from payment_reports where verdict = 'forged'`)).toHaveLength(
      before.length + 1,
    );
  });

  it.each([
    ['less', { paisasOff: 1 }, 'PKR 1499.99'],
    ['more', { paisasOff: -50_000 }, 'PKR 2000.00'],
    ['another currency', { currency: 'USD' }, 'USD 1500.00'],
  ])('%s was paid than was asked: nothing, it waits for finance', async (_, wrong, said) => {
    behave(wrong);
    const { id, checkout, theirs } = await open();
    await choose(checkout, 'pay');
    await inState(id, 'differs');
    behave();
    expect(await gateway.tell(theirs)).toBe(200);
    await ask(`POST /v1/payments/${id}/inquiry`, {});
    expect(await ledger()).toEqual(BEFORE);
    expect(await rows('select told from payments where id = $1', [id])).toEqual([{ told: said }]);
    const found = await checkPayments({ ...paigham.world.admin, migrations: [], ...OF_DOCTOR });
    expect(found).toMatchObject([
      { verdict: 'fault', sentence: expect.stringMatching(/^Payments that wait for finance: \d/) },
    ]);
    const takes = { ...OF_DOCTOR, takesMoney: true };
    const [alone] = await checkPayments({ ...paigham.world.admin, migrations: [], ...takes });
    expect(alone?.sentence).toMatch(/^Nobody has the role finance/);
    // The money of the demo is played, and the command line does not know of its bank.
    const paymentGateway = 'simulated';
    const played = checkedMoney({ bankAccount: 'Demo', paymentGateway, statementFrom: '' });
    expect(played.takesMoney).toBe(false);
    const metrics = await (await fetch(`${paigham.baseUrl}/metrics`)).text();
    expect(metrics).toMatch(
      /paigham_payment_reports_total\{way="notification",verdict="differs"\} [1-9]/,
    );
  });

  it('a signed notification of no payment of ours: taken, and nothing', async () => {
    await open();
    const strange = { id: 'chk_strange', reference: 'x', state: 'paid', currency: 'PKR' };
    for (const body of [
      JSON.stringify({ ...strange, amount: '1500.00' }),
      JSON.stringify({ ...strange, amount: {} }),
      ...['[]', 'null', '"paid"', '{', '', '\u0000'],
    ]) {
      expect((await post(body, signed(body))).status).toBe(200);
    }
    expect(await ledger()).toEqual(BEFORE);
    const [unknown] = await rows(
      `select detail from payment_reports where verdict = 'unknown' and payment_id is null`,
    );
    expect(unknown).toEqual({ detail: 'chk_strange' });
  });
});

it('other ways and other gateways are not offered where notifications come', async () => {
  expect((await fetch(NOTIFICATIONS)).status).toBe(405);
  for (const other of ['stripe', 'none', 'simulated/x', '']) {
    const answer = await fetch(`${paigham.baseUrl}/webhooks/payments/${other}`, { method: 'POST' });
    expect(answer.status).toBe(404);
  }
});

it('a payment that no gateway ever took fails by itself', async () => {
  behave({ failNext: 1 });
  await ask('POST /v1/payments', { amount: '700' });
  const [{ id } = { id: '' }] = (await ask('GET /v1/payments')).body.data;
  await change(
    'age',
    `update payments set ask_at = now(), created_at = now() - interval '11 minutes'
    where id = $1`,
    [id],
  );
  await inState(String(id), 'failed');
});

it('a gateway that is away is asked again later', async () => {
  const { id, checkout } = await open();
  behave({ notify: false, failNext: 1 });
  await choose(checkout, 'pay');
  const asked = await ask(`POST /v1/payments/${id}/inquiry`, {});
  expect(asked).toMatchObject({ status: 200, body: { state: 'open' } });
  expect(await ledger()).toEqual(BEFORE);
  await change('due', 'update payments set ask_at = now() where id = $1', [id]);
  await inState(id, 'paid');
  expect(await ledger()).toEqual(after(id));
});
