/** What reports add up is counted by the commit that changes it (migration 0046). */
import { readFileSync } from 'node:fs';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccountId } from '../../src/domain/ids.ts';
import { dayAt, momentOf, timeInZone } from '../../src/domain/policy/hours.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { dayOfId, firstIdAt } from '../../src/kit/ids.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { readStatement } from '../../src/store/ledger/ledger.ts';
import { makePartitions } from '../../src/store/messages/make-partitions.ts';
import { addUp } from '../../src/store/reports/add-up.ts';
import { readUsage } from '../../src/features/usage/usage.sql.ts';
import { freshDatabase, type FreshDatabase } from '../support/database.ts';
import { findWrongSums } from '../support/invariants/sums.ts';
import { asker } from '../support/verify.ts';

const ACCOUNT = 1001 as AccountId;
const HOUR_MS = 3_600_000;
/** Midnight and noon of today in Pakistan, and the partition of that hour. */
const midnight = momentOf(dayAt(wallClock.nowMs()), 0);
const noon = midnight + 12 * HOUR_MS;
const today = `messages_${dayOfId(firstIdAt(noon))}`;

let fresh: FreshDatabase;
let statements = 0;

const run = <Row>(sql: string): Promise<readonly Row[]> => {
  statements += 1;
  const name = `test-${statements}`;
  return fresh.database.transact((transaction) => transaction.run(plain<Row>(name, sql)));
};

/** Six texts of three states, accepted from noon on. */
const insert = (into = 'messages', batch = 'null', tariff = 1, reserve = 1): Promise<unknown> =>
  run(`insert into ${into} (account_id, id, batch_id, position, recipient, template_id, sender_id,
      tariff_id, operator_id, alphabet, parts, state, price_micros, posted_micros, reserve_id,
      accepted_at, expires_at, text)
    select ${ACCOUNT}, ${firstIdAt(noon)}::bigint + n, ${batch}, n, 923000000000, 1, 2, ${tariff},
      n % 2, 1, 2, n % 3 + 1, 9600000, 4800000, ${reserve},
      to_timestamp(${noon / 1_000}), now(), 'a text'
    from generate_series(0, 5) as n`);

const sums = async (sinceMs = midnight, untilMs = midnight + 24 * HOUR_MS) => {
  const ask = { sinceMs, untilMs, by: 'operator' as const };
  const rows = await readUsage(fresh.database, ACCOUNT, ask);
  const of = (name: 'messages' | 'parts') => rows.reduce((sum, row) => sum + row[name], 0);
  return { messages: of('messages'), parts: of('parts') };
};

const addAll = (most = 1_000): Promise<number> =>
  fresh.database.transact((transaction) => addUp(transaction, most));

const wrong = (): Promise<readonly string[]> => findWrongSums(asker(fresh.database));

beforeAll(async () => {
  fresh = await freshDatabase();
  await fresh.database.transact((transaction) => makePartitions(transaction, noon, 0));
  await run(`insert into accounts (id, name) overriding system value values (${ACCOUNT}, 'Shop')`);
  await run(`insert into balances (account_id, available_micros) values (${ACCOUNT}, 70)`);
});

beforeEach(async () => {
  for (const table of [
    'messages',
    'batches',
    'usage_changes',
    'usage_sums',
    'cancel_changes',
    'cancel_sums',
  ]) {
    await run(`delete from ${table}`);
  }
});

