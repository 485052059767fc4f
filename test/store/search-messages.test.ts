/** Searches of staff's in days full of messages: by an index, bounded, and saying so. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { AccountId, MessageId } from '../../src/domain/ids.ts';
import { limit } from '../../src/domain/limits.ts';
import { readNumberPart } from '../../src/domain/recipient/recipient.ts';
import { firstIdAt } from '../../src/kit/ids.ts';
import { plain, type Statement } from '../../src/kit/postgres/statement.ts';
import type { Reader } from '../../src/kit/postgres/pool.ts';
import { listAudit } from '../../src/features/audit/audit.sql.ts';
import { makePartitions } from '../../src/store/messages/make-partitions.ts';
import { listNewestBatches } from '../../src/store/reports/read-batches.ts';
import { readLife } from '../../src/features/messages/message-life.sql.ts';
import { listMessages } from '../../src/store/reports/message-reports.ts';
import { findOwner, searchMessages } from '../../src/features/messages/search-messages.sql.ts';
import { asker } from '../support/verify.ts';
import { worldDatabase } from '../support/world.ts';

const { database, world } = await worldDatabase();
const DAY_MS = 86_400_000;
const DAY = Date.UTC(2026, 2, 10);
const FIRST = firstIdAt(DAY);
const ROWS = 120_000;
/** Between two ids, so that the rows fill three days. */
const STEP = Math.floor((firstIdAt(DAY + 3 * DAY_MS) - FIRST) / ROWS);
let accounts: readonly [AccountId, AccountId];

const INSERT = `
  insert into messages (account_id, id, position, recipient, template_id, sender_id, tariff_id,
    operator_id, alphabet, parts, state, price_micros, reserve_id, accepted_at, expires_at, text)
  select case when n % 100 = 0 then $2::bigint else $1::bigint end, $3::bigint + n * $4::bigint, 1,
    923000000000 + n % 40000, 1, 1, 1, 1, 1, 1, case when n = 5 then 5 else 4 end, 1, 1,
    to_timestamp($6::float8 / 1000) + n * interval '2160 milliseconds', now(), 'secret'
  from generate_series(0, $5::int - 1) as n`;

beforeAll(async () => {
  const one = await world.addAccount({ name: 'One', rupees: '0' });
  const two = await world.addAccount({ name: 'Two', rupees: '0' });
  accounts = [one.accountId, two.accountId];
  await database.transact(async (transaction) => {
    await makePartitions(transaction, DAY + DAY_MS, 2);
    const values = [...accounts, FIRST, STEP, ROWS, DAY];
    await transaction.run(plain('test-fill', INSERT), values);
  });
}, 120_000);

const NO_FILTER = {
  before: undefined,
  recipient: undefined,
  state: undefined,
  batchId: undefined,
  span: undefined,
  templateId: undefined,
  isChat: undefined,
  from: undefined,
  fromMs: undefined,
  toMs: undefined,
  atMs: DAY,
};

const plans: string[] = [];
/** Notes the plan of everything that is read. */
const planned: Reader = {
  async read<Row>(statement: Statement<Row>, values: object = {}) {
    type Line = { readonly 'QUERY PLAN': string };
    const explain = plain<Line>(`plan-${statement.name}`, `explain ${statement.text}`);
    const lines = await database.read(explain, statement.valuesOf(values));
    plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
    return database.read(statement, values);
  },
};
/** How many messages a look goes through at most. */
const lookedOf = (values: object = {}): number =>
  'looked' in values && typeof values.looked === 'number' ? values.looked : Number.NaN;

const ALL = {
  accountId: undefined,
  recipient: undefined,
  batchId: undefined,
  state: undefined,
  isChat: undefined,
  fromId: 0,
  belowId: Number.MAX_SAFE_INTEGER,
  most: 10,
};

