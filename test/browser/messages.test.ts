/** What was sent, what became of it, and what it cost, as people of an account see it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { sendOk } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import type { Paigham } from '../support/paigham.ts';
import { addPerson } from '../support/people.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
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
import { openShared, PAYMENT_NOTE } from './shared.ts';

const OWNER = 'owner@gulshan.example';
const ON_A_PHONE = 'owner@bahar.example';
const TEXTS = 5;
let paigham: Paigham;
let site: Site;
let shop: Shop;
let id: number;

beforeAll(async () => {
  ({ paigham } = await openShared());
  shop = await openShop(paigham.world, { rupees: '100' });
  await addPerson(paigham.world.admin, OWNER, { accountId: shop.accountId, role: 'owner' });
  site = await openSite(paigham);
  for (let at = 0; at < TEXTS; at += 1) {
    id = await sendOk(paigham.baseUrl, shop.write(`Order ${at}`, mobileOf(0, at)));
  }
  await untilDelivered(shop, TEXTS);
});

async function untilDelivered({ apiKey }: Shop, texts: number): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}` };
  await eventually('all are delivered', async () => {
    const url = `${paigham.baseUrl}/v1/messages?state=delivered`;
    const { data } = (await (await fetch(url, { headers })).json()) as { data: unknown[] };
    return data.length === texts;
  });
}

describe('the messages', () => {
  it('are found by number, and each tells what became of it', async () => {
    const page = await site.openAs(OWNER, '/portal/messages');
    const rows = page.getByRole('table', { name: 'Messages' }).getByRole('row');
    await eventually('the list', async () => (await rows.count()) === TEXTS + 1);
    await page.getByLabel('Recipient').fill(mobileOf(0, TEXTS - 1));
    await eventually('the one', async () => (await rows.count()) === 2);
    expect(new URL(page.url()).searchParams.get('recipient')).toBe(mobileOf(0, TEXTS - 1));
    // What people read out, however they type it.
    for (const digits of [mobileOf(0, TEXTS - 1).slice(-4), '۰۳۰۰']) {
      await page.getByLabel('Recipient').fill('x');
      await page.getByText('A filter is not right yet').waitFor();
      expect(await rows.count()).toBe(0);
      await page.getByText('Type at least 3 digits').waitFor();
      await page.getByLabel('Recipient').fill(digits);
      const all = digits === '۰۳۰۰' ? TEXTS : 1;
      await eventually('what has them', async () => (await rows.count()) === all + 1);
    }
    await page.getByLabel('Recipient').fill(mobileOf(0, TEXTS - 1));
    await eventually('the one again', async () => (await rows.count()) === 2);
    await rows.last().getByRole('link').first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/portal/messages/${id}`);
    const life = page.getByRole('region', { name: 'What became of it' });
    await life.getByText('Final: Delivered').waitFor();
    expect(await life.getByText('Attempt 1: the operator took part 1').count()).toBe(1);
    await page.getByRole('link', { name: 'Any text, transactional' }).click();
    await page.waitForURL('**/portal/templates/*');
  });

  it('are exported for the account that one acts for', async () => {
    const page = await site.openAs(OWNER, '/portal/messages');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const stream = await (await download).createReadStream();
    const pieces = await stream.toArray();
    expect(
      Buffer.concat(pieces as Buffer[])
        .toString('utf8')
        .trim()
        .split('\n'),
    ).toHaveLength(TEXTS + 1);
  });
});

describe('credit and reports', () => {
  it('agree with what was sent', async () => {
    const page = await site.openAs(OWNER, '/portal/credit');
    await page.getByText('Rs 76.00').first().waitFor();
    await page.getByText(PAYMENT_NOTE).waitFor();
    await page.getByRole('link', { name: 'Reports' }).click();
    await page.getByText('100.0 %').first().waitFor();
  });

  it('have a statement that prints without what one could press', async () => {
    const page = await site.openAs(OWNER, '/portal/credit');
    await page
      .getByRole('link', { name: /2\d\d\d/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Print or save as PDF' }).waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.getByText(`(${shop.accountId})`).waitFor();
    await page.getByText(/^Statement number \d+-2\d\d\d-\d\d$/).waitFor();
    // The top-up, then the messages: each line says what was left.
    const balances = page.getByRole('row').filter({ hasText: /Top-up|Messages/ });
    expect((await balances.allInnerTexts()).map((row) => row.split('\t').at(-1)?.trim())).toEqual([
      ...['Rs 100.00', 'Rs 76.00'],
    ]);
    expect(await page.getByRole('button').count()).toBe(0);
    await page.getByRole('cell', { name: 'Opening' }).waitFor();
    await screenshot(page, 'statement-printed');
    expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('show what a campaign cost in one line, and its entries apart from it', async () => {
    await sendOk(paigham.baseUrl, shop.write('To both', `${mobileOf(0, 20)},${mobileOf(0, 21)}`));
    const page = await site.openAs(OWNER, '/portal/credit');
    const rows = page.getByRole('table', { name: 'What campaigns cost' }).getByRole('row');
    await rows.filter({ hasText: '2 numbers' }).getByText('Rs 9.60').waitFor();
    expect(await rows.count()).toBe(2);
    expect(await page.getByText('Set aside for messages').count()).toBe(0);
    await page.getByText('Every entry', { exact: true }).click();
    await page.getByText('Set aside for messages').first().waitFor();
    expect(await page.getByText('2 numbers').count()).toBe(0);
    await expectAccessible(page);
  });

  it('warn below what the owner sets, and refuse what is no amount', async () => {
    const page = await site.openAs(OWNER, '/portal/credit');
    const field = page.getByLabel('Alert us below (rupees)');
    await field.fill('ten');
    await page.getByRole('button', { name: 'Save' }).click();
    await eventually('a refusal at the field', () => field.getAttribute('aria-invalid'));
    await field.fill('50');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The alarm is set.').waitFor();
  });
});

it('no list is cut off on a phone, and its bar leads to what is used most', async () => {
  const own = await openShop(paigham.world, { rupees: '100' });
  const { accountId } = own;
  await addPerson(paigham.world.admin, ON_A_PHONE, { accountId, role: 'owner' });
  await sendOk(paigham.baseUrl, own.write('Order 9', mobileOf(0, 9)));
  await untilDelivered(own, 1);
  const page = await site.openAs(ON_A_PHONE, '/portal/reports', { window: 'phone' });
  await page.getByText('Rs 4.80').last().waitFor();
  await expectWhole(page);
  for (const path of ['credit', 'people', 'keys', 'audit', 'templates']) {
    await walk(page, `/portal/${path}`);
    await page.getByRole('cell').first().waitFor();
    await expectWhole(page);
  }
  const bar = page.getByRole('navigation', { name: 'Most used' });
  expect(await bar.getByRole('link').allInnerTexts()).toEqual([
    ...['Home', 'Send', 'Replies', 'Messages'],
  ]);
  await bar.getByRole('link', { name: 'Messages' }).click();
  await page.getByText('Delivered', { exact: true }).first().waitFor();
  await expectWhole(page);
  const card = page.getByRole('row').first();
  for (const shown of [/^\+92 3\d\d \d{7}$/, 'Delivered', 'Rs 4.80']) {
    await card.getByText(shown).waitFor();
  }
  await bar.getByRole('button', { name: 'More' }).click();
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
});

describe('every page of it', () => {
  it.each(LOOKS)('is accessible: %s', async (name, look) => {
    const page = await site.openAs(OWNER, BLANK, look);
    for (const path of ['messages', `messages/${id}`, 'credit', 'reports']) {
      await walk(page, `/portal/${path}`);
      if (path === 'reports' && look.locale === 'ur') {
        await page.locator('.u-legend').getByText('وقت').waitFor();
      }
      await expectAccessible(page);
      await screenshot(page, `${path.replace(/\/\d+/, '-one')}-${name}`);
    }
  });
});
