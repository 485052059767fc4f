/** API keys in the portal: made, shown again to who shows who they are, and ended. */
import { describe, expect, it } from 'vitest';
import { limit } from '../../src/domain/limits.ts';
import { movedClock } from '../support/moved-clock.ts';
import { startPaigham } from '../support/paigham.ts';
import { addPerson, PASSWORD } from '../support/people.ts';
import { openShop } from '../support/shop.ts';
import { expectAccessible, LOOKS, openSite, screenshot } from './browser.ts';

const OWNER = 'owner@keys.example';
const clock = movedClock(Date.now());
const paigham = await startPaigham({ clock });
const shop = await openShop(paigham.world, { rupees: '100' });
await addPerson(paigham.world.admin, OWNER, { accountId: shop.accountId, role: 'owner' });
const site = await openSite(paigham);

const statusOf = async (key: string): Promise<number> => {
  const headers = { authorization: `Bearer ${key}` };
  return (await fetch(`${paigham.baseUrl}/v1/balance`, { headers })).status;
};

describe('a key', () => {
  it('is made, works, is shown again after the password, and ends', async () => {
    const page = await site.openAs(OWNER, '/portal/keys');
    await page.getByRole('button', { name: 'Make a key' }).click();
    await page.getByLabel('What it is for').fill('Web shop');
    await page.reload();
    await page.getByRole('button', { name: 'Make a key' }).click();
    expect(await page.getByLabel('What it is for').inputValue()).toBe('Web shop');
    await page.getByRole('button', { name: 'Make the key' }).click();
    const shown = page.getByLabel('Your new key', { exact: true }).locator('visible=true').last();
    await shown.waitFor();
    const key = (await page.locator('pre').textContent()) ?? '';
    expect(await statusOf(key)).toBe(200);
    await page.getByRole('button', { name: 'Done' }).click();

    clock.setTo(clock.nowMs() + limit('confirmedMinutes') * 60_000);
    const row = page.getByRole('row').filter({ hasText: 'Web shop' });
    await row.getByRole('button', { name: 'Show' }).click();
    await page.getByLabel('Password or code').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.locator('pre').waitFor();
    expect(await page.locator('pre').textContent()).toBe(key);
    await page.getByRole('button', { name: 'Done' }).click();

    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('Ended').waitFor();
    expect(await statusOf(key)).toBe(401);
  });

  it('is replaced by another, and works beside it', async () => {
    const page = await site.openAs(OWNER, '/portal/keys');
    const row = page.getByRole('row').filter({ hasText: `…${shop.apiKey.slice(-4)}` });
    await row.getByRole('button', { name: 'Rotate' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The old one works for a day more').waitFor();
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    await page.locator('pre').waitFor();
    const key = (await page.locator('pre').textContent()) ?? '';
    await page.getByRole('button', { name: 'Done' }).click();
    await page
      .getByRole('row')
      .filter({ hasText: `…${key.slice(-4)}` })
      .waitFor();
    expect([await statusOf(key), await statusOf(shop.apiKey)]).toEqual([200, 200]);
  });

  it.each(LOOKS)('is on an accessible page: %s', async (name, look) => {
    const page = await site.openAs(OWNER, '/portal/keys', look);
    await page.getByRole('cell').first().waitFor();
    await expectAccessible(page);
    await screenshot(page, `keys-${name}`);
  });
});
