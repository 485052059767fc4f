/** A person's own pages: name, password, second factor, passkeys, sessions, and the settings. */
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MINUTE_MS } from '../../src/domain/durations.ts';
import { limit } from '../../src/domain/limits.ts';
import { codeAt } from '../../src/kit/totp.ts';
import { nameCodeSender } from '../../src/features/sign-in/code-sender.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { eventually } from '../support/eventually.ts';
import { movedClock } from '../support/moved-clock.ts';
import { textsFor } from '../support/newcomers.ts';
import { startPaigham } from '../support/paigham.ts';
import { addPerson, PASSWORD, visit } from '../support/people.ts';
import { mobileOf, openShop } from '../support/shop.ts';
import { v1At } from '../support/v1.ts';
import { BLANK, expectAccessible, LOOKS, openSite, screenshot, walk } from './browser.ts';

const clock = movedClock(Date.now());
const paigham = await startPaigham({ clock });
const shop = await openShop(paigham.world, { rupees: '100' });
// Passkeys belong to the name of a host.
const baseUrl = paigham.baseUrl.replace('127.0.0.1', 'localhost');
const site = await openSite({ baseUrl });
const STAFF = 'staff@profile.example';
await addPerson(paigham.world.admin, STAFF, 'staff');

async function owner(name: string): Promise<string> {
  const email = `${name}@profile.example`;
  await addPerson(paigham.world.admin, email, { accountId: shop.accountId, role: 'owner' });
  return email;
}

async function showWho(page: Page, secret = PASSWORD): Promise<void> {
  await page.getByLabel('Password or code').fill(secret);
  await page.keyboard.press('Enter');
}

