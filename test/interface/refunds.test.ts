/** What of a payment is given back: credit falls first, and money leaves once, whatever is lost. */
import { createHmac } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Checkout } from '../../fakes/payment-gateway/gateway.ts';
import { changeRefund, refund as refundThere } from '../../fakes/payment-gateway/refunds.ts';
import { addCredit, correctCredit } from '../../src/features/credit/credit.operations.ts';
import { checkPayments } from '../../src/features/doctor/check-payments.ts';
import { parseRupees } from '../../src/domain/pricing/money.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { must } from '../../src/operations/admin.ts';
import { eventually } from '../support/eventually.ts';
import { startPaigham } from '../support/paigham.ts';
import { startPaymentGateway } from '../support/payment-gateway.ts';
import { addPerson, visit, type Visitor } from '../support/people.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { v1At, type AskV1 } from '../support/v1.ts';
import { asker } from '../support/verify.ts';

const simulated = await startPaymentGateway();
const { gateway, behave, choose } = simulated;
const paigham = await startPaigham(simulated.settings);
const { admin } = paigham.world;
const rows = asker(paigham.db);
const change = (name: string, sql: string, values: readonly unknown[] = []) =>
  paigham.db.transact((it) => it.run(plain(`test-refund-${name}`, sql), values));

let finance: Visitor;
let shop: Shop;
let ask: AskV1;

beforeAll(async () => {
  await addPerson(admin, 'finance@paigham.example', { staffRole: 'finance' });
  finance = visit(paigham.baseUrl);
  await finance.signIn('finance@paigham.example');
});
beforeEach(async () => {
  behave();
  shop = await openShop(paigham.world, { rupees: '100' });
  ask = v1At(paigham.baseUrl, shop.apiKey);
});

type Paid = { readonly id: string; readonly theirs: Checkout };

async function paid(amount = '1500'): Promise<Paid> {
  const { body } = await ask('POST /v1/payments', { amount });
  const theirs = gateway.checkouts.get(String(body['gateway_id']));
  if (theirs === undefined) throw new Error('the gateway has no such checkout');
  await choose(body['checkout_address'], 'pay');
  const id = String(body['id']);
  await eventually('it is paid', async () => (await paymentOf(id))['state'] === 'paid');
  return { id, theirs };
}

const paymentOf = async (id: string) => (await ask(`GET /v1/payments/${id}`)).body;
const refundsOf = async (id: string) => (await ask(`GET /v1/payments/${id}/refunds`)).body.data;
const give = (id: string, more: object = {}) =>
  finance.ask('/v1/staff/operations/payment-refund', {
    method: 'POST',
    body: { account: String(shop.accountId), payment: id, reason: 'Paid twice', ...more },
  });
const inState = (id: string, ...states: readonly string[]) =>
  eventually(`refunds of ${id} are ${states.join(', ')}`, async () => {
    const now = (await refundsOf(id)).map((it) => it['state']);
    return JSON.stringify(now) === JSON.stringify(states);
  });
/** Asks the gateway again now, not in half a minute. */
const due = () => change('due', 'update refunds set ask_at = now() where ask_at is not null');
const heardOf = async (id: string) =>
  (
    await rows(
      `select way, verdict from payment_reports
      where payment_id = $1 and verdict not in ('paid', 'repeated') order by id`,
      [id],
    )
  ).map((it) => Object.values(it as object).join(' '));

/** Lines of the ledger to the paisa, and the balance that they make. */
async function ledger() {
  const lines = await rows(
    `select kind || ' ' || (amount_micros / 10000)::text as line from transfers
    where account_id = $1 order by created_at, id`,
    [shop.accountId],
  );
  const sums = await rows(
    `select b.available_micros = sum(case when credit = 'available' then amount_micros
        when debit = 'available' then -amount_micros else 0 end) as explained
    from balances b join transfers t using (account_id)
    where account_id = $1 group by b.available_micros`,
    [shop.accountId],
  );
  expect(sums).toEqual([{ explained: true }]);
  const balance = (await ask('GET /v1/balance')).body['balance'];
  return [balance, ...lines.map((it) => (it as { line: string }).line)];
}
const PAID = ['credit 10000', 'payment 150000'];
const notes = async () =>
  (await ask('GET /v1/invoices?kind=credit_note')).body.data.map((it) => it['amount']);

