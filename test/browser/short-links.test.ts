/** Short links: the domain in the settings, the switch in a campaign, and who clicked. */
import { beforeAll, describe, expect, it } from 'vitest';
import { addTemplate, decideTemplate } from '../../src/features/templates/templates.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { eventually } from '../support/eventually.ts';
import type { Paigham } from '../support/paigham.ts';
import { addPerson } from '../support/people.ts';
import {
  expectAccessible,
  expectWhole,
  LOOKS,
  openSite,
  screenshot,
  type Site,
} from './browser.ts';
import { openShared } from './shared.ts';

const OWNER = 'owner@short-links.example';
const FILE = {
  name: 'orders.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    'Mobile,Name,Link\n' +
      '923001239901,Ali,https://shop.example/orders/A-17\n' +
      '923111239902,Sana,https://shop.example/orders/A-18\n',
  ),
};

let paigham: Paigham;
let site: Site;
let path: string;
let campaign: string;

beforeAll(async () => {
  ({ paigham } = await openShared());
  const { admin, roshan } = paigham.world;
  await addPerson(admin, OWNER, { accountId: roshan.accountId, role: 'owner' });
  site = await openSite(paigham);
  const { accountId } = roshan;
  const { templateId } = must(
    await addTemplate(admin, {
      accountId,
      name: 'Track your order',
      message: 'Dear #name#, track your order: #link#',
      category: 'transactional',
      variables: [{ name: 'name' }, { name: 'link', maxLength: 100 }],
    }),
  );
  must(await decideTemplate(admin, { accountId, templateId, state: 'approved' }));
  path = `/portal/campaigns/new?sender=8584&template=${templateId}`;
});

describe('short links', () => {
  it('are asked for, shown as long as they will be, and their clicks are seen', async () => {
    const page = await site.openAs(OWNER, path);
    await page.locator('input[type=file]').setInputFiles(FILE);
    await page.getByRole('switch', { name: 'Short links, with clicks counted' }).check();
    await page.getByText('http://paigham.example/s/').first().waitFor();
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('track your order: http://paigham.example/s/YourCode').first().waitFor();
    await screenshot(page, 'short-links-checked');
    await page.getByRole('button', { name: 'Send 2 messages' }).click();
    await page.getByText('Delivered: 2').waitFor();
    await page.getByText('People, of 2 delivered; 0 clicks in all').waitFor();
    campaign = new URL(page.url()).pathname;
    const codes = await paigham.db.read(
      plain<{ code: string }>('codes', 'select code from short_links where batch_id = $1'),
      [Number(campaign.split('/').at(-1))],
    );
    for (const { code } of [...codes, ...codes.slice(0, 1)]) {
      const opened = await fetch(`${paigham.baseUrl}/s/${code}`, { redirect: 'manual' });
      expect(opened.status).toBe(302);
    }
    await page.getByText('People, of 2 delivered; 3 clicks in all').waitFor();
    await page.reload();
    const clicks = page.getByRole('row').filter({ hasText: '1239901' });
    await eventually('the clicks of a row', async () =>
      /\b[12]\b/.test(await clicks.first().innerText()),
    );
  });

  it('have a domain, which is named, looked at and removed in the settings', async () => {
    const page = await site.openAs(OWNER, '/portal/settings');
    const section = page.getByRole('region', { name: 'Short links' });
    await section.getByText('http://paigham.example/s/').waitFor();
    await section.getByLabel('Your domain for links').fill('nonsense');
    await section.getByRole('button', { name: 'Save' }).click();
    await section.getByText('must be a domain such as go.example.com').waitFor();
    await section.getByLabel('Your domain for links').fill('go.roshan.invalid');
    await section.getByRole('button', { name: 'Save' }).click();
    await section.getByText('must be a domain such as go.example.com').waitFor();
    await section.getByLabel('Your domain for links').fill('go.roshan.example');
    await section.getByRole('button', { name: 'Save' }).click();
    await section.getByText('go.roshan.example⁩ does not lead here yet.').waitFor();
    await section.getByRole('button', { name: 'Check now' }).click();
    await section.getByText('Nothing answered there.').waitFor();
  });

  it.each([...LOOKS])('have no obstacle for anybody (%s)', async (name, look) => {
    const settings = await site.openAs(OWNER, '/portal/settings', look);
    const field = settings.locator('input[placeholder="go.shop.pk"]');
    await field.evaluate((it) => it.scrollIntoView({ block: 'center' }));
    await expectAccessible(settings);
    await expectWhole(settings);
    await screenshot(settings, `short-links-settings-${name}`);
    const page = await site.openAs(OWNER, campaign, look);
    await page.getByText('1239901').first().waitFor();
    await expectAccessible(page);
    await expectWhole(page);
    await screenshot(page, `short-links-result-${name}`);
    const made = await site.openAs(OWNER, path, look);
    await made.locator('input[type=file]').setInputFiles(FILE);
    const toggle = made.getByRole('switch').first();
    await toggle.evaluate((it) => it.scrollIntoView({ block: 'center' }));
    await expectAccessible(made);
    const width = await made.evaluate('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(made.viewportSize()?.width ?? 0);
    await screenshot(made, `short-links-new-${name}`);
  });

  it('lose their domain after a question', async () => {
    const page = await site.openAs(OWNER, '/portal/settings');
    const section = page.getByRole('region', { name: 'Short links' });
    await section.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await section.getByText('does not lead here yet').waitFor({ state: 'detached' });
  });
});
