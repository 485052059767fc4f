/** What is given back at the gateway's own dashboard, or taken back by the payer's bank. */
import { describe, expect, it } from 'vitest';
import type { Checkout } from '../../fakes/payment-gateway/gateway.ts';
import { refund as refundThere } from '../../fakes/payment-gateway/refunds.ts';
import { addCredit, correctCredit } from '../../src/features/credit/credit.operations.ts';
import { checkPayments } from '../../src/features/doctor/check-payments.ts';
import { parseRupees } from '../../src/domain/pricing/money.ts';
import { must } from '../../src/operations/admin.ts';
import { addPerson, mailsTo } from '../support/people.ts';
import { PAID, startRefunds } from '../support/refunds.ts';

const {
  gateway,
  behave,
  paigham,
  admin,
  ask,
  paid,
  refundsOf,
  give,
  inState,
  due,
  heardOf,
  ledger,
  notes,
  perform,
  accountId,
  soon,
} = await startRefunds();

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
    const moved = { accountId: accountId(), shared: true };
    const amountMicros = parseRupees('1400');
    if (amountMicros === undefined) throw new Error('not rupees');
    must(await correctCredit(admin, { ...moved, amountMicros, reference: `spent ${id}` }));
    there(theirs, '1500.00');
    await inState(id, 'refunded');
    const spent = [...PAID, 'correction 140000', 'payment_refund 20000'];
    expect(await ledger()).toEqual(['0.00', ...spent]);
    expect(await refundsOf(id)).toMatchObject([{ amount: '1500.00', owed: '1300.00' }]);
    expect((await ask('GET /v1/balance')).body).toMatchObject({ balance: '0.00', owed: '1300.00' });
    expect(await notes()).toEqual(['1500.00']);
    const context = { ...admin, reader: paigham.db, dataDir: undefined, migrations: [] };
    expect(await checkPayments(context)).toContainEqual(
      expect.objectContaining({
        verdict: 'fault',
        sentence: expect.stringMatching(/had less left/),
      }),
    );
    const shown = await perform('payment-list', { trouble: 'owed' });
    expect(shown.body['data']).toMatchObject([{ payment: Number(id) }]);

    const owner = 'owner@owes.example';
    await addPerson(admin, owner, { accountId: accountId(), role: 'owner' });
    must(await addCredit(admin, { ...moved, amountMicros, reference: `more ${id}` }));
    expect(await mailsTo(paigham, owner)).toMatchObject([
      { kind: 'credit_added', text: expect.stringMatching(/Rs 100\.00\s+is\s+left/) },
    ]);
    await soon('it is taken', async () => (await refundsOf(id))[0]?.['owed'] === '0.00');
    expect(await ledger()).toEqual(['100.00', ...spent, 'credit 140000', 'payment_refund 130000']);
  });

  it('of an account without any credit has a credit note, and no line yet', async () => {
    const { id, theirs } = await paid();
    const moved = { accountId: accountId(), shared: true, reference: `spent ${id}` };
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
    const credited = await perform('invoice-credit', {
      account: String(accountId()),
      invoice: invoice?.['number'],
      amount: '1000',
      reason: 'Given back',
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
    await soon('it failed', () => gateway.behaviour.failNext === 0);
    there(theirs, '1500.00');
    await inState(id, 'asked', 'refunded');
    expect(await refundsOf(id)).toMatchObject([{ owed: '0.00' }, { owed: '1400.00' }]);
    await due();
    await inState(id, 'refused', 'refunded');
    await soon('what is owed is taken', async () =>
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
    expect.objectContaining({ verdict: 'fault', sentence: expect.stringMatching(/^Chargebacks/) }),
  );
  const { body } = await perform('payment-list', { trouble: 'disputed' });
  expect(body['data']).toMatchObject([{ payment: Number(id) }]);
});
