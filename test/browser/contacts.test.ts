/** Contacts: imported, found, kept as a segment, and written to. */
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/domain/durations.ts';
import { DEMO_SENDERS } from '../../src/demo/build-world.ts';
import { wallClock } from '@paigham/base/clock.ts';
import type { Paigham } from '../support/paigham.ts';
import { addPerson } from '../support/people.ts';
import { v1At } from '../support/v1.ts';
import { expectAccessible, LOOKS, openSite, screenshot, type Site } from './browser.ts';
import { openShared } from './shared.ts';

const OWNER = 'owner@contacts.example';
/** As a shop's export: names in the third column. */
const FILE = {
  name: 'customers.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    'Id,Email,First Name,Last Name,Phone,Tags,City\n' +
      '1,a@shop.example,Ayesha,Khan,+92 300 7654321,"vip, eid",Lahore\n' +
      '2,b@shop.example,Bilal,,0311-7654321,vip,Karachi\n' +
      '3,c@shop.example,عائشہ,,923217654321,,\n' +
      '4,d@shop.example,Nobody,,12345,,\n',
  ),
};
let paigham: Paigham;
let site: Site;

beforeAll(async () => {
  ({ paigham } = await openShared());
  const { admin, roshan } = paigham.world;
  await addPerson(admin, OWNER, { accountId: roshan.accountId, role: 'owner' });
  site = await openSite(paigham);
});

describe('contacts', () => {
  it('are imported, found by a tag, kept as a segment and written to', async () => {
    const page = await site.openAs(OWNER, '/portal/contacts');
    await page.getByText('No contacts yet').waitFor();
    await page.getByRole('button', { name: 'Import' }).click();
    await page.locator('input[type=file]').setInputFiles(FILE);
    await page.getByText('3 people in 4 rows').waitFor();
    await page.getByRole('cell', { name: '12345' }).waitFor();
    await page.getByRole('combobox', { name: 'Column B: Email' }).click();
    await page.getByRole('option', { name: 'Leave out' }).click();
    await page.getByRole('button', { name: 'Import 3 people' }).click();
    await page.getByText('New contacts: 3').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('table').getByText('Ayesha Khan').waitFor();
    await page.getByText('3 contacts').waitFor();
    await page.getByRole('textbox', { name: 'Tag' }).fill('vip');
    await page.getByText('2 contacts').waitFor();
    await page.getByRole('button', { name: 'Save as segment' }).click();
    await page.getByRole('textbox', { name: 'Name of the segment' }).fill('Best customers');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('link', { name: 'Write to them' }).click();
    await page.getByText('2 of them have a number').waitFor();
    await page.getByRole('combobox', { name: 'Template' }).click();
    await page.getByRole('option', { name: /^Order update \(\d/ }).click();
    for (const [variable, column] of [
      ['name', 'Name'],
      ['order_no', 'city'],
      ['date', 'city'],
    ] as const) {
      await page.getByRole('combobox', { name: variable, exact: true }).click();
      await page.getByRole('option', { name: column, exact: true }).click();
    }
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('Dear Ayesha Khan, your order Lahore').waitFor();
    await page.getByRole('button', { name: 'Send 2 messages' }).waitFor();
    await page.getByText('Send later').click();
    await page.getByRole('combobox', { name: 'Again' }).click();
    await page.getByRole('option', { name: 'Every week' }).click();
    await page.getByText('Cancelling the one that waits ends it.').waitFor();
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByRole('button', { name: 'Schedule 2 messages' }).click();
    await page.getByText('Goes on: Every week, until you cancel it.').waitFor();
    await expectAccessible(page);
    await screenshot(page, 'campaign-recurs');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The whole series ends').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).first().click();
    await page.getByText(/^Goes on/).waitFor({ state: 'detached' });
  });

  it('of a filter are named by it where they are written to', async () => {
    const page = await site.openAs(OWNER, '/portal/contacts');
    const v1 = v1At(paigham.baseUrl, paigham.world.roshan.apiKey);
    const { body: templates } = await v1('GET /v1/templates?state=approved');
    const update = templates.data.find((it) => it['name'] === 'Order update');
    const made = await v1('POST /v1/batches', {
      ...{ sender: DEMO_SENDERS.brand, template_id: update?.['id'] },
      message: { name: '{{name}}', order_no: '1', date: 'today' },
      ...{ filter: { tag: 'vip', opted_out: false } },
      send_at: new Date(wallClock.nowMs() + 9 * DAY_MS).toISOString(),
    });
    const id = String(made.body['id']);
    await page.goto(`${paigham.baseUrl}/portal/campaigns/${id}`);
    await page.getByText(/^tag: .?vip.?, not opted out$/).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel campaign' }).click();
    await page.getByText('Nothing has been charged for it yet.').waitFor();
    await v1(`POST /v1/batches/${id}/cancel`);
  });

  it('are added, changed and deleted', async () => {
    const page = await site.openAs(OWNER, '/portal/contacts');
    await page.getByRole('button', { name: 'Add contact' }).click();
    await page.getByRole('textbox', { name: 'Number', exact: true }).fill('042');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Must be a Pakistani mobile number').waitFor();
    await page.getByRole('textbox', { name: 'Number', exact: true }).fill('0333 7654321');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Zara');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('table').getByRole('button', { name: 'Zara' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Zara Bibi');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('table').getByRole('button', { name: 'Zara Bibi' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    const asked = page.getByRole('dialog', { name: /Delete .*Zara Bibi/ });
    await asked.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Zara Bibi⁩ is deleted').waitFor();
  });

  it('say on a phone, in Urdu, which rows of a file are left out, and how many more', async () => {
    const page = await site.openAs(OWNER, '/portal/contacts', { window: 'phone', locale: 'ur' });
    await page.getByRole('button', { name: 'درآمد کریں' }).click();
    const rows = ['9.23E+25', ...[12_345, 12_346, 12_347, 12_348, 12_349].map(String)];
    const buffer = Buffer.from(`Phone\n03001234567\n${rows.join('\n')}\n`);
    const file = { name: 'damaged.csv', mimeType: 'text/csv', buffer };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('cell', { name: /^شیٹ نے نمبر خراب کر دیا/ }).waitFor();
    await page.getByText('اور ⁨1⁩', { exact: true }).waitFor();
    const table = await page.getByRole('dialog').getByRole('table').boundingBox();
    const dialog = await page.getByRole('dialog').boundingBox();
    expect(table?.x).toBeGreaterThanOrEqual(dialog?.x ?? Infinity);
    expect(table?.width).toBeLessThan(dialog?.width ?? 0);
    await expectAccessible(page);
    await screenshot(page, 'contacts-left-out-phone-urdu');
  });

  it.each([...LOOKS])('have no obstacle for anybody (%s)', async (name, look) => {
    const page = await site.openAs(OWNER, '/portal/contacts', look);
    await page.getByText('Ayesha Khan').waitFor();
    await expectAccessible(page);
    await screenshot(page, `contacts-${name}`);
    await page.goto(`${new URL(page.url()).origin}/portal/campaigns/new?segment=all`);
    await page.getByRole('radiogroup').first().waitFor();
    await expectAccessible(page);
    await screenshot(page, `campaign-contacts-${name}`);
  });
});
