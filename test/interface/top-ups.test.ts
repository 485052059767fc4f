/** Credit that is added by itself: a kept card is charged once, whatever is lost. */
import { describe, expect, it } from 'vitest';
import { readWaitingMails } from '../../src/features/mails/mails.ts';
import { statement } from '../../src/kit/postgres/statement.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { openShop } from '../support/shop.ts';
import { addPerson, PASSWORD, visit } from '../support/people.ts';
import { PAID, startRefunds } from '../support/refunds.ts';
import { v1At } from '../support/v1.ts';

const { gateway, behave, paigham, admin, ask, change, paid, ledger, accountId, soon, perform } =
  await startRefunds();

const topUp = async () => (await ask('GET /v1/top-up')).body;
const payments = async () => (await ask('GET /v1/payments')).body.data;
const states = async () => (await payments()).map((it) => it['state']);
/** Charges of the gateway, without the checkout at which the card was kept. */
const charges = () =>
  [...gateway.checkouts.values()].filter(
    ({ reference, returnAddress }) =>
      reference.startsWith(`${accountId()}-`) && returnAddress === '',
  );
const due = () => change('ask', `update payments set ask_at = now() where ask_at is not null`);
const mostNotices = async () =>
  (await ask('GET /v1/notices')).body.data.filter((it) => it['state'] === 'most');
const SET = { below: '1000', add: '700', most_a_month: '2000' };

/** A card that is kept: 1600 rupees of credit. */
async function kept(): Promise<void> {
  await paid('1500', { keep_card: true });
  await soon('the card is kept', async () => (await topUp())['card'] !== null);
}
let made = 0;
/** Takes credit away, as sends do. */
const spend = (rupees: number) =>
  change(
    'spend',
    `with moved as (
      update balances set available_micros = available_micros - $2::bigint where account_id = $1
    )
    insert into transfers (account_id, id, kind, debit, credit, amount_micros, messages, created_at)
    values ($1, $3, 'reserve', 'available', 'reserved', $2, 1, now())`,
    [accountId(), rupees * 1_000_000, (made += 1)],
  );
const spent = (rupees: number) => [...PAID, `reserve ${rupees * 100}`];

describe('a card', () => {
  it('is kept when its payer lets it be, and only then', async () => {
    await paid();
    await kept();
    expect(await topUp()).toMatchObject({
      offered: true,
      card: { last4: '4242', expires: '2031-04' },
      below: null,
      charged_this_month: '0.00',
    });
    const [row] = await paigham.db.read(
      statement<{ card: Buffer }>(
        'test-card',
        'select card from top_ups where account_id = :accountId',
      ),
      { accountId: accountId() },
    );
    expect(row?.card.toString('latin1')).not.toContain('card_of_');
  });

  it('is charged on the word of an owner, or a key that may do all', async () => {
    await kept();
    const email = `developer${accountId()}@shop.example`;
    await addPerson(admin, email, { accountId: accountId(), role: 'developer' });
    const developer = visit(paigham.baseUrl);
    await developer.signIn(email, PASSWORD);
    const put = await developer.ask('/v1/top-up', { method: 'PUT', body: SET });
    expect([put.status, put.body.code]).toEqual([403, 'role_too_low']);
    const made = await ask('POST /v1/keys', { name: 'Books', scopes: ['read', 'account'] });
    const keyed = v1At(paigham.baseUrl, String(made.body['key']));
    expect((await keyed('PUT /v1/top-up', SET)).body['code']).toBe('scope_missing');
    expect((await ask('PUT /v1/top-up', SET)).status).toBe(200);
  });

  it('that is not kept cannot be charged', async () => {
    await paid();
    const { status, body } = await ask('PUT /v1/top-up', SET);
    expect({ status, errors: body['errors'] }).toMatchObject({
      status: 400,
      errors: [{ detail: 'has no kept card: pay once, and let its card be kept' }],
    });
  });

  it.each([
    [{ add: '499' }, '/body/add', 'must be from 500 to 200000 rupees'],
    [{ most_a_month: '699' }, '/body/most_a_month', 'must not be less than what is added at once'],
  ])('is not charged by %j', async (more, pointer, detail) => {
    await kept();
    const { body } = await ask('PUT /v1/top-up', { ...SET, ...more });
    expect(body['errors']).toMatchObject([{ pointer, detail }]);
  });
});

