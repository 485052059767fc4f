/** Invoices, as an owner and finance see them: downloaded, filed, credited. */
import type { Download } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { setOwnSwitches } from '../../src/features/accounts/accounts.operations.ts';
import { addCredit } from '../../src/features/credit/credit.operations.ts';
import { setTax } from '../../src/features/invoices/tax.operations.ts';
import { parseRupees, ZERO } from '../../src/domain/pricing/money.ts';
import { must, type Admin } from '../../src/operations/admin.ts';
import { startPaigham } from '../support/paigham.ts';
import { addPerson } from '../support/people.ts';
import { openShop } from '../support/shop.ts';
import { expectAccessible, LOOKS, openSite, screenshot, type Site } from './browser.ts';

const OWNER = 'owner@roshan.example';
const FINANCE = 'finance@paigham.example';
let site: Site;

beforeAll(async () => {
  const paigham = await startPaigham();
  const admin: Admin = { ...paigham.world.admin, statementFrom: 'Paigham Services\nNTN 7654321-0' };
  const { accountId } = await openShop(paigham.world, { rupees: '100' });
  await addPerson(admin, OWNER, { accountId, role: 'owner' });
  await addPerson(admin, FINANCE, { staffRole: 'finance' });
  must(await setTax(admin, { province: 'punjab', basisPoints: 1_600 }));
  must(
    await setOwnSwitches(admin, { accountId, province: 'punjab', address: 'Mall Road\nLahore' }),
  );
  const amountMicros = parseRupees('12500') ?? ZERO;
  must(await addCredit(admin, { accountId, amountMicros, reference: 'Bank slip 5521' }));
  site = await openSite(paigham);
});

/** The browser is another program: its files come as a stream. */
async function contentOf(saved: Download): Promise<string> {
  return Buffer.concat(await Array.fromAsync(await saved.createReadStream())).toString('utf8');
}

describe('an invoice', () => {
  it('is found beside the credit, with its tax, and saved as PDF', async () => {
    const page = await site.openAs(OWNER, '/portal/credit');
    await page.getByRole('link', { name: 'Invoices and credit notes' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Bank slip 5521' });
    await row.getByText('Rs 1,724.14').waitFor();
    const saving = page.waitForEvent('download');
    await row.getByRole('button', { name: 'PDF' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toMatch(/^INV-\d{4}-\d{6}\.pdf$/);
    expect((await contentOf(saved)).slice(0, 5)).toBe('%PDF-');
  });

  it('is credited in part by finance, and its account has the note', async () => {
    const console = await site.openAs(FINANCE, '/console/invoices');
    const row = console.getByRole('row').filter({ hasText: '12,500.00' });
    await row.getByRole('link', { name: 'Credit note' }).click();
    await console.getByLabel('Reason').fill('Paid twice');
    await console.getByLabel(/^Amount/).fill('2500');
    await console.getByRole('button', { name: 'Issue a credit note' }).click();
    await console
      .getByText(/CN-\d{4}-000001/)
      .first()
      .waitFor();
    const page = await site.openAs(OWNER, '/portal/credit/invoices');
    await page.getByText('Paid twice').waitFor();
    await page.getByText('Rs 344.83').waitFor();
  });

  it('is in the file of its month, for the return', async () => {
    const console = await site.openAs(FINANCE, '/console/invoices');
    await console.getByRole('combobox', { name: 'Month' }).click();
    await console.getByRole('option').first().click();
    await console.getByRole('row').filter({ hasText: '12,500.00' }).waitFor();
    const saving = console.waitForEvent('download');
    await console.getByRole('button', { name: 'For the tax return (CSV)' }).click();
    const csv = await contentOf(await saving);
    expect(csv).toContain('12500.00,Bank slip 5521');
    expect(csv).toContain('-2155.17,-344.83,-2500.00,,Paid twice');
  });

  it('has the tax details that its account has set', async () => {
    const page = await site.openAs(OWNER, '/portal/settings');
    await page.getByLabel('Sales tax number (STRN)').fill('123');
    const save = page.getByRole('button', { name: 'Save' }).last();
    await save.click();
    await page.getByText('must be the 13 digits of an STRN, or empty').waitFor();
    await page.getByLabel('Sales tax number (STRN)').fill('32-77-8761-234-56');
    await save.click();
    await page.getByText('Saved').first().waitFor();
    await page.reload();
    expect(await page.getByLabel('Sales tax number (STRN)').inputValue()).toBe('3277876123456');
  });

  it.each(LOOKS)('is readable and accessible: %s', async (name, look) => {
    const page = await site.openAs(OWNER, '/portal/credit/invoices', look);
    await page.getByText('Bank slip 5521').waitFor();
    await expectAccessible(page);
    await screenshot(page, `invoices-${name}`);
    const console = await site.openAs(FINANCE, '/console/invoices', look);
    await console
      .getByText(/CN-\d{4}-000001/)
      .first()
      .waitFor();
    await expectAccessible(console);
    await screenshot(console, `invoices-console-${name}`);
    const settings = await site.openAs(OWNER, '/portal/settings', look);
    const strn = settings.locator('input[name=sales_tax_number], input[inputmode=numeric]').first();
    await strn.waitFor();
    await strn.evaluate((it) => it.scrollIntoView({ block: 'center' }));
    await expectAccessible(settings);
    await screenshot(settings, `settings-tax-${name}`);
  });
});
