/** What webhooks answered: kept by the day, and taken over from the version before. */
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { WebhookAttempt } from '../../src/domain/event/webhook.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { forgetEvents } from '../../src/events/events.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { dayOfId, firstIdAt } from '../../src/kit/ids.ts';
import { withConnection } from '../../src/kit/postgres/address.ts';
import { setUpRoles } from '../../src/kit/postgres/roles.ts';
import { migrate } from '../../src/kit/postgres/migrate.ts';
import { open, type Database } from '../../src/kit/postgres/pool.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import {
  insertWebhookAttempts,
  listAttemptsAtEvents,
  listWebhookAttempts,
} from '../../src/features/webhooks/webhook-attempts.sql.ts';
import { makePartitions } from '../../src/store/messages/make-partitions.ts';
import { listDays } from '../../src/store/messages/old-days.ts';
import { emptyDatabase, freshDatabase } from '../support/database.ts';
import { temporaryDir } from '../support/temporary.ts';

const MIGRATIONS = join(import.meta.dirname, '../../db/migrations');
const DAY_MS = 86_400_000;
const KEPT_DAYS = 30;
const ACCOUNT = 1001 as AccountId;
const HOOK = 7;
const nowMs = wallClock.nowMs();
const clock = { ...wallClock, nowMs: () => nowMs };

const madeAt = (number: number, atMs: number): WebhookAttempt => ({
  ...{ accountId: ACCOUNT, webhookId: HOOK, number, type: 'message.sent', attempt: 1, atMs },
  ...{ durationMs: 12, status: 204, answer: '', error: undefined, nextAtMs: undefined },
});

const note = (db: Database, attempts: readonly WebhookAttempt[]): Promise<void> =>
  db.transact((transaction) => insertWebhookAttempts(transaction, attempts));

async function listed(db: Database, asked: object = {}): Promise<readonly number[]> {
  const all = { below: undefined, number: undefined, failed: false, most: 100 };
  const search = { accountId: ACCOUNT, webhookId: HOOK, ...all, ...asked };
  return (await listWebhookAttempts(db, search)).map(({ number }) => number);
}

async function forget(db: Database): Promise<readonly object[]> {
  const said: object[] = [];
  const hear = (fields: object = {}): void => void said.push(fields);
  const log = { info: hear, warn: hear };
  await forgetEvents({ db, clock, log, keptDays: KEPT_DAYS });
  return said;
}

describe('what webhooks answered', () => {
  let db: Database;
  const [tooOld, oldest] = [nowMs - (KEPT_DAYS + 1) * DAY_MS, nowMs - KEPT_DAYS * DAY_MS];

  beforeAll(async () => {
    ({ database: db } = await freshDatabase());
    for (const atMs of [tooOld, oldest, nowMs]) {
      await db.transact((transaction) => makePartitions(transaction, atMs, 1));
    }
    await note(db, [madeAt(1, tooOld), madeAt(2, oldest)]);
    await note(
      db,
      [3, 4, 5].map((number) => madeAt(number, nowMs)),
    );
  });

  it('is listed with the newest first, in pages, and by event', async () => {
    expect(await listed(db)).toEqual([5, 4, 3, 2, 1]);
    const below = firstIdAt(nowMs);
    expect(await listed(db, { below, most: 1 })).toEqual([2]);
    expect(await listed(db, { number: 4 })).toEqual([4]);
    const ask = { accountId: ACCOUNT, numbers: [1, 2, 4], sinceMs: oldest - 1_000, most: 10 };
    expect((await listAttemptsAtEvents(db, ask)).map(({ number }) => number)).toEqual([2, 4]);
  });

  it('is dropped with its day', async () => {
    const day = dayOfId(firstIdAt(tooOld));
    expect(await forget(db)).toContainEqual({ day });
    expect(await listed(db)).toEqual([5, 4, 3, 2]);
    const left = await listDays(db, 'webhook_deliveries', nowMs);
    expect(left.map(({ name }) => name)).toContain(dayOfId(firstIdAt(oldest)));
    expect(left.map(({ name }) => name)).not.toContain(day);
    expect(await forget(db)).toEqual([]);
  });

  it('stays while somebody reads it, and of yesterday in any case', async () => {
    const day = dayOfId(firstIdAt(nowMs - (KEPT_DAYS + 1) * DAY_MS));
    await db.transact((transaction) => makePartitions(transaction, tooOld, 0));
    await db.transact(async (transaction) => {
      const reading = `select from webhook_deliveries_${day} limit 1`;
      await transaction.run(plain('test-reading', reading));
      expect(await forget(db)).toContainEqual({ day, held: 'it is being read' });
    });
    const yesterday = dayOfId(firstIdAt(nowMs - DAY_MS));
    const drop = plain<{ readonly held: string }>(
      'test-drop',
      'select drop_deliveries($1) as held',
    );
    const [row] = await db.transact((transaction) => transaction.run(drop, [yesterday]));
    expect(row?.held).toContain('too young');
  });
});

/** The statements of the version before. */
const OLD_INSERT = `
  insert into webhook_attempts (account_id, webhook_id, number, type, attempt, at, duration_ms)
  select ${ACCOUNT}, ${HOOK}, n, 'message.sent', 1, now() - n * interval '10 days', 12
  from unnest($1::bigint[]) as n`;
const OLD_FORGET = `
  delete from webhook_attempts a
  using (select ctid from webhook_attempts where at < now() - interval '25 days' order by at
         limit 100) as old
  where a.ctid = old.ctid returning a.id`;

it('a log of the version before is read on, while that writes to it and deletes', async () => {
  const before = temporaryDir();
  const files = readdirSync(MIGRATIONS).toSorted();
  const ours = files.findIndex((file) => file.endsWith('-days-of-deliveries.sql'));
  for (const file of files.slice(0, ours)) cpSync(join(MIGRATIONS, file), join(before, file));
  const address = await emptyDatabase();
  await migrate(address, before);
  const { owner, writer } = await setUpRoles(address);
  const db = open({ address, connections: 2 });
  onTestFinished(() => db.close());
  const old = (text: string, values: unknown[] = []): Promise<unknown[]> =>
    withConnection(writer, async (client) => (await client.query(text, values)).rows);
  await db.transact((transaction) => makePartitions(transaction, nowMs, 1));
  await old(OLD_INSERT, [[4, 3, 2]]);
  expect(await migrate(owner, MIGRATIONS)).toContain('days-of-deliveries');
  // In the day of now, where rows have the places (ctid) of those of the version before.
  await note(
    db,
    [10, 11, 12, 13].map((number) => madeAt(number, nowMs)),
  );
  await old(OLD_INSERT, [[1]]);
  expect(await listed(db)).toEqual([13, 12, 11, 10, 1, 2, 3, 4]);
  expect(await old(OLD_FORGET)).toHaveLength(2);
  expect(await listed(db)).toEqual([13, 12, 11, 10, 1, 2]);
  await old(OLD_INSERT, [[5]]);
  await forget(db);
  expect(await listed(db)).toEqual([13, 12, 11, 10, 1, 2]);
});
