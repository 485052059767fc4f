/** Staff decide on what waits, by keyboard. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { must } from '../../src/operations/admin.ts';
import { addSender, approveSender } from '../../src/features/senders/senders.operations.ts';
import { eventually } from '../support/eventually.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { addPerson } from '../support/people.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { Company, JPEG } from '../support/verification.ts';
import { expectAccessible, LOOKS, openSite, screenshot, settled, type Site } from './browser.ts';

const STAFF = 'approvals@paigham.example';
const WAITING = 20;
let paigham: Paigham;
let site: Site;
let shop: Shop;

beforeAll(async () => {
  paigham = await startPaigham();
  shop = await openShop(paigham.world, { rupees: '100' });
  await addPerson(paigham.world.admin, STAFF, 'staff');
  site = await openSite(paigham);
});

async function call(path: string, body?: unknown) {
  const response = await fetch(`${paigham.baseUrl}/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${shop.apiKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as { readonly data: readonly { state: string; reason: string }[] };
}

/** So many templates that wait. */
async function propose(many: number, name: string): Promise<void> {
  for (let at = 0; at < many; at += 1) {
    await call('/templates', {
      ...{ name: `${name} ${at}`, category: 'transactional' },
      message: `Chaman Traders: order #order# is ready, number ${at}.`,
    });
  }
}

const statesOf = async (name: string) => {
  const { data } = await call('/templates?limit=200');
  return data.filter((it) => (it as unknown as { name: string }).name.startsWith(name));
};

/** The item has been on the screen for a moment: now somebody may decide. */
const seen = (page: Page) =>
  page.locator('article button:enabled', { hasText: /^Approve/ }).waitFor();

