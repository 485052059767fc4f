/** Sending a message from the portal, as people of an account do. */
import { beforeAll, describe, expect, it } from 'vitest';
import { messagesOf } from '../support/heard.ts';
import { OPERATOR_NAMES, type Paigham } from '../support/paigham.ts';
import { addPerson, PASSWORD } from '../support/people.ts';
import {
  expectAccessible,
  LOOKS,
  openSite,
  pressUntilOver,
  screenshot,
  tabTo,
  type Site,
} from './browser.ts';
import { openShared } from './shared.ts';

const OWNER = 'owner@send.example';
const VIEWER = 'viewer@send.example';
let paigham: Paigham;
let site: Site;

beforeAll(async () => {
  ({ paigham } = await openShared());
  const { admin, roshan } = paigham.world;
  await addPerson(admin, OWNER, { accountId: roshan.accountId, role: 'owner' });
  await addPerson(admin, VIEWER, { accountId: roshan.accountId, role: 'viewer' });
  site = await openSite(paigham);
});

const pathWith = (template: string): string =>
  `/portal/send?sender=8584&template=${paigham.world.template(template).templateId}`;

/** How many texts with this code the simulated operators have got. */
const heard = (code: string): number =>
  OPERATOR_NAMES.flatMap((name) => messagesOf(paigham.operators[name])).filter(({ text }) =>
    text.startsWith(`Your verification code is ${code}.`),
  ).length;

describe('one message', () => {
  it('is sent by keyboard, and seen to be delivered', async () => {
    const page = await site.openAs(OWNER, pathWith('One-time code'));
    await tabTo(page, page.getByLabel('To', { exact: true }));
    await page.keyboard.type('0300 1234567');
    await page.getByText('1 number', { exact: true }).waitFor();
    await tabTo(page, page.getByLabel('code'));
    await page.keyboard.type('4821');
    await page.getByText('Your verification code is 4821.').waitFor();
    await page.getByText('1 message, 1 part').waitFor();
    const button = page.getByRole('button', { name: 'Send 1 message' });
    await tabTo(page, button);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your message is on its way' }).waitFor();
    await page.getByText('Delivered', { exact: true }).waitFor();
    expect(heard('4821')).toBe(1);
  });
});

describe('a list of numbers', () => {
  it('shows which are none, and goes once to each by a double click', async () => {
    const page = await site.openAs(OWNER, pathWith('One-time code'));
    await page
      .getByLabel('To', { exact: true })
      .fill('03001234568\n0311 1234567, 0421234567\n+923001234568');
    await page.getByText('2 numbers', { exact: true }).waitFor();
    await page.getByText('1 is there twice').waitFor();
    await page.getByText('Not a mobile number: 0421234567').waitFor();
    await page.getByLabel('code').fill('77');
    await page.getByText('0421234567: a landline or service number').waitFor();
    await page.getByRole('button', { name: 'Send 2 messages' }).dblclick();
    await page.getByRole('heading', { name: '2 messages are on their way' }).waitFor();
    await page.getByText('Delivered', { exact: true }).nth(1).waitFor();
    expect(heard('77')).toBe(2);
  });

  it('names what cannot be read by its place, and why, in Urdu', async () => {
    const page = await site.openAs(OWNER, pathWith('One-time code'), { locale: 'ur' });
    await page.locator('textarea').first().fill('0421234567, abc, ۰۳۰۰۱۲۳۴۵۶۸');
    await page.getByLabel('code').fill('77');
    await page.getByText('0421234567: لینڈ لائن یا سروس نمبر ہے۔').waitFor();
    await page.getByText(/نمبر ⁨2⁩: ہندسوں میں حرف/u).waitFor();
  });

  it('is sent once when the answer is lost and one tries again', async () => {
    const page = await site.openAs(OWNER, pathWith('One-time code'));
    await page.getByLabel('To', { exact: true }).fill('03001234569');
    await page.getByLabel('code').fill('78');
    const button = page.getByRole('button', { name: 'Send 1 message' });
    await button.waitFor();
    await page.route('**/v1/messages', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await button.click();
    await page.getByRole('alert').waitFor();
    await page.unroute('**/v1/messages');
    await button.click();
    await page.getByText('Delivered', { exact: true }).waitFor();
    expect(heard('78')).toBe(1);
  });
});

it('what was typed outlives a reload, no connection, and the end of the session', async () => {
  const page = await site.openAs(OWNER, pathWith('One-time code'));
  const to = page.getByLabel('To', { exact: true });
  const code = page.getByLabel('code');
  await to.fill('03001234570');
  await code.fill('7970');
  await page.reload();
  const button = page.getByRole('button', { name: 'Send 1 message' });
  await button.waitFor();
  expect([await to.inputValue(), await code.inputValue()]).toEqual(['03001234570', '7970']);
  await page.context().setOffline(true);
  await button.click();
  await page.getByRole('alert').getByText('You are offline. Nothing was sent').waitFor();
  await page.context().setOffline(false);
  await page.context().clearCookies();
  // The page may notice by itself before the click does.
  await pressUntilOver(page, button);
  await page.getByLabel('E-mail').fill(OWNER);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await button.click();
  await page.getByRole('heading', { name: 'Your message is on its way' }).waitFor();
  expect(heard('7970')).toBe(1);
  await page.getByRole('button', { name: 'Send another' }).click();
  expect(await to.inputValue()).toBe('');
});

it('a page for other roles says so, and offers no form', async () => {
  const page = await site.openAs(VIEWER, '/portal/send');
  await page.getByRole('heading', { name: 'Not for your role' }).waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
});

it('a character that costs is shown, and replaced by a click', async () => {
  const page = await site.openAs(OWNER, pathWith('Order update'));
  await page.getByLabel('name', { exact: false }).first().fill('Ali’s shop');
  await page.getByLabel('order_no').fill('17');
  await page.getByLabel('date').fill('Monday');
  await page.getByText('Unicode').waitFor();
  await page.getByRole('button', { name: "’ → '" }).click();
  await page.getByText('GSM alphabet').waitFor();
  await page.getByText("Dear Ali's shop").waitFor();
});

it.each([...LOOKS])('sending has no obstacle for anybody (%s)', async (name, look) => {
  const page = await site.openAs(OWNER, pathWith('One-time code'), look);
  await page.getByRole('textbox').first().fill('0300 1234567\n0311 1234567\n0421234567');
  await page.getByLabel('code').fill('4821');
  await page.getByText('Rs 9.60').waitFor();
  await expectAccessible(page);
  const width = await page.evaluate('document.documentElement.scrollWidth');
  expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  await screenshot(page, `send-${name}`);
});
