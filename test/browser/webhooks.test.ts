/** Webhooks in the portal: added, tried out, changed, paused, rotated, and sent to again. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sendOk } from '../support/caller.ts';
import { addPerson, PASSWORD } from '../support/people.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';
import { callWebhooks, leadTo, startReceiver, untilReceived } from '../support/webhooks.ts';
import { eventually } from '../support/eventually.ts';
import { expectAccessible, LOOKS, openSite, pressUntilOver, screenshot, walk } from './browser.ts';
import { openShared } from './shared.ts';

const { paigham } = await openShared();
const site = await openSite(paigham);
let opened = 0;

async function openOwn(): Promise<{ readonly shop: Shop; readonly owner: string }> {
  opened += 1;
  const owner = `owner${opened}@hooks.example`;
  const shop = await openShop(paigham.world, { rupees: '100' });
  await addPerson(paigham.world.admin, owner, { accountId: shop.accountId, role: 'owner' });
  return { shop, owner };
}

const send = (shop: Shop): Promise<number> =>
  sendOk(paigham.baseUrl, shop.write('Your code is 4821.', mobileOf(0, opened)));

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** What is shown as a secret, which is then put away. */
async function takeSecret(page: Page): Promise<string> {
  const secret = (await page.locator('pre').textContent()) ?? '';
  expect(secret).toMatch(/^whsec_/);
  await press(page, 'Done');
  return secret;
}

/** Its test event, and what came of it. */
async function tryOut(page: Page): Promise<string> {
  await press(page, 'Send a test event');
  const shown = page.getByRole('dialog', { name: 'Test', exact: true });
  const outcome = await shown.locator('.facts').innerText();
  await shown.getByRole('button', { name: 'Close' }).click();
  return outcome;
}

