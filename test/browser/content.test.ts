/** What an account shows and may say: templates, sender IDs, verification, suppressions. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { approveWording } from '../../src/features/wordings/wordings.operations.ts';
import { must } from '../../src/operations/admin.ts';
import type { Paigham } from '../support/paigham.ts';
import { addPerson } from '../support/people.ts';
import { v1At } from '../support/v1.ts';
import { eventually } from '../support/eventually.ts';
import { expectAccessible, openSite, screenshot, tabTo, type Site, settled } from './browser.ts';
import { openShared } from './shared.ts';

const OWNER = 'owner@roshan.example';
const NEWCOMER = 'owner@naya.example';
/** One grey pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);
let paigham: Paigham;
let site: Site;

beforeAll(async () => {
  ({ paigham } = await openShared());
  const { admin, roshan, naya } = paigham.world;
  await addPerson(admin, OWNER, { accountId: roshan.accountId, role: 'owner' });
  await addPerson(admin, NEWCOMER, { accountId: naya.accountId, role: 'owner' });
  site = await openSite(paigham);
});

/** What the service says of the verified account. */
const asked = async (call: string): Promise<unknown> =>
  (await v1At(paigham.baseUrl, paigham.world.roshan.apiKey)(call)).body;

describe('a template', () => {
  it('is written and submitted by keyboard, and waits', async () => {
    const page = await site.openAs(OWNER, '/portal/templates');
    await page.getByRole('link', { name: 'New template' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'New SMS template' }).waitFor();
    await page.keyboard.type('Pick-up');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Dear #name#, your order #order_no# is ready for pick-up.');
    await page.getByText('1 part', { exact: true }).waitFor();
    await page.getByText('Dear Ali, your order A-1017 is ready for pick-up.').waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Submit for approval' }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Pick-up' }).waitFor();
    await page.getByText('Waiting for approval', { exact: true }).waitFor();
    await page.getByText('Version 1 submitted').waitFor();
    await expectAccessible(page);
    expect(await asked('GET /v1/templates?state=waiting')).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ name: 'Pick-up' })]) as unknown,
    });
  });

  it('that breaks a rule is refused beside its wording', async () => {
    const page = await site.openAs(OWNER, '/portal/templates/new');
    await page.getByLabel('Name', { exact: false }).fill('Broken');
    const wording = page.getByLabel('Wording');
    await wording.fill('Your code is #code. #1 in #Lahore#');
    await page.getByText('#code goes out as it is written.').waitFor();
    await wording.fill('Your order #order no# is ready – come “soon”.');
    await page.getByText('These characters make it Unicode').waitFor();
    await page.getByRole('button', { name: 'Use plain characters instead' }).click();
    expect(await wording.inputValue()).toBe('Your order #order no# is ready - come "soon".');
    await page.getByRole('button', { name: 'Submit for approval' }).click();
    await page.getByText('holds #order no#, which is not a placeholder').waitFor();
    expect(await wording.getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
    expect(JSON.stringify(await asked('GET /v1/templates?state=waiting'))).not.toContain('Broken');
  });
});

it('a wording to start from is ready at once, or changed first', async () => {
  must(await approveWording(paigham.world.admin, { which: 'fees_due_en' }));
  const page = await site.openAs(OWNER, '/portal/templates/wordings');
  await page.getByText('Schools', { exact: true }).click();
  await page.getByRole('region', { name: 'Order placed' }).waitFor({ state: 'detached' });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use this: Fees due' }).click();
  await page.getByRole('heading', { level: 1, name: 'Fees due' }).waitFor();
  await page.getByText('Version 1 approved').waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Change it first: Fees received' }).click();
  const wording = page.getByLabel('Wording');
  await eventually('its words', async () => {
    return (await wording.inputValue()).includes('Thank you. Roshan Store');
  });
  // Each sample is what its variable may hold.
  await page.goto(`${new URL(page.url()).origin}/portal/templates/new?wording=one_time_code_en`);
  await page
    .getByText(/4821.* 10 minutes/)
    .first()
    .waitFor();
});

it('prices are shown, and what a text to many would cost', async () => {
  const page = await site.openAs(OWNER, '/portal/prices');
  await page.getByRole('row', { name: /SCO.*Rs 3\.10/ }).waitFor();
  await page.getByLabel('Your text').fill('x'.repeat(161));
  await page.getByRole('status').getByText('Rs 300.00').waitFor();
  await page.getByText('200 parts for 100 people').waitFor();
  await page.getByLabel('People', { exact: true }).fill('۲۵۰');
  await page.getByText('500 parts for 250 people').waitFor();
  await page.getByLabel('People', { exact: true }).fill('2000000');
  await page.getByText('From 1 to 1,000,000.').waitFor();
  await page.getByLabel('People', { exact: true }).fill('100');
  await expectAccessible(page);
});