describe('a search in 120,000 messages of three days', () => {
  it('by number finds those of every account, the newest first, and stops nowhere', async () => {
    const { messages, stoppedAt } = await searchMessages(planned, {
      ...ALL,
      recipient: '923000000100',
    });
    expect(messages.map((it) => (it.id - FIRST) / STEP)).toEqual([80_100, 40_100, 100]);
    expect(messages.map((it) => it.accountId)).toEqual([accounts[1], accounts[1], accounts[1]]);
    expect(messages[0]?.account).toBe('Two');
    expect(stoppedAt).toBeUndefined();
    const chats = { ...ALL, recipient: '923000000100', isChat: true };
    expect((await searchMessages(planned, chats)).messages).toEqual([]);
  });

  it('by account and a rare state says how far back it looked, and goes on there', async () => {
    const failed = { ...ALL, accountId: accounts[0], state: 'failed' } as const;
    const { messages, stoppedAt } = await searchMessages(planned, failed);
    expect(messages).toEqual([]);
    expect(stoppedAt).toBeGreaterThan(FIRST);
    const rest = await searchMessages(planned, { ...failed, belowId: stoppedAt ?? 0 });
    expect(rest.messages.map((it) => (it.id - FIRST) / STEP)).toEqual([5]);
    expect(rest.stoppedAt).toBeUndefined();
  });

  it('of every account goes back in time, says how far, and goes on there', async () => {
    const newest = await searchMessages(planned, ALL);
    const places = newest.messages.map((it) => (it.id - FIRST) / STEP);
    expect(places).toEqual(Array.from({ length: 10 }, (_, index) => ROWS - 1 - index));
    const failed = { ...ALL, state: 'failed' } as const;
    let [found, belowId, turns]: [number[], number | undefined, number] = [[], ALL.belowId, 0];
    while (belowId !== undefined) {
      const page = await searchMessages(planned, { ...failed, belowId });
      found = [...found, ...page.messages.map((it) => (it.id - FIRST) / STEP)];
      // It always gets on.
      if (page.stoppedAt !== undefined) expect(page.stoppedAt).toBeLessThan(belowId);
      [belowId, turns] = [page.stoppedAt, turns + 1];
    }
    expect(found).toEqual([5]);
    expect(turns).toBeGreaterThan(1);
    const [fromId, upTo] = [FIRST + 100 * STEP, FIRST + 200 * STEP];
    const hundred = { ...ALL, fromId, belowId: upTo, most: 200 };
    expect((await searchMessages(planned, hundred)).messages).toHaveLength(100);
    expect((await searchMessages(planned, { ...hundred, sender: 'Nobody' })).messages).toEqual([]);
  });

  it('finds whose an id is, its life, and the newest batches', async () => {
    const messageId = (FIRST + 77 * STEP) as MessageId;
    expect(await findOwner(planned, 'message', messageId)).toBe(accounts[0]);
    expect(await findOwner(planned, 'message', messageId + 1)).toBeUndefined();
    expect(await findOwner(planned, 'batch', messageId)).toBeUndefined();
    const life = await readLife(planned, { accountId: accounts[0], messageId });
    expect(life).toMatchObject({ account: 'One', attempts: [], receipts: [] });
    expect(
      JSON.stringify(life, (_, value) => (typeof value === 'bigint' ? 0 : value)),
    ).not.toContain('secret');
    expect(await listNewestBatches(planned, undefined, 5)).toEqual([]);
  });

  it('of one account lists its own alone, page by page', async () => {
    const ask = { ...NO_FILTER, recipient: '923000000100', most: 1 };
    const first = await listMessages(planned, accounts[1], ask);
    expect(first.messages.map((it) => (it.id - FIRST) / STEP)).toEqual([80_100]);
    const second = await listMessages(planned, accounts[1], { ...ask, before: first.next });
    expect(second.messages.map((it) => (it.id - FIRST) / STEP)).toEqual([40_100]);
    const third = await listMessages(planned, accounts[1], { ...ask, before: second.next });
    expect(third).toMatchObject({ messages: [{ id: FIRST + 100 * STEP }], next: undefined });
    expect(await listMessages(planned, accounts[0], ask)).toEqual({
      messages: [],
      next: undefined,
    });
  });

  it('looks for a rare state a stretch at a time, until it has found one', async () => {
    const looks: number[] = [];
    const looking: Reader = {
      read(statement, values) {
        if (statement.name === 'list-messages') looks.push(lookedOf(values));
        return planned.read(statement, values);
      },
    };
    const ask = { ...NO_FILTER, state: 'failed', most: 10 } as const;
    const page = await listMessages(looking, accounts[0], ask);
    expect(page.messages.map((it) => (it.id - FIRST) / STEP)).toEqual([5]);
    expect(page.next).toBeUndefined();
    const first = limit('rowsLookedAt');
    expect(looks).toEqual([first, 4 * first, limit('rowsSearched')]);
  });

  it('goes on in another request where nothing is found in very many', async () => {
    const most = limit('rowsOfPage');
    let looked = 0;
    // An account with more messages than can be written here, none of which is meant.
    const endless: Reader = {
      async read({ name, rowsOf }, values) {
        if (name === 'list-messages') {
          looked += lookedOf(values);
          expect(looked).toBeLessThanOrEqual(2 * most);
          return [];
        }
        expect(name).toBe('list-messages-end');
        const fields = [{ name: 'id', dataTypeID: 20 }] as never;
        return rowsOf({ fields, rows: [[1_000_000_000 - looked]] });
      },
    };
    const ask = { ...NO_FILTER, state: 'failed', most: 10 } as const;
    const first = await listMessages(endless, accounts[0], ask);
    expect(first).toEqual({ messages: [], next: 1_000_000_000 - most });
    expect(looked).toBe(most);
    await listMessages(endless, accounts[0], { ...ask, before: first.next });
    expect(looked).toBe(2 * most);
  });

  it('finds a part of a number in the days that are asked for', async () => {
    const within = readNumberPart('0100');
    const days = { ...NO_FILTER, fromMs: DAY + DAY_MS, toMs: DAY + 2 * DAY_MS, most: 200 };
    const { messages, next } = await listMessages(planned, accounts[1], {
      ...days,
      numberPart: within,
    });
    expect(messages.length).toBeGreaterThan(3);
    expect(messages.every(({ recipient }) => recipient.includes('0100'))).toBe(true);
    const all = await listMessages(planned, accounts[1], { ...days, most: 1_000 });
    const fits = all.messages.filter(({ recipient }) => recipient.includes('0100'));
    expect(messages).toEqual(fits);
    expect(next).toBeUndefined();
    const start = { ...days, numberPart: readNumberPart('03000 0001'), most: 1 };
    const [first] = (await listMessages(planned, accounts[1], start)).messages;
    expect(first?.recipient).toMatch(/^9230000001/);
    const none = { ...days, numberPart: readNumberPart('+92 301') };
    expect(await listMessages(planned, accounts[1], none)).toMatchObject({ messages: [] });
  });

  it('lists what was accepted between two moments', async () => {
    const ask = { ...NO_FILTER, fromMs: DAY + DAY_MS, toMs: DAY + 2 * DAY_MS, most: 200 };
    const { messages } = await listMessages(planned, accounts[1], ask);
    const times = messages.map(({ acceptedAtMs }) => acceptedAtMs);
    expect(messages).toHaveLength(200);
    expect(Math.max(...times)).toBeLessThan(DAY + 2 * DAY_MS);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(DAY + DAY_MS);
  });

  it('never reads a day from end to end', () => {
    expect(plans.length).toBeGreaterThan(8);
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (messages|attempts)/);
  });
});

describe('a search in the audit', () => {
  it('looks through the newest lines alone, and says where it stopped', async () => {
    const ask = asker(database);
    const [last] = await ask<{ readonly id: number }>('select max(id) as id from audit');
    const far = (last?.id ?? 0) + limit('rowsSearched') + 5;
    await database.transact((transaction) =>
      transaction.run(
        plain(
          'test-later-line',
          `insert into audit (id, actor, action, detail) overriding system value
         values ($1, 'line:ayesha', 'cap.set', '{}')`,
        ),
        [far],
      ),
    );
    const found = await listAudit(database, { actions: ['account'], most: 10 });
    expect(found).toEqual({ lines: [], stoppedAt: far + 1 - limit('rowsSearched') });
    const { stoppedAt: beforeId } = found;
    const older = await listAudit(database, { actions: ['account'], most: 1, beforeId });
    expect(older.lines[0]?.action).toMatch(/^account\./);
    const own = { accountId: accounts[0], actions: ['account.create'], most: 10 };
    expect(await listAudit(database, own)).toMatchObject({ lines: [{}], stoppedAt: undefined });
    expect((await listAudit(database, { actor: 'line:ayesha', most: 5 })).lines).toHaveLength(1);
  });
});
