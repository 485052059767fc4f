/** "My code did not come": support finds the message, and what became of it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { sendOk } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import type { Paigham } from '../support/paigham.ts';
import { addPerson } from '../support/people.ts';
import { mobileOf, openShop } from '../support/shop.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { expectAccessible, LOOKS, openSite, screenshot, type Site, walk } from './browser.ts';
import { openShared } from './shared.ts';

const STAFF = 'support@paigham.example';
const NUMBER = mobileOf(0, 7_700);
let paigham: Paigham;
let site: Site;
let id: number;

beforeAll(async () => {
  ({ paigham } = await openShared());
  const shop = await openShop(paigham.world, { rupees: '100' });
  await addPerson(paigham.world.admin, STAFF, 'staff');
  site = await openSite(paigham);
  id = await sendOk(paigham.baseUrl, shop.write('Your code', NUMBER));
  const headers = { authorization: `Bearer ${shop.apiKey}` };
  await eventually('it is delivered', async () => {
    const url = `${paigham.baseUrl}/v1/messages/${id}`;
    return (
      ((await (await fetch(url, { headers })).json()) as { state: string }).state === 'delivered'
    );
  });
});

describe('support', () => {
  it('finds what became of a code by the number alone, and the look is audited', async () => {
    const page = await site.openAs(STAFF, '/console/messages');
    await page.getByLabel('Number, chat user, or ID of a message').waitFor();
    await page.keyboard.type('0300 1007700');
    const rows = page.getByRole('table', { name: 'Find a message' }).getByRole('row');
    await eventually('the one', async () => (await rows.count()) === 2);
    await rows.last().getByRole('link').first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/console/messages/${id}`);
    const life = page.getByRole('region', { name: 'What became of it' });
    await life.getByText('Final: Delivered').waitFor();
    const looks = await paigham.db.transact((transaction) =>
      transaction.run(
        plain<{ readonly n: number }>(
          'test-looks',
          `select count(*)::int as n from audit where action = 'message.show' and actor = $1`,
        ),
        [`staff:${STAFF}`],
      ),
    );
    expect(looks[0]?.n).toBeGreaterThan(0);
  });

  it.each(LOOKS)('has accessible pages: %s', async (name, look) => {
    const page = await site.openAs(STAFF, `/console/messages?find=${NUMBER}`, look);
    await page.getByRole('cell').first().waitFor();
    await expectAccessible(page);
    await screenshot(page, `console-messages-${name}`);
    await walk(page, `/console/messages/${id}`);
    await page.getByRole('heading', { level: 2 }).waitFor();
    await expectAccessible(page);
    await screenshot(page, `console-message-${name}`);
  });
});
