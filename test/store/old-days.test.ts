/** Days that are kept no longer (docs/operating/retention.md). */
import { beforeAll, describe, expect, it } from 'vitest';
import { dropOldDays, forgetOldTexts } from '../../src/app/drop-old-days.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { dayOfId, firstIdAt } from '../../src/kit/ids.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { makePartitions } from '../../src/store/messages/make-partitions.ts';
import { dropDay, listDays } from '../../src/store/messages/old-days.ts';
import { isReadWhole, readUsage, USAGE_KEYS } from '../../src/features/usage/usage.sql.ts';
import { freshDatabase, type FreshDatabase } from '../support/database.ts';

const DAY_MS = 86_400_000;
const KEPT_DAYS = 20;
const today = Math.floor(wallClock.nowMs() / DAY_MS) * DAY_MS;
/** Two days that are too old, and one that is not. */
const [oldest, old, young] = [today - 31 * DAY_MS, today - 30 * DAY_MS, today - 10 * DAY_MS];
const nameOf = (atMs: number): string => dayOfId(firstIdAt(atMs));
const ACCOUNT = 1001 as AccountId;

let fresh: FreshDatabase;
let said: object[];
let statements = 0;

const run = <Row>(sql: string): Promise<readonly Row[]> => {
  statements += 1;
  const name = `test-${statements}`;
  return fresh.database.transact((transaction) => transaction.run(plain<Row>(name, sql)));
};

/** Messages of that day, through the hours: delivered and failed, of texts, chats and tests. */
const fill = (atMs: number, account = ACCOUNT): Promise<unknown> =>
  run(`insert into messages (account_id, id, batch_id, position, recipient, template_id, sender_id,
      tariff_id, operator_id, alphabet, parts, state, price_micros, posted_micros, reserve_id,
      accepted_at, expires_at, text)
    select ${account}, ${firstIdAt(atMs)}::bigint + n::bigint * 3600 * 4194304,
      ${firstIdAt(atMs)}, n, 923000000000 + n, n % 3, n % 2, case when n = 7 then 0 else 1 end,
      n % 4, n % 3 + 1, 2, 4 + n % 2, 4800000, 2400000, 1,
      to_timestamp(${atMs / 1_000}) + n * interval '1 hour', now(), 'a text'
    from generate_series(0, 23) as n`);

const beside = async (atMs: number): Promise<void> => {
  const id = firstIdAt(atMs);
  const key = `${ACCOUNT}, ${id}`;
  await run(`insert into attempts (account_id, message_id, attempt, part, link_id, outcome, node,
      epoch, answered_at) values (${key}, 1, 1, 1, 1, 0, 1, now())`);
  const at = `to_timestamp(${atMs / 1_000})`;
  await run(`insert into batches (account_id, id, state, recipients, parts, price_micros,
      reserve_id, node, epoch, created_at) values (${key}, 2, 24, 48, 1, 1, 0, 1, ${at})`);
  await run(`insert into short_links (code, account_id, batch_id, message_id, target)
    values ('${id % 100_000_000}', ${key}, ${id}, 'https://shop.example')`);
  await run(`insert into replies (account_id, id, link_id, from_address, to_address, alphabet,
      octets, text, parts, parts_expected, received_at)
    values (${key}, 1, '923000000001', '8584', 1, 'x', 'x', 1, 1, now())`);
  await run(`insert into receipts (link_id, operator_key, kind, received_at, raw)
    values (1, 'a', 'early', ${at}, 'x'), (1, 'b', 'duplicate', ${at}, 'x')`);
  await run(`insert into chat_windows (account_id, link_id, user_key, inbound_at, closed_at,
      marketing_rests_until)
    values (${ACCOUNT}, 1, '${id}', ${at}, null, null),
      (${ACCOUNT}, 2, '${id}', '-infinity', ${at}, null),
      (${ACCOUNT}, 3, '${id}', '-infinity', null, ${at})`);
};

const count = async (table: string): Promise<number> => {
  const rows = await run<{ readonly count: string }>(`select count(*) as count from ${table}`);
  return Number(rows[0]?.count);
};