describe('a person', () => {
  it('changes name and language, and has them everywhere', async () => {
    const page = await site.openAs(await owner('sana'), '/portal/profile');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Sana Malik');
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'اردو' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'آپ کا پروفائل' }).waitFor();
    await page.getByRole('button', { name: 'آپ', exact: true }).click();
    await page.getByText('Sana Malik').waitFor();
  });

  it('whose language was changed elsewhere sees it here', async () => {
    const email = await owner('huma');
    const page = await site.openAs(email, '/portal/profile');
    // Nobody else gets its clock.
    onTestFinished(() => page.close());
    await page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor();
    const elsewhere = visit(paigham.baseUrl);
    await elsewhere.signIn(email, PASSWORD);
    await elsewhere.ask('/v1/me', { method: 'PATCH', body: { locale: 'ur' } });
    await page.clock.setFixedTime(Date.now() + 2 * MINUTE_MS);
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    await page.getByRole('heading', { level: 1, name: 'آپ کا پروفائل' }).waitFor();
  });

  it('whose language was changed while no page was open sees it in the next', async () => {
    const email = await owner('sadia');
    const page = await site.openAs(email, '/portal/profile');
    await page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor();
    const at = page.url();
    await page.goto('about:blank');
    const elsewhere = visit(paigham.baseUrl);
    await elsewhere.signIn(email, PASSWORD);
    await elsewhere.ask('/v1/me', { method: 'PATCH', body: { locale: 'ur' } });
    await page.goto(at);
    await page.getByRole('heading', { level: 1, name: 'آپ کا پروفائل' }).waitFor();
  });

  it('confirms a mobile number by the code that arrives there', async () => {
    const { accountId, senders, transactional: templateId } = shop;
    const sender = senders.shortCode;
    must(await nameCodeSender(paigham.world.admin, { accountId, sender, templateId }));
    const page = await site.openAs(await owner('bilal'), '/portal/profile');
    await page.getByRole('button', { name: 'Confirm a number' }).click();
    const dialog = page.getByRole('dialog');
    const send = dialog.getByRole('button', { name: 'Send me a code' });
    await dialog.getByLabel('Mobile number').fill('12');
    await send.click();
    await dialog.getByText(/Must be a Pakistani mobile number/).waitFor();
    const phone = mobileOf(0, 710_001);
    await dialog.getByLabel('Mobile number').fill(`0${phone.slice(2)}`);
    await send.click();
    const code = dialog.getByLabel('Code from the text message');
    await code.waitFor();
    await expectAccessible(page);
    const text = await eventually('a code', () => textsFor(paigham.operators, phone)[0]);
    await code.fill('1');
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    await dialog.getByText(/Must be the last one that arrived/).waitFor();
    await code.fill(/\d{6}/.exec(text)?.[0] ?? '');
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByText(`+92 ${phone.slice(2, 5)} ${phone.slice(5)}`).waitFor();
  });

  it('changes the password by the old one, and is signed out elsewhere', async () => {
    const email = await owner('nadia');
    const elsewhere = visit(paigham.baseUrl);
    await elsewhere.signIn(email);
    const page = await site.openAs(email, '/portal/profile');
    await page.getByLabel('Present password').fill('not the password');
    await page.getByLabel('New password').fill('short');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText(/at least \d+ characters/).waitFor();
    await page.getByLabel('New password').fill('quite another password');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText(/^Must be your present password/).waitFor();
    await page.getByLabel('Present password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('The password is changed.').waitFor();
    expect(await elsewhere.ask('/v1/session')).toMatchObject({ status: 401 });
    const again = await visit(paigham.baseUrl).signIn(email, 'quite another password');
    expect(again.status).toBe(200);
  });

  it('turns a second factor on, keeps the codes, and turns it off by one', async () => {
    const email = await owner('zara');
    const page = await site.openAs(email, '/portal/profile');
    await page.getByRole('button', { name: 'Turn it on' }).click();
    // However lately they signed in.
    await showWho(page);
    await page.getByRole('img', { name: 'QR code' }).waitFor();
    await expectAccessible(page);
    const secret = (await page.locator('pre').textContent())?.replaceAll(' ', '') ?? '';
    await page.getByLabel('Code that the app shows').fill(codeAt(secret, clock.nowMs()));
    await page.keyboard.press('Enter');
    const codes = page.locator('pre').filter({ hasText: /\w+\n\w+/ });
    await codes.waitFor();
    const recovery = (await codes.textContent())?.split('\n') ?? [];
    expect(recovery).toHaveLength(limit('recoveryCodes'));
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText('On: signing in takes a code.').waitFor();
    const started = await visit(paigham.baseUrl).signIn(email);
    expect(started.body['state']).toBe('second_factor');

    await page.getByRole('button', { name: 'Turn it off' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn it off' }).click();
    // The authenticator is lost: a recovery code takes its place.
    await showWho(page, recovery[0]);
    await page.getByText('Off: the password alone is enough.').waitFor();
  });

  it('adds a passkey, signs in with it, and removes it', async () => {
    const page = await site.openAs(await owner('imran'), '/portal/profile');
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
        ...{ hasUserVerification: true, isUserVerified: true },
        automaticPresenceSimulation: true,
      },
    });
    await page.getByLabel('Name of the device').fill('My laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await showWho(page);
    await page.getByText('Not used yet').waitFor();
    await page.getByRole('button', { name: 'You', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL('**/portal');
    await page.getByRole('link', { name: 'Your profile' }).click();
    await page.getByText(/^Used /).waitFor();
    await page.getByRole('button', { name: /^Remove .*My laptop/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await showWho(page);
    await page.getByText('None yet.').waitFor();
    await devtools.send('WebAuthn.disable');
    await devtools.detach();
  });

  it('sees where they are signed in, and signs out there', async () => {
    const email = await owner('hina');
    const phone = visit(paigham.baseUrl);
    await phone.signIn(email);
    const page = await site.openAs(email, '/portal/profile');
    const sessions = page.getByRole('region', { name: 'Where you are signed in' });
    await sessions.getByText('This browser').waitFor();
    await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByText('Signed out.').waitFor();
    expect(await phone.ask('/v1/session')).toMatchObject({ status: 401 });
    await eventually('no other', async () => (await sessions.getByRole('button').count()) === 0);
  });

  it('of staff has the same page in the console', async () => {
    const page = await site.openAs(STAFF, '/console');
    await page.getByRole('link', { name: 'Your profile' }).click();
    await page.getByText(STAFF).first().waitFor();
    await page.getByText('Off: the password alone is enough.').waitFor();
  });
});

describe('the settings', () => {
  const settings = async (): Promise<unknown> =>
    (await v1At(paigham.baseUrl, shop.apiKey)('GET /v1/account')).body;

  it('are switched, and say when the plan lacks one', async () => {
    const page = await site.openAs(await owner('asma'), '/portal/settings');
    await page.getByRole('switch', { name: 'Answer HTTP 200 to refusals, too' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await settings()).toMatchObject({ always_200: true });
  });

  it('refuse an address that is none, and keep the list', async () => {
    const page = await site.openAs(await owner('omar'), '/portal/settings');
    const list = page.getByLabel('Addresses and networks');
    const save = page
      .getByRole('region', { name: 'IP list' })
      .getByRole('button', { name: 'Save' });
    await list.fill('127.0.0.0/8\nnowhere');
    await save.click();
    await page
      .getByText(/nowhere/)
      .nth(1)
      .waitFor();
    await list.fill('127.0.0.0/8, ::1');
    await save.click();
    await page.getByText('Saved.').waitFor();
    expect((await v1At(paigham.baseUrl, shop.apiKey)('GET /v1/ip-list')).body).toEqual({
      addresses: ['127.0.0.0/8', '::1/128'],
    });
  });
});

it.each(LOOKS)('every page of them is accessible: %s', async (name, look) => {
  const email = await owner(`look-${name}`);
  const page = await site.openAs(email, BLANK, look);
  for (const path of ['profile', 'settings']) {
    await walk(page, `/portal/${path}`);
    await page.getByRole('heading', { level: 2 }).nth(2).waitFor();
    await expectAccessible(page);
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect(wide).toBeLessThanOrEqual(0);
    // A number after a Latin word is one with it, in Urdu as well.
    if (path === 'settings') await page.getByText('HTTP 200').first().waitFor();
    await screenshot(page, `${path}-${name}`);
  }
});
