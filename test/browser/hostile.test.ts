/**
 * Whatever people, files and phones write is shown as text, on every page of the menus: nothing of
 * it runs (a page that throws, logs an error or breaks its policy fails its test anyway).
 */
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { addTemplate } from '../../src/features/templates/templates.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { callBatches } from '../support/batches.ts';
import { eventually } from '../support/eventually.ts';
import type { Paigham } from '../support/paigham.ts';
import { addPerson, visit } from '../support/people.ts';
import { handOver, writtenBy } from '../support/phones.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { sendOk } from '../support/caller.ts';
import { openSite, type Site, walk } from './browser.ts';
import { openShared } from './shared.ts';

/** Leaves its mark where it runs: as an element, in an attribute, by a handler. */
const HIT = "document.title='hit'";
const HOSTILE = `"'><img src=x onerror="${HIT}"><script>${HIT}</script>`;
const OWNER = 'owner@hostile.example';
const STAFF = 'staff@hostile.example';
/** Below the lists of the menu. */
const DETAILS = 3;
let paigham: Paigham;
let site: Site;
let shop: Shop;

beforeAll(async () => {
  ({ paigham } = await openShared());
  const { admin } = paigham.world;
  shop = await openShop(paigham.world, { rupees: '100' });
  const { accountId } = shop;
  await addPerson(admin, OWNER, { accountId, role: 'owner' });
  await addPerson(admin, STAFF, 'staff');
  site = await openSite(paigham);
  const owner = visit(paigham.baseUrl);
  await owner.signIn(OWNER);
  const change = async (method: string, path: string, body: unknown) => {
    const answer = await owner.ask(path, { method, body });
    expect([path, Math.floor(answer.status / 100)]).toEqual([path, 2]);
  };
  await change('PATCH', '/v1/me', { name: HOSTILE.slice(0, 80) });
  await change('POST', '/v1/keys', { name: HOSTILE.slice(0, 80), scopes: ['read'] });
  const wording = { category: 'transactional', variables: [] } as const;
  must(
    await addTemplate(admin, {
      ...wording,
      accountId,
      name: HOSTILE.slice(0, 60),
      message: HOSTILE,
    }),
  );
  const phone = mobileOf(0, 990);
  await sendOk(paigham.baseUrl, shop.write(HOSTILE, phone, {}));
  const fields = { message: '{"text":"#B#"}' };
  const file = `${phone},"${HOSTILE.replaceAll('"', '""')}"\n0421234567,x\n`;
  const batches = callBatches(paigham.baseUrl, shop);
  await batches.upload({ fields, file, fileName: `${HOSTILE.replaceAll(/["/]/g, '')}.csv` });
  await handOver(paigham.operators.jazz, writtenBy(phone, HOSTILE));
  await eventually('the reply', async () => {
    const { body } = await batches.get<{ data: readonly unknown[] }>('/v1/replies');
    return body.data.length > 0;
  });
});

const linksIn = (page: Page, within: string): Promise<string[]> =>
  page.evaluate(
    `[...document.querySelectorAll('${within} a[href^="/"]')].map((it) => it.getAttribute('href'))`,
  );

/**
 * Looks at what the menu leads to, and at what the first lines of those lists lead to. Returns how
 * many of the pages show what is hostile.
 */
async function everyPage(page: Page): Promise<number> {
  let shown = 0;
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link').first().waitFor();
  const paths = await linksIn(page, 'nav');
  expect(paths.length).toBeGreaterThan(4);
  for (const path of paths) {
    shown += await look(page, path);
    const details = new Set(await linksIn(page, '[role=table]'));
    for (const detail of [...details].slice(0, DETAILS)) shown += await look(page, detail);
  }
  return shown;
}

async function look(page: Page, path: string): Promise<number> {
  await walk(page, path);
  expect([path, await page.title()]).not.toEqual([path, 'hit']);
  expect([path, await page.locator('img[src="x"]').count()]).toEqual([path, 0]);
  return (await page.getByText('<img src=x').count()) > 0 ? 1 : 0;
}

it('in the portal', async () => {
  expect(await everyPage(await site.openAs(OWNER, '/portal'))).toBeGreaterThan(4);
});

it('in the console', async () => {
  expect(await everyPage(await site.openAs(STAFF, '/console'))).toBeGreaterThan(0);
});
