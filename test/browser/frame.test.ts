/** What all pages stand in: signing in, the menu, languages, colours, and the policy. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { must } from '../../src/operations/admin.ts';
import { addTemplate, decideTemplate } from '../../src/features/templates/templates.operations.ts';
import { eventually } from '../support/eventually.ts';
import type { Paigham } from '../support/paigham.ts';
import { addPerson, PASSWORD } from '../support/people.ts';
import { openShop } from '../support/shop.ts';
import {
  BLANK,
  expectAccessible,
  LOOKS,
  openSite,
  screenshot,
  settled,
  type Site,
} from './browser.ts';
import { openShared } from './shared.ts';

const OWNER = 'owner@frame.example';
const STAFF = 'staff@frame.example';
const LATE = 'late@frame.example';
let paigham: Paigham;
let site: Site;

beforeAll(async () => {
  ({ paigham } = await openShared());
  const { admin, roshan } = paigham.world;
  await addPerson(admin, OWNER, { accountId: roshan.accountId, role: 'owner' });
  await addPerson(admin, LATE, { accountId: roshan.accountId, role: 'viewer' });
  await addPerson(admin, STAFF, 'staff');
  site = await openSite(paigham);
});

describe('signing in', () => {
  it('is done by keyboard alone, and leads back to where one was going', async () => {
    const page = await site.open('/portal/messages?state=delivered');
    await page.getByLabel('E-mail').waitFor();
    await page.keyboard.type(OWNER);
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor();
    expect(new URL(page.url()).search).toBe('?state=delivered');
  });

  it('shows the sentence of the service when it is refused', async () => {
    const page = await site.open('/');
    await page.getByLabel('E-mail').fill(OWNER);
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await page.getByRole('alert').textContent()).toBe('Invalid login');
  });

  it.each([
    ['en', 'Too many tries from here. Try again in 37 seconds.'],
    ['ur', /بہت زیادہ کوششیں ہوئیں۔ .*37.* سیکنڈ بعد/],
  ] as const)('says after too many tries when the next may be: %s', async (locale, said) => {
    const page = await site.open('/', { locale });
    await page.route('**/v1/session', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      return route.fulfill({
        status: 429,
        contentType: 'application/problem+json',
        headers: { 'retry-after': '37' },
        json: {
          type: 'about:blank',
          status: 429,
          code: 'rate_exceeded',
          detail: 'Error: more than 60 requests in 60 seconds',
        },
      });
    });
    await page.locator('input[type=email]').fill(OWNER);
    await page.locator('input[type=password]').fill('wrong');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('alert').textContent()).toMatch(said);
  });

  it('leads staff to the console', async () => {
    const page = await site.openAs(STAFF, '/');
    await page.waitForURL('**/console');
  });

  it('never leads to another site', async () => {
    const page = await site.openAs(OWNER, '/?back=//evil.example/portal');
    await page.waitForURL('**/portal');
  });

  it('ends with signing out', async () => {
    const page = await site.openAs(OWNER, '/portal');
    await page.getByRole('button', { name: 'You' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('E-mail').waitFor();
    await page.goto(`${paigham.baseUrl}/portal`);
    await page.getByLabel('E-mail').waitFor();
  });

  it('comes first again when the session has ended meanwhile', async () => {
    const page = await site.openAs(OWNER, '/portal');
    await page.getByRole('heading', { level: 1 }).waitFor();
    // What the page still asks for would bring the sign-in before the click does.
    await page.waitForLoadState('networkidle');
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Messages' }).click();
    await page.getByLabel('E-mail').waitFor();
    expect(new URL(page.url()).searchParams.get('back')).toBe('/portal/messages');
  });
});

/** Notices of the browser, as it would show them. */
const STUB = `globalThis.told = [];
  globalThis.Notification = class extends EventTarget {
    static permission = 'default';
    static requestPermission = async () => (Notification.permission = 'granted');
    constructor(_, { body, tag }) { super(); told.push({ body, tag }); }
  };`;

