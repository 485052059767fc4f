/** Lists of an account asked for what is rare, or for a time: none reads all of its table. */
import { beforeAll, expect, it } from 'vitest';
import type { AccountId } from '../../src/domain/ids.ts';
import { firstIdAt } from '../../src/kit/ids.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { withConnection } from '../../src/kit/postgres/address.ts';
import { listAccountAudit } from '../../src/features/audit/audit.sql.ts';
import { listOptouts } from '../../src/features/suppressions/suppressions.sql.ts';
import { listLedger } from '../../src/store/ledger/ledger.ts';
import {
  listConversations,
  type ConversationFilter,
} from '../../src/features/conversations/conversation-lists.sql.ts';
import { listReplies } from '../../src/features/replies/replies.sql.ts';
import { freshDatabase } from '../support/database.ts';

const ROWS = 30_000;
const DAY_MS = 86_400_000;
const END_MS = Date.UTC(2026, 10, 22);
const BEGIN_MS = END_MS - 30 * DAY_MS;
/** One row of these many has what is rare. */
const RARELY = 10_000;

const { address, database } = await freshDatabase();
const accountId = 1001 as AccountId;

beforeAll(async () => {
  const [first, last] = [firstIdAt(BEGIN_MS), firstIdAt(END_MS)];
  const id = `${first}::bigint + (${last}::bigint - ${first}) / ${ROWS} * n`;
  const at = `to_timestamp(${BEGIN_MS / 1000}) + interval '30 days' / ${ROWS} * n`;
  const rare = `n % ${RARELY} = 7`;
  const rows = `from generate_series(1, ${ROWS}) as n`;
  await withConnection(address, async (client) => {
    for (const sql of [
      `insert into accounts (id, name) overriding system value values (${accountId}, 'Many')`,
      `insert into transfers (account_id, id, kind, debit, credit, amount_micros, messages,
                              created_at)
       select ${accountId}, ${id}, case when ${rare} then 'refund' else 'reserve' end,
         'available', 'reserved', 1, 1, ${at} ${rows}`,
      `insert into audit (account_id, at, actor, action, detail)
       select ${accountId}, ${at}, 'key:1', 'message.list', '{}' ${rows}`,
      `insert into optouts (account_id, recipient, scope, source, created_at)
       select ${accountId}, 923000000000 + n, case when ${rare} then 'promotional' else 'all' end,
         'api', ${at} ${rows}`,
      `insert into replies (account_id, id, link_id, from_address, to_address, alphabet, octets,
                            parts, parts_expected, received_at)
       select ${accountId}, ${id}, 1, '92300' || n, case when ${rare} then '7711' else '8584' end,
         1, '', 1, 1, ${at} ${rows}`,
      `insert into conversations (account_id, id, kind, own, other, last_at, last_by, unread,
                                  assigned_user, state)
       select ${accountId}, ${id}, 'sms', '8584', '92300' || n, ${at}, 'them',
         (${rare})::int, case when ${rare} then 7 end,
         case when ${rare} then 'closed' else 'open' end ${rows}`,
      `insert into labels (account_id, id, name, colour, created_at)
       overriding system value values (${accountId}, 9, 'Rare', 'red', now())`,
      `insert into conversation_labels (account_id, conversation_id, label_id)
       select account_id, id, 9 from conversations where assigned_user = 7`,
      'vacuum analyze conversation_labels, transfers, audit, optouts, replies, conversations',
    ]) {
      await client.query(sql);
    }
  });
});

/** What a list gives, when it has been asked often enough for its plan to be a general one. */
async function ask<Row>(list: () => Promise<readonly Row[]>): Promise<readonly Row[]> {
  for (let times = 0; times < 6; times += 1) await list();
  return list();
}

const most = 50;
const lately = { sinceMs: END_MS - DAY_MS, untilMs: END_MS - DAY_MS / 2 };

it.each([
  ['transfers', 3, () => listLedger(database, { ...ledger, kinds: ['refund'] })],
  ['transfers', 50, () => listLedger(database, { ...ledger, ...lately })],
  ['audit', 50, () => listAccountAudit(database, { accountId, ...lately, most })],
  ['optouts', 50, () => listOptouts(database, { after: '0', most, accountId })],
  ['optouts', 3, () => listOptouts(database, { ...first, scope: 'promotional', accountId })],
  ['optouts', 50, () => listOptouts(database, { ...first, ...lately, accountId })],
  ['replies', 50, () => listReplies(database, accountId, { ...newest, filter: lately })],
  ['replies', 3, () => listReplies(database, accountId, { ...newest, filter: { to: '7711' } })],
  ['conversations', 50, () => listConversations(database, accountId, inbox({}))],
  ['conversations', 3, () => listConversations(database, accountId, inbox({ state: 'closed' }))],
  ['conversations', 3, () => listConversations(database, accountId, inbox({ isUnread: true }))],
  ['conversations', 3, () => listConversations(database, accountId, inbox({ assigned: 7 }))],
  ['conversations', 3, () => listConversations(database, accountId, inbox({ label: 9 }))],
  ['conversations', 0, () => listConversations(database, accountId, inbox(NEVER))],
  ['conversations', 1, () => listConversations(database, accountId, inbox({ other: '9230017' }))],
] as const)('is found among many by an index: %s, %i of them', async (table, found, list) => {
  const before = await scansOf(table);
  expect(await ask<unknown>(list)).toHaveLength(found);
  expect(await scansOf(table)).toBe(before);
});

const ledger = {
  ...{ accountId, kinds: undefined, sinceMs: undefined, untilMs: undefined },
  ...{ beforeId: undefined, most },
};
const first = { after: '0', most };
const newest = { before: undefined, most };
const ANY = {
  ...{
    kind: undefined,
    state: undefined,
    isUnread: false,
    assigned: undefined,
    other: undefined,
  },
};
/** Each of them fits many, and all of them nothing. */
const NEVER = { isUnread: true, assigned: 0, state: 'open' } as const;
const inbox = (filter: Partial<ConversationFilter>) => {
  return { ...newest, filter: { ...ANY, ...filter } };
};

/** How often a table was read from its beginning to its end; its sessions tell it when they end. */
async function scansOf(table: string): Promise<number> {
  await database.read(plain<unknown>('test-flush', 'select pg_stat_force_next_flush()'), []);
  const counted = plain<{ readonly scans: number }>(
    'test-scans',
    'select seq_scan::int as scans from pg_stat_user_tables where relname = $1',
  );
  const [row] = await database.read(counted, [table]);
  return row?.scans ?? 0;
}
