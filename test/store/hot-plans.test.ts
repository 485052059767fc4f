/**
 * The statements of the hot path find each row by its key, however large a day has become and
 * whatever the statistics say of it: a plan that reads all of an account costs the more the busier
 * it is. And what is asked for each message looks at its day alone, however many days are kept.
 */
import { globSync } from 'node:fs';
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
  'find-chats',
  'read-chat-contents',
  'find-heard-chats',
  'lock-chat-records',
  'write-chats-of',
  'write-chats',
  'read-lost',
  'read-fallback-chats',
] as const;

/** What of a batch waits: each by its own key, not among all messages of the batch. */
const OF_BATCHES = [
  'put-off-batch',
  'put-back-batch',
  'take-batch',
  'any-of-batch-waiting',
  'batch-waits',
  'count-queued',
] as const;

/** Asked for each message or again and again: they name a day, or the span of their ids. */
const OF_DAYS = [
  'take-due',
  'take-in-turn',
  'read-taken',
  'find-chats',
  'find-heard-chats',
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
  'read-fallback-chats',
] as const;
const DAYS_KEPT = 60;

/** Tables that grow with traffic, and the columns of their keys. */
const MESSAGES: readonly [string, readonly string[]] = [`messages_${DAY}`, ['account_id', 'id']];
const KEYS: ReadonlyMap<string, readonly string[]> = new Map([
  MESSAGES,
  [`attempts_${DAY}`, ['account_id', 'message_id']],
  [`chat_messages_${DAY}`, ['account_id', 'id']],
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
  `insert into chat_messages (account_id, id, link_id, category)
   select account_id, id, 1, 'utility' from messages`,
];

const OF_SOME = 'select 1000 + n % 2,';
const MANY = 'from generate_series(1, 5000) as n';

/** The other tables that grow with traffic, and are not kept by day. */
const FILL_REST = new Map([
  ['queue', `${OF_SOME} n, 1, 1, 1, now(), now(), case n % 100 when 0 then 1 end, 1 ${MANY}`],
  ['batches', `${OF_SOME} n, 2, 1, 1, 1, 1, 1, 1, now() ${MANY}`],
  ['batch_rows', `${OF_SOME} n / 100, n, 7, '', '', '', '' ${MANY}`],
  ['fallback_rows', `${OF_SOME} n, n / 100, n, '{}', now() ${MANY}`],
  ['uploads', `${OF_SOME} n, 'done', '', 1, '{}', now() ${MANY}`],
  ['idempotency_keys', `${OF_SOME} n::text, '', now() ${MANY}`],
  ['receipts', `select 1, n::text, 'late', now(), '' ${MANY}`],
  ['replies', `${OF_SOME} n, 1, '', '', 0, '', 1, 1, now() ${MANY}`],
  ['conversations', `${OF_SOME} n, 'sms', '1', n::text, now(), 'us' ${MANY}`],
  ['chat_replies', `${OF_SOME} n, 1, n::text, 'PK.' || n, 'text', '{}', now(), now() ${MANY}`],
  ['chat_users', `${OF_SOME} 'PK.' || n, n, now() ${MANY}`],
  ['lookups', `${OF_SOME} n, 1, now() ${MANY}`],
  ['optouts', `${OF_SOME} n, 'all', 'account', now() ${MANY}`],
  ['audit', `select now(), 'staff', 1000 + n % 2, 'key.create', '{}' ${MANY}`],
]);

const COLUMNS = new Map([
  ['queue', 'account_id, message_id, link_id, priority, attempt, due_at, expires_at, node, epoch'],
  [
    'batches',
    'account_id, id, state, recipients, parts, price_micros, reserve_id, node, epoch, created_at',
  ],
  ['batch_rows', 'account_id, batch_id, row_number, code, column_letters, shown, reason, rule'],
  ['fallback_rows', 'account_id, message_id, batch_id, position, said, look_at'],
  ['uploads', 'account_id, batch_id, state, file_name, file_bytes, request, received_at'],
  ['idempotency_keys', 'account_id, key, request_hash, created_at'],
  ['receipts', 'link_id, operator_key, kind, received_at, raw'],
  [
    'replies',
    'account_id, id, link_id, from_address, to_address, alphabet, octets, parts, parts_expected, ' +
      'received_at',
  ],
  ['conversations', 'account_id, id, kind, own, other, last_at, last_by'],
  [
    'chat_replies',
    'account_id, id, link_id, operator_key, user_key, kind, content, written_at, received_at',
  ],
  ['chat_users', 'account_id, user_key, recipient, seen_at'],
  ['lookups', 'account_id, recipient, operator_id, looked_up_at'],
  ['optouts', 'account_id, recipient, scope, source, created_at'],
  ['audit', 'at, actor, account_id, action, detail'],
]);

const GROWING = new Set([`messages_${DAY}`, `attempts_${DAY}`, ...FILL_REST.keys()]);

/** Whatever is still read whole has no key to be read by. */
const BY_KEYS_IF_POSSIBLE = plain<unknown>(
  'by keys if possible',
  `select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
     set_config('enable_mergejoin', 'off', true),
     set_config('plan_cache_mode', 'force_generic_plan', true)`,
);

/** An index of what waits: all of it is little, however much there is beside. */
const PARTIAL = plain<{ readonly name: string }>(
  'partial indexes',
  `select c.relname::text as name from pg_index join pg_class as c on c.oid = indexrelid
   where indpred is not null`,
);
const partialIndexes = new Set<string>();

/** Statements on a table that only their transaction has. */
const OF_TEMPORARY = /-dnc(-import)?$/;

/** Statements that read such a table whole, and why they may. */
const READS_ALL = new Map([
  ['find-clues', 'what is in hands, while a lost answer and a receipt may belong together'],
  ['free-first', 'what waits, when a link has a new holder'],
  ['list-queue-lines', 'staff ask what waits'],
  ['read-queue-health', 'the doctor asks what waits'],
  ['uses-of-link', 'before a link is removed: the first row is enough'],
  ['uses-of-operator', 'before an operator is removed: the first row is enough'],
  ['awaits-words', 'before a link is disabled: the first of its day is enough'],
  ['end-drain', 'while a disabled link waits for its receipts: the first is enough'],
  ['read-demo', 'what people have done, at a start with a demo and for the doctor'],
]);

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
  'store/queue/held-queue',
  'store/batches/batch-holds',
  'store/batches/fallbacks',
  'store/chat/messages',
  'store/chat/records',
  'store/chat/windows',
  'features/webhooks/webhook-attempts.sql',
  'store/nodes/work-index',
  'store/reports/message-reports',
  'store/reports/read-batches',
];

