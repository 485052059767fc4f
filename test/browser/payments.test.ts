/** Credit by card, as people see it: paid, declined, left, and what finance sees. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { startPaigham } from '../support/paigham.ts';
import { startPaymentGateway } from '../support/payment-gateway.ts';
import { addPerson } from '../support/people.ts';
import { openShop } from '../support/shop.ts';
import { v1At } from '../support/v1.ts';
import { expectAccessible, LOOKS, openSite, screenshot, type Look, type Site } from './browser.ts';

const simulated = await startPaymentGateway();
const OWNER = 'owner@roshan.example';
const RICH = 'owner@rich.example';
const FINANCE = 'finance@paigham.example';
let site: Site;
/** What the service says of the account. */
let asked: ReturnType<typeof v1At>;
const topUp = async () => (await asked('GET /v1/top-up')).body;

beforeAll(async () => {
  const paigham = await startPaigham(simulated.settings);
  const { admin } = paigham.world;
  const shop = await openShop(paigham.world, { rupees: '100' });
  asked = v1At(paigham.baseUrl, shop.apiKey);
  await addPerson(admin, OWNER, { accountId: shop.accountId, role: 'owner' });
  const rich = await openShop(paigham.world, { rupees: '12345678.90' });
  await addPerson(admin, RICH, { accountId: rich.accountId, role: 'owner' });
  await addPerson(admin, FINANCE, { staffRole: 'finance' });
  site = await openSite(paigham);
});
beforeEach(() => simulated.behave());

/** From the page of the credit to the checkout of the gateway. */
async function toCheckout(amount: string, look: Look = {}): Promise<Page> {
  const page = await site.openAs(OWNER, '/portal/credit', look);
  await page.getByLabel('Amount (rupees)').fill(amount);
  await page.getByRole('button', { name: 'Go to payment' }).click();
  await page.getByRole('heading', { name: 'Simulated payment gateway' }).waitFor();
  return page;
}

