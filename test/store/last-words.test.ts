/** What is known of a message's last attempts: when it was submitted, and what was answered. */
import { beforeAll, expect, it } from 'vitest';
import type { AccountId, BatchId, LinkId, MessageId } from '../../src/domain/ids.ts';
import type { FailureReason } from '../../src/domain/failure/failure.ts';
import { MESSAGE_STATES } from '../../src/domain/message/message.ts';
import { reportedReason } from '../../src/domain/message/report.ts';
import { firstIdAt } from '../../src/kit/ids.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { insertAttempts, type Attempt } from '../../src/store/messages/attempts.ts';
import { makePartitions } from '../../src/store/messages/make-partitions.ts';
import { readAttempts } from '../../src/features/messages/message-life.sql.ts';
import { listBatchRows } from '../../src/store/reports/list-batch-rows.ts';
import { readMessageReport } from '../../src/store/reports/message-reports.ts';
import { searchMessages } from '../../src/features/messages/search-messages.sql.ts';
import { worldDatabase } from '../support/world.ts';

const { database, world } = await worldDatabase();
const DAY = Date.UTC(2026, 2, 10);
const FIRST = firstIdAt(DAY + 3_600_000) as MessageId;
const BATCH = FIRST as number as BatchId;
let accountId: AccountId;

beforeAll(async () => {
  ({ accountId } = await world.addAccount({ name: 'Shop', rupees: '0' }));
  await database.transact((transaction) => makePartitions(transaction, DAY, 2));
});

async function insertMessage(place: number, reason: FailureReason, isChat = false) {
  const id = (FIRST + place) as MessageId;
  const insert = plain(
    'test-message',
    `insert into messages (account_id, id, batch_id, position, recipient, template_id, sender_id,
       tariff_id, operator_id, alphabet, parts, state, price_micros, reserve_id, accepted_at,
       expires_at, text, reason)
     values ($1, $2, $3, $4, 923001234567, 1, 1, 1, 1, $5, 1, $6, 1, 1, now(), now(), '', $7)`,
  );
  const values = [accountId, id, BATCH, place, isChat ? 3 : 1, MESSAGE_STATES.rejected, reason];
  await database.transact((transaction) => transaction.run(insert, values));
  return id;
}

const attempt = (messageId: MessageId, change: Partial<Attempt>): Attempt => ({
  ...{ accountId, messageId, attempt: 1, part: 1, linkId: 1 as LinkId, outcome: 'refused' },
  ...{ operatorKey: undefined, status: undefined, reason: undefined },
  ...{ lease: { slot: 1, epoch: 1 }, ...change },
});

const record = (atMs: number, ...attempts: readonly Attempt[]): Promise<void> =>
  database.transact((transaction) => insertAttempts(transaction, attempts, atMs));

it('an attempt without an answer has the time of its submission, also later', async () => {
  const messageId = await insertMessage(1, 'answer_lost');
  const timeOf = async () =>
    (await readAttempts(database, { accountId, messageId }))[0]?.answeredAtMs;
  const lost = attempt(messageId, { outcome: 'ambiguous', writtenAtMs: DAY + 1_234 });
  await record(DAY + 31_234, lost);
  expect(await timeOf()).toBe(DAY + 1_234);
  await record(DAY + 60_000, { ...lost, writtenAtMs: undefined, reason: 'denied' });
  expect(await timeOf()).toBe(DAY + 1_234);
  // An answer that comes late has its own time.
  await record(DAY + 90_000, { ...lost, writtenAtMs: undefined, operatorKey: 'late' });
  expect(await timeOf()).toBe(DAY + 90_000);
});

it.each([
  [
    'retries_exhausted',
    false,
    'did not accept the message in time; its last answer was ESME_RMSGQFUL (0x14)',
  ],
  [
    'expired_waiting',
    false,
    'while it waited for an operator; its last answer was ESME_RMSGQFUL (0x14)',
  ],
  ['retries_exhausted', true, 'did not accept the message in time (20)'],
  ['operator_refused', false, 'the operator refused the message'],
] as const)('%s tells the last code wherever it is told', async (reason, isChat, words) => {
  const place = 100 + words.length;
  const id = await insertMessage(place, reason, isChat);
  await record(
    DAY,
    attempt(id, { status: 0x58, reason: 'operator_throttled' }),
    attempt(id, { attempt: 2, status: 0x14, reason: 'operator_queue_full' }),
    attempt(id, { attempt: 3, outcome: 'ambiguous' }),
  );
  const report = await readMessageReport(database, accountId, { id, atMs: DAY });
  const span = { firstMessage: id, lastMessage: id, lastPosition: place };
  const page = await listBatchRows(database, {
    ...{ accountId, id: BATCH, span, after: place - 1, most: 1, state: undefined, atMs: DAY },
  });
  const { messages } = await searchMessages(database, {
    ...{ accountId, recipient: undefined, batchId: undefined, state: undefined },
    ...{ isChat: undefined, fromId: id, belowId: id + 1, most: 1 },
  });
  expect(report?.reason).toMatch(new RegExp(`${RegExp.escape(words)}$`));
  expect(page.rows[0]?.reason).toBe(report?.reason);
  const [found] = messages;
  expect(found && reportedReason(found)).toBe(report?.reason);
});