beforeAll(async () => {
  for (const store of STORES) await import(join(SOURCES, `${store}.ts`));
  fresh = await freshDatabase(3);
  await fresh.database.transact((transaction) => makePartitions(transaction, NOW_MS, 1));
});

type Node = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly Plans?: readonly Node[];
};

type Explained = { readonly 'QUERY PLAN': readonly { readonly Plan: Node }[] };

const nodesOf = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const FOR_ANY = plain('for any', `set local plan_cache_mode = 'force_generic_plan'`);
/** What is in a span of ids is of this day. */
const SPAN = new Map([
  ['firstId', firstIdAt(NOW_MS)],
  ['lastId', firstIdAt(NOW_MS) + 1000 * ROWS],
]);

/** The plan of a statement, as the journey's connections make it once. */
async function planOf(name: string): Promise<readonly Node[]> {
  const made = statements.get(name);
  if (made === undefined) throw new Error(`no statement is called ${name}`);
  const { text, parameters } = typeof made === 'function' ? made(DAY) : made;
  const values = parameters.map((it) => SPAN.get(it) ?? 'null').join(', ');
  const plan = await fresh.database.transact(async (transaction) => {
    const run = (sql: string) => transaction.run(plain<Explained>(`x ${name} ${sql.length}`, sql));
    await transaction.run(FOR_ANY);
    await run(`prepare hot as ${text}`);
    const [row] = await run(
      `explain (format json) execute hot${values === '' ? '' : `(${values})`}`,
    );
    await run('deallocate hot');
    return row?.['QUERY PLAN'][0]?.Plan;
  });
  return plan === undefined ? [] : nodesOf(plan);
}

