/** A page of messages that wait costs what it shows, however many wait beside them. */
import { beforeAll, expect, it } from 'vitest';
import type { AccountId, BatchId } from '../../src/domain/ids.ts';
import type { AskMessages } from '../../src/domain/message/report.ts';
import { firstIdAt } from '../../src/kit/ids.ts';
import type { Reader } from '../../src/kit/postgres/pool.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { makePartitions } from '../../src/store/messages/make-partitions.ts';
import { listBatchRows } from '../../src/store/reports/list-batch-rows.ts';
import { listMessages } from '../../src/store/reports/message-reports.ts';
import { freshDatabase, type FreshDatabase } from '../support/database.ts';

const NOW_MS = Date.UTC(2026, 10, 20);
const ROWS = 20_000;
const MOST = 1_000;
const accountId = 1000 as AccountId;
const id = 7 as BatchId;
const [firstMessage, lastMessage] = [firstIdAt(NOW_MS), firstIdAt(NOW_MS) + 1000 * ROWS];
const span = { firstMessage, lastMessage, lastPosition: ROWS };

const ASK: AskMessages & { readonly atMs: number } = {
  before: undefined,
  most: MOST,
  recipient: undefined,
  state: undefined,
  batchId: undefined,
  span: undefined,
  templateId: undefined,
  isChat: undefined,
  from: undefined,
  fromMs: undefined,
  toMs: undefined,
  atMs: NOW_MS,
};

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase(1);
  await fresh.database.transact(async (transaction) => {
    await makePartitions(transaction, NOW_MS, 1);
    const run = (name: string, sql: string) => transaction.run(plain(name, sql));
    await run('alone', 'set local session_replication_role = replica');
    await run(
      'fill-messages',
      `insert into messages (account_id, id, batch_id, position, recipient, template_id, sender_id,
         tariff_id, operator_id, alphabet, parts, price_micros, reserve_id, accepted_at, expires_at,
         text)
       select ${accountId}, ${firstMessage}::bigint + n * 1000, ${id}, n, 923000000000 + n, 1, 1, 1,
         1, 1, 1, 4800000, 1, now(), now(), 'a text'
       from generate_series(1, ${ROWS}) as n`,
    );
    await run(
      'fill-queue',
      `insert into queue (account_id, message_id, link_id, priority, attempt, due_at, expires_at)
       select account_id, id, 1, 1, 1, now(), now() from messages`,
    );
    await run(
      'fill-links',
      `insert into links (name, carrier, config)
       select n, 'smpp', '{}' from generate_series(1, 5) n`,
    );
    await run(
      'fill-leases',
      `insert into link_leases (link_id, node, epoch, state) select id, 1, 1, 'up' from links`,
    );
    await run(
      'fill-nodes',
      `insert into nodes (slot, epoch, holder, lease_until, recovered)
       values (1, 1, '', now() + interval '1 day', true)`,
    );
    await run('look', 'analyze');
  });
});

const READ = plain<{ readonly rows: number }>(
  'read-of-queue',
  `select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables
   where relname = 'queue'`,
);

/** Connections that read plan for what they are asked; those that write, once for all. */
const AS_READERS = plain('as-readers', `set local plan_cache_mode = 'force_custom_plan'`);

it.each([
  [
    'of a batch',
    async (reader: Reader) => {
      const ask = { after: ROWS / 2, most: MOST, state: undefined, atMs: NOW_MS };
      return (await listBatchRows(reader, { ...ask, accountId, id, span })).rows.length;
    },
  ],
  [
    'of an account',
    async (reader: Reader) => {
      const { messages } = await listMessages(reader, accountId, ASK);
      return messages.length;
    },
  ],
])('a page %s reads its own of the queue', async (_, page) => {
  const [shown, read] = await fresh.database.transact(async (transaction) => {
    await transaction.run(AS_READERS);
    const countRead = async () => (await transaction.run(READ))[0]?.rows ?? 0;
    const before = await countRead();
    return [await page(transaction), (await countRead()) - before];
  });
  expect(shown).toBe(MOST);
  // A page asks for one more, to know whether another follows.
  expect(read).toBeLessThanOrEqual(MOST + 1);
});
