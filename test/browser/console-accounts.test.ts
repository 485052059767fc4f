/** Staff find an account, top it up, and see it as its people do, without changing anything. */
import { beforeAll, describe, expect, it } from 'vitest';
import { setAccount } from '../../src/features/accounts/accounts.operations.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { must } from '../../src/operations/admin.ts';
import { eventually } from '../support/eventually.ts';
import type { Paigham } from '../support/paigham.ts';
import { addPerson, visit } from '../support/people.ts';
import { openShop, type Shop } from '../support/shop.ts';
import {
  BLANK,
  expectAccessible,
  LOOKS,
  openSite,
  screenshot,
  type Site,
  walk,
} from './browser.ts';
import { openShared } from './shared.ts';

const ADMIN = 'admin@console.example';
const FINANCE = 'finance@console.example';
const OWNER = 'sana@chaman.example';
let paigham: Paigham;
let shop: Shop;
let site: Site;

beforeAll(async () => {
  ({ paigham } = await openShared());
  shop = await openShop(paigham.world, { rupees: '100' });
  const { admin } = paigham.world;
  await addPerson(admin, OWNER, { accountId: shop.accountId, role: 'owner' });
  await addPerson(admin, ADMIN, 'staff');
  await addPerson(admin, FINANCE, { staffRole: 'finance' });
  site = await openSite(paigham);
});

