/** Several workers and one heap of uploads: each is read by one of them, and again when it must. */
import { beforeAll, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { setAccountState } from '../../src/features/accounts/accounts.operations.ts';
import { must } from '../../src/operations/admin.ts';
import type { AccountId, BatchId } from '../../src/domain/ids.ts';
import { wallClock } from '@paigham/base/clock.ts';
import type { Database } from '../../src/kit/postgres/pool.ts';
import {
  claimUpload,
  insertUpload,
  noteUploadProgress,
  putBackUpload,
  refuseUpload,
} from '../../src/store/batches/uploads.ts';
import { callBatches, csvOf } from '../support/batches.ts';
import { eventually } from '../support/eventually.ts';
import { startPaigham } from '../support/paigham.ts';
import { mobileOf, openShop } from '../support/shop.ts';
import { asker, breachesOf, untilOver, watch } from '../support/verify.ts';
import { worldDatabase, type World } from '../support/world.ts';

const numbers = (count: number, from = 0): readonly string[] =>
  Array.from({ length: count }, (_, index) => mobileOf((index % 4) as 0, from + index));

describe('two nodes', () => {
  it('share what was uploaded, and read each file once', async () => {
    const paigham = await startPaigham();
    await watch(paigham);
    const second = await paigham.startNode();
    const shop = await openShop(paigham.world, { rupees: '100000' });
    const callers = [paigham.node, second].map((node) => callBatches(node.baseUrl, shop));
    const made = await Promise.all(
      Array.from({ length: 16 }, async (_, at) => {
        const file = csvOf(numbers(50, at * 100));
        const caller = callers[at % 2] ?? callers[0];
        // As many of an account as may come at a time: others try again, as they are told.
        return eventually('room', async () => {
          const answer = await caller?.upload({ file, query: '?async=1' });
          return answer?.status === 202 && answer.body;
        });
      }),
    );
    const ids = made.map(({ id }) => id ?? '');
    for (const id of ids) await callers[0]?.until(id, 'sent');
    await untilOver(paigham);
    const ask = asker(paigham.db);
    expect(await ask('select distinct state, tries from uploads')).toEqual([
      { state: 'done', tries: 1 },
    ]);
    expect(await ask('select count(*) as many from messages')).toEqual([{ many: 16 * 50 }]);
    expect(await breachesOf(paigham, ids.map(Number))).toEqual([]);
  });
});

describe('an account that was disabled while its file waited', () => {
  it('sends nothing of it', async () => {
    const paigham = await startPaigham({ withoutNode: true });
    const shop = await openShop(paigham.world, { rupees: '100' });
    const door = await paigham.startNode({ config: { roles: ['api'] } });
    const batches = callBatches(door.baseUrl, shop);
    const made = await batches.upload({ file: csvOf(numbers(3)), query: '?async=1' });
    expect(made.body.state).toBe('waiting');
    const { accountId } = shop;
    must(await setAccountState(paigham.world.admin, { accountId, state: 'disabled' }));
    await paigham.startNode({ config: { roles: ['worker'] } });
    const ask = asker(paigham.db);
    type Row = { readonly refusal: unknown };
    const refusal = await eventually('its end', async () => {
      const [row] = await ask<Row>(`select refusal from uploads where state = 'refused'`);
      return row?.refusal;
    });
    expect(refusal).toMatchObject({ refusal: { reason: 'account_disabled' } });
    expect(await ask('select count(*) as many from messages')).toEqual([{ many: 0 }]);
  });
});

describe('a claim', () => {
  let database: Database;
  let world: World;
  let accountId: AccountId;
  const nowMs = wallClock.nowMs();
  const [here, there] = [
    { slot: 1, epoch: 1 },
    { slot: 2, epoch: 1 },
  ];

  beforeAll(async () => {
    ({ database, world } = await worldDatabase());
    ({ accountId } = await world.addAccount({ name: 'Claims', rupees: '1' }));
    await database.transact((transaction) =>
      transaction.run(
        plain(
          'test-nodes',
          `insert into nodes (slot, epoch, holder, lease_until, recovered)
         select n, 1, 'test', now() + interval '1 hour', true from generate_series(1, 2) n`,
        ),
        [],
      ),
    );
  });

  let next = 0;
  /** Keeps an upload; gives its id. */
  async function keep(owner = accountId): Promise<BatchId> {
    next += 1;
    const batchId = next as BatchId;
    const request = {
      ...{ sender: '8584', templateId: '1', message: '{}', network: '', ported: '', type: '' },
      ...{ duplicate: '', link: 'http://127.0.0.1/' },
    };
    await database.transact((transaction) =>
      insertUpload(transaction, {
        accountId: owner,
        batchId,
        fileName: '',
        fileBytes: 0,
        request,
        atMs: nowMs,
      }),
    );
    return batchId;
  }
  const claim = (lease: typeof here, atMs = nowMs, underWay: readonly BatchId[] = []) =>
    database.transact((transaction) => claimUpload(transaction, { lease, atMs, underWay }));
  const held = (batchId: BatchId, lease = here) => ({ accountId, batchId, lease });
  const write = (work: Parameters<Database['transact']>[0]) => database.transact(work);

  it('is of what waits longest, and of one node', async () => {
    const [first, second] = [await keep(), await keep()];
    const claimed = await Promise.all([claim(here), claim(there)]);
    expect(new Set(claimed.map((it) => it?.batchId))).toEqual(new Set([first, second]));
    expect(await claim(here, nowMs, [first, second])).toBeUndefined();
    for (const id of [first, second]) {
      for (const lease of [here, there]) {
        const kept = { refusal: { reason: 'file_empty' as const }, leftOut: [] };
        await write((it) => refuseUpload(it, held(id, lease), { kept, atMs: nowMs }));
      }
    }
  });

  it('is of an account that nothing is read of, before all else', async () => {
    const { accountId: other } = await world.addAccount({ name: 'Others', rupees: '1' });
    const [first, second, third] = [await keep(), await keep(), await keep(other)];
    expect((await claim(here))?.batchId).toBe(first);
    expect((await claim(here, nowMs, [first]))?.batchId).toBe(third);
    expect((await claim(here, nowMs, [first, third]))?.batchId).toBe(second);
    const kept = { refusal: { reason: 'file_empty' as const }, leftOut: [] };
    for (const [owner, id] of [
      [accountId, first],
      [accountId, second],
      [other, third],
    ] as const) {
      await write((it) =>
        refuseUpload(it, { accountId: owner, batchId: id, lease: here }, { kept, atMs: nowMs }),
      );
    }
  });

  it('comes again after a pause that doubles', async () => {
    const id = await keep();
    let atMs = nowMs;
    for (const pauseS of [2, 4, 8, 16, 32, 64, 128, 256, 256]) {
      const claimed = await claim(here, atMs);
      expect(claimed?.batchId).toBe(id);
      await write((it) => putBackUpload(it, held(id)));
      expect(await claim(there, atMs + pauseS * 1_000 - 1)).toBeUndefined();
      atMs += pauseS * 1_000;
    }
    const last = await claim(here, atMs);
    expect(last?.tries).toBe(10);
    const kept = { refusal: { reason: 'file_empty' as const }, leftOut: [] };
    await write((it) => refuseUpload(it, held(id), { kept, atMs }));
    expect(await claim(there, atMs + 3_600_000)).toBeUndefined();
  });

  it('is taken over from the dead, and from oneself when it is lost sight of', async () => {
    const id = await keep();
    expect((await claim(here))?.batchId).toBe(id);
    expect(await claim(there)).toBeUndefined();
    expect((await claim(here, nowMs, []))?.tries).toBe(2);
    const end = `update nodes set lease_until = now() - interval '1 second' where slot = 1`;
    await write((it) => it.run(plain('test-end-lease', end), []));
    expect((await claim(there))?.tries).toBe(3);
    // What the dead one still writes counts for nothing.
    await write((it) => noteUploadProgress(it, held(id), { done: 9, total: 9 }));
    await write((it) => putBackUpload(it, held(id)));
    const [row] = await asker(database)<object>(
      `select state, node, rows_done from uploads where batch_id = ${id}`,
    );
    expect(row).toEqual({ state: 'reading', node: 2, rows_done: 0 });
  });
});
