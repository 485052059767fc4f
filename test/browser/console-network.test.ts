/** Those who run the service see links, routes and queues, and act on them. */
import { beforeAll, expect, it } from 'vitest';
import { sendOk } from '../support/caller.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { addPerson } from '../support/people.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { expectAccessible, LOOKS, openSite, screenshot, type Site } from './browser.ts';

const OPERATIONS = 'operations@chaman.example';
let paigham: Paigham;
let shop: Shop;
let site: Site;

beforeAll(async () => {
  paigham = await startPaigham();
  shop = await openShop(paigham.world, { rupees: '100' });
  await addPerson(paigham.world.admin, OPERATIONS, { staffRole: 'operations' });
  site = await openSite(paigham);
  for (let index = 0; index < 12; index += 1) await send(index);
});

const send = (index: number): Promise<number> =>
  sendOk(paigham.baseUrl, shop.write('Your order is ready', mobileOf(0, index)));

it('disconnects a link, sees what waits for it, and connects it again', async () => {
  const page = await site.openAs(OPERATIONS, '/console/network');
  const jazz = page.getByRole('region', { name: 'Links' }).getByRole('row', { name: /^jazz/ });
  await jazz.getByRole('img', { name: /^\d+ parts taken/ }).waitFor();
  await page.getByRole('button', { name: 'Disconnect: jazz' }).click();
  const question = page.getByRole('dialog');
  await question.getByText(/wait/).waitFor();
  await question.getByRole('button', { name: 'Disable the link' }).click();
  await jazz.getByText('Disabled').waitFor();
  await send(100);
  await page.getByRole('link', { name: 'Queues' }).click();
  const waiting = page.getByRole('region', { name: 'Waiting for a link' });
  const queue = waiting.getByRole('row', { name: /^jazz/ });
  await queue.getByRole('cell', { name: '1', exact: true }).waitFor();
  await page.getByText('Every answer has come.').waitFor();
  await screenshot(page, 'console-queues');
  await page.getByText('Every receipt has found its message.').waitFor();
  await page.getByRole('link', { name: 'Network' }).click();
  await page.getByRole('button', { name: 'Connect: jazz', exact: true }).click();
  await jazz.getByText('Connected').waitFor();
  await page.getByRole('link', { name: 'Queues' }).click();
  await waiting.getByText('Nothing waits.').waitFor();
});

it('is told which route a number takes and why, and what stands in its way', async () => {
  const page = await site.openAs(OPERATIONS, '/console/network');
  await page.getByRole('link', { name: 'Explain a route' }).click();
  await page.getByRole('textbox', { name: 'Number' }).fill('923001234567');
  await page.keyboard.press('Enter');
  await page.getByText('It goes through jazz.').waitFor();
  await page.getByRole('cell', { name: 'WINS' }).waitFor();
  await page
    .getByRole('cell', { name: /^out: / })
    .first()
    .waitFor();
  await screenshot(page, 'console-route-explained');
});

it('changes a route from the list, with its conditions filled in', async () => {
  const page = await site.openAs(OPERATIONS, '/console/network');
  const routes = page.getByRole('region', { name: 'Routes' });
  await routes.getByRole('link', { name: 'Change' }).first().click();
  await page.waitForURL('**/console/operations/route-set?**');
  const operator = page.getByRole('textbox', { name: 'Operator' });
  expect(await operator.inputValue()).not.toBe('');
});

const PAGES = ['network', 'queues', 'numbers', 'health', 'network/explain'];

it.each([...LOOKS])('has no obstacle for anybody (%s)', async (name, look) => {
  const page = await site.openAs(OPERATIONS, '/console/network', look);
  for (const path of PAGES) {
    await page.goto(`${paigham.baseUrl}/console/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page
      .getByRole('main')
      .getByRole('region')
      .first()
      .or(page.locator('form'))
      .first()
      .waitFor();
    // The page's own policy forbids `waitForFunction`, which evaluates again inside the page.
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
    await expectAccessible(page);
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect([path, width]).toEqual([path, page.viewportSize()?.width]);
    if (!path.includes('/')) await screenshot(page, `console-${path}-${name}`);
  }
});
