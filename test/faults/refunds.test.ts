/** A node is killed around the call of the gateway for a refund: money leaves once. */
import { expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { eventually } from '../support/eventually.ts';
import { endLeases, startMortal } from '../support/mortal.ts';
import { startPaigham } from '../support/paigham.ts';
import { startPaymentGateway } from '../support/payment-gateway.ts';
import { addPerson, visit } from '../support/people.ts';
import { openShop } from '../support/shop.ts';
import { v1At } from '../support/v1.ts';
import { asker, breachesOf } from '../support/verify.ts';

const FINANCE = 'finance@paigham.example';

it.each(['before the gateway is asked', 'after the gateway has done it'] as const)(
  'killed %s: given back once',
  async (when) => {
    const { gateway, behave, choose, settings } = await startPaymentGateway();
    const { config, secrets } = settings;
    const paigham = await startPaigham({ secrets, config, withoutNode: true });
    const rows = asker(paigham.db);
    await addPerson(paigham.world.admin, FINANCE, { staffRole: 'finance' });
    const shop = await openShop(paigham.world, { rupees: '100' });
    const ledger = () =>
      rows(
        `select b.available_micros / 10000 as paisas,
          (select count(*)::int from transfers t
            where t.account_id = b.account_id and kind = 'payment_refund') as taken,
          (select string_agg(state, ' ') from refunds r where r.account_id = b.account_id) as state,
          (select count(*)::int from invoices i
            where i.account_id = b.account_id and kind = 'credit_note') as notes
        from balances b where account_id = $1`,
        [shop.accountId],
      );
    const doomed = await startMortal(paigham, config);
    const ask = v1At(doomed.node.baseUrl, shop.apiKey);
    const { body } = await ask('POST /v1/payments', { amount: '1500' });
    await choose(body['checkout_address'], 'pay');
    await eventually('it is paid', async () => {
      return (await ask(`GET /v1/payments/${body['id']}`)).body['state'] === 'paid';
    });
    const finance = visit(doomed.node.baseUrl);
    await finance.signIn(FINANCE);
    const isDone = when === 'after the gateway has done it';
    behave({ notify: false, failNext: isDone ? 0 : 1_000 });
    await paigham.db.transact(async (transaction) => {
      const asked = { account: String(shop.accountId), payment: body['id'], amount: '500.25' };
      const given = await finance.ask('/v1/staff/operations/payment-refund', {
        method: 'POST',
        body: { ...asked, reason: 'Paid twice' },
      });
      expect(given.status).toBe(200);
      // Whoever hears of the refund waits for the payment, and the node dies while it does.
      const lock = 'select 1 as one from payments where id = $1 for share';
      await transaction.run(plain('test-hold-payment', lock), [body['id']]);
      if (isDone) await eventually('the gateway has done it', () => gateway.refunds.length > 0);
      doomed.die();
    });
    behave({ notify: false });
    expect(await ledger()).toEqual([{ paisas: 109_975, taken: 1, state: 'asked', notes: 0 }]);
    expect(gateway.refunds).toHaveLength(isDone ? 1 : 0);

    await endLeases(paigham);
    await paigham.startNode({ config: { ...config, port: 0 } });
    const due = 'update refunds set ask_at = now() where ask_at is not null';
    await paigham.db.transact((it) => it.run(plain('test-due', due), []));
    const refunded = [{ paisas: 109_975, taken: 1, state: 'refunded', notes: 1 }];
    await eventually('it is refunded', async () => {
      return JSON.stringify(await ledger()) === JSON.stringify(refunded);
    });
    expect(gateway.refunds).toHaveLength(1);
    expect(await breachesOf(paigham, [])).toEqual([]);
  },
);
