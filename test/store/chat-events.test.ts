/** Posts of the chat platform's webhook as the store hands them out to be worked off. */
import { beforeEach, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import type { AccountId, ChatBusinessId } from '../../src/domain/ids.ts';
import { insertEvents, lockDueEvents } from '../../src/store/chat/events.ts';
import { freshDatabase } from '../support/database.ts';

const { database } = await freshDatabase();
const NOW = Date.UTC(2026, 10, 20);
let hash = 0;

beforeEach(() => database.transact((it) => it.run(plain('empty', 'truncate chat_events'), [])));

const keep = (lengths: readonly number[]) =>
  database.transact((transaction) =>
    insertEvents(transaction, {
      rows: lengths.map((length) => ({
        accountId: 7 as AccountId,
        businessId: 1 as ChatBusinessId,
        hash: (hash += 1).toString(16).padStart(64, '0'),
        raw: Buffer.alloc(length, 0x20),
      })),
      atMs: NOW,
    }),
  );
const lengthsOf = async (most: number, mostBytes: number, atMs = NOW) => {
  const due = await database.transact((transaction) =>
    lockDueEvents(transaction, { atMs, most, mostBytes }),
  );
  return due.map(({ raw }) => raw.length);
};

describe('posts that are due', () => {
  it('come in their order, as many as have so many octets together', async () => {
    await keep([300, 200, 500, 1]);
    expect(await lengthsOf(10, 999)).toEqual([300, 200]);
    expect(await lengthsOf(10, 1_000)).toEqual([300, 200, 500]);
    expect(await lengthsOf(10, 1_001)).toEqual([300, 200, 500, 1]);
    expect(await lengthsOf(2, 1_001)).toEqual([300, 200]);
    expect(await lengthsOf(10, 1_001, NOW - 1)).toEqual([]);
  });

  it('come one at least, however long it is', async () => {
    await keep([1_000, 1]);
    expect(await lengthsOf(10, 999)).toEqual([1_000]);
  });

  it('that somebody else works off are left out', async () => {
    await keep([300, 200]);
    await database.transact(async (transaction) => {
      const ask = { atMs: NOW, most: 1, mostBytes: 1_000 };
      expect(await lockDueEvents(transaction, ask)).toHaveLength(1);
      expect(await lengthsOf(10, 1_000)).toEqual([200]);
    });
  });
});