describe('a webhook', () => {
  it('is added, tried out, rotated, paused, enabled and removed', async () => {
    const { shop, owner } = await openOwn();
    const receiver = await startReceiver();
    const page = await site.openAs(owner, '/portal/webhooks');
    await page.getByText('No webhooks').waitFor();
    await press(page, 'Add a webhook');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill('shop.example/hook');
    await dialog.getByRole('button', { name: 'Add a webhook' }).click();
    await dialog.getByText('must be an address that begins with https://').waitFor();
    await dialog.getByLabel('Address').fill(receiver.url);
    await dialog.getByLabel('What it is for').fill('Orders');
    await dialog.getByLabel('Only what you choose').check();
    await page.context().setOffline(true);
    await dialog.getByLabel('Message delivered').check();
    await dialog.getByRole('button', { name: 'Add a webhook' }).click();
    await dialog.getByText('You are offline. Nothing was sent').waitFor();
    await page.context().setOffline(false);
    await page.context().clearCookies();
    await pressUntilOver(page, dialog.getByRole('button', { name: 'Add a webhook' }));
    await page.getByLabel('E-mail').fill(owner);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await press(page, 'Sign in');
    await press(page, 'Add a webhook');
    expect(await dialog.getByLabel('Address').inputValue()).toBe(receiver.url);
    await dialog.getByLabel('Message delivered').uncheck();
    await dialog.getByRole('button', { name: 'Add a webhook' }).click();
    await dialog.getByText('Choose at least one.').waitFor();
    await dialog.getByLabel('Message delivered').check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add a webhook' }).click();
    receiver.trust(await takeSecret(page));
    await page.getByText('1 kind of event').waitFor();
    await page.getByRole('link', { name: 'Orders' }).click();

    expect(await tryOut(page)).toContain('204');
    expect(receiver.events.map(({ type }) => type)).toEqual(['webhook.test']);

    await press(page, 'New secret');
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
    await page.locator('pre').waitFor();
    receiver.trust(await takeSecret(page));
    await page.getByText('Two secrets are valid').waitFor();
    await tryOut(page);
    expect(receiver.forged).toEqual([]);

    await press(page, 'Pause');
    await page.getByText('Why: ').waitFor();
    const list = await callWebhooks(paigham.baseUrl, shop);
    expect(list.body['data']).toMatchObject([{ state: 'paused', types: ['message.delivered'] }]);
    await press(page, 'Resume');
    await page.getByText('Paused: nothing is posted').waitFor({ state: 'hidden' });

    await press(page, 'Remove');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No webhooks').waitFor();
    expect((await callWebhooks(paigham.baseUrl, shop)).body).toEqual({ data: [] });
  });

  it('at a name in Urdu shows it in Urdu, and in both forms where scripts are mixed', async () => {
    const { shop, owner } = await openOwn();
    for (const url of ['https://گو.دکان.example/in', 'https://pαypal.example/in']) {
      const body = { url, types: ['message.delivered'] };
      await callWebhooks(paigham.baseUrl, shop, { method: 'POST', body });
    }
    const page = await site.openAs(owner, '/portal/webhooks');
    await page.getByText('pαypal.example (xn--pypal-d9d.example)').waitFor();
    await page.getByRole('link', { name: 'https://گو.دکان.example/in' }).click();
    await page.getByRole('heading', { level: 1, name: 'https://گو.دکان.example/in' }).waitFor();
  });

  it('that refuses shows each answer, and gets one event or a period again', async () => {
    const { shop, owner } = await openOwn();
    const receiver = await startReceiver();
    receiver.answer((_, to) => to.writeHead(503).end('the database is full'));
    const types = ['message.delivered'];
    const id = await leadTo(paigham.baseUrl, shop, receiver, { types });
    await untilReceived(receiver, await send(shop), 'message.delivered');
    const page = await site.openAs(owner, `/portal/webhooks/${id}?failed=true`);
    await page.getByText('The address does not take what we post').waitFor();
    await page.getByRole('button', { name: 'Message delivered' }).first().click();
    await page.getByText('the database is full').waitFor();
    await expectAccessible(page);

    const got = receiver.events.length;
    receiver.answer(undefined);
    await press(page, 'Send again');
    await page.getByText('1 event will be sent again.').waitFor();
    await eventually('it again', () => receiver.events.length > got);

    const before = receiver.events.length;
    await press(page, 'Send a period again');
    await page.getByLabel('From').fill('2026-01-01T00:00');
    await press(page, 'Send again');
    await page.getByText('1 event will be sent again.').last().waitFor();
    await eventually('it once more', () => receiver.events.length > before);
    await page.getByText('All', { exact: true }).click();
    await page.getByRole('row').filter({ hasText: '204' }).first().waitFor();
    expect(page.url()).not.toContain('failed=true');
  });

  const looked = (async () => {
    const { shop, owner } = await openOwn();
    const [good, gone] = [await startReceiver(), await startReceiver()];
    const id = await leadTo(paigham.baseUrl, shop, good, { description: 'Shop' });
    await untilReceived(good, await send(shop), 'message.delivered');
    good.answer((_, to) => to.writeHead(500).end('out of disk'));
    gone.answer((_, to) => to.writeHead(410).end());
    await leadTo(paigham.baseUrl, shop, gone, { description: 'Old shop' });
    await untilReceived(gone, await send(shop), 'message.sent');
    return { owner, id };
  })();

  it.each(LOOKS)('is on accessible pages: %s', async (name, look) => {
    const { owner, id } = await looked;
    const page = await site.openAs(owner, '/portal/webhooks', look);
    await page.getByRole('alert').nth(1).waitFor();
    await expectAccessible(page);
    await screenshot(page, `webhooks-${name}`);
    await walk(page, `/portal/webhooks/${id}`);
    await page.getByRole('cell').first().waitFor();
    await expectAccessible(page);
    await screenshot(page, `webhooks-one-${name}`);
    const root = 'document.documentElement';
    expect(await page.evaluate(`${root}.scrollWidth > ${root}.clientWidth`)).toBe(false);
  });
});
