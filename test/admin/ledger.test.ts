import { beforeAll, describe, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { explainLedger } from '../../src/features/ledger/explain-ledger.ts';
import type {
  AccountId,
  BatchId,
  LinkId,
  MessageId,
  OperatorId,
  SenderId,
  TariffId,
  TemplateId,
  TransferId,
} from '../../src/domain/ids.ts';
import type { TransferKind } from '../../src/domain/ledger/ledger.ts';
import { micros, parseRupees, ZERO } from '../../src/domain/pricing/money.ts';
import { releaseBatch } from '../../src/journey/commit/remove-unpublished.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { firstIdAt } from '../../src/kit/ids.ts';
import type { Transaction } from '../../src/kit/postgres/pool.ts';
import { readLedgerTotals } from '../../src/features/ledger/ledger-totals.sql.ts';
import { readLedgerOfMessage, writeTransfers } from '../../src/store/ledger/ledger.ts';
import { insertBatches, insertMessages } from '../../src/store/messages/insert-messages.ts';
import { makePartitions } from '../../src/store/messages/make-partitions.ts';
import { recordSubmissions } from '../../src/store/messages/move-messages.ts';
import { insertQueue } from '../../src/store/queue/insert-queue.ts';
import { worldDatabase } from '../support/world.ts';
import { openTerminal, type Say } from './terminal.ts';

const { database, world } = await worldDatabase();
const HOUR_MS = 3_600_000;
const lease = { slot: 1, epoch: 1 };
const price = parseRupees('4.80') ?? ZERO;
let paigham: Say;
let named = 0;

beforeAll(async () => {
  paigham = openTerminal(database, world.admin);
  await database.transact((transaction) => makePartitions(transaction, wallClock.nowMs(), 1));
});

const openAccount = async (): Promise<AccountId> => {
  named += 1;
  return (await world.addAccount({ name: `Ledger ${named}`, rupees: '100' })).accountId;
};
const nextTransferId = (): TransferId => world.admin.ids.next() as TransferId;
const move = async (
  transaction: Transaction,
  accountId: AccountId,
  kind: TransferKind,
  messages: number,
): Promise<TransferId> => {
  const id = nextTransferId();
  const amountMicros = micros(price * BigInt(messages));
  const transfer = { accountId, id, kind, amountMicros, messages };
  await writeTransfers(transaction, [transfer], wallClock.nowMs());
  return id;
};

/** Accepts `count` messages of one part, as the journey does. */
async function accept(accountId: AccountId, count: number, batchId?: BatchId) {
  return database.transact(async (transaction) => {
    const reserveId = await move(transaction, accountId, 'reserve', count);
    const messages = Array.from({ length: count }, (_, position) => ({
      accountId,
      id: world.admin.ids.next() as MessageId,
      batchId,
      position: position + 1,
      recipient: '923001234567',
      templateId: 501 as TemplateId,
      senderId: 1 as SenderId,
      tariffId: 1 as TariffId,
      operatorId: 1 as OperatorId,
      alphabet: 'gsm7' as const,
      parts: 1,
      priceMicros: price,
      reserveId,
      text: 'x',
      answerable: false,
    }));
    const nowMs = wallClock.nowMs();
    const times = { acceptedAtMs: nowMs, expiresAtMs: nowMs + HOUR_MS };
    await insertMessages(transaction, messages, times);
    const { expiresAtMs } = times;
    const place = {
      accountId,
      linkId: 1 as LinkId,
      priority: 0,
      expiresAtMs,
      leased: false,
    } as const;
    const entries = messages.map(({ id }) => ({ ...place, messageId: id }));
    await insertQueue(transaction, entries, { dueAtMs: nowMs, lease });
    return messages.map(({ id }) => id);
  });
}

/** Ends a message: taken by the operator and posted, or refused and released. */
async function end(accountId: AccountId, messageId: MessageId, state: 'sent' | 'rejected') {
  await database.transact(async (transaction) => {
    const taken = state === 'sent';
    const settleId = await move(transaction, accountId, taken ? 'post' : 'release', 1);
    const submission = { accountId, messageId, state, settleId, reason: undefined, isCode: false };
    const postedMicros = taken ? price : ZERO;
    const partsTaken = taken ? 1 : 0;
    await recordSubmissions(
      transaction,
      [{ ...submission, partsTaken, postedMicros }],
      wallClock.nowMs(),
    );
    const values = [accountId, messageId];
    const leave = 'delete from queue where account_id = $1 and message_id = $2';
    await transaction.run(plain('test-leave', leave), values);
  });
}

const explanationOf = async (accountId: AccountId) => {
  const totals = await readLedgerTotals(database, accountId);
  if (totals === undefined) throw new Error('the account is there');
  return explainLedger(totals);
};

describe('the ledger of an account', () => {
  it('is explained at every step of its messages', async () => {
    const accountId = await openAccount();
    const [posted, released] = await accept(accountId, 3);
    expect(await explanationOf(accountId)).toMatchObject({
      isExplained: true,
      standings: { funding: -100_000_000n, available: 85_600_000n, reserved: 14_400_000n },
    });
    if (posted !== undefined) await end(accountId, posted, 'sent');
    if (released !== undefined) await end(accountId, released, 'rejected');
    const { standings, isExplained } = await explanationOf(accountId);
    expect(isExplained).toBe(true);
    expect(standings).toEqual({
      funding: -100_000_000n,
      available: 90_400_000n,
      reserved: 4_800_000n,
      revenue: 4_800_000n,
    });
  });

  it('counts a large request as a whole while it is written and when it was given up', async () => {
    const accountId = await openAccount();
    const id = world.admin.ids.next() as BatchId;
    await accept(accountId, 2, id);
    const firstMessage = id as number as MessageId;
    const range = { firstMessage, lastMessage: firstMessage };
    const batch = { accountId, id, recipients: 2, parts: 2, ...range };
    const money = { priceMicros: micros(price * 2n), reserveId: nextTransferId() };
    await database.transact(async (transaction) => {
      const by = { lease, atMs: wallClock.nowMs() };
      await insertBatches(transaction, [{ ...batch, ...money }], by);
      // As the version before did: reserved before it is written.
      const text = `update batches set state = 1 where account_id = $1 and id = $2`;
      await transaction.run(plain('test-unpublish', text), [accountId, id]);
    });
    expect(await explanationOf(accountId)).toMatchObject({ isExplained: true });
    await database.transact(async (transaction) => {
      for (const table of ['queue', 'messages', 'batches']) {
        const text = `delete from ${table} where account_id = $1`;
        await transaction.run(plain(`test-drop-${table}`, text), [accountId]);
      }
      const release = releaseBatch({ ...batch, ...money, id: nextTransferId() });
      await writeTransfers(transaction, [release], wallClock.nowMs());
    });
    expect(await explanationOf(accountId)).toMatchObject({
      isExplained: true,
      standings: { available: 100_000_000n, reserved: 0n },
    });
  });

  it('says so when messages of dropped days are missing, and still explains the rest', async () => {
    const accountId = await openAccount();
    const dayBefore = wallClock.nowMs() - 72 * HOUR_MS;
    const reserve = { accountId, id: firstIdAt(dayBefore) as TransferId, messages: 1 };
    const post = { ...reserve, id: (firstIdAt(dayBefore) + 1) as TransferId };
    await database.transact((transaction) =>
      writeTransfers(
        transaction,
        [
          { ...reserve, kind: 'reserve', amountMicros: price },
          { ...post, kind: 'post', amountMicros: price },
        ],
        dayBefore,
      ),
    );
    expect((await readLedgerTotals(database, accountId))?.isCut).toBe(true);
    expect(await explanationOf(accountId)).toMatchObject({ isExplained: true });
    const said = await paigham('ledger', 'explain', String(accountId));
    expect(said).toMatchObject({
      code: 0,
      out: expect.stringContaining('older ones have been deleted'),
    });
  });
});

it('the lines of a message stand in the order of time, whatever their ids', async () => {
  const accountId = await openAccount();
  const atMs = wallClock.nowMs();
  const first = firstIdAt(atMs);
  const settleId = (first + 2) as TransferId;
  const step = { accountId, messages: 1, amountMicros: price };
  const steps = [
    { ...step, id: (first + 3) as TransferId, kind: 'reserve' },
    { ...step, id: settleId, kind: 'post' },
    { ...step, id: (first + 1) as TransferId, kind: 'refund', refersTo: settleId },
  ] as const;
  for (const [index, it] of steps.entries()) {
    await database.transact((transaction) => writeTransfers(transaction, [it], atMs + index));
  }
  const money = { reserveId: first + 3, settleId };
  const lines = await readLedgerOfMessage(database, accountId, money);
  expect(lines.map(({ kind }) => kind)).toEqual(['reserve', 'post', 'refund']);
});

describe('paigham ledger explain', () => {
  it('counts one message as one', async () => {
    const accountId = await openAccount();
    await accept(accountId, 1);
    const { out } = await paigham('ledger', 'explain', String(accountId));
    expect(out).toContain('Explained to the paisa, by 1 message.');
  });

  it('shows transfers with their standing and says that all is explained', async () => {
    const accountId = await openAccount();
    await accept(accountId, 2);
    const { code, out } = await paigham('ledger', 'explain', `Ledger ${named}`);
    expect(code).toBe(0);
    expect(out).toMatch(/credit +100\.00 +100\.00 +0\.00/);
    expect(out).toMatch(/reserve +9\.60 +90\.40 +9\.60 +2/);
    expect(out).toContain('Explained to the paisa, by 2 messages.');
    const { out: json } = await paigham('ledger', 'explain', String(accountId), '--json');
    expect(JSON.parse(json)).toMatchObject({
      explained: true,
      available: '90.40',
      reserved: '9.60',
      differences: [],
    });
  });

  it.each([
    [
      'a balance that was changed by hand',
      'update balances set available_micros = available_micros + 1 where account_id = $1',
      /NOT explained: the balance by -0\.000001\./,
    ],
    [
      'a message whose price was changed',
      'update messages set price_micros = price_micros - 10000 where account_id = $1',
      /NOT explained: reserved now by 0\.01, reserved in all by 0\.01\./,
    ],
    [
      'a message that is gone',
      'delete from messages where account_id = $1',
      /NOT explained: reserved now by 4\.80, reserved in all by 4\.80\./,
    ],
    [
      'a post that no message knows',
      'update messages set posted_micros = 1000000, state = 2 where account_id = $1',
      /posted in all by -1\.00/,
    ],
  ])('names the difference and exits with 1: %s', async (what, damage, verdict) => {
    const accountId = await openAccount();
    await accept(accountId, 1);
    await database.transact((transaction) =>
      transaction.run(plain(`test ${what}`, damage), [accountId]),
    );
    const { code, out } = await paigham('ledger', 'explain', String(accountId));
    expect([code, out]).toEqual([1, expect.stringMatching(verdict)]);
  });

  it('shows as many transfers as it is asked for, the newest', async () => {
    const accountId = await openAccount();
    await accept(accountId, 1);
    const { out } = await paigham('ledger', 'explain', String(accountId), '--limit', '1');
    expect(out).toMatch(/reserve +4\.80/);
    expect(out).not.toMatch(/credit +100\.00 +100\.00/);
  });
});
