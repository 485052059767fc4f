/**
 * A new company comes, is verified and reaches its first phone: all in the browser, with staff in
 * another one.
 */
import type { Page, Response } from 'playwright-core';
import { expect, it } from 'vitest';
import { openForNewcomers, textsFor } from '../support/newcomers.ts';
import { addPerson } from '../support/people.ts';
import { eventually } from '../support/eventually.ts';
import { openSite, type Look } from './browser.ts';

const { paigham, newcomer } = await openForNewcomers();
const site = await openSite(paigham);
const STAFF = 'approvals@paigham.example';
await addPerson(paigham.world.admin, STAFF, { staffRole: 'approvals' });
/** One grey pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);
const DOCUMENTS = [
  'Identity card, front',
  'Identity card, back',
  'Face',
  'Agreement',
  'Tax number',
];

/** By the menu, which is behind "More" on a phone. */
async function goTo(page: Page, name: string): Promise<void> {
  const more = page.getByRole('button', { name: 'More', exact: true });
  if (await more.isVisible()) await more.click();
  await page
    .getByRole('navigation', { name: 'Menu' })
    .getByRole('link', { name, exact: true })
    .click();
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** Everything in the queue, each document looked at. */
async function approveAll(page: Page): Promise<void> {
  let made = 0;
  let sent = 0;
  const count = (answer: Response): void => {
    if (answer.url().includes('-approve?') && answer.ok()) sent += 1;
  };
  page.on('response', count);
  const place = page.getByText(/^1 \/ \d+$/);
  const nothing = page.getByText('Nothing waits');
  await place.or(nothing).first().waitFor();
  while (await place.isVisible()) {
    const left = Number((await place.innerText()).split('/')[1]) - 1;
    const look = page.getByRole('button', { name: 'Look at the document' });
    const approve = page.getByRole('button', { name: /^Approve/ });
    await look.or(approve).first().waitFor();
    if (await look.isVisible()) {
      await look.click();
      await page.getByRole('img', { name: 'The document' }).waitFor();
    }
    // Once it has been on the screen for a moment.
    await approve.click();
    made += 1;
    await page.getByText(`1 / ${left}`, { exact: true }).or(nothing).first().waitFor();
  }
  // They leave when they can no longer be taken back.
  await eventually('every decision to be sent', () => sent === made);
  page.off('response', count);
}

it.each([
  ['a desk', {}],
  ['a phone', { window: 'phone' }],
] as const)('from registering to the first text that arrives, at %s', async (_, look: Look) => {
  const zara = newcomer();
  const page = await site.open('/portal/register', look);
  await page.getByLabel('Company').fill(`Zara Textiles ${look.window ?? ''}`);
  await page.getByLabel('Your name').fill('Zara Malik');
  await page.getByLabel('E-mail').fill(zara.email);
  await page.getByLabel('Mobile number').fill(zara.phone);
  await page.locator('input[autocomplete="new-password"]').fill('a long enough password');
  await page.getByRole('checkbox', { name: 'I have read the terms' }).check();
  await page.keyboard.press('Enter');
  const { email_code, phone_code } = await zara.codes();
  await page.locator('input[autocomplete="off"]').fill(email_code);
  await page.locator('input[autocomplete="one-time-code"]').fill(phone_code);
  await page.keyboard.press('Enter');
  const texts = () => textsFor(paigham.operators, zara.phone);
  await page.getByRole('link', { name: 'Send a test message to your own phone' }).click();
  await page.getByRole('button', { name: 'Send 1 message' }).click();
  await page.getByText('Delivered', { exact: true }).waitFor();
  expect(await eventually('the first text', () => texts()[1])).toMatch(
    /^Test message from Zara Textiles .*-Demo message, account not verified\.$/,
  );
  await goTo(page, 'Home');
  await page.getByRole('link', { name: 'Verify your account' }).click();

  for (const document of DOCUMENTS) {
    const item = page.getByRole('region', { name: document, exact: true });
    if (document === 'Tax number') await item.getByRole('textbox').fill('1234567-8');
    const file = { name: 'scan.png', mimeType: 'image/png', buffer: PICTURE };
    await item.locator('input[type=file]').last().setInputFiles(file);
    await item.getByText('Waiting for approval').waitFor();
  }
  await goTo(page, 'SMS templates');
  await page.getByRole('link', { name: 'New template' }).first().click();
  await page.getByRole('textbox', { name: /^Name/ }).fill('Ready');
  await page.getByLabel('Wording').fill('Dear #name#, your order is ready.');
  await page.getByRole('button', { name: 'Submit for approval' }).click();
  await page.getByText('Waiting for approval', { exact: true }).first().waitFor();

  const staff = await site.openAs(STAFF, '/console/approvals');
  await approveAll(staff);

  await goTo(page, 'Send');
  await page.reload();
  await page.getByLabel('To', { exact: true }).fill(zara.phone);
  await page.getByRole('textbox', { name: /^name/ }).fill('Zara');
  await page.getByRole('button', { name: 'Send 1 message' }).click();
  await page.getByText('Delivered', { exact: true }).waitFor();
  expect(await eventually('a text of its own', () => texts()[2])).toBe(
    'Dear Zara, your order is ready.',
  );
});
