/**
 * The statements of the hot path find each row by its key, however large a day has become and
 * whatever the statistics say of it: a plan that reads all of an account costs the more the busier
 * it is. And what is asked for each message looks at its day alone, however many days are kept.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/domain/durations.ts';
import { dayOfId, firstIdAt } from '../../src/kit/ids.ts';
import { plain, statements } from '../../src/kit/postgres/statement.ts';
import { makePartitions } from '../../src/store/messages/make-partitions.ts';
import { freshDatabase, type FreshDatabase } from '../support/database.ts';

const NOW_MS = Date.UTC(2026, 10, 20);
const DAY = dayOfId(firstIdAt(NOW_MS));
const ROWS = 200_000;

const HOT = [
  'reserve-whole',
  'settle-taken-alike',
  'close-alike',
  'leave-queue-whole',
  'record-submissions',
  'record-receipts',
  'close-messages',
] as const;

/** Asked for each message or again and again: they name a day, or the span of their ids. */
const OF_DAYS = [
  'take-due',
  'take-in-turn',
  'read-taken',
  'find-chats',
  'find-chat-facts',
  'read-chat-contents',
  'lock-chat-records',
  'find-work',
  'list-untold-tests',
  'read-lost',
  'find-attempts',
  'part-states',
  'find-refundable',
  'find-failed-before',
  'read-message',
  'read-messages',
  'batch-messages',
  'insert-webhook-attempts',
  'give-up-silent',
  'list-silent',
] as const;
const DAYS_KEPT = 60;

/** Tables that grow with traffic, and the columns of their keys. */
const KEYS = new Map([
  [`messages_${DAY}`, ['account_id', 'id']],
  [`attempts_${DAY}`, ['account_id', 'message_id']],
  ['queue', ['account_id', 'message_id']],
  ['balances', ['account_id']],
]);

const FILL = [
  `insert into messages (account_id, id, position, recipient, template_id, sender_id, tariff_id,
     operator_id, alphabet, parts, state, price_micros, reserve_id, accepted_at, expires_at, text)
   select 1000 + n % 2, ${firstIdAt(NOW_MS)}::bigint + n * 1000, 1, 923000000000 + n, 1, 1, 1, 1, 1,
     1, 4, 4800000, 1, now(), now(), 'a text'
   from generate_series(1, ${ROWS}) as n`,
  `insert into attempts (account_id, message_id, attempt, part, link_id, outcome, operator_key,
     node, epoch, ambiguous, answered_at)
   select account_id, id, 1, 1, 1, 1, id::text, 0, 1, false, now() from messages`,
];

let fresh: FreshDatabase;

const SOURCES = join(import.meta.dirname, '../../src');
const STORES = [
  'store/ledger/ledger',
  'store/messages/settle-alike',
  'store/messages/move-messages',
  'store/messages/attempts',
  'store/messages/lost-answers',
  'store/messages/silent',
  'store/messages/find-refundable',
  'store/messages/test-attempts',
  'store/queue/close-queued',
  'store/queue/take-due',
  'store/chat/messages',
  'store/chat/records',
  'store/chat/windows',
  'features/webhooks/webhook-attempts.sql',
  'store/nodes/work-index',
  'store/reports/message-reports',
];

beforeAll(async () => {
  for (const store of STORES) await import(join(SOURCES, `${store}.ts`));
  fresh = await freshDatabase(3);
  await fresh.database.transact((transaction) => makePartitions(transaction, NOW_MS, 1));
});

type Node = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly Plans?: readonly Node[];
};

type Explained = { readonly 'QUERY PLAN': readonly { readonly Plan: Node }[] };

const nodesOf = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The plan of a statement, as the journey's connections make it once. */
async function planOf(name: string): Promise<readonly Node[]> {
  const made = statements.get(name);
  if (made === undefined) throw new Error(`no statement is called ${name}`);
  const { text, parameters } = typeof made === 'function' ? made(DAY) : made;
  const nothing = parameters.length === 0 ? '' : `(${parameters.map(() => 'null').join(', ')})`;
  const plan = await fresh.database.transact(async (transaction) => {
    const run = (sql: string) => transaction.run(plain<Explained>(`x ${name} ${sql.length}`, sql));
    await run(`prepare hot as ${text}`);
    const [row] = await run(`explain (format json) execute hot${nothing}`);
    await run('deallocate hot');
    return row?.['QUERY PLAN'][0]?.Plan;
  });
  return plan === undefined ? [] : nodesOf(plan);
}

/** How a statement reads the tables that grow: nodes that do not do so by their whole key. */
async function readingsBeyondKeys(name: (typeof HOT)[number]): Promise<readonly Node[]> {
  const nodes = await planOf(name);
  const reading = nodes.filter((it) => {
    return /Scan/.test(it['Node Type']) && KEYS.has(it['Relation Name'] ?? '');
  });
  expect(reading.length).toBeGreaterThan(0);
  return reading.filter((it) => {
    const isByPlace = it['Node Type'] === 'Tid Scan';
    const columns = KEYS.get(it['Relation Name'] ?? '') ?? [];
    const condition = it['Index Cond'] ?? it['Recheck Cond'] ?? '';
    return !isByPlace && !columns.every((column) => condition.includes(`${column} = `));
  });
}

describe.each([
  ['an empty day', []],
  ['a full day that nobody has counted', FILL],
  ['a full day that is counted', ['analyze messages', 'analyze attempts']],
])('in %s', (_, preparing) => {
  beforeAll(async () => {
    for (const sql of preparing) {
      await fresh.database.transact((transaction) => transaction.run(plain(sql.slice(0, 30), sql)));
    }
  });

  it.each(HOT)('%s finds its rows by their keys', async (name) => {
    expect(await readingsBeyondKeys(name)).toEqual([]);
  });
});

describe('with many days kept', () => {
  beforeAll(async () => {
    for (let ago = DAYS_KEPT; ago > 0; ago -= 10) {
      const fromMs = NOW_MS - ago * DAY_MS;
      await fresh.database.transact((transaction) => makePartitions(transaction, fromMs, 10));
    }
  });

  it.each(OF_DAYS)('%s looks at few of them', async (name) => {
    const nodes = await planOf(name);
    const tables = nodes.flatMap((it) => it['Relation Name'] ?? []);
    const days = tables.filter((table) => /_\d{8}$/.test(table));
    expect(nodes.length).toBeGreaterThan(0);
    expect(new Set(days).size).toBeLessThanOrEqual(4);
  });
});
