/** Credit by bank, as people see it: a reference, its slip, and what finance makes of it. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { AccountId } from '../../src/domain/ids.ts';
import { micros } from '../../src/domain/pricing/money.ts';
import {
  openBankTransfer,
  withdrawBankTransfer,
} from '../../src/features/bank-transfers/bank-transfers.operations.ts';
import { must, type Admin } from '../../src/operations/admin.ts';
import { startPaigham } from '../support/paigham.ts';
import { addPerson } from '../support/people.ts';
import { openShop } from '../support/shop.ts';
import { expectAccessible, LOOKS, openSite, screenshot, type Site } from './browser.ts';

const OWNER = 'owner@roshan.example';
const FINANCE = 'finance@paigham.example';
const BANK = 'Bank of Trade, Mall Road, Lahore\nPaigham Services\nPK00 TRAD 0000 0011 2345 6702';
const SLIP = {
  name: 'slip.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\nslip\n%%EOF\n'),
};
let site: Site;
let admin: Admin;
let accountId: AccountId;

beforeAll(async () => {
  const paigham = await startPaigham({ config: { bankAccount: BANK } });
  admin = { ...paigham.world.admin, bankAccount: BANK };
  accountId = (await openShop(paigham.world, { rupees: '100' })).accountId;
  await addPerson(admin, OWNER, { accountId, role: 'owner' });
  await addPerson(admin, FINANCE, { staffRole: 'finance' });
  site = await openSite(paigham);
});

describe('credit by bank', () => {
  it('is asked for, given a slip, confirmed by finance with what came, and told so', async () => {
    const page = await site.openAs(OWNER, '/portal/credit');
    await page.getByLabel('Amount to transfer (rupees)').fill('5,000');
    await page.getByRole('button', { name: 'Get a reference' }).click();
    const card = page.getByRole('article', { name: /^Bank transfer / });
    await card.getByText('PK00 TRAD').waitFor();
    const input = card.locator('input[type=file]');
    await input.setInputFiles({ ...SLIP, buffer: Buffer.from('GIF89a') });
    const unfit = page.getByText('This is no whole PDF, JPEG or PNG: give the slip again');
    await unfit.waitFor();
    expect(await unfit.count()).toBe(1);
    await input.setInputFiles({ ...SLIP, mimeType: 'text/plain' });
    await unfit.waitFor();
    await input.setInputFiles(SLIP);
    await card.getByText('We have your slip').waitFor();

    const console = await site.openAs(FINANCE, '/console');
    await console.getByText('1 with a slip').waitFor();
    await console.getByRole('link', { name: 'Bank transfers that wait' }).click();
    await console.getByRole('button', { name: 'Slip' }).waitFor();
    const saved = console.waitForEvent('download');
    await console.getByRole('button', { name: 'Slip' }).click();
    await saved;
    await console.getByRole('link', { name: 'Confirm' }).click();
    const received = console.getByLabel('Received');
    expect(await received.inputValue()).toBe('5000.00');
    await received.fill('4,000');
    await console.getByRole('button', { name: 'Confirm a bank transfer' }).click();
    await console.getByText('confirmed').first().waitFor();
    await console.goto(new URL('/console/bank-transfers?state=confirmed', console.url()).href);
    const row = console.getByRole('row').filter({ hasText: '4,000.00' });
    await row.getByRole('link', { name: `(${accountId})` }).waitFor();
    await row.getByText(FINANCE).waitFor();

    await page.reload();
    await card.getByText(/Rs 4,000\.00.? came instead of .?Rs 5,000\.00/).waitFor();
    await page.getByText('Rs 4,100.00').first().waitFor();
  });

  it('that is not paid is withdrawn', async () => {
    const page = await site.openAs(OWNER, '/portal/credit');
    await page.getByLabel('Amount to transfer (rupees)').fill('750');
    await page.getByRole('button', { name: 'Get a reference' }).click();
    const card = page.getByRole('article').filter({ hasText: '750.00' });
    await card.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await card.getByText('You withdrew it: do not pay with this reference.').waitFor();
  });

  it('stands first while it waits, however many have ended since', async () => {
    const amountMicros = micros(10_000_000n);
    const openOne = async (): Promise<number> =>
      must(await openBankTransfer(admin, { accountId, amountMicros })).id;
    const first = await openOne();
    for (let ended = 0; ended < 11; ended += 1) {
      must(await withdrawBankTransfer(admin, { accountId, transferId: await openOne() }));
    }
    const page = await site.openAs(OWNER, '/portal/credit');
    const top = page.getByRole('article').first();
    await top.getByRole('button', { name: 'Withdraw' }).waitFor();
    must(await withdrawBankTransfer(admin, { accountId, transferId: first }));
  });

  it.each(LOOKS)('is readable and accessible: %s', async (name, look) => {
    const page = await site.openAs(OWNER, '/portal/credit', look);
    const card = page.getByRole('article').first();
    await card.waitFor();
    await expectAccessible(page);
    await card.evaluate((it) => it.scrollIntoView({ block: 'center' }));
    await screenshot(page, `credit-by-bank-${name}`);
    const console = await site.openAs(FINANCE, '/console/bank-transfers?state=confirmed', look);
    await console.getByRole('heading', { level: 1 }).waitFor();
    await expectAccessible(console);
    await screenshot(console, `bank-transfers-console-${name}`);
  });
});
