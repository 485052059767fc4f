/** Somebody with more messages than one commit forgets, and a node that dies at it. */
import { beforeAll, expect, it } from 'vitest';
import { createSeal } from '../../src/kit/seal.ts';
import { forgetPeople } from '../../src/features/person/forget-people.ts';
import { digestOf } from '../../src/features/person/person.ts';
import { insertForgetting } from '../../src/features/person/forgettings.sql.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import type { MasterKeys } from '../../src/kit/master-key.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { firstIdAt } from '../../src/kit/ids.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { machineRandom } from '@paigham/base/random.ts';
import { makePartitions } from '../../src/store/messages/make-partitions.ts';
import { freshDatabase, type FreshDatabase } from '../support/database.ts';

const DAY_MS = 86_400_000;
const today = Math.floor(wallClock.nowMs() / DAY_MS) * DAY_MS;
const ACCOUNT = 1001 as AccountId;
const OTHER = 1002 as AccountId;
const NUMBER = '923001234567';
const MANY = 12_000;
const seal = createSeal([machineRandom.randomBytes(32)] as unknown as MasterKeys, machineRandom);

let fresh: FreshDatabase;
let statements = 0;
let nowMs = today + DAY_MS;

const run = <Row>(sql: string): Promise<readonly Row[]> => {
  const name = `test-${(statements += 1)}`;
  return fresh.database.transact((transaction) => transaction.run(plain<Row>(name, sql)));
};

/** Over three days, the last of them on its way. */
const fill = (account: AccountId, many: number): Promise<unknown> =>
  run(`insert into messages (account_id, id, position, recipient, template_id, sender_id, tariff_id,
      operator_id, alphabet, parts, state, price_micros, reserve_id, accepted_at, expires_at, text)
    select ${account}, ${firstIdAt(today - 2 * DAY_MS)}::bigint
        + (n::bigint * 250000 / ${many}) * 4194304 + n,
      1, ${NUMBER}, 1, 1, 1, 1, 1, 1, case when n = ${many} then 2 else 4 end, 1, 1, now(), now(),
      'a text'
    from generate_series(1, ${many}) as n`);

const left = async (account = ACCOUNT): Promise<number> => {
  const rows = await run<{ readonly n: string }>(
    `select count(*) as n from messages where account_id = ${account}
      and (recipient = ${NUMBER} or text <> '')`,
  );
  return Number(rows[0]?.n);
};

beforeAll(async () => {
  fresh = await freshDatabase();
  await run(`insert into accounts (id, name) overriding system value
    values (${ACCOUNT}, 'Shop'), (${OTHER}, 'Other shop')`);
  await fresh.database.transact((tx) => makePartitions(tx, today - 2 * DAY_MS, 3));
  await fill(ACCOUNT, MANY);
  await fill(OTHER, 10);
  await run(`insert into short_links (code, account_id, batch_id, message_id, target)
    select account_id || '-' || id, account_id, 1, id, 'https://shop.example' from messages`);
  await run(`insert into replies (account_id, id, link_id, from_address, to_address, alphabet,
      octets, text, parts, parts_expected, received_at)
    select ${ACCOUNT}, n, 1, '${NUMBER}', '8584', 1, 'x', 'x', 1, 1, now()
    from generate_series(1, 6000) as n`);
});

it('is forgotten in pieces, by the next node where one dies, and whole at the end', async () => {
  await fresh.database.transact((transaction) =>
    insertForgetting(transaction, {
      ...{ accountId: ACCOUNT, all: [NUMBER], digests: [digestOf(seal, ACCOUNT, NUMBER)] },
      ...{ belowId: firstIdAt(today + 2 * DAY_MS), askedBy: 'user:1', atMs: nowMs },
    }),
  );
  let pieces = 0;
  const db: Pick<FreshDatabase['database'], 'transact' | 'read'> = {
    read: (...asked) => fresh.database.read(...asked),
    transact(work) {
      pieces += 1;
      return pieces === 2 ? Promise.reject(new Error('killed')) : fresh.database.transact(work);
    },
  };
  const deps = { clock: { ...wallClock, nowMs: () => nowMs }, seal };
  await expect(forgetPeople({ ...deps, db })).rejects.toThrow('killed');
  expect(await left()).toBe(MANY - 5_000);
  await forgetPeople({ ...deps, db: fresh.database });
  // One is on its way: it is waited for.
  expect(await left()).toBe(1);
  const state = () =>
    run('select messages::int, replies::int, names, done_at is null as runs from forgettings');
  const counts = { messages: MANY - 1, replies: 6_000 };
  expect(await state()).toEqual([{ ...counts, names: [NUMBER], runs: true }]);
  await run(`update messages set state = 4 where state = 2 and account_id = ${ACCOUNT}`);
  await forgetPeople({ ...deps, db: fresh.database });
  expect(await left()).toBe(1);
  nowMs += 61_000;
  await forgetPeople({ ...deps, db: fresh.database });
  expect(await left()).toBe(0);
  expect(await state()).toEqual([{ ...counts, messages: MANY, names: [], runs: false }]);
  expect(await left(OTHER)).toBe(10);
  expect(await run('select account_id, count(*)::int as n from short_links group by 1')).toEqual([
    { account_id: OTHER, n: 10 },
  ]);
});
