/** Of chat messages of one account to one person through one number one is taken at a time. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import type { NodeLease } from '../../src/domain/carrier/carrier.ts';
import type { AccountId, LinkId, MessageId } from '../../src/domain/ids.ts';
import { limit } from '../../src/domain/limits.ts';
import { freeFirst, freeNext, type OrderingKey, takeDue } from '../../src/store/queue/take-due.ts';
import { insertQueue, type QueueEntry } from '../../src/store/queue/insert-queue.ts';
import { firstIdAt } from '../../src/kit/ids.ts';
import { findUsers, learnNames, nameUsers } from '../../src/store/chat/people.ts';
import { makePartitions } from '../../src/store/messages/make-partitions.ts';
import { freshDatabase } from '../support/database.ts';

const NOON_MS = Date.parse('2026-11-22T12:00:00Z');
const WAIT_MS = limit('chatTurnWaitMs');
const lease: NodeLease = { slot: 1, epoch: 1 };
const linkId = 7 as LinkId;
const lane: OrderingKey = { accountId: 1001 as AccountId, recipient: '923001234567', priority: 0 };

const { database } = await freshDatabase();

beforeAll(() => database.transact((it) => makePartitions(it, Date.now(), 1)));

beforeEach(() => database.transact((it) => it.run(plain('test-empty', 'delete from queue'), [])));

let lastId = firstIdAt(Date.now());

/** Puts messages in line, in this order; gives their ids. */
async function put(...lanes: readonly Partial<OrderingKey>[]): Promise<readonly number[]> {
  const entries = lanes.map((own): QueueEntry => {
    const messageId = (lastId += 1) as MessageId;
    const expiresAtMs = NOON_MS + 3_600_000;
    return { ...lane, messageId, linkId, expiresAtMs, leased: false, ...own };
  });
  await database.transact((it) => insertQueue(it, entries, { dueAtMs: NOON_MS, lease }));
  return entries.map(({ messageId }) => messageId);
}

const look = async (atMs = NOON_MS): Promise<void> => {
  const ask = { linkId, most: 100, atMs, least: 0, inTurn: true } as const;
  await database.transact((it) => takeDue(it, lease, ask));
};
const held = async (): Promise<readonly number[]> => {
  const rows = await database.read(
    plain<{ readonly id: number }>(
      'test-held',
      'select message_id as id from queue where node is not null order by turn',
    ),
    [],
  );
  return rows.map(({ id }) => id);
};
const change = (id: number | undefined, to: string): Promise<unknown> =>
  database.transact((it) =>
    it.run(plain(`test-${to}`, `update queue set ${to} where message_id = $1`), [id]),
  );
const leave = (id: number | undefined): Promise<unknown> =>
  database.transact((it) =>
    it.run(plain('test-leave', 'delete from queue where message_id = $1'), [id]),
  );

describe('what is taken for a chat number', () => {
  it('is the first of each lane; the next is made due when that one is answered', async () => {
    const [first, second, third] = await put({}, {}, {});
    await look();
    await look(NOON_MS + WAIT_MS - 1);
    expect(await held()).toEqual([first]);
    await leave(first);
    await database.transact((it) => freeNext(it, linkId, { lanes: [lane], atMs: NOON_MS }));
    await look();
    expect(await held()).toEqual([second]);
    await leave(second);
    // Nobody was told: who begins to hold the link finds it.
    await database.transact((it) => freeFirst(it, { linkId, atMs: NOON_MS }));
    await look();
    expect(await held()).toEqual([third]);
  });

  it.each<[string, Partial<OrderingKey>]>([
    ['account', { accountId: 1002 as AccountId }],
    ['person', { recipient: '923007654321' }],
    ['priority, as one-time codes have', { priority: 1 }],
  ])('waits for none of another %s', async (_, other) => {
    const ids = await put({}, other);
    await look();
    expect(await held()).toEqual(ids);
  });

  it('waits for an earlier one that comes back soon, not for one that is put off', async () => {
    const [first, second] = await put({}, {});
    await change(first, `due_at = '2026-11-22T12:00:30Z'`);
    await look();
    expect(await held()).toEqual([]);
    await change(first, `due_at = '2026-11-22T12:01:00.001Z'`);
    await look(NOON_MS + WAIT_MS);
    expect(await held()).toEqual([second]);
  });

  it('is freed by an answer to a person whose number became known meanwhile', async () => {
    const { accountId, recipient } = lane;
    const userKey = 'PK.9000000000000041';
    const of = { accountId, userIds: [userKey] };
    await database.transact((it) => nameUsers(it, { ...of, atMs: NOON_MS }));
    const hidden = (await findUsers(database, of))[0]?.recipient ?? '';
    expect(Number(hidden)).toBeLessThan(0);
    const [first, second] = await put({ recipient: hidden }, { recipient: hidden });
    await look();
    await look();
    const named = [{ accountId, userKey, recipient }];
    await database.transact((it) => learnNames(it, named, NOON_MS));
    const [third] = await put({});
    await look();
    expect(await held()).toEqual([first]);
    // What was taken before knows the person by what stood for the number.
    for (const [gone, next] of [
      [first, second],
      [second, third],
    ] as const) {
      await leave(gone);
      const lanes = [{ ...lane, recipient: hidden }];
      await database.transact((it) => freeNext(it, linkId, { lanes, atMs: NOON_MS }));
      await look();
      expect(await held()).toEqual([next]);
    }
  });

  it('is looked at again by itself, should nobody tell of an answer', async () => {
    const [first, second] = await put({}, {});
    await look();
    await leave(first);
    await look(NOON_MS + WAIT_MS);
    expect(await held()).toEqual([second]);
  });
});
