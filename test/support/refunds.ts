/** Payments that were paid at the simulated gateway, to be given back. */
import { beforeAll, beforeEach, expect } from 'vitest';
import type { Checkout } from '../../fakes/payment-gateway/gateway.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { micros } from '../../src/domain/pricing/money.ts';
import { askPayments } from '../../src/features/payments/ask-payments.ts';
import { askRefunds } from '../../src/features/payments/ask-refunds.ts';
import type { Gateway, PaymentRoom } from '../../src/features/payments/gateway.ts';
import { createSimulated } from '../../src/features/payments/simulated.ts';
import { topUp } from '../../src/features/top-ups/charge-top-ups.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { afterFile } from './after-file.ts';
import { eventually } from './eventually.ts';
import { startPaigham, type Paigham } from './paigham.ts';
import { startPaymentGateway, type PaymentGateway } from './payment-gateway.ts';
import { addPerson, visit, type Visitor } from './people.ts';
import { openShop, type Shop } from './shop.ts';
import { v1At, type AskV1 } from './v1.ts';
import { asker } from './verify.ts';

export type Paid = { readonly id: string; readonly theirs: Checkout };

/** What the ledger has of a shop with 100 rupees that has paid 1500. */
export const PAID = ['credit 10000', 'payment 150000'];

const roomOf = (gateway: Gateway, baseUrl: string): PaymentRoom => ({
  gateway,
  leastMicros: micros(0n),
  mostMicros: micros(0n),
  returnAddress: baseUrl,
  notifyAddress: `${baseUrl}/webhooks/payments/simulated`,
  heard: () => undefined,
  failed: () => undefined,
});

/** Until it is so: the jobs of the node run beside these, every few seconds. */
function jobsOf({ settings, secret }: PaymentGateway, { world, baseUrl }: Paigham) {
  const { paymentAddress: address = '' } = settings.config;
  const { paymentKey: key = '' } = settings.secrets;
  const room = roomOf(createSimulated({ address, key, secret, clock: wallClock }), baseUrl);
  afterFile(() => room.gateway.close());
  return (what: string, isSo: () => Promise<boolean> | boolean) =>
    eventually(what, async () => {
      await topUp(world.admin, room);
      await askPayments(world.admin, room);
      await askRefunds(world.admin, room);
      return isSo();
    });
}

type Rows = ReturnType<typeof asker>;

/** Lines of the ledger to the paisa; they make the balance. */
async function linesOf(rows: Rows, accountId: number): Promise<readonly string[]> {
  const lines = await rows(
    `select kind || ' ' || (amount_micros / 10000)::text as line from transfers
    where account_id = $1 order by created_at, id`,
    [accountId],
  );
  const sums = await rows(
    `select b.available_micros = sum(case when credit = 'available' then amount_micros
        when debit = 'available' then -amount_micros else 0 end) as explained
    from balances b join transfers t using (account_id)
    where account_id = $1 group by b.available_micros`,
    [accountId],
  );
  expect(sums).toEqual([{ explained: true }]);
  return lines.map((it) => (it as { line: string }).line);
}

async function readHeard(rows: Rows, id: string): Promise<readonly string[]> {
  const heard = await rows(
    `select way, verdict from payment_reports
    where payment_id = $1 and verdict not in ('paid', 'repeated') order by id`,
    [id],
  );
  return heard.map((it) => Object.values(it as object).join(' '));
}

/** A node with the gateway, somebody of finance, and before each test a shop with 100 rupees. */
export async function startRefunds() {
  const simulated = await startPaymentGateway();
  const { gateway, behave, choose } = simulated;
  const paigham = await startPaigham(simulated.settings);
  const { admin } = paigham.world;
  const rows = asker(paigham.db);
  const change = (name: string, sql: string, values: readonly unknown[] = []) =>
    paigham.db.transact((it) => it.run(plain(`test-refund-${name}`, sql), values));

  const soon = jobsOf(simulated, paigham);
  let finance: Visitor;
  let shop: Shop;
  let askShop: AskV1;
  const ask: AskV1 = (...asked) => askShop(...asked);

  beforeAll(async () => {
    await addPerson(admin, 'finance@paigham.example', { staffRole: 'finance' });
    finance = visit(paigham.baseUrl);
    await finance.signIn('finance@paigham.example');
  });
  beforeEach(async () => {
    behave();
    shop = await openShop(paigham.world, { rupees: '100' });
    askShop = v1At(paigham.baseUrl, shop.apiKey);
  });

  async function paid(amount = '1500', more: object = {}): Promise<Paid> {
    const { body } = await ask('POST /v1/payments', { amount, ...more });
    const theirs = gateway.checkouts.get(String(body['gateway_id']));
    if (theirs === undefined) throw new Error('the gateway has no such checkout');
    await choose(body['checkout_address'], 'pay');
    const id = String(body['id']);
    await soon('it is paid', async () => (await paymentOf(id))['state'] === 'paid');
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
    soon(`refunds of ${id} are ${states.join(', ')}`, async () => {
      const now = (await refundsOf(id)).map((it) => it['state']);
      return JSON.stringify(now) === JSON.stringify(states);
    });
  /** Asks the gateway again now, not in half a minute. */
  const due = () => change('due', 'update refunds set ask_at = now() where ask_at is not null');
  const heardOf = (id: string) => readHeard(rows, id);
  const ledger = async () => [
    (await ask('GET /v1/balance')).body['balance'],
    ...(await linesOf(rows, shop.accountId)),
  ];
  const notes = async () =>
    (await ask('GET /v1/invoices?kind=credit_note')).body.data.map((it) => it['amount']);
  const perform = (name: string, given: object) =>
    finance.ask(`/v1/staff/operations/${name}`, { method: 'POST', body: given });
  return {
    ...{ gateway, behave, paigham, admin, ask, change, paid, paymentOf, refundsOf, give, inState },
    ...{ due, heardOf, ledger, notes, perform, soon },
    accountId: () => shop.accountId,
    apiKey: () => shop.apiKey,
  };
}
