/** What of a payment is given back: credit falls first, and money leaves once, whatever is lost. */
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { changeRefund } from '../../fakes/payment-gateway/refunds.ts';
import { correctCredit } from '../../src/features/credit/credit.operations.ts';
import { parseRupees } from '../../src/domain/pricing/money.ts';
import { must } from '../../src/operations/admin.ts';
import { PAID, startRefunds } from '../support/refunds.ts';

const {
  gateway,
  behave,
  paigham,
  admin,
  ask,
  change,
  paid,
  paymentOf,
  refundsOf,
  give,
  inState,
  due,
  heardOf,
  ledger,
  notes,
  perform,
  accountId,
  apiKey,
  soon,
} = await startRefunds();

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

  it('asked for many times at once is one, although there is credit for more', async () => {
    await paid();
    const { id, theirs } = await paid();
    const given = await Promise.all(Array.from({ length: 5 }, () => give(id)));
    expect(given.filter((it) => it.status === 200)).toHaveLength(1);
    expect(given.filter((it) => it.status === 400)).toHaveLength(4);
    await inState(id, 'refunded');
    expect(gateway.refunds.filter((it) => it.checkout === theirs.id)).toHaveLength(1);
    const lines = [...PAID, 'payment 150000', 'payment_refund 150000'];
    expect(await ledger()).toEqual(['1600.00', ...lines]);
  });

  it('of more than the account has left is refused, and nothing is asked', async () => {
    const { id, theirs } = await paid();
    const taken = { accountId: accountId(), reference: `spent ${id}`, shared: true };
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
        headers: { authorization: `Bearer ${apiKey()}`, 'content-type': 'application/json' },
        body: JSON.stringify({ account: String(accountId()), payment: id, reason: 'mine' }),
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
    const credited = await perform('invoice-credit', {
      account: String(accountId()),
      invoice: invoice?.['number'],
      reason: 'again',
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
    await soon('it was asked', () => gateway.refunds.some((it) => it.checkout === theirs.id));
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
    await soon('it failed', () => gateway.behaviour.failNext === 0);
    expect(await refundsOf(id)).toMatchObject([{ state: 'asked' }]);
    await due();
    await inState(id, 'refunded');
    expect(gateway.refunds.filter((it) => it.checkout === theirs.id)).toHaveLength(1);
  });

  it('that says it later is believed by its list, told twice and forged besides', async () => {
    behave({ refund: 'wait', notifyTwice: true });
    const { id, theirs } = await paid();
    await give(id, { amount: '500' });
    await soon('it was asked', () => gateway.refunds.some((it) => it.checkout === theirs.id));
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
    await soon('it was asked', () => gateway.refunds.some((it) => it.checkout === theirs.id));
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
    await soon('it was heard', async () =>
      (await heardOf(id)).includes('notification contradicts'),
    );
    expect(await ledger()).toEqual(['1100.00', ...PAID, 'payment_refund 50000']);
  });
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
