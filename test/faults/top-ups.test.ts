/** A node is killed around the charge of a kept card: it is charged once. */
import { expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { eventually } from '../support/eventually.ts';
import { endLeases, startMortal } from '../support/mortal.ts';
import { startPaigham } from '../support/paigham.ts';
import { startPaymentGateway } from '../support/payment-gateway.ts';
import { openShop } from '../support/shop.ts';
import { v1At } from '../support/v1.ts';
import { asker, breachesOf } from '../support/verify.ts';

it.each(['before the gateway is asked', 'after the gateway has done it'] as const)(
  'killed %s: charged once',
  async (when) => {
    const { gateway, behave, choose, settings } = await startPaymentGateway();
    const { config, secrets } = settings;
    const paigham = await startPaigham({ secrets, config, withoutNode: true });
    const rows = asker(paigham.db);
    const shop = await openShop(paigham.world, { rupees: '100' });
    const ledger = () =>
      rows(
        `select b.available_micros / 10000 as paisas,
          (select count(*)::int from transfers t
            where t.account_id = b.account_id and kind = 'payment') as paid,
          (select string_agg(state, ' ' order by id) from payments p
            where p.account_id = b.account_id) as states
        from balances b where account_id = $1`,
        [shop.accountId],
      );
    const charges = () => [...gateway.checkouts.values()].filter((it) => it.returnAddress === '');
    const doomed = await startMortal(paigham, config);
    const ask = v1At(doomed.node.baseUrl, shop.apiKey);
    const { body } = await ask('POST /v1/payments', { amount: '500', keep_card: true });
    await choose(body['checkout_address'], 'pay');
    await eventually('the card is kept', async () => {
      return (await ask('GET /v1/top-up')).body['card'] !== null;
    });
    const isDone = when === 'after the gateway has done it';
    behave({ notify: false, ...(isDone ? { charge: 'lose' } : { failNext: 1_000 }) });
    // Credit is below it already.
    await ask('PUT /v1/top-up', { below: '1000', add: '700', most_a_month: '700' });
    await eventually('a charge is begun', async () => {
      const begun = await rows('select id from payments where automatic', []);
      return begun.length > 0 && charges().length === (isDone ? 1 : 0);
    });
    doomed.die();
    behave({ notify: false });
    expect(await ledger()).toEqual([{ paisas: 60_000, paid: 1, states: 'paid opening' }]);
    expect(charges()).toHaveLength(isDone ? 1 : 0);

    await endLeases(paigham);
    await paigham.startNode({ config: { ...config, port: 0 } });
    const due = 'update payments set ask_at = now() where ask_at is not null';
    await paigham.db.transact((it) => it.run(plain('test-due', due), []));
    const paid = [{ paisas: 130_000, paid: 2, states: 'paid paid' }];
    await eventually('it is paid', async () => {
      return JSON.stringify(await ledger()) === JSON.stringify(paid);
    });
    expect(charges()).toHaveLength(1);
    expect(await breachesOf(paigham, [])).toEqual([]);
  },
);
