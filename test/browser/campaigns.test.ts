/** A campaign from a file, from the drop to the last receipt. */
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import type { Paigham } from '../support/paigham.ts';
import { addPerson } from '../support/people.ts';
import { eventually } from '../support/eventually.ts';
import { v1At } from '../support/v1.ts';
import { expectAccessible, LOOKS, openSite, screenshot, type Site } from './browser.ts';
import { openShared } from './shared.ts';

const OWNER = 'owner@campaigns.example';
const FILE = {
  name: 'orders.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    'Mobile,Name,Order no,Day\n' +
      '923001234567,Ali,A-17,Monday\n' +
      '0421234567,Bilal,A-18,Monday\n' +
      '923111234567,"Khan, Sana",A-19,Tuesday\n',
  ),
};
/** A file is read before its columns are known. */
let paigham: Paigham;
let site: Site;
let path: string;

beforeAll(async () => {
  ({ paigham } = await openShared());
  const { admin, roshan } = paigham.world;
  await addPerson(admin, OWNER, { accountId: roshan.accountId, role: 'owner' });
  site = await openSite(paigham);
  const { templateId } = paigham.world.template('Order update');
  path = `/portal/campaigns/new?sender=8584&template=${templateId}`;
});

describe('a campaign from a file', () => {
  it('begins at its column A, knows headings and says why a row is left out in Urdu', async () => {
    const page = await site.openAs(OWNER, path, { window: 'phone', locale: 'ur' });
    const text = FILE.buffer.toString('utf8').replace('Name,', 'نام,');
    await page.locator('input[type=file]').setInputFiles({ ...FILE, buffer: Buffer.from(text) });
    const first = await page.getByRole('columnheader', { name: 'A Mobile' }).boundingBox();
    expect(first?.x).toBeGreaterThanOrEqual(0);
    const name = page.getByRole('combobox', { name: 'name' });
    await eventually('the name', async () => (await name.inputValue()).includes('نام'));
    await page.getByRole('combobox', { name: 'date' }).click();
    await page.getByRole('option', { name: 'Day' }).click();
    await page.getByRole('button', { name: 'فائل جانچیں' }).click();
    await page.getByRole('cell', { name: 'لینڈ لائن یا سروس نمبر ہے۔' }).waitFor();
  });

  it('is mapped, checked, sent and followed; a bad row is left out', async () => {
    const page = await site.openAs(OWNER, path);
    await page.locator('input[type=file]').setInputFiles(FILE);
    await page.getByRole('cell', { name: 'Khan, Sana' }).waitFor();
    await page.getByRole('combobox', { name: 'date' }).click();
    await page.getByRole('option', { name: 'Column D: Day' }).click();
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('Dear Ali, your order A-17 will reach you on Monday.').waitFor();
    await page.getByText('Dear Khan, Sana, your order A-19').waitFor();
    await page.getByText('1 row gets nothing').waitFor();
    await page.getByRole('cell', { name: 'a landline or service number' }).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download these rows as CSV' }).click();
    const leftOut = await saved;
    expect(leftOut.suggestedFilename()).toBe('rows-left-out.csv');
    expect((await text(await leftOut.createReadStream())).split('\r\n')).toEqual([
      '"Mobile","Name","Order no","Day","Why it was left out"',
      '"0421234567","Bilal","A-18","Monday","a landline or service number"',
      '',
    ]);
    await page.getByRole('button', { name: 'Send 2 messages' }).click();
    await page.getByRole('heading', { level: 1, name: 'orders' }).waitFor();
    await page.getByText('Delivered: 2').waitFor();
    await page.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'Left out' }).click();
    await page.getByRole('table').getByText('0421234567').waitFor();
    expect(new URL(page.url()).search).toBe('?state=left_out');
    await page.getByRole('button', { name: 'Rename' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('November orders');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'November orders' }).waitFor();
    await page
      .getByRole('img', { name: 'Delivered: 2, Not delivered: 0, On the way: 0' })
      .waitFor();
    await screenshot(page, 'campaign-result');
    await page.getByText('Rows left out').waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    // Everybody was reached: there is nothing to choose from.
    await dialog.getByRole('button', { name: 'Check' }).waitFor();
    expect(await dialog.getByRole('radio', { name: /^Not reached/ }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Check' }).click();
    // Its sender is a short code: its texts may be one-time codes.
    await dialog.getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Delivered: 2').first().waitFor();
    await page.getByRole('link', { name: 'Campaigns' }).click();
    const named = page.getByRole('table').getByText('November orders', { exact: true });
    await eventually('it once', async () => (await named.count()) === 1);
  });

  it('finds the numbers anywhere, says what costs more, and keeps its button in view', async () => {
    const page = await site.openAs(OWNER, path);
    const rows = Array.from({ length: 12 }, (_, at) => `A-${at},عائشہ ${'x'.repeat(30)},042,`);
    const lines = [
      'Order no,Name,Contact,Shop phone',
      `A-1,${'🌙'.repeat(20)},923001234567,923211234567`,
      'A-2,Bilal,923001234567,923211234567',
      ...rows,
    ].join('\n');
    const buffer = Buffer.from(lines);
    await page.locator('input[type=file]').setInputFiles({ ...FILE, name: 'o.csv', buffer });
    const numbers = page.getByRole('combobox', { name: 'The numbers are in' });
    await eventually('the last', async () => {
      return (await numbers.inputValue()) === 'Column D: Shop phone';
    });
    await numbers.click();
    await page.getByRole('option', { name: 'Column C: Contact' }).click();
    await page.getByRole('combobox', { name: 'date' }).click();
    await page.getByRole('option', { name: 'Column A: Order no' }).click();
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page
      .getByText(/1 message takes more than one part because of emoji: .Rs 4\.80. more/)
      .waitFor();
    await page.getByText('1 row repeats the number of an earlier row').waitFor();
    await page.getByText('12 rows get nothing').waitFor();
    const send = await page.getByRole('button', { name: 'Send 2 messages' }).boundingBox();
    expect((send?.y ?? 0) + (send?.height ?? 0)).toBeLessThan(page.viewportSize()?.height ?? 0);
    await page.reload();
    await page.locator('input[type=file]').setInputFiles({ ...FILE, name: 'p.csv', buffer });
    await eventually('the one chosen', async () => {
      return (await numbers.inputValue()) === 'Column C: Contact';
    });
  });

  it('is tried on one’s own phone before it is sent, and months ahead', async () => {
    const page = await site.openAs(OWNER, path);
    await page.locator('input[type=file]').setInputFiles(FILE);
    await page.getByRole('combobox', { name: 'date' }).click();
    await page.getByRole('option', { name: 'Column D: Day' }).click();
    await page.getByText('Send later').click();
    const far = new Date(Date.now() + 60 * 24 * 3_600_000).toISOString().slice(0, 16);
    await page.getByLabel('Send at').fill(far);
    await page.getByRole('button', { name: 'Check the file' }).click();
    const toMe = page.getByRole('button', { name: 'Send the first one to my phone' });
    await page.getByRole('link', { name: 'Confirm it in your profile' }).waitFor();
    expect(await toMe.isEnabled()).toBe(false);
    const own = plain('own-phone', 'update users set phone = 923001119999 where email = $1');
    await paigham.db.transact((it) => it.run(own, [OWNER]));
    await page.reload();
    await page.locator('input[type=file]').setInputFiles(FILE);
    await page.getByRole('button', { name: 'Check the file' }).click();
    await toMe.click();
    await page.getByText('The test is on its way to your phone').waitFor();
    await page.getByRole('button', { name: 'Schedule 2 messages' }).click();
    await page.getByText('Nothing is reserved yet.').waitFor();
    await page.getByRole('button', { name: 'Change time' }).waitFor();
    await screenshot(page, 'campaign-far');
    await page.getByRole('button', { name: 'Cancel campaign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel campaign' }).click();
    await page.getByText('Cancelled').first().waitFor();
  });

  it('whose file is no workbook is refused before anything is asked', async () => {
    const page = await site.openAs(OWNER, path);
    const buffer = Buffer.from('PK\u0003\u0004 is no workbook');
    const mimeType = 'application/octet-stream';
    await page.locator('input[type=file]').setInputFiles({ name: 'no.xlsx', mimeType, buffer });
    await page.getByRole('alert').getByText('damaged').waitFor();
    expect(await page.getByRole('combobox', { name: 'date' }).count()).toBe(0);
  });

  it('that waits is paused, and cancelled after a question', async () => {
    const page = await site.openAs(OWNER, path);
    await page.locator('input[type=file]').setInputFiles(FILE);
    await page.getByRole('combobox', { name: 'date' }).click();
    await page.getByRole('option', { name: 'Column D: Day' }).click();
    await page.getByText('Send later').click();
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByRole('button', { name: 'Schedule 2 messages' }).click();
    await page
      .getByText(/^Scheduled for \d/)
      .first()
      .waitFor();
    await page.getByText('Waiting: 2').waitFor();
    expect(await page.getByText('handed over').count()).toBe(0);
    // Nothing has left that could be sent again.
    expect(await page.getByRole('button', { name: 'Send again' }).count()).toBe(0);
    const plan = page.getByRole('region', { name: 'What will be sent' });
    await plan.getByText(FILE.name).waitFor();
    await plan.getByText('2', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Change time' }).click();
    const dialog = page.getByRole('dialog');
    const later = new Date(Date.now() + 53 * 3_600_000).toISOString().slice(0, 16);
    await dialog.getByLabel('Send at').fill(later);
    await dialog.getByRole('button', { name: 'Change time' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page
      .getByText(`, ${later.slice(11)}`)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    await page.getByRole('button', { name: 'Cancel campaign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel campaign' }).click();
    await page.getByText('Cancelled: 2').waitFor();
    await page.getByText(/^Accepted for .*; the rest came back\.$/).waitFor();
    const shown = page.getByText('Rejected').filter({ visible: true });
    expect(await shown.count()).toBe(0);
    // What was cancelled has a part of its own: none of it failed.
    const bar = 'Delivered: 0, Not delivered: 0, Cancelled: 2, On the way: 0';
    await page.getByRole('img', { name: bar, exact: true }).waitFor();
    // The list says what it cost, as its page does.
    const link = page.locator(`a[href="${new URL(page.url()).pathname}"]`);
    await page.getByRole('link', { name: 'Campaigns', exact: true }).click();
    await page.getByRole('row').filter({ has: link }).getByText('Rs 0.00').waitFor();
  });

  it('that waits is sent at once; its numbers are whole beside names', async () => {
    const ask = v1At(paigham.baseUrl, paigham.world.roshan.apiKey);
    const name = 'Muhammad Abdul Rahman Khan of Gulberg';
    const { body: contact } = await ask('POST /v1/contacts', { mobile: '923001234567', name });
    // The account is other files', too.
    onTestFinished(async () => void (await ask(`DELETE /v1/contacts/${String(contact['id'])}`)));
    const page = await site.openAs(OWNER, path);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.locator('input[type=file]').setInputFiles(FILE);
    await page.getByRole('combobox', { name: 'date' }).click();
    await page.getByRole('option', { name: 'Column D: Day' }).click();
    await page.getByText('Send later').click();
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByRole('button', { name: 'Schedule 2 messages' }).click();
    await page.getByRole('button', { name: 'Change time' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
    const state = page.getByRole('region', { name: 'Progress' }).getByRole('status');
    await state.getByText(/^Scheduled for/).waitFor({ state: 'detached' });
    await page.getByText('Delivered: 2').waitFor();
    await page.getByRole('button', { name: 'Send again' }).waitFor();
    const row = page.getByRole('row').filter({ hasText: name });
    const number = await row.getByText('+92 300 1234567').boundingBox();
    const cell = await row.getByRole('cell').nth(1).boundingBox();
    expect((number?.x ?? 0) + (number?.width ?? 0)).toBeLessThanOrEqual(
      (cell?.x ?? 0) + (cell?.width ?? 0),
    );
    await screenshot(page, 'campaign-rows-with-names');
  });

  it.each([...LOOKS])('has no obstacle for anybody (%s)', async (name, look) => {
    const page = await site.openAs(OWNER, path, look);
    await page.locator('input[type=file]').setInputFiles(FILE);
    await page.getByRole('cell', { name: 'Khan, Sana' }).waitFor();
    await expectAccessible(page);
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
    await screenshot(page, `campaign-new-${name}`);
  });
});