const drop = (): Promise<void> => {
  said = [];
  const hear = (fields: object): void => void said.push(fields);
  const log = { info: hear, warn: hear };
  return dropOldDays({ db: fresh.database, clock: wallClock, log }, KEPT_DAYS);
};

/** Everything that reports add up, in whole days of Pakistan. */
const usage = () => {
  const span = { sinceMs: oldest - DAY_MS - 5 * 3_600_000, untilMs: today };
  // Hours and batches are read from the messages, which are dropped.
  const kept = USAGE_KEYS.filter((by) => !isReadWhole(by));
  return Promise.all(kept.map((by) => readUsage(fresh.database, ACCOUNT, { ...span, by })));
};

beforeAll(async () => {
  fresh = await freshDatabase();
  await run(`insert into accounts (id, name) overriding system value values (${ACCOUNT}, 'Shop')`);
  for (const atMs of [oldest, old, young]) {
    await fresh.database.transact((transaction) => makePartitions(transaction, atMs, 0));
    await fill(atMs);
    await beside(atMs);
  }
});

const forget = (): Promise<void> => {
  said = [];
  const hear = (fields: object): void => void said.push(fields);
  const log = { info: hear, warn: hear };
  return forgetOldTexts({ db: fresh.database, clock: wallClock, log }, KEPT_DAYS);
};

describe('texts that are too old', () => {
  const withText = (atMs: number): Promise<number> =>
    count(`messages_${nameOf(atMs)} where text <> ''`);

  it('are emptied, once, except of what waits', async () => {
    await run(`update messages_${nameOf(old)} set state = 1 where position = 3`);
    await forget();
    expect(said).toContainEqual({ day: nameOf(oldest) });
    expect(await withText(oldest)).toBe(0);
    expect(await withText(old)).toBe(1);
    expect(await withText(young)).toBe(24);
    // Where they led is as much of them as their words.
    expect(await count(`short_links where target <> ''`)).toBe(1);
    await run(`update messages_${nameOf(old)} set state = 4 where position = 3`);
    await forget();
    expect(said).toEqual([{ day: nameOf(old) }]);
    expect(await withText(old)).toBe(0);
    await forget();
    expect(said).toEqual([]);
  });
});

describe('a day that is too old', () => {
  it('is kept while a message of it waits', async () => {
    const waiting = `messages_${nameOf(old)}`;
    await run(`update ${waiting} set state = 1 where position = 3`);
    await drop();
    expect(said).toContainEqual({ day: nameOf(oldest) });
    expect(said).toContainEqual({ day: nameOf(old), held: 'it has messages that wait' });
    expect(await count('messages')).toBe(48);
    expect(await count('batches')).toBe(3);
    expect(await count('receipts')).toBe(6);
    await run(`update ${waiting} set state = 5 where position = 3`);
  });

  it('is kept while somebody reads it', async () => {
    await fresh.database.transact(async (transaction) => {
      await transaction.run(plain('test-read', `select from messages_${nameOf(old)} limit 1`));
      expect(await dropDay(fresh.database, nameOf(old))).toBe('it is being read');
    });
    expect(await count('messages')).toBe(48);
  });

  it('is dropped with all that belongs to it, and reports stay as they were', async () => {
    const before = await usage();
    expect(before[0]?.reduce((sum, it) => sum + it.messages, 0)).toBe(69);
    await drop();
    expect(await usage()).toEqual(before);
    expect(await count('messages')).toBe(24);
    expect(await count('attempts')).toBe(1);
    for (const table of ['batches', 'replies', 'short_links']) expect(await count(table)).toBe(1);
    expect(await count('receipts')).toBe(2);
    expect(await count('chat_windows')).toBe(3);
    const left = await listDays(fresh.database, 'messages', today);
    expect(left.map(({ name }) => name)).toContain(nameOf(young));
    expect(left.map(({ name }) => name)).not.toContain(nameOf(old));
  });

  it('is not dropped twice', async () => {
    const before = await usage();
    await drop();
    expect(said).toEqual([]);
    expect(await dropDay(fresh.database, nameOf(old))).toBe('another node has dropped it');
    expect(await usage()).toEqual(before);
  });
});

it('a day of the last week is never dropped', async () => {
  await expect(dropDay(fresh.database, nameOf(today))).rejects.toThrow('kept for a week');
});