describe('messages', () => {
  it.each(['messages', today])('that are written to %s count at once, and once', async (into) => {
    await insert(into);
    const written = { messages: 6, parts: 12 };
    expect(await sums()).toEqual(written);
    expect(await wrong()).toEqual([]);
    expect(await addAll()).toBeGreaterThan(0);
    expect(await sums()).toEqual(written);
    expect(await addAll()).toBe(0);
    expect(await sums()).toEqual(written);
    expect(await wrong()).toEqual([]);
  });

  it.each(['messages', today])('that move in %s are counted where they are', async (table) => {
    await insert();
    await addAll();
    await run(`update ${table} set state = 4, posted_micros = 9600000 where state = 2`);
    expect(await wrong()).toEqual([]);
    const [row] = await run<{ readonly posted: string }>(
      `select sum(posted_micros) as posted from usage_changes where state = 4`,
    );
    expect(Number(row?.posted)).toBe(19_200_000);
    await addAll();
    expect(await wrong()).toEqual([]);
  });

  it.each(['messages', today])('that are cancelled in %s are no failures', async (table) => {
    await insert();
    await run(`update ${table} set state = 6, reason = 'sender_revoked' where state = 1`);
    await run(`update ${table} set state = 6, reason = 'cancelled' where state = 2`);
    const counts = async () => {
      const ask = { sinceMs: midnight, untilMs: midnight + 24 * HOUR_MS, by: 'template' as const };
      const rows = await readUsage(fresh.database, ACCOUNT, ask);
      return Object.fromEntries(rows.map(({ state, messages }) => [state, messages]));
    };
    const told = { unknown: 2, rejected: 2, cancelled: 2 };
    expect(await counts()).toEqual(told);
    await addAll();
    expect(await addAll()).toBe(0);
    expect(await counts()).toEqual(told);
    expect(await wrong()).toEqual([]);
    // As the version before wrote them: nothing counted them.
    await run('delete from cancel_sums');
    const file = new URL('../../db/migrations/0057-cancelled-before.sql', import.meta.url);
    await run(readFileSync(file, 'utf8'));
    expect(await counts()).toEqual(told);
  });

  it('whose texts alone change are not counted again', async () => {
    await insert();
    await addAll();
    await run(`update messages set text = ''`);
    expect(await run('select from usage_changes')).toEqual([]);
  });

  it('of tests do not count', async () => {
    await insert('messages', 'null', 0);
    await run('update messages set state = 4');
    expect(await sums()).toEqual({ messages: 0, parts: 0 });
    expect(await wrong()).toEqual([]);
  });

  it('of a part of a day are counted one by one', async () => {
    await insert();
    expect(await sums(noon - HOUR_MS, noon + HOUR_MS)).toEqual({ messages: 6, parts: 12 });
    expect(await sums(noon + 1, midnight + 24 * HOUR_MS)).toEqual({ messages: 0, parts: 0 });
    expect(await sums(midnight - 24 * HOUR_MS, noon)).toEqual({ messages: 0, parts: 0 });
    expect(await sums(midnight - 30 * HOUR_MS, noon + 1)).toEqual({ messages: 6, parts: 12 });
  });

  it('are added up by two nodes at once', async () => {
    for (let round = 0; round < 20; round += 1) {
      await run('truncate messages, usage_changes, usage_sums');
      await insert();
      await run('update messages set state = state % 3 + 2');
      await Promise.all([addAll(3), addAll(3), addAll(3)]);
      expect(await wrong()).toEqual([]);
    }
  });
});

describe('a batch', () => {
  const make = (state: number, reserveId = 1) =>
    run(`insert into batches (account_id, id, state, recipients, parts, price_micros, reserve_id,
        node, epoch, created_at) values (${ACCOUNT}, 7, ${state}, 6, 12, 1, ${reserveId},
        0, 1, now())`);

  it('counts from when it is published', async () => {
    await make(1);
    await insert(today, '7');
    expect(await sums()).toEqual({ messages: 0, parts: 0 });
    expect(await addAll()).toBe(0);
    await run('update batches set state = 2');
    expect(await sums()).toEqual({ messages: 6, parts: 12 });
    await addAll();
    expect(await sums()).toEqual({ messages: 6, parts: 12 });
    expect(await wrong()).toEqual([]);
  });

  it('that is written again under its id counts once', async () => {
    await make(1);
    await insert(today, '7');
    await run('delete from messages where batch_id = 7');
    await run('delete from batches');
    await make(1, 2);
    await insert(today, '7', 1, 2);
    await run('update batches set state = 2');
    expect(await sums()).toEqual({ messages: 6, parts: 12 });
    await addAll();
    expect(await sums()).toEqual({ messages: 6, parts: 12 });
    expect(await wrong()).toEqual([]);
  });

  it('that is removed counts for nothing', async () => {
    await make(1);
    await insert(today, '7');
    await run('delete from messages where batch_id = 7');
    await run('delete from batches');
    await addAll();
    expect(await sums()).toEqual({ messages: 0, parts: 0 });
    expect(await run('select from usage_changes')).toEqual([]);
  });
});

describe('transfers', () => {
  const write = (
    id: number,
    [kind, debit, credit]: readonly string[],
    amount: number,
    at: number,
  ) =>
    run(`insert into transfers (account_id, id, kind, debit, credit, amount_micros, messages,
        created_at) values (${ACCOUNT}, ${id}, '${kind}', '${debit}', '${credit}', ${amount}, 1,
        to_timestamp(${at / 1_000}))`);

  it('of a span of days are in its statement, and those after it are taken back', async () => {
    const [credit, reserve] = [
      ['credit', 'funding', 'available'],
      ['reserve', 'available', 'reserved'],
    ];
    await write(1, credit, 100, midnight - 1);
    await write(2, reserve, 20, midnight);
    await write(3, reserve, 10, midnight + 24 * HOUR_MS);
    const read = () =>
      readStatement(fresh.database, ACCOUNT, {
        sinceMs: midnight,
        untilMs: midnight + 24 * HOUR_MS,
      });
    const kinds = [{ kind: 'reserve', transfers: 1, amountMicros: 20n, changeMicros: -20n }];
    const lines = [
      { changeMicros: -20n, day: timeInZone(midnight).slice(0, 10), what: 'messages' },
    ];
    const statement = { openingMicros: 100n, closingMicros: 80n, kinds, lines };
    expect(await read()).toEqual(statement);
    await addAll();
    expect(await read()).toEqual(statement);
    expect(await run('select from ledger_changes')).toEqual([]);
    expect(await wrong()).toEqual([]);
  });
});
