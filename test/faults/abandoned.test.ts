/** What dead nodes left is released at once, although removing it takes long. */
import { expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import type { BatchId, MessageId, TransferId } from '../../src/domain/ids.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { withConnection } from '../../src/kit/postgres/address.ts';
import { beginBatch } from '../../src/store/batches/file-batches.ts';
import { eventually } from '../support/eventually.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { mobileOf, openShop } from '../support/shop.ts';
import { sendOk } from '../support/caller.ts';
import { asker, untilOver } from '../support/verify.ts';

const DEAD = { slot: 62, epoch: 1 };

/** A file in the making whose node is dead, with one message: a copy of another one. */
async function leave(
  { db, world }: Paigham,
  shop: { readonly accountId: number },
  { like, key }: { readonly like: number; readonly key: string },
): Promise<BatchId> {
  const [id, message] = [world.admin.ids.next() as BatchId, world.admin.ids.next() as MessageId];
  const accountId = shop.accountId as never;
  const reserveId = world.admin.ids.next() as TransferId;
  await db.transact(async (transaction) => {
    const batch = { accountId, id, source: 'link', reserveId, idempotencyKey: key } as const;
    await beginBatch(transaction, batch, { lease: DEAD, atMs: wallClock.nowMs() });
    await transaction.run(
      plain(
        'test-key',
        `insert into idempotency_keys (account_id, key, request_hash, created_at)
       values ($1, $2, '\\x00', now())`,
      ),
      [accountId, key],
    );
    await transaction.run(
      plain(
        'test-copy',
        `insert into messages select (m).* from (
         select jsonb_populate_record(m, jsonb_build_object(
           'id', $1::bigint, 'batch_id', $2::bigint, 'position', 1)) as m
         from messages m where id = $3) as copy`,
      ),
      [message, id, like],
    );
  });
  return id;
}

it('a batch that cannot be removed now delays no other, nor the start of a node', async () => {
  const paigham = await startPaigham();
  const shop = await openShop(paigham.world, { rupees: '100' });
  const like = await sendOk(paigham.baseUrl, shop.write('One', mobileOf(0, 1)));
  await untilOver(paigham);
  await paigham.node.stop();
  const left = [
    await leave(paigham, shop, { like, key: 'one' }),
    await leave(paigham, shop, { like, key: 'other' }),
  ];
  // They are removed in id order.
  const [first, second] = left.toSorted((a, b) => a - b);
  const ask = asker(paigham.db);
  await withConnection(paigham.address, async (client) => {
    await client.query('begin');
    await client.query('select 1 from messages where batch_id = $1 for update', [first]);
    await paigham.startNode();
    expect(paigham.logged.filter((line) => line.includes('a job'))).toEqual([]);
    const none = async (sql: string, value: unknown) => (await ask(sql, [value])).length === 0;
    await eventually('both keys are free', () =>
      none('select 1 from idempotency_keys where account_id = $1', shop.accountId),
    );
    await eventually('the second is gone', () =>
      none('select 1 from batches where id = $1', second),
    );
    expect(await none('select 1 from batches where id = $1', first)).toBe(false);
    await client.query('rollback');
    await eventually('the first is gone', () => none('select 1 from batches where id = $1', first));
  });
});
