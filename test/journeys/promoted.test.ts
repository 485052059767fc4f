/** A standby takes the place of the database while a node runs (docs/decisions/0067). */
import { expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { sendOk } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { startPaigham } from '../support/paigham.ts';
import { openShop } from '../support/shop.ts';

it('a node that was away from it for longer than its lease goes on', async () => {
  const paigham = await startPaigham();
  const shop = await openShop(paigham.world, { rupees: '100' });
  const run = <Row>(name: string, sql: string): Promise<readonly Row[]> =>
    paigham.db.transact((transaction) => transaction.run(plain<Row>(name, sql)));
  const epochs = () => run<{ readonly epoch: number }>('test-epochs', 'select epoch from nodes');
  const before = await epochs();
  await run(
    'test-promote',
    `update nodes set history = '1 00000001', lease_until = now() - interval '1 second'`,
  );
  await eventually('another lease', async () => {
    const now = await epochs();
    return now.length > before.length || now[0]?.epoch !== before[0]?.epoch;
  });
  await sendOk(paigham.baseUrl, shop.write('Promoted', '923001234567'));
  const delivered = `select count(*)::int as count from messages where state = 4`;
  await eventually('it is delivered', async () => {
    const rows = await run<{ readonly count: number }>('test-delivered', delivered);
    return rows[0]?.count === 1;
  });
  const last = `select history from nodes order by lease_until desc limit 1`;
  const [row] = await run<{ readonly history: string }>('test-history', last);
  expect(row?.history).not.toBe('1 00000001');
});
