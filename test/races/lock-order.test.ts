/** What changes the same things takes its locks in one order (src/store/nodes/versions.ts). */
import { Readable } from 'node:stream';
import { beforeAll, expect, it } from 'vitest';
import { openPlatform } from '../../src/app/open-chat.ts';
import { readNumbers } from '../../src/features/chat-numbers/read-numbers.ts';
import {
  importDoNotCall,
  removeDoNotCall,
} from '../../src/features/do-not-call/do-not-call.operations.ts';
import { createKey } from '../../src/features/keys/keys.operations.ts';
import { setStaff } from '../../src/features/users/logins.operations.ts';
import { watchCredit, watchSpending } from '../../src/journey/charge/watch-spending.ts';
import { quietLog } from '../../src/kit/log.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { must } from '../../src/operations/admin.ts';
import { raiseAccountVersion, raiseSettingsVersion } from '../../src/store/nodes/versions.ts';
import {
  chatConfig,
  openChatShop,
  SHOP_ID,
  startShopPlatform,
  type ChatShop,
} from '../support/chat-shop.ts';
import { NO_SAMPLES } from '../support/chat-world.ts';
import { eventually } from '../support/eventually.ts';
import { addPerson } from '../support/people.ts';
import { startPaigham, testConfig, type Paigham } from '../support/paigham.ts';

let paigham: Paigham;
let shop: ChatShop;
beforeAll(async () => {
  const platform = await startShopPlatform();
  paigham = await startPaigham({ config: chatConfig(platform), withoutNode: true });
  shop = await openChatShop(paigham, platform);
});

/** Until so many wait for a lock. */
function waiting(most: number): Promise<unknown> {
  const count = plain(
    'waiting-for-locks',
    `select 1 from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return eventually('it waits', async () => (await paigham.db.read(count, [])).length >= most);
}

it('what reads numbers waits for what changes their account, holding nothing', async () => {
  const { db, world } = paigham;
  const { accountId, platform } = shop;
  const { admin, close } = openPlatform(world.admin, testConfig(chatConfig(platform)), NO_SAMPLES);
  const business = plain<{ id: number }>(
    'hold-business',
    'select id from chat_businesses where account_id = $1 for update nowait',
  );
  const [held, read] = await db.transact(async (transaction) => {
    await raiseAccountVersion(transaction, { accountId });
    await raiseSettingsVersion(transaction);
    const reading = readNumbers(admin, { accountId, business: SHOP_ID });
    await waiting(1);
    return [await transaction.run(business, [accountId]), reading.then((it) => [it])] as const;
  });
  expect(held).toHaveLength(1);
  expect(await read).toEqual([{ ok: true, value: 2 }]);
  await close();
});

it('an import of the register and a removal from it take turns', async () => {
  const { db, world } = paigham;
  const recipient = '923001234567';
  const importAs = (source: string, number: string) => {
    const lines = Readable.from([number]);
    return importDoNotCall(world.admin, { file: 'test', source, lines, replace: true });
  };
  for (const source of ['A', 'B']) must(await importAs(source, recipient));
  const first = plain(
    'hold-first',
    `select from do_not_call where recipient = $1 and source = 'A' for update`,
  );
  const done = await db.transact(async (transaction) => {
    await transaction.run(first, [recipient]);
    const removal = removeDoNotCall(world.admin, { recipient });
    await waiting(1);
    const last = Promise.all([removal, importAs('B', '923001234568')]);
    await waiting(2);
    return { last };
  });
  expect(await done.last).toMatchObject([
    { ok: true, value: { sources: ['A', 'B'] } },
    { ok: true, value: { added: 1, removed: 0 } },
  ]);
});

it.each(['low', 'near their caps'])(
  'accounts whose credit is %s are held by their ids',
  async (what) => {
    const { db, world } = paigham;
    const isLow = what === 'low';
    const [{ accountId: one }, { accountId: two }] = [
      await world.addAccount({ name: `one ${what}`, rupees: '5' }),
      await world.addAccount({ name: `two ${what}`, rupees: '5' }),
    ];
    const change = plain(
      'change-balance',
      isLow
        ? 'update balances set low_micros = 9e9 where account_id = $1'
        : `update balances set day_cap_micros = 100, spent_day_micros = 100,
           spend_day = alarmed_day + 1 where account_id = $1`,
    );
    for (const id of [one, two]) await db.transact((it) => it.run(change, [id]));
    const places = plain<{ id: number }>(
      'places-of-balances',
      'select account_id as id from balances where account_id = any ($1) order by ctid',
    );
    // Their rows lie the other way round.
    await db.transact(async (transaction) => {
      const isLast = async () => (await transaction.run(places, [[one, two]]))[1]?.id === one;
      while (!(await isLast())) await transaction.run(change, [one]);
    });
    const done = await db.transact(async (transaction) => {
      await raiseAccountVersion(transaction, { accountId: one });
      const deps = {
        db,
        clock: world.admin.clock,
        log: quietLog,
        alarms: { count: () => undefined },
      };
      const look = isLow ? watchCredit(deps, async () => {}) : watchSpending(deps);
      await waiting(1);
      await raiseAccountVersion(transaction, { accountId: two });
      return { look };
    });
    await done.look;
  },
);

it('whoever leaves the staff waits for the accounts they served, holding nothing', async () => {
  const { db, world } = paigham;
  const { accountId } = world.naya;
  const email = 'leaves@staff.example';
  await addPerson(world.admin, 'stays@staff.example', { staffRole: 'admin' });
  const userId = await addPerson(world.admin, email, { staffRole: 'admin' });
  must(await createKey({ ...world.admin, actor: `staff:${email}` }, { accountId, name: 'theirs' }));
  const login = plain('hold-login', 'select from users where id = $1 for update nowait');
  const done = await db.transact(async (transaction) => {
    await raiseAccountVersion(transaction, { accountId });
    const leaving = setStaff(world.admin, { email, role: 'none' });
    await waiting(1);
    await transaction.run(login, [userId]);
    return { leaving };
  });
  must(await done.leaving);
});