describe('credit by card', () => {
  it('is there when the browser comes back from paying', async () => {
    const page = await toCheckout('1500');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByText(/Rs 1,500\.00.? were added to your credit/).waitFor();
    await page.getByRole('link', { name: 'Back to credit' }).click();
    await page.getByText('Rs 1,600.00').first().waitFor();
    await page.getByRole('table', { name: 'Payments' }).getByText('Paid').first().waitFor();
  });

  it('waits for a notification that is late, and shows the money when it comes', async () => {
    simulated.behave({ notifyDelayMs: 1_500 });
    const page = await toCheckout('700');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByText(/Rs 700\.00.? were added to your credit/).waitFor();
  });

  it('that the bank declines says so', async () => {
    const page = await toCheckout('800');
    await page.getByRole('button', { name: 'Let the bank decline' }).click();
    await page.getByText('The payment was declined, and nothing was added.').waitFor();
  });

  it('that the bank declined is tried again with the same amount', async () => {
    const page = await toCheckout('850');
    await page.getByRole('button', { name: 'Let the bank decline' }).click();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Simulated payment gateway' }).waitFor();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByText(/Rs 850\.00.? were added to your credit/).waitFor();
  });

  it('that was left can be gone on with', async () => {
    const page = await toCheckout('900');
    await page.getByRole('button', { name: 'Go back without paying' }).click();
    await page.getByText('The payment gateway has not confirmed this payment yet.').waitFor();
    await page.getByRole('link', { name: 'Go on paying' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByText(/Rs 900\.00.? were added to your credit/).waitFor();
  });

  it('of too little is refused beside the field', async () => {
    const page = await site.openAs(OWNER, '/portal/credit');
    await page.getByText(/Enough for about [\d,]+ texts of one part\./).waitFor();
    for (const [amount, rule] of [
      ['3', /Must be from 500 to Rs 200,000/],
      ['0500', /Must be rupees without commas, with at most 2 decimals/],
      ['0', /Must be from 500 to Rs 200,000/],
    ] as const) {
      await page.getByLabel('Amount (rupees)').fill(amount);
      await page.getByRole('button', { name: 'Go to payment' }).click();
      await page.getByText(rule).waitFor();
    }
  });

  it('of which another amount was paid waits for finance, who finds it by its id', async () => {
    simulated.behave({ paisasOff: 100 });
    const page = await toCheckout('1200');
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByText('The gateway reports another amount than was asked.').waitFor();
    await page.waitForURL(({ search }) => search === '');
    const finance = await site.openAs(FINANCE, `/console/payments?gateway_id=${id}`);
    await finance.getByText('PKR 1199.00').waitFor();
    await screenshot(finance, 'payments-console');
    await finance.getByRole('link', { name: 'Close', exact: true }).click();
    await finance.getByLabel('Note').fill('Given back by bank transfer');
    await finance.getByRole('button', { name: 'Close a payment' }).click();
    await finance.getByText('Given back by bank transfer').last().waitFor();
    await page.reload();
    await page.getByText('We have looked into this payment and settled it.').waitFor();
  });
});

it('finance gives a part of a payment back, and its owner sees it', async () => {
  const page = await toCheckout('2000');
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByText(/Rs 2,000\.00.? were added to your credit/).waitFor();
  const finance = await site.openAs(FINANCE, `/console/payments?gateway_id=${id}`);
  const giveBack = finance.getByRole('link', { name: 'Give back', exact: true });
  await giveBack.click();
  await finance.getByLabel('Amount').fill('750.50');
  await finance.getByLabel('Reason').fill('Ordered twice');
  await screenshot(finance, 'refunds-console-form');
  await finance.getByRole('button', { name: 'Give a payment back' }).click();
  await finance.getByText('Ordered twice').last().waitFor();
  await screenshot(finance, 'refunds-console-done');
  await page.reload();
  await page.getByText('Ordered twice').waitFor();
  // The job asks the gateway, and the page looks again.
  await page.getByText('Given back', { exact: true }).last().waitFor();
  await page.getByText(/Credit note .?CN-/).waitFor();
  await expectAccessible(page);
  await screenshot(page, 'refunds-payment');
  await finance.goto(new URL(`/console/payments?gateway_id=${id}`, finance.url()).href);
  await finance.getByText(/Paid; .?Rs 750\.50.? given back/).waitFor();
  await screenshot(finance, 'refunds-console-list');
  const path = new URL(page.url()).pathname;
  const phone = await site.openAs(OWNER, path, { window: 'phone', locale: 'ur' });
  await phone.getByText('Ordered twice').waitFor();
  await expectAccessible(phone);
  await screenshot(phone, 'refunds-payment-phone-ur');
  const credit = await site.openAs(OWNER, '/portal/credit', {});
  await credit.getByText('Every entry').click();
  await credit.getByText('Payment given back').first().waitFor();
});

it('a card is kept while paying, and charged by itself when credit is low', async () => {
  const page = await site.openAs(OWNER, '/portal/credit', {});
  await page.getByText('No card is kept.').waitFor();
  await page.getByLabel('Amount (rupees)').fill('600');
  await page.getByLabel('Keep this card for automatic top-up').check();
  await page.getByRole('button', { name: 'Go to payment' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByText(/Rs 600\.00.? were added to your credit/).waitFor();
  await page.getByRole('link', { name: 'Back to credit' }).click();
  await eventually('the card is kept', async () => (await topUp())['card'] !== null);
  await page.reload();
  await page.getByText('4242').waitFor();
  await page.getByLabel('When credit is below (rupees)').fill('90000');
  await page.getByLabel('Add (rupees)').fill('3000');
  await page.getByLabel('At most in a month (rupees)').fill('3000');
  await page.getByRole('button', { name: 'Switch on' }).click();
  await page.getByText(/It is on: below .?Rs 90,000\.00/).waitFor();
  await eventually('it is charged', async () => (await topUp())['charged_this_month'] !== '0.00');
  // While it is being charged nobody forgets the card.
  await eventually('it is paid', async () => {
    const { data } = (await asked('GET /v1/payments')).body;
    return data.some((it) => it['amount'] === '3000.00' && it['state'] === 'paid');
  });
  await page.reload();
  await page.getByText(/This month .?Rs 3,000\.00/).waitFor();
  await page.getByText('Nothing more is charged this month').waitFor();
  const charge = page.getByRole('row').filter({ hasText: 'Rs 3,000.00' });
  await charge.filter({ hasText: 'Paid' }).waitFor();
  await page.getByRole('heading', { name: 'Automatic top-up' }).scrollIntoViewIfNeeded();
  await expectAccessible(page);
  await screenshot(page, 'top-up-credit');
  const phone = await site.openAs(OWNER, '/portal/credit', { window: 'phone', locale: 'ur' });
  const title = phone.getByRole('heading', { name: 'خودکار ٹاپ اپ' });
  await title.waitFor();
  await title.scrollIntoViewIfNeeded();
  await expectAccessible(phone);
  await screenshot(phone, 'top-up-credit-phone-ur');
  await page.getByRole('button', { name: 'Switch off' }).click();
  await page.getByText('It is off.').waitFor();
  await page.getByRole('button', { name: 'Forget this card' }).click();
  await page.getByText('No card is kept.').waitFor();
});

it.each(LOOKS)('pages of payments are accessible: %s', async (name, look) => {
  const page = await site.openAs(OWNER, '/portal/credit', look);
  await page.locator('input[inputmode=decimal]').first().waitFor();
  await expectAccessible(page);
  await screenshot(page, `payments-credit-${name}`);
  await page.locator('form button[type=submit]').first().click();
  await page.locator('button[value=leave]').waitFor();
  await screenshot(page, `payments-checkout-${name}`);
  await page.locator('button[value=leave]').click();
  await page.locator('[role=status]').first().waitFor();
  await expectAccessible(page);
  await screenshot(page, `payments-return-${name}`);
});

it('a large balance stays in one line of a phone, and within its box', async () => {
  const page = await site.openAs(RICH, '/portal/', { window: 'phone' });
  const amount = page.getByText('Rs 12,345,678.90');
  const [shown, box] = [await amount.boundingBox(), await amount.locator('../..').boundingBox()];
  expect(shown?.height).toBeLessThan(30);
  expect(shown?.width).toBeLessThan(box?.width ?? 0);
});
