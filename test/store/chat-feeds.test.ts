/** Large requests of chat messages enter the queue after their answer, in turns reserved before. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NodeLease } from '../../src/domain/carrier/carrier.ts';
import type {
  AccountId,
  BatchId,
  LinkId,
  MessageId,
  TariffId,
  TransferId,
} from '../../src/domain/ids.ts';
import { limit } from '../../src/domain/limits.ts';
import { micros } from '../../src/domain/pricing/money.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { createIds } from '../../src/kit/ids.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { seededRandom } from '../support/seeded-random.ts';
import {
  beginBatch,
  insertPiece,
  packPiece,
  publishBatch,
} from '../../src/store/batches/file-batches.ts';
import { insertChatMessages } from '../../src/store/chat/messages.ts';
import { lockOverdue } from '../../src/store/chat/records.ts';
import { makePartitions } from '../../src/store/messages/make-partitions.ts';
import {
  advanceFeed,
  insertQueue,
  queueChats,
  queueUnfed,
  takeFeed,
} from '../../src/store/queue/insert-queue.ts';
import { findNumbersWithRoom } from '../../src/store/queue/look-at-queue.ts';
import { takeDue, takeWaiting } from '../../src/store/queue/take-due.ts';
import { freshDatabase } from '../support/database.ts';

const { database } = await freshDatabase();
const ids = createIds(() => 5, wallClock, seededRandom('chat feeds'));
const atMs = wallClock.nowMs();
const lease: NodeLease = { slot: 1, epoch: 1 };
const accountId = 1001 as AccountId;
let linkId: LinkId;
const PERSON = '923001234567';
const OTHER = '923007654321';

let asked = 0;
const run = <Row extends object>(sql: string, values: readonly unknown[] = []) =>
  database.transact((it) => it.run(plain<Row>(`test-${(asked += 1)}`, sql), [...values]));

beforeAll(async () => {
  await database.transact((it) => makePartitions(it, atMs, 2));
  const [link] = await run<{ readonly id: LinkId }>(
    `insert into links (name, carrier, config) values ('number', 'smpp', '{}') returning id`,
  );
  if (link === undefined) throw new Error('there is no link');
  linkId = link.id;
});

beforeEach(async () => {
  for (const table of ['queue', 'feeds']) await run(`delete from ${table}`);
});

/** Publishes a large request of chat messages to these people; gives the ids. */
async function publish(recipients: readonly string[], change: { dueAtMs?: number } = {}) {
  const batch = { accountId, id: ids.next() as BatchId, reserveId: ids.next() as TransferId };
  const messages = recipients.map((recipient, index) => ({
    ...{ id: ids.next() as MessageId, position: index + 1, recipient, tariffId: 1 as TariffId },
    ...({
      operatorId: 0,
      alphabet: 'chat',
      parts: 1,
      priceMicros: micros(1n),
      text: '{}',
    } as const),
  }));
  const numbers = messages.map(({ id }) => id);
  await database.transact(async (it) => {
    const { id: batchId, reserveId } = batch;
    const unseen = { ...batch, source: 'numbers', idempotencyKey: undefined } as const;
    await beginBatch(it, unseen, { lease, atMs });
    await insertPiece(
      it,
      packPiece({
        ...{ accountId, batchId, reserveId, messages, templateId: 0, senderId: linkId },
        ...{ acceptedAtMs: atMs, expiresAtMs: atMs + 1_000, reason: undefined, answerable: false },
      }),
    );
    await insertChatMessages(
      it,
      numbers.map((messageId) => ({ accountId, messageId, linkId, category: 'utility' })),
      { waitUntilMs: atMs },
    );
    await publishBatch(it, {
      ...batch,
      ...{ recipients: numbers.length, parts: numbers.length, priceMicros: micros(1n) },
      ...{ file: undefined, leftOut: 0, lastPosition: numbers.length, linkId },
      firstMessage: Math.min(...numbers) as MessageId,
      lastMessage: Math.max(...numbers) as MessageId,
      ...{ dueAtMs: atMs, heldMs: 0, atMs, ...change },
    });
  });
  return numbers;
}

/** Lets the next `most` of them into the queue. */
const feed = (most: number): Promise<boolean> =>
  database.transact(async (it) => {
    const piece = await takeFeed(it, { texts: true, numbers: [linkId], most, atMs });
    if (piece?.chats === undefined) return false;
    await queueChats(it, { ...piece, chats: piece.chats }, atMs);
    await advanceFeed(it, piece);
    return true;
  });

