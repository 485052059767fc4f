/** Where staff begin. */
import { beforeAll, expect, it } from 'vitest';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { addPerson } from '../support/people.ts';
import { expectAccessible, LOOKS, openSite, screenshot, type Site } from './browser.ts';

const OPERATIONS = 'operations@chaman.example';
const FINANCE = 'finance@chaman.example';
let paigham: Paigham;
let site: Site;

beforeAll(async () => {
  paigham = await startPaigham();
  const { admin } = paigham.world;
  await addPerson(admin, OPERATIONS, { staffRole: 'operations' });
  await addPerson(admin, FINANCE, { staffRole: 'finance' });
  site = await openSite(paigham);
});

it('leads staff without an account from the portal to the console', async () => {
  const page = await site.openAs(OPERATIONS, '/portal/messages');
  await page.waitForURL('**/console');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
});

it('shows the links and what the doctor found, and none of it to finance', async () => {
  const page = await site.openAs(OPERATIONS, '/console');
  const links = page.getByRole('region', { name: 'Links to operators' });
  await links.getByText('Connected').first().waitFor();
  for (const name of ['Answers lost', 'Receipts set aside']) {
    const figure = page.getByRole('link', { name }).locator('../..');
    await figure.getByText('0', { exact: true }).waitFor();
  }
  await page.getByText('4 / 4').waitFor();
  await links.getByRole('img', { name: '0 parts taken, 0 failed' }).first().waitFor();
  await page
    .getByRole('region', { name: 'What needs attention' })
    .getByText('Nothing is wrong.')
    .waitFor();
  expect(await page.getByText('Waiting for approval').count()).toBe(0);
  const other = await site.openAs(FINANCE, '/console');
  await other.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await other.getByRole('region').first().waitFor();
  expect(await other.getByRole('region', { name: 'Links to operators' }).count()).toBe(0);
});

it('shows a link that goes down, and comes back, while one looks', async () => {
  const page = await site.openAs(OPERATIONS, '/console');
  const links = page.getByRole('region', { name: 'Links to operators' });
  await page.getByText('4 / 4').waitFor();
  const { jazz } = paigham.operators;
  await jazz.close();
  await links.getByText('Down', { exact: true }).waitFor();
  await page.getByText('3 / 4').waitFor();
  await jazz.listen();
  await page.getByText('4 / 4').waitFor();
});

it.each([...LOOKS])('has no obstacle for anybody (%s)', async (name, look) => {
  const page = await site.openAs(OPERATIONS, '/console', look);
  await page.getByRole('region').nth(1).getByRole('table').waitFor();
  await page.getByText('0', { exact: true }).nth(1).waitFor();
  await expectAccessible(page);
  const width = await page.evaluate('document.documentElement.scrollWidth');
  expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  await screenshot(page, `console-home-${name}`);
});