describe('the queue of approvals', () => {
  it('is decided by keyboard alone: twenty in a row', async () => {
    await propose(WAITING, 'Ready');
    const page = await site.openAs(STAFF, '/console/approvals');
    const queue = page.getByRole('navigation', { name: 'Waiting' });
    await queue.waitFor();
    const all = await queue.getByRole('button').count();
    expect(all).toBeGreaterThanOrEqual(WAITING);
    for (let left = all; left > 1; left -= 1) {
      await page.getByText(`1 / ${left}`, { exact: true }).waitFor();
      await seen(page);
      await page.keyboard.press('a');
      await page.getByText(`1 / ${left - 1}`, { exact: true }).waitFor();
    }
    // What was decided does not push down what one decides on.
    expect(await page.getByRole('button', { name: /^Undo/ }).count()).toBe(1);
    await seen(page);
    await page.keyboard.press('r');
    await page.getByLabel('Reason, for the account to read').waitFor();
    await page.keyboard.type('The wording does not name your company');
    await page.keyboard.press('Control+Enter');
    await Promise.all([
      page.getByText('Nothing waits').waitFor(),
      page.getByText(/^Ready \d+ is refused\.$/).waitFor(),
    ]);
    // Whoever leaves has decided.
    await page.getByRole('link', { name: 'Overview' }).click();
    const decided = await eventually('all decisions are sent', async () => {
      const states = await statesOf('Ready');
      return states.every(({ state }) => state !== 'waiting') && states;
    });
    expect(decided.filter(({ state }) => state === 'approved')).toHaveLength(WAITING - 1);
    expect(decided.filter(({ state }) => state === 'rejected')).toMatchObject([
      { reason: 'The wording does not name your company' },
    ]);
  });

  it('takes one decision for one press, however long the key is held', async () => {
    await propose(4, 'Held');
    const page = await site.openAs(STAFF, '/console');
    // By the page's own clock, a moment after there is something to decide: it is not read yet.
    await page.evaluate(`new MutationObserver((_, observer) => {
      if (document.querySelector('article button') === null) return;
      observer.disconnect();
      const press = { key: 'a', code: 'KeyA', bubbles: true };
      setTimeout(() => document.body.dispatchEvent(new KeyboardEvent('keydown', press)), 200);
    }).observe(document.body, { childList: true, subtree: true })`);
    await page.getByRole('link', { name: 'Approvals' }).click();
    await seen(page);
    await page.getByText('1 / 4', { exact: true }).waitFor();
    await page.keyboard.down('a');
    await page.getByText('1 / 3', { exact: true }).waitFor();
    await seen(page);
    await page.keyboard.down('a');
    await page.keyboard.down('a');
    await page.keyboard.up('a');
    expect(await page.getByText('1 / 3', { exact: true }).isVisible()).toBe(true);
    await page.keyboard.press('u');
    await page.getByText('1 / 4', { exact: true }).waitFor();
    // Whoever leaves for another page has decided.
    await seen(page);
    await page.keyboard.press('a');
    await page.getByText('1 / 3', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await eventually('the first alone is approved', async () => {
      const states = await statesOf('Held');
      return states.filter(({ state }) => state === 'approved').length === 1;
    });
    const waiting = (await statesOf('Held')).filter(({ state }) => state === 'waiting');
    expect(waiting).toHaveLength(3);
    await page.goto(`${paigham.baseUrl}/console/approvals`);
    for (let left = 3; left > 0; left -= 1) {
      await page.getByText(`1 / ${left}`, { exact: true }).waitFor();
      await seen(page);
      await page.keyboard.press('a');
    }
    await eventually('they are approved after ten seconds', async () =>
      (await statesOf('Held')).every(({ state }) => state === 'approved'),
    );
  });

  it('says from the start that a sender looks like another, and asks to agree', async () => {
    const { admin } = paigham.world;
    const like = 'Chaman Trad';
    const { accountId } = await openShop(paigham.world, { rupees: '1' });
    must(await addSender(admin, { accountId, name: like, route: 'branded' }));
    must(await approveSender(admin, { accountId, name: like }));
    must(
      await addSender(admin, { accountId: shop.accountId, name: 'Chaman-Trad', route: 'branded' }),
    );
    const page = await site.openAs(STAFF, '/console/approvals');
    await page.getByText(`Chaman-Trad looks like ${like} of account ${accountId}.`).waitFor();
    await page.locator('article button:enabled', { hasText: /^Refuse/ }).waitFor();
    await page.keyboard.press('a');
    expect(await page.getByRole('button', { name: /^Approve/ }).isDisabled()).toBe(true);
    await expectAccessible(page);
    await screenshot(page, 'approvals-look-alike');
    // It leads to the question: by keyboard, Space agrees to it.
    const agree = page.getByLabel('I have compared both names: approve it all the same');
    await eventually('the question has the focus', () =>
      agree.evaluate((it) => it === it.ownerDocument.activeElement),
    );
    await page.keyboard.press('Space');
    await seen(page);
    await page.keyboard.press('a');
    await page.getByText('Chaman-Trad is approved.').waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await eventually('it is approved', async () => {
      const { data } = await call('/senders');
      const senders = data as unknown as readonly { name: string; state: string }[];
      return senders.some((it) => it.name === 'Chaman-Trad' && it.state === 'approved');
    });
  });

  it('shows the tax number as the account gave it, beside its document', async () => {
    const company = await Company.open(paigham);
    await company.put('tax', JPEG, { number: '1234567-8' });
    const page = await site.openAs(STAFF, '/console/approvals');
    await page.getByRole('button', { name: 'Look at the document' }).click();
    await page.getByText('The number as the account gave it: 1234567-8').waitFor();
    await page.getByText('Approved so far0').waitFor();
    await seen(page);
    await page.keyboard.press('a');
    await page.getByText('Nothing waits').waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await settled(page);
  });

  it('sends what was decided as soon as the page is closed', async () => {
    await propose(1, 'Closing');
    const page = await site.openAs(STAFF, '/console/approvals');
    await page.getByText('1 / 1', { exact: true }).waitFor();
    await seen(page);
    await page.keyboard.press('a');
    await page.getByText('Closing 0 is approved.').waitFor();
    await page.goto(`${paigham.baseUrl}/docs`);
    await eventually('it is approved', async () =>
      (await statesOf('Closing')).every(({ state }) => state === 'approved'),
    );
  });

  it('moves with j and k', async () => {
    await propose(2, 'Moving');
    const page = await site.openAs(STAFF, '/console/approvals');
    await page.getByText('1 / 2', { exact: true }).waitFor();
    await page.keyboard.press('j');
    await page.getByText('2 / 2', { exact: true }).waitFor();
    await page.keyboard.press('k');
    await page.getByText('1 / 2', { exact: true }).waitFor();
  });

  it.each(LOOKS)('is accessible: %s', async (name, look) => {
    await eventually('something waits', async () => (await statesOf('Moving')).length > 0);
    const page = await site.openAs(STAFF, '/console/approvals', look);
    await page.getByText('1 / 2', { exact: true }).waitFor();
    await expectAccessible(page);
    await screenshot(page, `approvals-${name}`);
  });
});