/** How a statement reads the tables that grow: nodes that do not do so by their whole key. */
async function readingsBeyondKeys(name: string, keys = KEYS): Promise<readonly Node[]> {
  const nodes = await planOf(name);
  const reading = nodes.filter((it) => {
    return /Scan/.test(it['Node Type']) && keys.has(it['Relation Name'] ?? '');
  });
  expect(reading.length).toBeGreaterThan(0);
  return reading.filter((it) => {
    const isByPlace = it['Node Type'] === 'Tid Scan';
    const columns = keys.get(it['Relation Name'] ?? '') ?? [];
    const condition = it['Index Cond'] ?? it['Recheck Cond'] ?? '';
    return !isByPlace && !columns.every((column) => new RegExp(`\\b${column} = `).test(condition));
  });
}

describe.each([
  ['an empty day', []],
  ['a full day that nobody has counted', FILL],
  ['a full day that is counted', ['analyze messages', 'analyze attempts', 'analyze chat_messages']],
])('in %s', (_, preparing) => {
  beforeAll(async () => {
    for (const sql of preparing) {
      await fresh.database.transact((transaction) => transaction.run(plain(sql.slice(0, 30), sql)));
    }
  });

  it.each(HOT)('%s finds its rows by their keys', async (name) => {
    expect(await readingsBeyondKeys(name)).toEqual([]);
  });

  it.each(OF_BATCHES)('%s finds messages by their keys', async (name) => {
    expect(await readingsBeyondKeys(name, new Map([MESSAGES]))).toEqual([]);
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

describe('when all has grown', () => {
  beforeAll(async () => {
    await fresh.database.transact(async (transaction) => {
      const run = (sql: string) => transaction.run(plain(sql.slice(0, 60), sql));
      await run('set local session_replication_role = replica');
      for (const [table, rows] of FILL_REST) {
        await run(`insert into ${table} (${COLUMNS.get(table)}) ${rows}`);
      }
      await run('analyze');
      const partial = await transaction.run(PARTIAL);
      for (const { name } of partial) partialIndexes.add(name);
    });
    for (const file of globSync(['store/**/*.ts', 'features/**/*.sql.ts'], { cwd: SOURCES })) {
      if (!file.endsWith('.test.ts')) await import(join(SOURCES, file));
    }
  });

  it('no statement reads a table that grows from its beginning to its end', async () => {
    const wholes: string[] = [];
    for (const name of statements.keys()) {
      const tables = await tablesReadWhole(name);
      if (tables.length > 0) wholes.push(`${name}: ${tables.join(', ')}`);
    }
    expect(wholes.filter((it) => !READS_ALL.has(it.split(':')[0] ?? ''))).toEqual([]);
    expect(wholes).toHaveLength(READS_ALL.size);
  });
});

/** What a statement reads of tables that grow with neither a condition nor a limit. */
async function tablesReadWhole(name: string): Promise<readonly string[]> {
  const made = statements.get(name);
  if (made === undefined) throw new Error(`no statement is called ${name}`);
  const { text, parameters } = typeof made === 'function' ? made(DAY) : made;
  if (!/^\s*(with|select|insert|update|delete)\b/i.test(text) || OF_TEMPORARY.test(name)) return [];
  const nothing = parameters.length === 0 ? '' : `(${parameters.map(() => 'null').join(', ')})`;
  const plan = await fresh.database.transact(async (transaction) => {
    const run = (sql: string) => transaction.run(plain<Explained>(`x ${name} ${sql.length}`, sql));
    await transaction.run(BY_KEYS_IF_POSSIBLE);
    await run(`prepare hot as ${text}`);
    const [row] = await run(`explain (format json) execute hot${nothing}`);
    await run('deallocate hot');
    return row?.['QUERY PLAN'][0]?.Plan;
  });
  const found = new Set<string>();
  const visit = (node: Node, isLimited: boolean): void => {
    const within = isLimited || node['Node Type'] === 'Limit';
    const table = node['Relation Name'] ?? '';
    const isRead = /Scan/.test(node['Node Type']) && node['Node Type'] !== 'Tid Scan';
    const condition = node['Index Cond'] ?? node['Recheck Cond'];
    const isOfFew = partialIndexes.has(node['Index Name'] ?? '');
    if (isRead && !within && condition === undefined && !isOfFew && GROWING.has(table))
      found.add(table);
    for (const child of node.Plans ?? []) visit(child, within);
  };
  if (plan !== undefined) visit(plan, false);
  return [...found];
}
