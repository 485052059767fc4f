/**
 * Workers that die while reading an upload. Whoever comes next reads it again: every row is sent
 * and charged once, whenever that was.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moveCredit } from '../../src/features/credit/credit.operations.ts';
import { must } from '../../src/operations/admin.ts';
import type { Demo } from '../../src/demo/seed-demo.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { micros } from '../../src/domain/pricing/money.ts';
import { limit } from '../../src/domain/limits.ts';
import { withConnection } from '../../src/kit/postgres/address.ts';
import { open, type Database } from '../../src/kit/postgres/pool.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { callBatches, csvOf, type Batches } from '../support/batches.ts';
import { eventually } from '../support/eventually.ts';
import { findBreaches, watchMoves, type Ask } from '../support/invariants.ts';
import { endLeases, startMortal } from '../support/mortal.ts';
import { startPaigham } from '../support/paigham.ts';
import { databaseOf, startProgram, type Installation } from '../support/program.ts';
import { readyInstallation } from '../support/ready.ts';
import { mobileOf, openShop } from '../support/shop.ts';
import { startSmsc, type SmscProgram } from '../support/smsc-program.ts';
import { asker, breachesOf, untilOver, watch } from '../support/verify.ts';
import { openAdmin } from '../support/built-world.ts';

/** Three pieces, two at a time. */
const ROWS = 5_000;
const numbers = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => mobileOf((index % 4) as 0, index));

const countOf = async (ask: Ask, sql: string): Promise<number> => {
  const [row] = await ask<{ readonly many: number }>(`select count(*) as many from ${sql}`);
  return row?.many ?? 0;
};

/** Waits until some rows are written in this try, which nobody may see yet. */
const untilHalfWritten = (ask: Ask, tries = 1): Promise<unknown> =>
  eventually('the middle of the reading', async () => {
    const open = await countOf(ask, `uploads where state = 'reading' and tries = ${tries}`);
    return open === 1 && (await countOf(ask, 'messages')) > 0;
  });

/** Each piece of a batch takes so long that a node can stop between two. */
async function slowDown(db: Database, seconds = 2): Promise<void> {
  await db.transact(async (transaction) => {
    await transaction.run(
      plain(
        `test-slow-${seconds}`,
        `create function slow() returns trigger language plpgsql as
         $$ begin perform pg_sleep(${seconds}); return null; end $$`,
      ),
      [],
    );
    // Statements name the table of a day, and only the triggers of what they name are called.
    await transaction.run(
      plain(
        'test-slow-pieces',
        `do $$
        declare day regclass;
        begin
          for day in select inhrelid from pg_inherits where inhparent = 'messages'::regclass loop
            execute format('create trigger slow before insert on %s
              for each statement execute function slow()', day);
          end loop;
        end $$`,
      ),
      [],
    );
  });
}

async function speedUp(db: Database): Promise<void> {
  await db.transact((transaction) =>
    transaction.run(plain('test-slow-no-more', 'drop function slow cascade'), []),
  );
}

/** What it cost, in rupees. */
async function reservedOf(ask: Ask): Promise<number> {
  type Row = { readonly rupees: number };
  const [row] = await ask<Row>(
    `select sum(price_micros)::float8 / 1e6 as rupees from batches where state = 2`,
  );
  return row?.rupees ?? 0;
}

