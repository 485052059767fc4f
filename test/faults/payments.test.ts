/** A node is killed between a payment's notification and its commit. */
import { expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { eventually } from '../support/eventually.ts';
import { endLeases, startMortal } from '../support/mortal.ts';
import { startPaigham } from '../support/paigham.ts';
import { startPaymentGateway } from '../support/payment-gateway.ts';
import { openShop } from '../support/shop.ts';
import { v1At } from '../support/v1.ts';
import { asker, breachesOf } from '../support/verify.ts';

it.each(['notified again', 'asked'] as const)(
  'killed between notification and commit, then %s: credited once',
  async (how) => {
    const simulated = await startPaymentGateway();
    const { gateway, behave, choose } = simulated;
    const { config, secrets } = simulated.settings;
    const paigham = await startPaigham({ secrets, config, withoutNode: true });
    const rows = asker(paigham.db);
    const shop = await openShop(paigham.world, { rupees: '100' });
    const ledger = () =>
      rows(
        `select b.available_micros / 1000000 as balance,
          (select count(*)::int from transfers t
            where t.account_id = b.account_id and kind = 'payment') as payments
        from balances b where account_id = $1`,
        [shop.accountId],
      );
    const doomed = await startMortal(paigham, config);
    const ask = v1At(doomed.node.baseUrl, shop.apiKey);
    behave({ notify: false });
    const { body } = await ask('POST /v1/payments', { amount: '1500' });
    await choose(body['checkout_address'], 'pay');
    const theirs = gateway.checkouts.get(String(body['gateway_id']));
    if (theirs === undefined) throw new Error('the gateway has no such checkout');

    // The settlement waits for the balance, and the node dies while it does.
    await paigham.db.transact(async (transaction) => {
      const lock = 'select 1 as one from balances where account_id = $1 for update';
      await transaction.run(plain('test-hold-balance', lock), [shop.accountId]);
      const telling = gateway.tell(theirs);
      await eventually('the settlement waits', async () => {
        const waiting = await rows(
          `select 1 as one from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
            and query like '%insert into transfers%'`,
        );
        return waiting.length > 0;
      });
      doomed.die();
      await telling;
    });
    expect(await ledger()).toEqual([{ balance: 100, payments: 0 }]);

    await endLeases(paigham);
    const next = await paigham.startNode({ config: { ...config, port: 0 } });
    if (how === 'asked') {
      const again = v1At(next.baseUrl, shop.apiKey);
      await again(`POST /v1/payments/${body['id']}/inquiry`, {});
    } else {
      const to = `${next.baseUrl}/webhooks/payments/simulated`;
      for (const moved of [1, 2]) {
        expect({ moved, status: await gateway.tell({ ...theirs, notifyAddress: to }) }).toEqual({
          moved,
          status: 200,
        });
      }
    }
    expect(await ledger()).toEqual([{ balance: 1600, payments: 1 }]);
    expect(await breachesOf(paigham, [])).toEqual([]);
  },
);
