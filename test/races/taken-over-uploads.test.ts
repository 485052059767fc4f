/**
 * A node that is taken for dead while reading an upload, and goes on reading: what it writes
 * belongs to its own try, and only one try is published.
 */
import { expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { callBatches, csvOf } from '../support/batches.ts';
import { limit } from '../../src/domain/limits.ts';
import { eventually } from '../support/eventually.ts';
import { startPaigham } from '../support/paigham.ts';
import { mobileOf, openShop } from '../support/shop.ts';
import { times } from '../support/soak.ts';
import { asker, breachesOf, untilOver, watch } from '../support/verify.ts';

/** Five pieces or more: the other node has taken it over before all are read. */
const ROWS = times(10_000, 20_000);

it('an upload that two nodes read at once is sent and charged once', async () => {
  const paigham = await startPaigham();
  await watch(paigham);
  const shop = await openShop(paigham.world, { rupees: '1000000' });
  const second = await paigham.startNode();
  const ask = asker(paigham.db);
  const numbers = Array.from({ length: ROWS }, (_, at) => mobileOf((at % 4) as 0, at));
  const batches = callBatches(paigham.baseUrl, shop);
  const made = await batches.upload({ file: csvOf(numbers), query: '?async=1' });
  const id = made.body.id ?? '';
  await eventually('the middle of the reading', async () => {
    const [row] = await ask<{ readonly many: number }>('select count(*) as many from messages');
    return (row?.many ?? 0) > 0;
  });
  await paigham.db.transact((transaction) =>
    transaction.run(
      plain(
        'test-end-lease',
        `update nodes n set lease_until = now() - interval '1 second'
       from uploads u where u.node = n.slot`,
      ),
      [],
    ),
  );
  const batch = await callBatches(second.baseUrl, shop).until(id, 'sent');
  expect(batch).toMatchObject({ recipients: ROWS, rows_left_out: 0 });
  await untilOver(paigham);
  const [kept] = await ask<object>(
    `select count(*) as many, count(distinct position) as rows, count(distinct reserve_id) as tries
     from messages`,
  );
  expect(kept).toEqual({ many: ROWS, rows: ROWS, tries: 1 });
  expect(await ask('select state from uploads')).toEqual([{ state: 'done' }]);
  expect(await breachesOf(paigham, [Number(id)])).toEqual([]);
});

it('an upload whose readers died again and again is refused, not read again', async () => {
  const paigham = await startPaigham({ withoutNode: true });
  const shop = await openShop(paigham.world, { rupees: '100' });
  const door = await paigham.startNode({ config: { roles: ['api'] } });
  const batches = callBatches(door.baseUrl, shop);
  const made = await batches.upload({ file: csvOf([mobileOf(0, 1)]), query: '?async=1' });
  await paigham.db.transact((transaction) =>
    transaction.run(
      plain('test-died', `update uploads set state = 'reading', tries = $1, node = 62, epoch = 9`),
      [limit('uploadTries')],
    ),
  );
  await paigham.startNode({ config: { roles: ['worker'] } });
  const batch = await batches.until(made.body.id ?? '', 'refused');
  expect(batch.problem).toMatchObject({ code: 'internal' });
  const ask = asker(paigham.db);
  expect(await ask('select count(*) as many from messages')).toEqual([{ many: 0 }]);
});

it('an upload with a missing piece is not mistaken for a shorter one', async () => {
  const paigham = await startPaigham({ withoutNode: true });
  const shop = await openShop(paigham.world, { rupees: '1000000' });
  const door = await paigham.startNode({ config: { roles: ['api'] } });
  const batches = callBatches(door.baseUrl, shop);
  const file = csvOf(Array.from({ length: 60_000 }, (_, at) => mobileOf((at % 4) as 0, at)));
  expect(file.length).toBeGreaterThan(limit('uploadChunkBytes'));
  const made = await batches.upload({ file, query: '?async=1' });
  await paigham.db.transact((transaction) =>
    transaction.run(plain('test-lose', 'delete from upload_chunks where chunk = 1'), []),
  );
  await paigham.startNode({ config: { roles: ['worker'] } });
  await eventually('a try', async () =>
    paigham.logged.some((line) => line.includes('an upload of')),
  );
  expect((await batches.find(made.body.id ?? '')).state).not.toBe('sent');
  const ask = asker(paigham.db);
  expect(await ask('select count(*) as many from messages')).toEqual([{ many: 0 }]);
});
