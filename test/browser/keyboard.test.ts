/**
 * Every page of the menus can be used without a mouse: Tab reaches all that can be pressed or
 * filled in, whatever has the focus shows it, and it goes out at the end.
 */
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { addPerson } from '../support/people.ts';
import { openSite, type Site } from './browser.ts';

const OWNER = 'owner@keys.example';
const STAFF = 'staff@keys.example';
let paigham: Paigham;
let site: Site;

beforeAll(async () => {
  paigham = await startPaigham();
  const { admin, roshan } = paigham.world;
  await addPerson(admin, OWNER, { accountId: roshan.accountId, role: 'owner' });
  await addPerson(admin, STAFF, 'staff');
  site = await openSite(paigham);
});

/** Marks what can be pressed or filled in; of a group that arrows move in, one is enough. */
const MARK = `(() => {
  const sought = 'a[href], button, input, select, textarea, [tabindex="0"]';
  const inGroup = '[role=radio], [role=tab], [role=option], [role=menuitem], input[type=radio]';
  let count = 0;
  for (const it of document.querySelectorAll(sought)) {
    const { width, height } = it.getBoundingClientRect();
    const isOff = it.disabled || it.tabIndex < 0 || it.matches(inGroup) || it.type === 'hidden';
    const isSeen = width > 0 && height > 0 && getComputedStyle(it).visibility === 'visible';
    if (!isSeen || isOff) continue;
    it.dataset.sought = String((count += 1));
  }
  return count;
})()`;

/** What has the focus: its mark, what it is, and whether the focus can be seen. */
const FOCUSED = `(() => {
  const it = document.activeElement;
  const { outlineStyle, boxShadow } = getComputedStyle(it);
  const around = getComputedStyle(it.parentElement ?? it);
  const shows = outlineStyle !== 'none' || boxShadow !== 'none' || it.matches('input, textarea') ||
    around.outlineStyle !== 'none';
  return { mark: it.dataset?.sought, tag: it.tagName, shows,
    name: (it.getAttribute('aria-label') ?? it.textContent ?? '').slice(0, 40) };
})()`;

type Focused = {
  readonly mark?: string;
  readonly tag: string;
  readonly shows: boolean;
  readonly name: string;
};

/** What Tab did not reach on a page, and where the focus could not be seen. */
async function faultsOf(page: Page, path: string): Promise<readonly string[]> {
  await page.goto(new URL(path, page.url()).href);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  const count = await page.evaluate<number>(MARK);
  expect(count).toBeGreaterThan(0);
  const reached = new Set<string>();
  const unseen = new Set<string>();
  // Once around: a page may begin in the middle.
  let ends = 0;
  for (let presses = 0; presses < count * 3 + 20 && ends < 2; presses += 1) {
    await page.keyboard.press('Tab');
    const { mark, tag, shows, name } = await page.evaluate<Focused>(FOCUSED);
    if (tag === 'BODY') ends += 1;
    if (mark !== undefined) reached.add(mark);
    if (!shows && tag !== 'BODY') unseen.add(`${path}: the focus on ${tag} "${name}" is not seen`);
  }
  const missed = await page.evaluate<readonly string[]>(
    `[...document.querySelectorAll('[data-sought]')]
      .filter((it) => !${JSON.stringify([...reached])}.includes(it.dataset.sought))
      .map((it) => it.tagName + ' "' + (it.getAttribute('aria-label') ?? it.textContent) + '"')`,
  );
  return [...missed.map((it) => `${path}: Tab does not reach ${it}`), ...unseen];
}

async function faultsOfMenu(page: Page): Promise<readonly string[]> {
  const menu = page.getByRole('navigation', { name: 'Menu' }).getByRole('link');
  await menu.first().waitFor();
  const paths = await menu.evaluateAll((links) => links.map((it) => it.getAttribute('href') ?? ''));
  const faults: string[] = [];
  for (const path of paths) faults.push(...(await faultsOf(page, path)));
  return faults;
}

it('reaches everything in the portal', async () => {
  expect(await faultsOfMenu(await site.openAs(OWNER, '/portal'))).toEqual([]);
});

it('reaches everything in the console', async () => {
  expect(await faultsOfMenu(await site.openAs(STAFF, '/console'))).toEqual([]);
});
