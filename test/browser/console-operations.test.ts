/** Whatever staff do on the command line, they do in a form, too. */
import { beforeAll, describe, expect, it } from 'vitest';
import { setAccount } from '../../src/features/accounts/accounts.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { findAccount } from '../../src/features/accounts/accounts.sql.ts';
import { eventually } from '../support/eventually.ts';
import type { Paigham } from '../support/paigham.ts';
import { addPerson } from '../support/people.ts';
import { openShop, type Shop } from '../support/shop.ts';
import type { Locator } from 'playwright-core';
import { expectAccessible, openSite, screenshot, type Site } from './browser.ts';
import { openShared } from './shared.ts';

const STAFF = 'admin@paigham.example';
let paigham: Paigham;
let site: Site;
let shop: Shop;

beforeAll(async () => {
  ({ paigham } = await openShared());
  shop = await openShop(paigham.world, { rupees: '100' });
  await addPerson(paigham.world.admin, STAFF, 'staff');
  site = await openSite(paigham);
});

async function expectOn(one: Locator): Promise<void> {
  await eventually('it is on', async () => (await one.count()) === 1 && one.isChecked());
}

describe('an operation', () => {
  it('tops an account up', async () => {
    const page = await site.openAs(STAFF, '/console/operations/credit-add');
    await page.getByRole('textbox', { name: 'Account' }).fill(String(shop.accountId));
    await page.getByText(shop.name, { exact: true }).waitFor();
    await page.getByLabel('Rupees').fill('250.00');
    await page.getByRole('textbox', { name: 'Reference' }).fill('bank 18');
    await expectAccessible(page);
    await screenshot(page, 'console-operation-desktop');
    await page.getByRole('button', { name: 'Add credit' }).click();
    await page.getByText('350.00').first().waitFor();
    const headers = { authorization: `Bearer ${shop.apiKey}` };
    const balance = await fetch(`${paigham.baseUrl}/v1/balance`, { headers });
    expect(await balance.json()).toMatchObject({ balance: '350.00' });
  });

  it('says of each field what is wrong with it, in a sentence', async () => {
    const page = await site.openAs(STAFF, '/console/operations/credit-add?account=1');
    await page.getByLabel('Rupees').fill('-1');
    await page.getByRole('button', { name: 'Add credit' }).click();
    const rupees = 'Rupees must be rupees without commas, with at most 2 decimals, such as 4.80.';
    await page.getByText(rupees).waitFor();
    await page.getByText('Reference is missing.').waitFor();
    await page.goto(`${paigham.baseUrl}/console/operations/chat-template-create`);
    await page.getByLabel('Wording').fill('{"name": ');
    await page.getByRole('button', { name: 'Submit a chat template' }).click();
    await page.getByText('This is not valid JSON').waitFor();
  });

  it('shows what it would change, sends what was changed, and takes away what was on', async () => {
    const { admin } = paigham.world;
    const { accountId } = shop;
    must(await setAccount(admin, { accountId, always200: true, lookalikes: true }));
    const path = `/console/operations/account-set?account=${accountId}`;
    const page = await site.openAs(STAFF, path);
    const verified = page.getByRole('switch', { name: 'Verified' });
    await expectOn(verified);
    await expectOn(page.getByRole('switch', { name: 'Answer refusals with HTTP 200' }));
    await screenshot(page, 'console-account-set-desktop');
    for (const name of ['Verified', 'Answer refusals with HTTP 200']) {
      await page.getByRole('switch', { name }).click();
    }
    await page.getByRole('button', { name: 'Change plan and switches' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change plan and switches?' });
    await dialog.getByText('its own sender IDs are refused').waitFor();
    await dialog.getByRole('button', { name: 'Change plan and switches' }).click();
    await page.getByRole('region', { name: 'Done' }).waitFor();
    const after = await findAccount(paigham.db, { accountId });
    expect(after).toMatchObject({ verified: false, always200: false, lookalikes: true });
    const last = plain<{ readonly detail: object }>(
      'last-change',
      `select detail from audit where action = 'account.set' order by id desc limit 1`,
    );
    expect(await paigham.db.read(last, [])).toEqual([
      { detail: { verified: false, always200: false } },
    ]);
    await eventually('it is off', async () => !(await verified.isChecked()));
    // Of another account, nothing of this one is left.
    await page.getByRole('textbox', { name: 'Account' }).fill('1');
    await page.getByText('There is no account 1').waitFor();
    expect(await verified.count()).toBe(0);
  });

  it('is found among all that the role may do', async () => {
    const page = await site.openAs(STAFF, '/console/operations');
    await page.getByRole('textbox').first().fill('route explain');
    await page.getByRole('link', { name: 'Explain a route' }).first().click();
    await page.waitForURL('**/console/operations/route-explain');
    await expectAccessible(page);
  });
});