describe('a refund', () => {
  it('takes credit, is given back at the gateway once, and has a credit note', async () => {
    const { id, theirs } = await paid();
    const given = await give(id, { amount: '500.25' });
    expect(given).toMatchObject({ status: 200, body: { data: { state: 'asked' } } });
    await inState(id, 'refunded');
    expect(await ledger()).toEqual(['1099.75', ...PAID, 'payment_refund 50025']);
    expect(gateway.refunds.filter((it) => it.checkout === theirs.id)).toMatchObject([
      { amount: '500.25', state: 'succeeded' },
    ]);
    expect(await paymentOf(id)).toMatchObject({ refunded: '500.25', refunding: '0.00' });
    const [refund] = await refundsOf(id);
    const [note] = (await ask('GET /v1/invoices?kind=credit_note')).body.data;
    expect(refund).toMatchObject({ amount: '500.25', reason: 'Paid twice', owed: '0.00' });
    expect(note).toMatchObject({
      number: refund?.['credit_note'],
      amount: '500.25',
      reason: 'Paid twice',
      ledger_id: refund?.['ledger_id'],
    });
    const [month] = (await ask('GET /v1/statements')).body.data;
    const statement = (await ask(`GET /v1/statements/${month?.['month']}`)).body;
    expect(statement['lines']).toContainEqual(
      expect.objectContaining({ what: 'payment_refund', change: '-500.25' }),
    );
    expect((await ask('GET /v1/notices')).body.data).toContainEqual(
      expect.objectContaining({ kind: 'refund', state: 'refunded', amount: '500.25' }),
    );
  });

  it('in parts adds up to the payment at most', async () => {
    const { id } = await paid();
    await give(id, { amount: '1000' });
    await inState(id, 'refunded');
    const tooMuch = await give(id, { amount: '500.01' });
    expect(tooMuch.body['errors']).toMatchObject([
      { detail: 'must not exceed what is left of it: 500.00 rupees' },
    ]);
    expect(await give(id)).toMatchObject({ status: 200, body: { data: { amount: '500.00' } } });
    // Before the gateway has said what became of it.
    expect((await give(id)).body['errors']).toMatchObject([
      { detail: 'has been given back whole' },
    ]);
    await inState(id, 'refunded', 'refunded');
    expect(await ledger()).toEqual([
      '100.00',
      ...PAID,
      'payment_refund 100000',
      'payment_refund 50000',
    ]);
    expect(await notes()).toEqual(['500.00', '1000.00']);
  });

  it('asked for twice at once is one', async () => {
    const { id, theirs } = await paid();
    const both = await Promise.all([give(id), give(id)]);
    expect(both.map((it) => it.status).toSorted()).toEqual([200, 400]);
    await inState(id, 'refunded');
    expect(gateway.refunds.filter((it) => it.checkout === theirs.id)).toHaveLength(1);
    expect(await ledger()).toEqual(['100.00', ...PAID, 'payment_refund 150000']);
  });

  it('of more than the account has left is refused, and nothing is asked', async () => {
    const { id, theirs } = await paid();
    const taken = { accountId: shop.accountId, reference: `spent ${id}`, shared: true };
    const amountMicros = parseRupees('200');
    if (amountMicros === undefined) throw new Error('not rupees');
    must(await correctCredit(admin, { ...taken, amountMicros }));
    const before = await ledger();
    expect((await give(id)).body['errors']).toMatchObject([
      { pointer: '/body/amount', detail: 'must not exceed what the account has left' },
    ]);
    expect(await ledger()).toEqual(before);
    expect(gateway.refunds.some((it) => it.checkout === theirs.id)).toBe(false);
  });

  it.each([
    ['', 'must be of a payment of the account'],
    ['open', 'must be of a payment that was paid'],
  ])('of what was not paid is refused: %s', async (state, rule) => {
    const { body } =
      state === '' ? { body: { id: '999999' } } : await ask('POST /v1/payments', { amount: '700' });
    expect((await give(String(body['id']))).body['errors']).toMatchObject([{ detail: rule }]);
  });

  it('is no affair of the account, whoever of it asks', async () => {
    const { id } = await paid();
    for (const path of [`/v1/payments/${id}/refunds`, '/v1/staff/operations/payment-refund']) {
      const answer = await fetch(`${paigham.baseUrl}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${shop.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ account: String(shop.accountId), payment: id, reason: 'mine' }),
      });
      expect([401, 403, 405]).toContain(answer.status);
    }
    expect(await ledger()).toEqual(['1600.00', ...PAID]);
  });

  it('leaves nothing of it for a credit note by hand, which would take it twice', async () => {
    behave({ refund: 'wait' });
    const { id } = await paid();
    await give(id);
    await inState(id, 'asked');
    const [invoice] = (await ask('GET /v1/invoices?kind=invoice')).body.data;
    const credited = await finance.ask('/v1/staff/operations/invoice-credit', {
      method: 'POST',
      body: { account: String(shop.accountId), invoice: invoice?.['number'], reason: 'again' },
    });
    expect(credited.body['errors']).toMatchObject([{ detail: 'has been credited whole' }]);
    expect(await ledger()).toEqual(['100.00', ...PAID, 'payment_refund 150000']);
  });
});

describe('the gateway', () => {
  it('that refuses gives the credit back, in its words', async () => {
    behave({ refund: 'refuse' });
    const { id } = await paid();
    await give(id, { amount: '500' });
    await inState(id, 'refused');
    expect(await ledger()).toEqual([
      '1600.00',
      ...PAID,
      'payment_refund 50000',
      'refund_failure 50000',
    ]);
    expect(await refundsOf(id)).toMatchObject([
      { refused_because: 'the balance of the shop is too low', credit_note: null },
    ]);
    expect(await notes()).toEqual([]);
    // And can be asked again.
    behave();
    await give(id, { amount: '500' });
    await inState(id, 'refused', 'refunded');
    expect((await ledger())[0]).toBe('1100.00');
  });

  it('that hangs up has given it back once', async () => {
    const { id, theirs } = await paid();
    behave({ refund: 'lose', notify: false });
    await give(id, { amount: '500' });
    await eventually('it was asked', () => gateway.refunds.some((it) => it.checkout === theirs.id));
    expect(await refundsOf(id)).toMatchObject([{ state: 'asked' }]);
    expect(await ledger()).toEqual(['1100.00', ...PAID, 'payment_refund 50000']);
    await due();
    await inState(id, 'refunded');
    expect(gateway.refunds.filter((it) => it.checkout === theirs.id)).toHaveLength(1);
    expect(await ledger()).toEqual(['1100.00', ...PAID, 'payment_refund 50000']);
    expect(await notes()).toEqual(['500.00']);
  });

  it('that is away is asked until it answers', async () => {
    const { id, theirs } = await paid();
    behave({ failNext: 1 });
    await give(id, { amount: '500' });
    await eventually('it failed', () => gateway.behaviour.failNext === 0);
    expect(await refundsOf(id)).toMatchObject([{ state: 'asked' }]);
    await due();
    await inState(id, 'refunded');
    expect(gateway.refunds.filter((it) => it.checkout === theirs.id)).toHaveLength(1);
  });

  it('that says it later is believed by its list, told twice and forged besides', async () => {
    behave({ refund: 'wait', notifyTwice: true });
    const { id, theirs } = await paid();
    await give(id, { amount: '500' });
    await eventually('it was asked', () => gateway.refunds.some((it) => it.checkout === theirs.id));
    const [there] = gateway.refunds.filter((it) => it.checkout === theirs.id);
    expect(await refundsOf(id)).toMatchObject([{ state: 'asked' }]);
    const body = JSON.stringify({ event: 'refunded', checkout: theirs.id, said: '' });
    const stamp = String(Math.floor(Date.now() / 1_000));
    const digest = createHmac('sha256', 'not the secret').update(`${stamp}.${body}`).digest('hex');
    const forged = await fetch(`${paigham.baseUrl}/webhooks/payments/simulated`, {
      method: 'POST',
      body,
      headers: { 'gateway-signature': `t=${stamp},v1=${digest}` },
    });
    expect(forged.status).toBe(401);
    changeRefund(gateway, there?.id ?? '', 'succeeded');
    await inState(id, 'refunded');
    await gateway.tellOf(theirs, 'refunded');
    expect(await ledger()).toEqual(['1100.00', ...PAID, 'payment_refund 50000']);
    expect(await notes()).toEqual(['500.00']);
    expect(await heardOf(id)).toEqual(['notification refunded']);
  });

  it('that says later that it failed gives the credit back, once', async () => {
    behave({ refund: 'wait', notifyTwice: true });
    const { id, theirs } = await paid();
    await give(id, { amount: '500' });
    await eventually('it was asked', () => gateway.refunds.some((it) => it.checkout === theirs.id));
    const [there] = gateway.refunds.filter((it) => it.checkout === theirs.id);
    changeRefund(gateway, there?.id ?? '', 'failed');
    await inState(id, 'refused');
    await gateway.tellOf(theirs, 'refunded');
    expect(await ledger()).toEqual([
      '1600.00',
      ...PAID,
      'payment_refund 50000',
      'refund_failure 50000',
    ]);
    expect(await refundsOf(id)).toMatchObject([{ refused_because: 'the card was closed' }]);
    // It was given back, after all: taken again.
    changeRefund(gateway, there?.id ?? '', 'succeeded');
    await inState(id, 'refunded');
    expect((await ledger()).at(-1)).toBe('payment_refund 50000');
    expect((await ledger())[0]).toBe('1100.00');
  });

  it('that undoes a refund which counts already contradicts, and nothing moves', async () => {
    const { id, theirs } = await paid();
    await give(id, { amount: '500' });
    await inState(id, 'refunded');
    const [there] = gateway.refunds.filter((it) => it.checkout === theirs.id);
    changeRefund(gateway, there?.id ?? '', 'failed');
    await eventually('it was heard', async () =>
      (await heardOf(id)).includes('notification contradicts'),
    );
    expect(await ledger()).toEqual(['1100.00', ...PAID, 'payment_refund 50000']);
  });
});

describe('a refund at the dashboard of the gateway', () => {
  const there = (theirs: Checkout, amount: string) =>
    refundThere(gateway, { checkout: theirs.id, amount });

  it('takes the credit too, once, with a credit note', async () => {
    behave({ notifyTwice: true });
    const { id, theirs } = await paid();
    there(theirs, '300.00');
    await inState(id, 'refunded');
    await gateway.tellOf(theirs, 'refunded');
    expect(await ledger()).toEqual(['1300.00', ...PAID, 'payment_refund 30000']);
    expect(await notes()).toEqual(['300.00']);
    expect(await refundsOf(id)).toMatchObject([{ reason: 'Given back at the payment gateway' }]);
  });

  it('of credit that is spent takes what there is; the rest when credit comes', async () => {
    const { id, theirs } = await paid();
    const moved = { accountId: shop.accountId, shared: true };
    const amountMicros = parseRupees('1400');
    if (amountMicros === undefined) throw new Error('not rupees');
    must(await correctCredit(admin, { ...moved, amountMicros, reference: `spent ${id}` }));
    there(theirs, '1500.00');
    await inState(id, 'refunded');
    const spent = [...PAID, 'correction 140000', 'payment_refund 20000'];
    expect(await ledger()).toEqual(['0.00', ...spent]);
    expect(await refundsOf(id)).toMatchObject([{ amount: '1500.00', owed: '1300.00' }]);
    expect(await notes()).toEqual(['1500.00']);
    const context = { ...admin, reader: paigham.db, dataDir: undefined, migrations: [] };
    expect(await checkPayments(context)).toContainEqual(
      expect.objectContaining({
        verdict: 'fault',
        sentence: expect.stringMatching(/had less left/),
      }),
    );
    const shown = await finance.ask('/v1/staff/operations/payment-list', {
      method: 'POST',
      body: { trouble: 'owed' },
    });
    expect(shown.body['data']).toMatchObject([{ payment: Number(id) }]);

    must(await addCredit(admin, { ...moved, amountMicros, reference: `more ${id}` }));
    await eventually('it is taken', async () => (await refundsOf(id))[0]?.['owed'] === '0.00');
    expect(await ledger()).toEqual(['100.00', ...spent, 'credit 140000', 'payment_refund 130000']);
  });

  it('of an account without any credit has a credit note, and no line yet', async () => {
    const { id, theirs } = await paid();
    const moved = { accountId: shop.accountId, shared: true, reference: `spent ${id}` };
    const amountMicros = parseRupees('1600');
    if (amountMicros === undefined) throw new Error('not rupees');
    must(await correctCredit(admin, { ...moved, amountMicros }));
    there(theirs, '1500.00');
    await inState(id, 'refunded');
    expect(await ledger()).toEqual(['0.00', ...PAID, 'correction 160000']);
    const [note] = (await ask('GET /v1/invoices?kind=credit_note')).body.data;
    expect(note).toMatchObject({ amount: '1500.00', ledger_id: null });
  });

  it('of what a credit note took back by hand takes it no second time', async () => {
    const { id, theirs } = await paid();
    const [invoice] = (await ask('GET /v1/invoices?kind=invoice')).body.data;
    const credited = await finance.ask('/v1/staff/operations/invoice-credit', {
      method: 'POST',
      body: {
        account: String(shop.accountId),
        invoice: invoice?.['number'],
        amount: '1000',
        reason: 'Given back',
      },
    });
    expect(credited.status).toBe(200);
    there(theirs, '1500.00');
    await inState(id, 'refunded');
    expect(await ledger()).toEqual([
      '100.00',
      ...PAID,
      'correction 100000',
      'payment_refund 50000',
    ]);
    expect(await notes()).toEqual(['500.00', '1000.00']);
  });

  it('while ours waits counts; ours is refused, and the credit is right', async () => {
    const { id, theirs } = await paid();
    behave({ failNext: 1 });
    await give(id);
    await eventually('it failed', () => gateway.behaviour.failNext === 0);
    there(theirs, '1500.00');
    await inState(id, 'asked', 'refunded');
    expect(await refundsOf(id)).toMatchObject([{ owed: '0.00' }, { owed: '1400.00' }]);
    await due();
    await inState(id, 'refused', 'refunded');
    await eventually('what is owed is taken', async () =>
      (await refundsOf(id)).every((it) => it['owed'] === '0.00'),
    );
    expect((await ledger())[0]).toBe('100.00');
    expect(await notes()).toEqual(['1500.00']);
  });
});

it('a chargeback is told to finance, and moves nothing', async () => {
  const { id, theirs } = await paid();
  expect(await gateway.tellOf(theirs, 'disputed', 'fraudulent')).toBe(200);
  expect(await heardOf(id)).toEqual(['notification disputed']);
  expect(await ledger()).toEqual(['1600.00', ...PAID]);
  const context = { ...admin, reader: paigham.db, dataDir: undefined, migrations: [] };
  expect(await checkPayments(context)).toContainEqual(
    expect.objectContaining({ verdict: 'fault', sentence: expect.stringMatching(/chargebacks/) }),
  );
  const { body } = await finance.ask('/v1/staff/operations/payment-list', {
    method: 'POST',
    body: { trouble: 'disputed' },
  });
  expect(body['data']).toMatchObject([{ payment: Number(id) }]);
});

it('a payment of another gateway is given back by hand, and recorded whole at once', async () => {
  const { id } = await paid();
  await change('other', `update payments set gateway = 'jazzcash' where id = $1`, [id]);
  expect((await give(id)).body['errors']).toMatchObject([
    { detail: expect.stringMatching(/^The gateway of this payment cannot be asked for refunds/) },
  ]);
  const done = await give(id, { amount: '500', by_hand: true });
  expect(done).toMatchObject({ status: 200, body: { data: { state: 'refunded' } } });
  expect(await ledger()).toEqual(['1100.00', ...PAID, 'payment_refund 50000']);
  expect(await notes()).toEqual(['500.00']);
});

it('a payment whose gateway is asked is not recorded by hand', async () => {
  const { id } = await paid();
  expect((await give(id, { by_hand: true })).body['errors']).toMatchObject([
    { detail: 'must not be set: the gateway is asked for the refund' },
  ]);
});
