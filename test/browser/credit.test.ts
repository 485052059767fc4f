/** Money that waits for a second person, on every page where somebody looks for it. */
import { beforeAll, describe, it } from 'vitest';
import { must } from '../../src/operations/admin.ts';
import { createUser } from '../../src/features/users/users.operations.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { PASSWORD } from '../support/people.ts';
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

const AYESHA = 'ayesha@paigham.example';
const BILAL = 'bilal@paigham.example';
let paigham: Paigham;
let site: Site;
let shop: Shop;

beforeAll(async () => {
  paigham = await startPaigham({ config: { creditSecondPersonRupees: 1_000 } });
  shop = await openShop(paigham.world, { rupees: '100' });
  // Made on the machine: of no hand of each other.
  const admin = { ...paigham.world.admin, actor: 'line:root' };
  for (const email of [AYESHA, BILAL]) {
    const works = { staffRole: 'finance' } as const;
    must(await createUser(admin, { email, works, password: PASSWORD }));
  }
  site = await openSite(paigham);
});

describe('credit that waits for a second person', () => {
  it('is asked for by one and confirmed by another, in the browser alone', async () => {
    const path = `/console/accounts/${shop.accountId}`;
    const ayesha = await site.openAs(
      AYESHA,
      `/console/operations/credit-add?account=${shop.accountId}`,
    );
    await ayesha.getByLabel('Rupees').fill('2500');
    await ayesha.getByRole('textbox', { name: /^Reference/ }).fill('slip 17');
    await ayesha.getByRole('button', { name: 'Add credit' }).click();
    const about = /^Adds Rs 2,500\.00 to .*“slip 17”/;
    await ayesha.getByText(about).waitFor();
    for (const page of ['/console/approvals', '/console', path]) {
      await walk(ayesha, page);
      const request = ayesha.getByRole('article', { name: about });
      await request
        .getByText('You asked for this credit: somebody else must confirm it.')
        .waitFor();
    }
    const bilal = await site.openAs(BILAL, '/console/approvals?kind=credit');
    const request = bilal.getByRole('article', { name: about });
    await request.getByRole('button', { name: 'Confirm' }).click();
    await bilal.getByText('No money waits for a second person.').waitFor();
    await walk(bilal, path);
    await bilal.getByText('Rs 2,600.00').first().waitFor();
  });

  it.each(LOOKS)('is accessible: %s', async (name, look) => {
    const page = await site.openAs(
      AYESHA,
      `/console/operations/account-cap?account=${shop.accountId}`,
    );
    await page.getByLabel('Cap for a day (Rs)', { exact: true }).fill('10');
    await page.getByRole('button', { name: 'Set spending caps' }).click();
    await page.getByText('Done').or(page.getByText('of 10.00')).first().waitFor();
    await page.getByLabel('Cap for a day (Rs)', { exact: true }).fill('500');
    await page.getByRole('button', { name: 'Set spending caps' }).click();
    await page.getByText(/Somebody else must confirm request \d+ within 7 days\./).waitFor();
    const bilal = await site.openAs(BILAL, BLANK, look);
    for (const [at, path] of [
      ['credit', '/console/approvals'],
      ['finance', '/console'],
      ['account', `/console/accounts/${shop.accountId}`],
    ] as const) {
      await walk(bilal, path);
      await bilal.getByRole('article').first().waitFor();
      await expectAccessible(bilal);
      await screenshot(bilal, `second-person-${at}-${name}`);
    }
  });
});