/** Queues one message by itself, later than whatever is there. */
async function put(recipient: string, change: { priority?: 0 | 1 } = {}): Promise<MessageId> {
  const messageId = ids.next() as MessageId;
  const entry = { accountId, messageId, linkId, recipient, leased: false, expiresAtMs: atMs + 1e6 };
  await run(
    `insert into messages (account_id, id, position, recipient, template_id, sender_id, tariff_id,
       operator_id, alphabet, parts, price_micros, reserve_id, accepted_at, expires_at, text)
     values ($1, $2, 1, $3, 0, $4, 1, 0, 3, 1, 1, 1, now(), now(), '{}')`,
    [accountId, messageId, recipient, linkId],
  );
  await database.transact((it) =>
    insertQueue(it, [{ ...entry, priority: 0, ...change }], { dueAtMs: atMs, lease }),
  );
  return messageId;
}

/** What is taken now; it leaves the queue. */
async function take(nowMs = atMs): Promise<readonly MessageId[]> {
  const ask = { linkId, most: 100, atMs: nowMs, least: 0, inTurn: true } as const;
  const { taken } = await database.transact((it) => takeDue(it, lease, ask));
  await run('delete from queue where node is not null');
  return taken.map(({ messageId }) => messageId);
}

const NEXT_MS = atMs + limit('chatTurnWaitMs');

describe('what is sent to a person after a large request', () => {
  it('leaves after what that has for the same person, however late this is queued', async () => {
    const [, second] = await publish([OTHER, PERSON]);
    const later = await put(PERSON);
    await feed(1);
    expect(await take()).not.toContain(later);
    await feed(1);
    expect(await take()).toEqual([second]);
    expect(await take(NEXT_MS)).toEqual([later]);
  });

  it('does not wait for what that has for others, and before it for nothing', async () => {
    const earlier = await put(PERSON);
    await publish([PERSON]);
    expect(await take()).toEqual([earlier]);
    const other = await put(OTHER);
    expect(await take()).toEqual([other]);
  });

  it('does not wait when it is a one-time code, or that is scheduled for later', async () => {
    await publish([PERSON]);
    const code = await put(PERSON, { priority: 1 });
    expect(await take()).toEqual([code]);
    await run('delete from feeds');
    await publish([PERSON], { dueAtMs: NEXT_MS + 1 });
    const soon = await put(PERSON);
    expect(await take()).toEqual([soon]);
  });

  it('does not wait for a message that was cancelled before it was queued', async () => {
    const [first, second] = await publish([PERSON, OTHER]);
    const messageIds = [first].filter((id) => id !== undefined);
    const taken = await database.transact(async (it) => {
      await queueUnfed(it, { accountId, messageIds, atMs });
      return takeWaiting(it, lease, { accountId, messageIds });
    });
    expect(taken.map(({ messageId }) => messageId)).toEqual([first]);
    await run('delete from queue');
    await run('update messages set state = 5 where id = $1', [first]);
    const later = await put(PERSON);
    expect(await take()).toEqual([later]);
    await feed(10);
    expect(await take()).toEqual([second]);
  });
});

describe('a large request that enters the queue', () => {
  it('leaves in the order of its entries, a person’s one after the other', async () => {
    const [first, second, third] = await publish([PERSON, OTHER, PERSON]);
    while (await feed(1));
    expect(await take()).toEqual([first, second]);
    expect(await take(NEXT_MS)).toEqual([third]);
  });

  it('has a turn for each message before whatever is accepted next', async () => {
    const [increment] = await run<{ readonly by: number }>(
      `select seqincrement as by from pg_sequence where seqrelid = 'queue_turn_seq'::regclass`,
    );
    expect(increment?.by).toBeGreaterThan(limit('recipientsPerRequest'));
  });

  it('has room as long as few wait for its number, those behind others not counted', async () => {
    await publish([PERSON, PERSON, PERSON, OTHER]);
    const numbers = (most: number) =>
      database.transact((it) => findNumbersWithRoom(it, { most, atMs, dueByMs: NEXT_MS * 2 }));
    expect(await numbers(1)).toEqual([linkId]);
    await feed(3);
    expect([await numbers(3), await numbers(4)]).toEqual([[], [linkId]]);
    await take();
    expect(await numbers(1)).toEqual([linkId]);
  });

  it('is nothing for a queue of texts, nor for another number', async () => {
    await publish([PERSON]);
    const ask = { texts: true, numbers: [(linkId + 1) as LinkId], most: 1, atMs };
    expect(await database.transact((it) => takeFeed(it, ask))).toBeUndefined();
  });

  it('waits: its messages are not given up as if they had left', async () => {
    const [id] = await publish([PERSON]);
    const records = await database.transact((it) => lockOverdue(it, { atMs, most: 100 }));
    expect(records.find(({ messageId }) => messageId === id)?.inLine).toBe('waiting');
  });
});