describe('kill -9 of the whole service in the middle of an upload', () => {
  let smsc: SmscProgram;
  let installation: Installation;

  beforeAll(async () => {
    smsc = await startSmsc({ answerDelayMs: 0, receiptDelayMs: 20 });
    installation = await readyInstallation(smsc);
  });
  afterAll(async () => {
    await smsc.stop();
    installation.remove();
  });

  /** Credit for all rows, and a record of every move. */
  async function furnish(demo: Demo): Promise<void> {
    const db = open({ address: databaseOf(installation), connections: 2 });
    const accountId = Number(demo.accountId) as AccountId;
    const amountMicros = micros(1_000_000_000_000n);
    must(await moveCredit(openAdmin(db), { accountId, kind: 'credit', amountMicros }));
    await db.close();
    await withConnection(databaseOf(installation), (client) =>
      watchMoves((sql) => client.query(sql)),
    );
  }

  it('loses no row, and charges each once', async () => {
    let program = await startProgram(installation);
    const demo = installation.demo();
    await furnish(demo);
    const idOf = (name: string): string =>
      demo.templates.find((template) => template.name === name)?.id ?? '';
    const caller = { apiKey: demo.apiKey, senders: { shortCode: 'InfoSMS' }, transactional: '' };
    const batches: Batches = callBatches(installation.baseUrl, caller as never);
    const code = { template_id: idOf('One-time code'), message: '{"code":"#B#"}' };
    const file = numbers(ROWS)
      .map((number, at) => `${number},${100_000 + at}`)
      .join('\n');
    const first = open({ address: databaseOf(installation), connections: 2 });
    await slowDown(first);
    await first.close();
    const made = await batches.upload({ file, fields: code, query: '?async=1' });
    expect(made.status).toBe(202);
    const id = made.body.id ?? '';
    for (const [kill, order] of (['service first', 'database first'] as const).entries()) {
      const db = open({ address: databaseOf(installation), connections: 2 });
      await untilHalfWritten(asker(db), kill + 1);
      await db.close();
      await program.crash(order);
      program = await startProgram(installation);
    }
    const last = open({ address: databaseOf(installation), connections: 2 });
    await speedUp(last);
    await last.close();
    await eventually('its end', async () => (await batches.find(id)).state === 'sent');
    const db: Database = open({ address: databaseOf(installation), connections: 3 });
    await untilOver({ db });
    const ask = asker(db);
    expect(await batches.find(id)).toMatchObject({
      recipients: ROWS,
      rows: ROWS,
      price: '7500.00',
    });
    expect([await countOf(ask, 'messages'), await reservedOf(ask)]).toEqual([ROWS, ROWS * 1.5]);
    expect(await countOf(ask, 'batches')).toBe(1);
    const [copies, acknowledged] = [await smsc.copies(), await smsc.acknowledged()];
    const okIds = [Number(id)];
    expect(await findBreaches({ ask, okIds, copies, acknowledged, isOver: true })).toEqual([]);
    expect(copies.length).toBe(ROWS);
    await eventually('its file', async () => (await countOf(ask, 'upload_chunks')) === 0);
    await db.close();
    await program.stop();
  }, 900_000);
});

describe('a node that dies while reading an upload', () => {
  it('is followed by another, which starts again and finishes it', async () => {
    const paigham = await startPaigham({ withoutNode: true });
    await watch(paigham);
    const shop = await openShop(paigham.world, { rupees: '100000' });
    const mortal = await startMortal(paigham);
    const first = callBatches(mortal.node.baseUrl, shop);
    const rows = ROWS;
    await slowDown(paigham.db);
    const made = await first.upload({ file: csvOf(numbers(rows)), query: '?async=1' });
    const id = made.body.id ?? '';
    await untilHalfWritten(asker(paigham.db));
    mortal.die();
    await speedUp(paigham.db);
    await endLeases(paigham);
    const second = await paigham.startNode();
    const batch = await callBatches(second.baseUrl, shop).until(id, 'sent');
    expect(batch).toMatchObject({ recipients: rows, rows_left_out: 0 });
    await untilOver(paigham);
    const ask = asker(paigham.db);
    expect(await countOf(ask, 'messages')).toBe(rows);
    const [upload] = await ask<object>('select state, tries from uploads');
    expect(upload).toEqual({ state: 'done', tries: 2 });
    expect(await breachesOf(paigham, [Number(id)])).toEqual([]);
  });

  it('gives the upload back at once if it stops in good order', async () => {
    const paigham = await startPaigham();
    const shop = await openShop(paigham.world, { rupees: '100000' });
    const batches = callBatches(paigham.baseUrl, shop);
    const ask = asker(paigham.db);
    // Five pieces, two at a time, of 6 s: the node stops before the last one begins.
    const rows = 5 * limit('pieceMessages');
    await slowDown(paigham.db, 6);
    const made = await batches.upload({ file: csvOf(numbers(rows)), query: '?async=1' });
    await untilHalfWritten(ask);
    await paigham.node.stop();
    await speedUp(paigham.db);
    const [upload] = await ask<object>('select state, node from uploads');
    expect(upload).toEqual({ state: 'waiting', node: null });
    const second = await paigham.startNode();
    const batch = await callBatches(second.baseUrl, shop).until(made.body.id ?? '', 'sent');
    expect(batch.recipients).toBe(rows);
    await untilOver(paigham);
    expect(await breachesOf(paigham, [Number(made.body.id)])).toEqual([]);
  });
});
