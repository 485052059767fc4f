/** What changes the same things takes its locks in one order (src/store/nodes/versions.ts). */
import { beforeAll, expect, it } from 'vitest';
import { openPlatform } from '../../src/app/open-chat.ts';
import { readNumbers } from '../../src/features/chat-numbers/read-numbers.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
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
import { startPaigham, testConfig, type Paigham } from '../support/paigham.ts';

let paigham: Paigham;
let shop: ChatShop;
beforeAll(async () => {
  const platform = await startShopPlatform();
  paigham = await startPaigham({ config: chatConfig(platform), withoutNode: true });
  shop = await openChatShop(paigham, platform);
});

it('what reads numbers waits for what changes their account, holding nothing', async () => {
  const { db, world } = paigham;
  const { accountId, platform } = shop;
  const { admin, close } = openPlatform(world.admin, testConfig(chatConfig(platform)), NO_SAMPLES);
  const business = plain<{ id: number }>(
    'hold-business',
    'select id from chat_businesses where account_id = $1 for update nowait',
  );
  const waiting = plain(
    'waiting-for-locks',
    `select 1 from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  const [held, read] = await db.transact(async (transaction) => {
    await raiseAccountVersion(transaction, { accountId });
    await raiseSettingsVersion(transaction);
    const reading = readNumbers(admin, { accountId, business: SHOP_ID });
    await eventually('it waits', async () => (await db.read(waiting, [])).length > 0);
    return [await transaction.run(business, [accountId]), reading.then((it) => [it])] as const;
  });
  expect(held).toHaveLength(1);
  expect(await read).toEqual([{ ok: true, value: 2 }]);
  await close();
});
