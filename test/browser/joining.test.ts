/** How people come in by the browser: registering, a new password, an invitation. */
import { describe, expect, it } from 'vitest';
import { ALL_CODES } from '../../src/features/sign-in/try-counts.ts';
import { limit } from '../../src/domain/limits.ts';
import { eventually } from '../support/eventually.ts';
import { addPerson, visit } from '../support/people.ts';
import { expectAccessible, LOOKS, openSite, screenshot } from './browser.ts';
import { openShared } from './shared.ts';

const { mails, paigham, shop, newcomer, rows } = await openShared();
const site = await openSite(paigham);
const OWNER = 'owner@lahore.example';
await addPerson(paigham.world.admin, OWNER, { accountId: shop.accountId, role: 'owner' });

/** Where the newest mail to an address leads, on this host. */
async function linkTo(email: string): Promise<string> {
  const mail = await eventually('a mail with a link', () => mails.to(email).at(-1));
  const [path] = /\/portal\/\w+#token=[\w-]+/.exec(mail.text) ?? [];
  if (path === undefined) throw new Error(`there is no link in: ${mail.text}`);
  return path;
}

describe('registering', () => {
  it.each([...LOOKS])('leads home by two codes, with no obstacle (%s)', async (name, look) => {
    const zara = newcomer();
    const page = await site.open('/', look);
    await page.locator('a[href="/portal/register"]').click();
    const type = (kind: string, text: string) =>
      page.locator(`input[autocomplete="${kind}"]`).fill(text);
    await type('organization', 'Zara Textiles');
    await type('name', 'Zara Malik');
    await type('username', zara.email);
    await type('tel', zara.phone);
    await type('new-password', 'a long enough password');
    await page.locator('input[type="checkbox"]:required').check();
    if (look.locale === 'ur') await page.getByText(/^صرف مقامی/).waitFor();
    await expectAccessible(page);
    await page.evaluate('scrollTo(0, 0)');
    await screenshot(page, `register-${name}`);
    await page.keyboard.press('Enter');
    const { email_code, phone_code } = await zara.codes();
    // The mail may be there before the answer.
    await page.locator('input[autocomplete="off"]').waitFor();
    // As phones do while their person reads the text message.
    await page.reload();
    await page.locator('input[autocomplete="off"]').fill(email_code);
    await type('one-time-code', phone_code);
    await expectAccessible(page);
    await screenshot(page, `register-codes-${name}`);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/portal');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await visit(paigham.baseUrl).signIn(zara.email)).toMatchObject({ status: 200 });
  });

  it('works for some seconds when many register, and asks for the codes that came', async () => {
    const { world } = paigham;
    await rows(
      'many',
      `insert into try_counts (key_hash, tries, ends_at)
      values (decode($1, 'hex'), $2, now() + interval '1 hour')
      on conflict (key_hash) do update set tries = excluded.tries`,
      [world.seal.hash(`tries of ${ALL_CODES.key}`), limit('codesOfStrangers') / 4],
    );
    const zara = newcomer();
    const crowded = [`code mail ${zara.email}`, `code phone ${zara.phone}`];
    const page = await site.open('/portal/register');
    await page.getByLabel('Company').fill('Zara Textiles');
    await page.getByLabel('Your name').fill('Zara Malik');
    await page.getByLabel('E-mail').fill(zara.email);
    await page.getByLabel('Mobile number').fill(zara.phone);
    await page.locator('input[autocomplete="new-password"]').fill('a long enough password');
    await page.getByRole('checkbox', { name: 'My program was written' }).check();
    await page.getByRole('checkbox', { name: 'I have read the terms' }).check();
    await page.getByRole('button', { name: 'Send me the codes' }).click();
    const first = await zara.codes();
    await page.getByRole('button', { name: 'Change what I entered' }).click();
    for (const key of crowded) {
      await rows('crowded', `update try_counts set tries = 5 where key_hash = decode($1, 'hex')`, [
        world.seal.hash(`tries of ${key}`),
      ]);
    }
    await page.getByRole('checkbox', { name: 'I have read the terms' }).check();
    await page.getByRole('button', { name: 'Send me the codes' }).click();
    await page.getByLabel('Code from the e-mail').fill(first.email_code);
    await page.getByLabel('Code from the SMS').fill(first.phone_code);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send me the codes' }).click();
    await page.getByRole('button', { name: 'Open my account' }).waitFor();
    const { email_code, phone_code } = await zara.codes(2);
    await page.getByLabel('Code from the e-mail').fill(email_code);
    await page.getByLabel('Code from the SMS').fill(phone_code);
    await page.getByRole('button', { name: 'Open my account' }).click();
    await page.waitForURL('**/portal');
    await page.goto(`${paigham.baseUrl}/portal/settings`);
    const always200 = page.getByRole('switch', { name: 'Answer HTTP 200 to refusals, too' });
    await always200.waitFor();
    expect(await always200.isChecked()).toBe(true);
  });

  it('says beside a field what is wrong with it', async () => {
    const page = await site.open('/portal/register');
    await page.getByLabel('Company').fill('1001');
    await page.getByLabel('Your name').fill('Zara');
    await page.getByLabel('E-mail').fill('zara@shop.example');
    await page.getByLabel('Mobile number').fill('0421234567');
    await page.locator('input[autocomplete="new-password"]').fill('a long enough password');
    await page.getByRole('checkbox', { name: 'I have read the terms' }).check();
    await page.getByRole('button', { name: 'Send me the codes' }).click();
    await page.getByText('must be a Pakistani mobile number').waitFor();
    await page.getByText('must not be a number').waitFor();
  });
});

