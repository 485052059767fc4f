/** Who may act for an account, and what its audit tells of them. */
import { expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { addPerson, visit } from '../support/people.ts';
import { openShop } from '../support/shop.ts';
import { v1At } from '../support/v1.ts';
import {
  BLANK,
  expectAccessible,
  expectWhole,
  LOOKS,
  openSite,
  screenshot,
  walk,
} from './browser.ts';
import { openShared } from './shared.ts';

const { mails, paigham } = await openShared();
const site = await openSite(paigham);
const OWNER = 'owner@people.example';
const VIEWER = 'viewer@people.example';
const DEVELOPER = 'developer@people.example';
const { admin } = paigham.world;
const { accountId } = await openShop(paigham.world, { rupees: '100' });
await addPerson(admin, OWNER, { accountId, role: 'owner' });
await addPerson(admin, VIEWER, { accountId, role: 'viewer' });
await addPerson(admin, DEVELOPER, { accountId, role: 'developer' });

it('an owner invites by mail, and takes an invitation back', async () => {
  const page = await site.openAs(OWNER, '/portal/people');
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  await page.getByLabel('E-mail').fill('new@people.example');
  await page.getByRole('radio', { name: /^Manager/ }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Addresses and networks').fill('203.0.113.7');
  await page.goBack();
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  expect(await page.getByLabel('E-mail').inputValue()).toBe('new@people.example');
  expect(await page.getByRole('radio', { name: /^Manager/ }).isChecked()).toBe(true);
  await page.keyboard.press('Enter');
  const invited = page.getByRole('region', { name: 'Invited' });
  await invited.getByText('new@people.example').waitFor();
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  expect(await page.getByLabel('E-mail').inputValue()).toBe('');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await invited.getByText('Manager').waitFor();
  await eventually('the mail', () => mails.to('new@people.example').at(-1));
  await invited.getByRole('button', { name: /^Withdraw/ }).click();
  await invited.waitFor({ state: 'detached' });
  await page.goForward();
  expect(await page.getByLabel('Addresses and networks').inputValue()).toBe('203.0.113.7');
  const form = page.locator('form').filter({ has: page.getByLabel('Addresses and networks') });
  expect(await form.getByRole('button', { name: 'Save' }).isEnabled()).toBe(true);
});

it('a role is changed, and somebody is removed, at once', async () => {
  const page = await site.openAs(OWNER, '/portal/people');
  const viewer = visit(paigham.baseUrl);
  await viewer.signIn(VIEWER);
  const mayList = async () => (await viewer.ask('/v1/webhooks')).status;
  expect(await mayList()).toBe(403);
  await page.getByRole('combobox', { name: /viewer/ }).click();
  await page.getByRole('option', { name: 'Developer' }).click();
  await page.getByText(/is now: Developer/).waitFor();
  expect(await mayList()).toBe(200);
  const body = { name: 'Of the viewer', scopes: ['send', 'read'] };
  const made = await viewer.ask('/v1/keys', { method: 'POST', body });
  const key = v1At(paigham.baseUrl, String(made.body['key']));
  await page.getByRole('combobox', { name: /viewer/ }).click();
  await page.getByRole('option', { name: 'Viewer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Of the viewer').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Remove .*viewer/ }).click();
  await dialog.getByText('Of the viewer').waitFor();
  await expectAccessible(page);
  expect((await key('GET /v1/balance')).status).toBe(200);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText(VIEWER).waitFor({ state: 'detached' });
  expect(await mayList()).toBe(403);
  expect((await key('GET /v1/balance')).status).toBe(401);
});

it('a developer gives no more than they have', async () => {
  const page = await site.openAs(DEVELOPER, '/portal/people');
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const roles = page.getByRole('dialog').getByRole('radio');
  await roles.first().waitFor();
  // Developer, viewer, agent.
  expect(await roles.count()).toBe(3);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('owner@people.example').waitFor();
  expect(await page.getByRole('combobox', { name: /Role of .*owner/ }).count()).toBe(0);
});

it('the audit says who did it, in words, by filters that are a link', async () => {
  const page = await site.openAs(OWNER, '/portal/audit');
  const table = page.getByRole('table');
  await table.getByText('Somebody got another role').waitFor();
  await page.getByRole('combobox', { name: 'What about' }).click();
  await page.getByRole('option', { name: 'People', exact: true }).click();
  await page.waitForURL('**/audit?action=user');
  const row = table.getByRole('row').filter({ hasText: 'Somebody was removed' });
  await row.getByText('owner').waitFor();
  await row.getByRole('button', { name: 'Details' }).click();
  await page
    .getByRole('dialog')
    .getByText(/^user\.remove, \d+$/)
    .waitFor();
  await expectAccessible(page);
});

it.each(LOOKS)('every page of them is accessible: %s', async (name, look) => {
  const page = await site.openAs(OWNER, BLANK, look);
  for (const path of ['people', 'audit']) {
    await walk(page, `/portal/${path}`);
    await page.getByRole('cell').first().waitFor();
    await expectAccessible(page);
    if (path === 'people') await expectWhole(page);
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect(wide).toBeLessThanOrEqual(0);
    await screenshot(page, `${path}-${name}`);
  }
});