describe('credit that falls below what was set', () => {
  it('is added to, with an invoice, up to so much a month, and that is told', async () => {
    const owner = `owner${accountId()}@shop.example`;
    await addPerson(admin, owner, { accountId: accountId(), role: 'owner' });
    await kept();
    expect(await ask('PUT /v1/top-up', SET)).toMatchObject({
      status: 200,
      body: { below: '1000.00' },
    });
    await spend(1_500);
    await soon('it is charged twice', async () => (await ledger())[0] === '1500.00');
    const lines = [...spent(1_500), 'payment 70000', 'payment 70000'];
    expect(await ledger()).toEqual(['1500.00', ...lines]);
    expect(await topUp()).toMatchObject({ charged_this_month: '1400.00' });
    expect((await ask('GET /v1/invoices')).body.data.slice(0, 2)).toMatchObject([
      { amount: '700.00' },
      { amount: '700.00' },
    ]);
    expect((await payments()).filter((it) => it['automatic'])).toHaveLength(2);
    // A third would exceed the month.
    await spend(1_400);
    await soon('it is told', async () => (await mostNotices()).length > 0);
    expect(await ledger()).toContain('100.00');
    expect(charges()).toHaveLength(2);
    await soon('the job has looked again', () => true);
    expect(await mostNotices()).toMatchObject([{ kind: 'top_up', amount: '2000.00' }]);
    const mails = await readWaitingMails(paigham.db, admin.seal);
    const told = mails.filter((it) => it.to === owner && it.kind === 'top_up_most');
    expect(told.map((it) => it.text)).toEqual([expect.stringContaining('Rs 2,000.00')]);
  });

  it('whose gateway was replaced a day ago is not waited for any more', async () => {
    const insert = (account: AccountId, hours: number) =>
      change(
        'replaced',
        `insert into payments (account_id, gateway, reference, amount_micros, state, created_at,
          created_by, ask_at, automatic)
        values ($1, 'replaced', $2, 700000000, 'opening', now() - make_interval(hours => $3),
          'service', now(), true)`,
        [account, `${account}-replaced`, hours],
      );
    const young = (await openShop(paigham.world, { rupees: '1' })).accountId;
    await insert(young, 1);
    await insert(accountId(), 25);
    await soon('it has ended', async () => (await states())[0] === 'failed');
    const waits = await perform('payment-list', { account: String(young) });
    expect(JSON.stringify(waits.body)).toContain('"opening"');
    const { body } = await perform('payment-list', { account: String(accountId()) });
    expect(JSON.stringify(body)).toContain('The gateway (replaced) was replaced');
  });

  it('is charged once when the gateway hangs up', async () => {
    await kept();
    await ask('PUT /v1/top-up', { ...SET, most_a_month: '700' });
    behave({ charge: 'lose', notify: false });
    await spend(1_500);
    await soon('it was asked', () => charges().length > 0);
    expect(await ledger()).toEqual(['100.00', ...spent(1_500)]);
    await due();
    await soon('it is paid', async () => (await ledger())[0] === '800.00');
    expect(charges()).toHaveLength(1);
  });

  it('waits while the gateway does not know yet, and is told', async () => {
    await kept();
    await ask('PUT /v1/top-up', { ...SET, most_a_month: '700' });
    behave({ charge: 'wait', notifyTwice: true });
    await spend(1_500);
    await soon('it is open', async () => (await states())[0] === 'open');
    const [charge] = charges();
    if (charge === undefined) throw new Error('nothing was charged');
    gateway.end(charge, 'paid');
    await soon('it is paid', async () => (await ledger())[0] === '800.00');
    expect(await ledger()).toEqual(['800.00', ...spent(1_500), 'payment 70000']);
  });

  it('that the bank declines is tried a day later, three times in all, and then off', async () => {
    await addPerson(admin, `owner${accountId()}@shop.example`, {
      accountId: accountId(),
      role: 'owner',
    });
    await kept();
    await ask('PUT /v1/top-up', { ...SET, most_a_month: '700' });
    behave({ charge: 'decline' });
    await spend(1_500);
    for (const times of [1, 2, 3]) {
      await soon(`declined ${times} times`, async () => {
        return (await states()).filter((it) => it === 'declined').length === times;
      });
      expect(charges()).toHaveLength(times);
      const { below, off_because: why } = await topUp();
      expect([below, why]).toEqual(times < 3 ? ['1000.00', null] : [null, 'declined']);
      await change('tomorrow', 'update top_ups set try_at = now() where account_id = $1', [
        accountId(),
      ]);
    }
    expect(await ledger()).toEqual(['100.00', ...spent(1_500)]);
    const mails = await readWaitingMails(paigham.db, admin.seal);
    const told = JSON.stringify(mails);
    expect(told).toContain('insufficient funds');
    expect(told).toContain('The automatic top-up is off now');
    expect((await ask('GET /v1/notices')).body.data).toContainEqual(
      expect.objectContaining({ kind: 'top_up', state: 'declined', amount: '700.00' }),
    );
  });

  it('whose charge the bank wants its owner to confirm is paid by hand', async () => {
    await addPerson(admin, `owner${accountId()}@shop.example`, {
      accountId: accountId(),
      role: 'owner',
    });
    await kept();
    await ask('PUT /v1/top-up', { ...SET, most_a_month: '700' });
    behave({ charge: 'authenticate' });
    await spend(1_500);
    await soon('it is declined', async () => (await states())[0] === 'declined');
    const mails = await readWaitingMails(paigham.db, admin.seal);
    const told = mails.find(
      (it) => it.to === `owner${accountId()}@shop.example` && it.kind === 'top_up_declined',
    );
    expect(told?.text).toContain('The bank wants you to confirm the payment of Rs 700.00');
    expect(told?.text).toContain('/portal/credit');
    expect(await ledger()).toEqual(['100.00', ...spent(1_500)]);
  });

  it('is not added to after it is switched off, or the card is forgotten', async () => {
    await kept();
    await ask('PUT /v1/top-up', SET);
    expect((await ask('DELETE /v1/top-up')).status).toBe(204);
    expect(await topUp()).toMatchObject({ below: null, card: { last4: '4242' } });
    await ask('PUT /v1/top-up', SET);
    expect((await ask('DELETE /v1/top-up/card')).status).toBe(204);
    expect(await topUp()).toMatchObject({ below: null, card: null });
  });

  it('has a card that cannot be forgotten while it is charged', async () => {
    await kept();
    await ask('PUT /v1/top-up', { ...SET, most_a_month: '700' });
    behave({ charge: 'wait' });
    await spend(1_500);
    await soon('it is open', async () => (await states())[0] === 'open');
    const { body } = await ask('DELETE /v1/top-up/card');
    expect(body['errors']).toMatchObject([
      { detail: 'has a card that is being charged: try again in a minute' },
    ]);
  });
});
