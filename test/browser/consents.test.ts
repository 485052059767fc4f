/** Consents: recorded, withdrawn, and given by strangers at a form of the account's own. */
import { describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { textsFor } from '../support/newcomers.ts';
import { addPerson } from '../support/people.ts';
import { openShop } from '../support/shop.ts';
import { v1At } from '../support/v1.ts';
import { expectAccessible, LOOKS, openSite, screenshot } from './browser.ts';
import { openShared } from './shared.ts';

const OWNER = 'owner@consents.example';
const VIEWER = 'viewer@consents.example';
const { paigham, newcomer } = await openShared();
const { admin } = paigham.world;
const shop = await openShop(paigham.world, { rupees: '100' });
const { accountId } = shop;
await addPerson(admin, OWNER, { accountId, role: 'owner' });
await addPerson(admin, VIEWER, { accountId, role: 'viewer' });
const site = await openSite(paigham);
const ask = v1At(paigham.baseUrl, shop.apiKey);

/** The path of the newest form. */
async function formPath(): Promise<string> {
  const { data } = (await ask('GET /v1/join-forms')).body;
  return new URL(String(data[0]?.['address'])).pathname;
}

describe('consents', () => {
  it('are recorded and withdrawn, and show all that was said', async () => {
    const page = await site.openAs(OWNER, '/portal/consents');
    await page.getByText('Nobody has agreed yet').waitFor();
    const record = page.getByRole('button', { name: 'Record a consent' });
    const number = page.getByRole('dialog').getByRole('textbox', { name: 'Number or chat user' });
    await record.click();
    await number.fill('042');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Must be a Pakistani mobile number').waitFor();
    await number.fill('0300 1112223');
    await page.getByRole('textbox', { name: 'What is agreed to' }).fill('Offers by text');
    await page.getByRole('textbox', { name: 'Proof' }).fill('card 17');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('table').getByText('Given').waitFor();
    await record.click();
    await page.getByRole('radiogroup', { name: 'State' }).getByText('Withdrawn').click();
    await number.fill('03001112223');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('table').getByText('Withdrawn').waitFor();
    await page.getByRole('table').getByRole('button').first().click();
    await page.getByRole('dialog').getByText('Offers by text').waitFor();
    await page.getByRole('dialog').getByText('card 17').waitFor();
  });

  it('are looked at by who may not record them', async () => {
    const page = await site.openAs(VIEWER, '/portal/consents');
    await page.getByRole('table').getByText('Withdrawn').waitFor();
    await page.getByText('Opt-in forms').waitFor();
    expect(await page.getByRole('button', { name: 'Record a consent' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Add a form' }).count()).toBe(0);
  });

  it('can be needed for advertising, by a switch', async () => {
    const page = await site.openAs(OWNER, '/portal/settings');
    await page.getByRole('switch', { name: 'Promotional messages need consent' }).click();
    await page.getByText('Saved.').waitFor();
    expect((await ask('GET /v1/account')).body['needs_consent']).toBe(true);
    await screenshot(page, 'settings-consent');
  });
});

describe('an opt-in form', () => {
  it('is made, and shown as a QR code', async () => {
    const page = await site.openAs(OWNER, '/portal/consents');
    await page.getByRole('button', { name: 'Add a form' }).click();
    await page.getByRole('textbox', { name: 'Name, for you' }).fill('Counter in Lahore');
    await page.getByRole('combobox', { name: 'Sender of the codes' }).click();
    await page.getByRole('option', { name: shop.senders.brand }).click();
    await page.getByRole('combobox', { name: 'Template of the codes' }).click();
    await page.getByRole('option', { name: 'Any text, transactional' }).click();
    await page.getByRole('textbox', { name: 'Tag' }).fill('counter');
    await expectAccessible(page);
    await screenshot(page, 'join-form-editor');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'QR code: Counter in Lahore' }).click();
    await page.getByRole('img', { name: /QR code of http.*\/join\// }).waitFor();
    await expectAccessible(page);
    await screenshot(page, 'join-form-qr');
  });

  it.each([...LOOKS])('takes a consent by a code, with no obstacle (%s)', async (name, look) => {
    const zara = newcomer();
    const page = await site.open(await formPath(), look);
    await page.getByRole('heading', { name: shop.name }).waitFor();
    await page.locator('input[autocomplete="tel"]').fill(zara.phone);
    await expectAccessible(page);
    await screenshot(page, `join-${name}`);
    await page.keyboard.press('Enter');
    const text = await eventually('a code', () => textsFor(paigham.operators, zara.phone)[0]);
    const code = page.locator('input[autocomplete="one-time-code"]');
    await code.waitFor();
    await code.fill('000000');
    await page.keyboard.press('Enter');
    await page.locator('[aria-invalid="true"]').waitFor();
    await expectAccessible(page);
    await screenshot(page, `join-code-${name}`);
    await code.fill(/\d{6}/.exec(text)?.[0] ?? '');
    await page.keyboard.press('Enter');
    await page.getByRole('status').waitFor();
    await screenshot(page, `join-done-${name}`);
    const given = (await ask(`GET /v1/consents?person=${zara.phone}`)).body.data;
    expect(given).toMatchObject([{ state: 'given', source: 'form' }]);
    const wording = String(given[0]?.['wording']);
    expect(/[\u0600-\u06ff]/.test(wording)).toBe(look.locale === 'ur');
  });

  it('that is not there says so', async () => {
    const page = await site.open('/join/nobody22');
    await page.getByRole('heading', { name: 'This form is not here' }).waitFor();
  });
});

describe('the page of consents', () => {
  it.each([...LOOKS])('has no obstacle for anybody (%s)', async (name, look) => {
    const page = await site.openAs(OWNER, '/portal/consents', look);
    await page.getByText('Counter in Lahore').waitFor();
    await page.getByRole('table').getByRole('button').first().waitFor();
    await expectAccessible(page);
    await screenshot(page, `consents-${name}`);
  });
});
