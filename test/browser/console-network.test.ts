/** Those who run the service see links, routes and queues, and act on them. */
import { beforeAll, expect, it } from 'vitest';
import { sendOk } from '../support/caller.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { addPerson } from '../support/people.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { eventually } from '../support/eventually.ts';
import {
  BLANK,
  expectAccessible,
  expectWhole,
  LOOKS,
  openSite,
  screenshot,
  type Site,
  walk,
} from './browser.ts';

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
  await question.getByRole('button', { name: 'Disconnect the link' }).click();
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

it('cuts nothing of links and routes on a phone', async () => {
  const page = await site.openAs(OPERATIONS, '/console/network', { window: 'phone' });
  const routes = page.getByRole('region', { name: 'Routes' });
  await routes.getByText('Active').first().waitFor();
  await routes.getByRole('link', { name: 'Remove' }).first().waitFor();
  await expectWhole(page);
});

it('imports a list of numbers from a file, and is told what was wrong with it', async () => {
  const page = await site.openAs(OPERATIONS, '/console/do-not-call');
  const buffer = Buffer.from('0300 1230001\nnobody\n923001230002\n');
  await page.locator('input[type=file]').setInputFiles({
    ...{ name: 'register.csv', mimeType: 'text/csv', buffer },
  });
  await page.getByRole('button', { name: 'Import 3 lines' }).click();
  await page.getByText('2 numbers were read from register.csv.').waitFor();
  await page.getByRole('row', { name: '2 nobody' }).waitFor();
  await page.getByRole('cell', { name: 'PTA' }).waitFor();
  await expectAccessible(page);
  await screenshot(page, 'console-do-not-call');
});

it('finds an account, a number and an operation from within a field', async () => {
  const page = await site.openAs(OPERATIONS, '/console/messages');
  await page.getByLabel('Number, chat user, or ID of a message').press('Control+k');
  const find = page.getByRole('textbox', { name: 'Find a page' });
  await find.fill('0300 1007700');
  await page.getByText('Messages to 0300 1007700').waitFor();
  await find.fill('explain route');
  await page
    .getByRole('button', { name: /^Explain a route/ })
    .first()
    .waitFor();
  await find.fill(shop.name);
  await page.getByRole('button', { name: new RegExp(`^${shop.name}`) }).waitFor();
  // Enter means the first, though it came after the letters.
  await find.press('Enter');
  await page.waitForURL(`**/console/accounts/${shop.accountId}`);
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
  await eventually('its operator', async () => (await operator.inputValue()) !== '');
});

it('adds a link with what is marked, and changes it knowing what it is', async () => {
  const page = await site.openAs(OPERATIONS, '/console/operations/link-add');
  await page.getByRole('textbox', { name: 'Link', exact: true }).fill('new-1');
  await page.getByLabel('Password *').fill('secret');
  expect(await page.getByLabel('Port').inputValue()).toBe('2775');
  expect(await page.getByLabel('Password *').getAttribute('type')).toBe('password');
  await page.getByRole('button', { name: 'Add a link' }).click();
  await page.getByText('Host is missing.').waitFor();
  await page.getByText('Login (system ID) is missing.').waitFor();
  await expectAccessible(page);
  await screenshot(page, 'console-link-add-desktop');
  await page.getByLabel('Host').fill('127.0.0.1');
  await page.getByLabel('System ID').fill('us');
  await page.getByRole('button', { name: 'Answers and receipts' }).click();
  await page.getByLabel('Receipt words').fill('DELIVRD=never');
  await page.getByRole('button', { name: 'Answers and receipts' }).click();
  await page.getByRole('button', { name: 'Add a link' }).click();
  // Its group opens, too.
  await page.getByText(/^Receipt words gives DELIVRD no known state/).waitFor();
  await page.getByLabel('Receipt words').fill('');
  await page.getByRole('button', { name: 'Add a link' }).click();
  await page.getByRole('region', { name: 'Done' }).getByText('127.0.0.1').waitFor();
  // Its answer leads a terminal on by a command, which is of no use here.
  expect(await page.getByText('paigham route set').count()).toBe(0);
  await walk(page, '/console/operations/link-set?link=new-1');
  const host = page.getByLabel('Host');
  await eventually('its host', async () => (await host.inputValue()) === '127.0.0.1');
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
  await page.getByLabel('Port').fill('2776');
  await page.getByRole('button', { name: 'Change the link' }).click();
  await page.getByRole('region', { name: 'Done' }).waitFor();
  const changed = plain<{ readonly detail: object }>(
    'last-link-change',
    `select detail from audit where action = 'link.set' order by id desc limit 1`,
  );
  expect(await paigham.db.read(changed, [])).toMatchObject([
    { detail: { name: 'new-1', config: { port: 2776 } } },
  ]);
});

const PAGES = ['network', 'queues', 'do-not-call', 'numbers', 'health', 'network/explain'];

it.each([...LOOKS])('has no obstacle for anybody (%s)', async (name, look) => {
  const page = await site.openAs(OPERATIONS, BLANK, look);
  for (const path of PAGES) {
    await walk(page, `/console/${path}`);
    await page
      .getByRole('main')
      .getByRole('region')
      .first()
      .or(page.locator('form'))
      .first()
      .waitFor();
    await expectAccessible(page);
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect([path, width]).toEqual([path, page.viewportSize()?.width]);
    if (!path.includes('/')) await screenshot(page, `console-${path}-${name}`);
  }
});