/** Larger than needed: noise, of which nothing can be packed. */
async function photo(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate<string>(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 2600, height: 300 });
    const noise = new ImageData(2600, 300);
    noise.data.forEach((_, at) => {
      noise.data[at] = at % 4 === 3 ? 255 : Math.random() * 256;
    });
    canvas.getContext('2d').putImageData(noise, 0, 0);
    return canvas.toDataURL('image/png').split(',')[1];
  })()`);
  return Buffer.from(base64, 'base64');
}

describe('verification', () => {
  it('takes a document once it is chosen, made smaller, and refuses a hostile one', async () => {
    const page = await site.openAs(NEWCOMER, '/portal/verification');
    const front = page.getByRole('region', { name: 'Identity card, front' });
    await page.getByText('0 of 5 received').waitFor();
    const heic = Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0');
    const apple = { name: 'IMG_1.HEIC', mimeType: '', buffer: heic };
    await front.locator('input[type=file]').setInputFiles(apple);
    await front.getByText('This is a HEIC photo').waitFor();
    const picture = { name: 'front.png', mimeType: 'image/png', buffer: await photo(page) };
    expect(picture.buffer.length).toBeGreaterThan(2 * 1024 * 1024);
    await front.locator('input[type=file]').setInputFiles(picture);
    await front.getByText('Waiting for approval').waitFor();
    await front.getByText(/^front\.jpg, given on/).waitFor();
    await page.getByText('1 of 5 received').waitFor();
    const tax = page.getByRole('region', { name: 'Tax number' });
    const file = tax.locator('input[type=file]');
    await file.setInputFiles({ ...picture, buffer: PICTURE });
    await tax.getByText('Type the number first').waitFor();
    const hostile = Buffer.from('%PD<script>alert(1)</script>');
    await tax.getByRole('textbox', { name: 'Number' }).fill('1234567-8');
    const named = { name: 'ntn.pdf', mimeType: 'application/pdf', buffer: hostile };
    await file.setInputFiles(named);
    await tax.getByText('must be a PDF, JPEG or PNG by its content').waitFor();
    await expectAccessible(page);
    const ask = v1At(paigham.baseUrl, paigham.world.naya.apiKey);
    const { items } = (await ask('GET /v1/verification')).body as { items?: { state: string }[] };
    expect(items?.map(({ state }) => state)).toEqual([
      ...['submitted', 'missing', 'missing', 'missing', 'missing'],
    ]);
  });
});

describe('a sender ID of one’s own', () => {
  it('is for verified accounts, and says where to become one', async () => {
    const page = await site.openAs(NEWCOMER, '/portal/senders');
    const branded = page.getByRole('region', { name: 'Branded' });
    await branded.getByText('Only verified accounts').waitFor();
    expect(await branded.getByRole('textbox').count()).toBe(0);
    await branded.getByRole('link', { name: 'Verify your account' }).click();
    await page.getByRole('heading', { level: 1, name: 'Verification' }).waitFor();
  });

  it('is requested, and refused when it looks like a shared one', async () => {
    const page = await site.openAs(OWNER, '/portal/senders');
    const branded = page.getByRole('region', { name: 'Branded' });
    const name = branded.getByLabel('New sender name');
    await name.fill('lnfo-SMS');
    await name.press('Enter');
    await branded.getByText('is too similar to the shared name InfoSMS').waitFor();
    await name.fill('RoshanSale');
    await name.press('Enter');
    await branded.getByText('Waiting for approval').waitFor();
    await expectAccessible(page);
  });
});

describe('suppressions', () => {
  it('are pasted, found by number, and removed when asked', async () => {
    const page = await site.openAs(OWNER, '/portal/suppressions');
    await page.getByRole('button', { name: 'Add numbers' }).click();
    await page
      .getByLabel('Numbers', { exact: true })
      .fill('0300 1112223\n+92 301 1112223, 042-111');
    await page.getByRole('button', { name: 'Stop 3 numbers' }).click();
    await page.getByText('Newly on the list: 2').waitFor();
    await expectAccessible(page);
    await page.getByText('042-111').waitFor();
    await page.getByRole('button', { name: 'Close' }).last().click();
    await page.getByLabel('Number', { exact: true }).fill('03001112223');
    await page.getByText('+92 301 1112223').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove: +92 300 1112223' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('Not on the list').waitFor();
    expect(await asked('GET /v1/suppressions')).toMatchObject({
      data: [{ number: '923011112223', scope: 'all' }],
    });
  });
});

const PAGES = ['templates', 'templates/new', 'senders', 'verification', 'suppressions'] as const;

const looked = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await settled(page);
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  expect(wide).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  await screenshot(page, name);
};

describe.each(PAGES)('%s', (path) => {
  const who = path === 'verification' ? NEWCOMER : OWNER;
  const name = path.replace('/', '-');

  it('has no obstacle on a phone, in the dark, in Urdu', async () => {
    const look = { window: 'phone', locale: 'ur', colours: 'dark' } as const;
    await looked(await site.openAs(who, `/portal/${path}`, look), `${name}-phone-urdu`);
  });

  it.runIf(process.env['SCREENSHOTS'] === '1')('has its picture', async () => {
    await looked(await site.openAs(who, `/portal/${path}`), `${name}-desktop`);
  });
});
