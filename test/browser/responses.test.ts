/** Reports of how long people waited for an answer. */
import { beforeAll, expect, it } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { addPerson } from '../support/people.ts';
import { openShop } from '../support/shop.ts';
import { expectAccessible, LOOKS, openSite, screenshot, type Site } from './browser.ts';
import { openShared } from './shared.ts';

const OWNER = 'owner@responses.example';
let site: Site;

beforeAll(async () => {
  const { paigham } = await openShared();
  const { admin } = paigham.world;
  const { accountId } = await openShop(paigham.world, { rupees: '1' });
  const userId = await addPerson(admin, OWNER, { accountId, role: 'owner' });
  // Half an hour each, two hours once, and one by the app on a phone in less than a minute.
  const counted = `insert into responses (account_id, day, kind, user_id, step, answers)
    select $1, (now() at time zone 'Asia/Karachi')::date, 'chat', user_id, step, answers
    from (values ($2::bigint, 79, 8), ($2, 93, 2), (0, 40, 1)) as t (user_id, step, answers)`;
  await paigham.db.transact((it) => it.run(plain('test-waits', counted), [accountId, userId]));
  site = await openSite(paigham);
});

it.each(LOOKS)('say the median, and who answered: %s', async (name, look) => {
  const page = await site.openAs(OWNER, '/portal/reports?of=responses', look);
  const table = page.getByRole('table');

  await table.getByRole('row').nth(1).waitFor();
  await page
    .getByText(/^\W*31\W+(min|منٹ)$/)
    .first()
    .waitFor();
  await page.goto(`${new URL(page.url()).origin}/portal/reports?of=responses&by=person`);
  await table.getByText('owner').waitFor();
  expect(await table.getByRole('row').count()).toBe(3);
  await expectAccessible(page);
  await screenshot(page, `responses-${name}`);
});

it('are reached by a click, and downloaded', async () => {
  const page = await site.openAs(OWNER, '/portal/reports');
  await page.getByText('Response times').click();
  await page.getByText('Median wait').first().waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toBe('responses.csv');
});