it.each([
  ['two fields of one id', '<p id=a></p><p id=a></p>', 'has the id of another: <p id="a">'],
  ['a label of no field', '<label for=a>Name</label>', 'for finds nothing: <label for="a">'],
  [
    'a name that is not there',
    '<p aria-labelledby="b a"></p><i id=b></i>',
    'aria-labelledby finds',
  ],
  ['words that are not there', '<input aria-label=I aria-describedby=a>', 'aria-describedby finds'],
  [
    'a part that is not there',
    '<button aria-controls=a>Go</button>',
    'aria-controls finds nothing',
  ],
  [
    'a button that sends by accident',
    '<form><button>Show</button></form>',
    'has no type: <button>',
  ],
])('a page with %s is found', async (_, planted, why) => {
  const page = await site.open(BLANK);
  await page.evaluate(`document.body.innerHTML = ${JSON.stringify(planted)}`);
  const actual = [expect.stringContaining(why)];
  await expect(expectAccessible(page)).rejects.toMatchObject({ actual });
});

it.each([
  ['<svg role="img"></svg>', 'svg-img-alt'],
  ['<p><font color="#dddddd">Faint</font></p>', 'color-contrast'],
  ['<ul><b>One</b></ul>', 'list'],
  ['<div role="list"><b>One</b></div>', 'aria-required-children'],
  ['<p><button type="button"></button></p>', 'button-name'],
  ['<p><input></p>', 'label'],
  ['<div aria-hidden="true"><p><b><a href="/">On</a></b></p></div>', 'aria-hidden-focus'],
])('in a page that was judged before, %s is found', async (planted, id) => {
  const page = await site.open(BLANK);
  const show = (more: string) => {
    const body = JSON.stringify(`<main><h1>One</h1>${more}</main>`);
    const named = `document.title = 'One', document.documentElement.lang = 'en'`;
    return page.evaluate(`${named}, document.body.innerHTML = ${body}`);
  };
  await show('');
  await expectAccessible(page);
  await show(planted);
  const actual = [expect.stringMatching(new RegExp(`^${id}: `))];
  await expect(expectAccessible(page)).rejects.toMatchObject({ actual });
});

describe('the bell', () => {
  it('tells what was decided, also by the browser to who looks elsewhere', async () => {
    const { admin } = paigham.world;
    const { accountId } = await openShop(paigham.world, { rupees: '9' });
    const email = 'bell@frame.example';
    await addPerson(admin, email, { accountId, role: 'owner' });
    const page = await site.openAs(email, '/portal');
    // Nobody else gets its clock and its notices.
    onTestFinished(() => page.close());
    await page.clock.install();
    await page.addInitScript(STUB);
    await page.reload();
    const bell = (name: string) => page.getByRole('button', { name, exact: true });
    await page.getByRole('button', { name: /^Notices: .* new$/ }).click();
    const list = page.getByRole('dialog', { name: 'Notices' });
    await list.getByText('Rs 9.00').waitFor();
    await list.getByRole('switch', { name: /^Tell me in this browser/ }).press('Space');
    await expectAccessible(page);
    await screenshot(page, 'bell-desktop');
    await page.keyboard.press('Escape');
    await bell('Notices').waitFor();
    await page.evaluate(
      `Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })`,
    );
    const wording = { accountId, name: 'Bill', category: 'transactional', variables: [] } as const;
    const { templateId } = must(await addTemplate(admin, { ...wording, message: 'It is ready.' }));
    const decided = { accountId, templateId, state: 'rejected', reason: 'Too short.' } as const;
    must(await decideTemplate(admin, decided));
    await page.clock.fastForward(61_000);
    await bell('Notices: 1 new').waitFor();
    const told = await eventually('a notice', async () => {
      const all = await page.evaluate<{ body: string; tag: string }[]>('told');
      return all.length > 0 && all;
    });
    expect(told.map(({ body }) => body.replaceAll(/[\u2066-\u2069]/gu, ''))).toEqual([
      'The template Bill was rejected.',
    ]);
    expect(told[0]?.tag).toBe(`/portal/templates/${templateId}`);
    await bell('Notices: 1 new').click();
    await list.getByText('Too short.').waitFor();
    await list
      .getByRole('link', { name: /The template/ })
      .first()
      .click();
    await page.waitForURL(`**/portal/templates/${templateId}`);
  });
});