describe('an account', () => {
  it('is found by name, id and e-mail, and topped up', async () => {
    const page = await site.openAs(FINANCE, '/console/accounts');
    const found = page.getByRole('table').getByText(shop.name, { exact: true });
    for (const text of [shop.name.toLowerCase(), String(shop.accountId), OWNER.toUpperCase()]) {
      await page.getByLabel('Search').fill('nothing like it');
      await page.getByText('No account', { exact: true }).waitFor();
      await page.getByLabel('Search').fill(text);
      await found.waitFor();
    }
    await found.click();
    await page.getByRole('region', { name: 'People' }).getByText(OWNER).waitFor();
    expect(await page.getByRole('button', { name: 'See as its people do' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Add credit' }).click();
    await page.getByRole('heading', { level: 1, name: `Add credit: \u2066${shop.name}` }).waitFor();
    await page.getByLabel('Rupees').fill('250.00');
    await page.getByRole('textbox', { name: 'Reference' }).fill('bank 17');
    await page.getByRole('button', { name: 'Add credit' }).click();
    const added = `Rs 250.00 were added to ${shop.name}`;
    const balance = 'Its balance is Rs 350.00.';
    await page.getByText(`${added} (${shop.accountId}). ${balance}`).waitFor();
    await page.goBack();
    await page.getByRole('region', { name: 'Money' }).getByText('Rs 350.00').waitFor();
  });

  it('is disabled, and enabled again, by an admin alone', async () => {
    const page = await site.openAs(ADMIN, `/console/accounts/${shop.accountId}`);
    await page.getByRole('link', { name: 'Disable the account' }).click();
    await page.getByRole('button', { name: 'Disable the account' }).click();
    await page.getByText('disabled', { exact: true }).waitFor();
    await walk(page, `/console/accounts/${shop.accountId}`);
    await page.getByText('Disabled', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Enable the account' }).click();
    await page.getByRole('button', { name: 'Enable the account' }).click();
    await page.getByText('active', { exact: true }).waitFor();
    await walk(page, `/console/accounts/${shop.accountId}`);
    await page.getByText('Active', { exact: true }).waitFor();
  });

  it('loses its verification from its page, by an answer to what follows', async () => {
    const page = await site.openAs(ADMIN, `/console/accounts/${shop.accountId}`);
    await page.getByRole('button', { name: 'Withdraw verification' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/from now on its own sender IDs are refused/).waitFor();
    await dialog.getByRole('button', { name: 'Change plan and switches' }).click();
    await page.getByText('Not verified', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Withdraw verification' }).count()).toBe(0);
    const { accountId } = shop;
    must(await setAccount(paigham.world.admin, { accountId, verified: true }));
  });
});

describe('an account that staff look at', () => {
  it('is shown as its people see it, with nothing to change, until they go back', async () => {
    const page = await site.openAs(ADMIN, `/console/accounts/${shop.accountId}`);
    await page.getByRole('button', { name: 'See as its people do' }).click();
    const banner = page.getByText(/^You see .* as its people do/).filter({ hasText: shop.name });
    await banner.waitFor();
    await expectAccessible(page);
    await screenshot(page, 'see-as-desktop');
    expect(await page.getByRole('link', { name: 'Send', exact: true }).count()).toBe(0);
    await page.getByRole('link', { name: 'SMS templates' }).click();
    await page.getByText('Any text, transactional').waitFor();
    expect(await page.getByRole('link', { name: 'New template' }).count()).toBe(0);
    await page.reload();
    await banner.waitFor();
    await page.getByRole('button', { name: 'Back to the console' }).click();
    await page.getByRole('heading', { level: 1, name: shop.name }).waitFor();
  });

  it('is changed by no kind of call, and the look is audited once', async () => {
    const staff = visit(paigham.baseUrl);
    await staff.signIn(ADMIN);
    const headers = { 'paigham-account': String(shop.accountId) };
    await Promise.all([1, 2, 3].map(() => staff.ask('/v1/balance', { headers })));
    for (const [method, path] of [
      ['POST', '/v1/messages'],
      ['PUT', '/v1/ip-list'],
      ['PATCH', '/v1/account'],
      ['DELETE', '/v1/keys/1'],
    ] as const) {
      const answer = await staff.ask(path, { method, body: {}, headers });
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'see_as_reads']);
    }
    const count = plain<{ readonly n: number }>(
      'count-looks',
      `select count(*)::int as n from audit where action = 'account.see_as' and account_id = $1`,
    );
    // Once by the page of the test before, once here.
    expect(await paigham.db.read(count, [shop.accountId])).toEqual([{ n: 2 }]);
  });
});

it('a price with a date is set, and stands among the others', async () => {
  const page = await site.openAs(FINANCE, '/console/prices');
  const texts = page.getByRole('region', { name: 'A part of an SMS' });
  await texts.getByText('In force', { exact: true }).first().waitFor();
  await expectAccessible(page);
  await texts.getByRole('link', { name: 'Set a price' }).click();
  await page.getByRole('heading', { level: 1, name: 'Set the SMS price' }).waitFor();
});

it('the audit goes on to its first line as one scrolls', async () => {
  await paigham.db.transact((transaction) =>
    transaction.run(
      plain(
        'test-audit',
        `insert into audit (at, actor, action, detail)
         select now(), 'staff:test', 'test.line', jsonb_build_object('number', n)
         from generate_series(1, 230) as n`,
      ),
      [],
    ),
  );
  const page = await site.openAs(ADMIN, '/console/audit?action=test');
  const table = page.getByRole('table', { name: 'Audit' });
  await table.getByText('number 230', { exact: true }).waitFor();
  await eventually('the first line', async () => {
    await table.press('End');
    return (await table.getByText('number 1', { exact: true }).count()) === 1;
  });
  await table.getByRole('button', { name: 'Show' }).last().click();
  await page.getByRole('dialog').getByText('number 1', { exact: true }).waitFor();
});

it.each(LOOKS)('every page of them is accessible: %s', async (name, look) => {
  const pages = [
    ['accounts', 'accounts'],
    [`accounts/${shop.accountId}`, 'account'],
    ['prices', 'prices'],
    ['audit', 'audit'],
  ] as const;
  const page = await site.openAs(ADMIN, BLANK, look);
  for (const [path, title] of pages) {
    await walk(page, `/console/${path}`);
    await expectAccessible(page);
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect([path, wide]).toEqual([path, 0]);
    await screenshot(page, `console-${title}-${name}`);
  }
});