it('a forgotten password is replaced by the mailed link', async () => {
  const email = 'forgetful@lahore.example';
  await addPerson(paigham.world.admin, email, { accountId: shop.accountId, role: 'viewer' });
  const page = await site.open('/');
  await page.getByRole('link', { name: 'Forgotten your password?' }).click();
  // The page to sign in has a field of that name, too.
  await page.getByRole('heading', { name: 'New password' }).waitFor();
  await page.getByLabel('E-mail').fill(email);
  await page.keyboard.press('Enter');
  await page.getByRole('status').waitFor();
  const chosen = await site.open(await linkTo(email));
  await chosen.getByLabel('New password').fill('quite another password');
  expect(chosen.url()).not.toContain('token');
  await chosen.keyboard.press('Enter');
  await chosen.getByText('The new password is valid').waitFor();
  const again = await visit(paigham.baseUrl).signIn(email, 'quite another password');
  expect(again.status).toBe(200);
});

it('an invitation makes a login for whoever has none, and leads home', async () => {
  const email = 'invited@lahore.example';
  const owner = visit(paigham.baseUrl);
  await owner.signIn(OWNER);
  const body = { email, role: 'developer' };
  expect(await owner.ask('/v1/invitations', { method: 'POST', body })).toMatchObject({
    status: 201,
  });
  const page = await site.open(await linkTo(email));
  const { body: who } = await owner.ask('/v1/session');
  const { person, accounts } = who as unknown as Record<'person', { name: string }> &
    Record<'accounts', readonly { name: string }[]>;
  const invites = page.getByText('invites you to work for');
  await invites.waitFor();
  const told = (await invites.innerText()).replaceAll(/[\u2066-\u2069]/gu, '');
  expect(told).toBe(`${person.name} invites you to work for ${accounts[0]?.name} as a developer.`);
  await page.getByText(`You sign in as ${email}`).waitFor();
  await page.getByLabel('Your name').fill('Imran Shah');
  await page.getByLabel('New password').fill('a long enough password');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/portal');
  await page.getByRole('button', { name: 'You' }).click();
  await page.getByText('Imran Shah').waitFor();
});