describe('every page', () => {
  it.each([...LOOKS])('has no obstacle for anybody (%s)', async (name, look) => {
    const open = await site.open('/', look);
    await open.getByRole('heading', { level: 1 }).waitFor();
    await expectAccessible(open);
    await screenshot(open, `sign-in-${name}`);
    const page = await site.openAs(OWNER, '/portal', look);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectAccessible(page);
    await screenshot(page, `home-${name}`);
  });

  it('runs from right to left in Urdu, and remembers the language', async () => {
    const page = await site.openAs(OWNER, '/portal');
    await page.getByRole('button', { name: 'You' }).click();
    await page.getByRole('menuitem', { name: 'اردو' }).click();
    await page.getByRole('link', { name: 'پیغامات' }).waitFor();
    const html = page.locator('html');
    expect(await html.getAttribute('dir')).toBe('rtl');
    expect(await html.getAttribute('lang')).toBe('ur');
    await page.reload();
    await page.getByRole('link', { name: 'پیغامات' }).waitFor();
    const menu = await page.getByRole('link', { name: 'پیغامات' }).boundingBox();
    expect(menu?.x).toBeGreaterThan(1_000);
  });

  it('is in the language of the profile in any browser, unless one is chosen there', async () => {
    const page = await site.openAs(LATE, '/portal');
    await page.getByRole('button', { name: 'You' }).click();
    await page.getByRole('menuitem', { name: 'اردو' }).click();
    await page.getByRole('link', { name: 'پیغامات' }).waitFor();
    await settled(page);
    const signIn = async (other: Page): Promise<void> => {
      await other.locator('input[type="email"]').fill(LATE);
      await other.locator('input[type="password"]').fill(PASSWORD);
      await other.keyboard.press('Enter');
    };
    const other = await site.open('/');
    await signIn(other);
    await other.getByRole('link', { name: 'پیغامات' }).waitFor();
    const third = await site.open('/');
    await third.getByRole('button', { name: 'اردو' }).click();
    await third.getByRole('button', { name: 'English' }).click();
    await signIn(third);
    await third.getByRole('link', { name: 'Messages' }).waitFor();
  });

  it('is found by Ctrl-K', async () => {
    const page = await site.openAs(OWNER, '/portal');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Find a page').fill('delivery report');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor();
    // Whoever types at once loses no letter.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('webhooks');
    await page.getByPlaceholder('Find a page').waitFor();
    expect(await page.getByPlaceholder('Find a page').inputValue()).toBe('webhooks');
  });
});

type Chunk = {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
};

it.each([
  ['the sign-in', 'sign-in/sign-in-page.tsx'],
  ['Home', 'home/home-page.tsx'],
  ['the console', 'console-home/console-home-page.tsx'],
])('%s needs at most 250 kB of JavaScript, as it is shipped', (_, page) => {
  const builds = join(import.meta.dirname, '../../.cache/portal');
  const folder = join(builds, readFileSync(join(builds, 'current'), 'utf8'));
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  const needed = new Set<string>();
  const need = (name: string): void => {
    const chunk = manifest[name];
    if (chunk === undefined || needed.has(chunk.file)) return;
    needed.add(chunk.file);
    for (const it of chunk.imports ?? []) need(it);
  };
  const frame = Object.keys(manifest).find((it) => manifest[it]?.name === 'frame') ?? 'the frame';
  for (const it of ['index.html', `src/features/${page}`, frame]) {
    expect(manifest).toHaveProperty([it]);
    need(it);
  }
  const bytes = [...needed].map((file) => {
    const content = readFileSync(join(folder, file));
    const packed = join(folder, `${file}.br`);
    return existsSync(packed) ? readFileSync(packed).length : content.length;
  });
  const total = bytes.reduce((sum, it) => sum + it, 0);
  expect(needed.size).toBeGreaterThan(1);
  // A request each, of which a browser makes six at once.
  expect(needed.size).toBeLessThanOrEqual(12);
  expect(total).toBeLessThan(250_000);
});
