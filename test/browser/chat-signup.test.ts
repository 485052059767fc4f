/** A number is connected in the platform's dialogue, which opens in a window of its own. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningPlatform } from '../../fakes/chat-platform/start.ts';
import { freePort } from '@paigham/base/ports.ts';
import { CHAT_ACCESS, startDemoPlatform } from '../support/demo-chat.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { openShop } from '../support/shop.ts';
import { addPerson } from '../support/people.ts';
import { expectAccessible, openSite, screenshot, type Site } from './browser.ts';

const OWNER = 'signup@roshan.example';
const AT = '/portal/chat-numbers';
let platform: RunningPlatform;
let paigham: Paigham;
let site: Site;

beforeAll(async () => {
  platform = await startDemoPlatform();
  const port = await freePort();
  paigham = await startPaigham({
    config: {
      port,
      graphAddress: platform.url,
      signupAddress: platform.url,
      signupAppId: CHAT_ACCESS.appId,
      signupConfigId: '500000000000001',
    },
    secrets: { signupAppSecret: CHAT_ACCESS.appSecret },
  });
  const { admin, roshan } = paigham.world;
  await addPerson(admin, OWNER, { accountId: roshan.accountId, role: 'owner' });
  site = await openSite(paigham);
});
afterAll(() => platform.close());

/** At the platform's page: chooses what is played, and goes back. */
async function goThrough(window: Page, fate: string, number: string): Promise<void> {
  await window.getByRole('heading', { name: 'Connect to WhatsApp' }).waitFor();
  await window.getByLabel('Its number').fill(number);
  await window.getByLabel('What is played').selectOption(fate);
  await window.getByRole('button', { name: 'Continue' }).click();
  await window.waitForURL(`**${AT}/connect`);
}

/** The same, from the page that leads there. */
async function playIn(window: Page, fate: string, number: string): Promise<void> {
  await window.getByRole('button', { name: 'Continue at WhatsApp' }).click();
  await goThrough(window, fate, number);
}

describe('a number is connected at WhatsApp', () => {
  it('in a window of its own, after a wrong PIN, and is there when it closes', async () => {
    const page = await site.openAs(OWNER, AT);
    const opening = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Connect with WhatsApp' }).first().click();
    const window = await opening;
    await window.getByRole('radio', { name: /No, it is new/ }).waitFor();
    await expectAccessible(window);
    await screenshot(window, 'chat-signup-start');
    await playIn(window, 'pin', '+92 300 6660001');
    await window.getByLabel('PIN of six digits').fill('111111');
    await expectAccessible(window);
    await window.getByRole('button', { name: 'Connect', exact: true }).click();
    await window.getByText('It is not the PIN of this number').waitFor();
    await screenshot(window, 'chat-signup-pin');
    await window.reload();
    await window.getByLabel('PIN of six digits').fill('246810');
    await window.getByRole('button', { name: 'Connect', exact: true }).click();
    await window.getByText(/300 6660001.? is connected/).waitFor();
    await window.getByText('WhatsApp reports here').waitFor();
    await expectAccessible(window);
    await screenshot(window, 'chat-signup-done');
    expect(window.url()).not.toContain('code=');
    // The other window has heard of it.
    await page.getByText('+92 300 6660001').waitFor();
    await window.close();
  });

  it.each([
    ['declined', 'You ended the dialogue before anything was shared'],
    ['code_used', 'The code was used before: begin again'],
    ['code_expired', 'The code has expired: begin again'],
    ['address', 'The redirect address is not one of the app'],
    ['app', 'The platform refuses the app of this service'],
    ['no_account', 'You have shared no WhatsApp account'],
  ])('or not, and may begin again: %s', async (fate, words) => {
    const page = await site.openAs(OWNER, `${AT}/connect`);
    await playIn(page, fate, '+92 300 6660002');
    await page.getByText(words).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Begin again' }).click();
    await page.getByRole('button', { name: 'Continue at WhatsApp' }).waitFor();
  });

  it('nor by a link that somebody else began, or for the number of another account', async () => {
    const page = await site.openAs(OWNER, `${AT}/connect?code=forged&state=forged`);
    await page.getByText('This link is good once, for an hour').waitFor();
    await page.getByRole('button', { name: 'Begin again' }).click();
    await playIn(page, 'ok', '+92 300 6660005');
    await page.getByLabel('PIN of six digits').fill('135790');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText(/300 6660005.? is connected/).waitFor();
    const { accountId } = await openShop(paigham.world, { rupees: '100' });
    const other = 'signup@other.example';
    await addPerson(paigham.world.admin, other, { accountId, role: 'owner' });
    const theirs = await site.openAs(other, `${AT}/connect`);
    await theirs.getByRole('button', { name: 'Continue at WhatsApp' }).click();
    await theirs.getByRole('radio', { name: /3006660005/ }).check();
    await goThrough(theirs, 'ok', '');
    await theirs.getByText('It is connected for another account').waitFor();
    await expectAccessible(theirs);
    await theirs.getByRole('button', { name: 'Begin again' }).click();
    await theirs.getByRole('button', { name: 'Continue at WhatsApp' }).waitFor();
  });

  it.each([
    ['elsewhere', 'Its last provider has not let the number go'],
    ['unverified', 'The number must be verified'],
  ])('but not while it may not be registered: %s', async (fate, words) => {
    const page = await site.openAs(OWNER, `${AT}/connect`);
    await playIn(page, fate, '+92 300 6660003');
    await page.getByLabel('PIN of six digits').fill('135790');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText(words).waitFor();
    await page.getByRole('button', { name: 'Begin again' }).click();
    await page.getByRole('button', { name: 'Continue at WhatsApp' }).waitFor();
  });

  it('but it says what is missing, until that is there', async () => {
    const other = await site.openAs(OWNER, `${AT}/connect`);
    await playIn(other, 'unpaid', '+92 300 6660004');
    await other.getByLabel('PIN of six digits').fill('135790');
    await other.getByRole('button', { name: 'Connect', exact: true }).click();
    await other.getByText('has no payment method').waitFor();
    await other.getByText('does not send yet').waitFor();
    await other.getByRole('button', { name: 'To my numbers' }).click();
    const one = other.getByRole('listitem').filter({ hasText: '+92 300 6660004' });
    await one.getByText('Needs attention').waitFor();
    await one.getByText('has no payment method').waitFor();
    await one.getByRole('button', { name: 'Make it the default' }).click();
    const asked = other.getByRole('dialog');
    await asked.getByText(/sends nothing at the moment\. Your WhatsApp account has no/).waitFor();
    await asked.getByRole('button', { name: 'Make it the default' }).click();
    await one.getByText('Default', { exact: true }).waitFor();
  });
});
