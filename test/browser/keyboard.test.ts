/**
 * Every page of the menus can be used without a mouse: Tab reaches all that can be pressed or
 * filled in, whatever has the focus shows it, and it goes out at the end.
 */
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { Paigham } from '../support/paigham.ts';
import { addPerson } from '../support/people.ts';
import { openSite, type Site, walk } from './browser.ts';
import { openShared } from './shared.ts';

const OWNER = 'owner@keyboard.example';
const STAFF = 'staff@keyboard.example';
const TABS_MORE = 10;
let paigham: Paigham;
let site: Site;

beforeAll(async () => {
  ({ paigham } = await openShared());
  const { admin, roshan } = paigham.world;
  await addPerson(admin, OWNER, { accountId: roshan.accountId, role: 'owner' });
  await addPerson(admin, STAFF, 'staff');
  site = await openSite(paigham);
});

/**
 * Marks what can be pressed or filled in; of a group that arrows move in, one is enough. What is
 * around each page is the same: once it was walked, a page is walked from where its own begins.
 */
const mark = (isFirst: boolean): string => `(() => {
  const sought = 'a[href], button, input, select, textarea, [tabindex="0"]';
  const inGroup = '[role=radio], [role=tab], [role=option], [role=menuitem], input[type=radio]';
  let count = 0;
  for (const it of document.querySelectorAll(sought)) {
    delete it.dataset.sought;
    const { width, height } = it.getBoundingClientRect();
    const isKnown = !${String(isFirst)} && it.closest('main') === null;
    const isOff = isKnown || it.disabled ||
      it.tabIndex < 0 || it.matches(inGroup) || it.type === 'hidden';
    const isSeen = width > 0 && height > 0 && getComputedStyle(it).visibility === 'visible';
    if (!isSeen || isOff) continue;
    it.dataset.sought = String((count += 1));
  }
  if (${String(isFirst)}) return count;
  const main = document.querySelector('main');
  main.tabIndex = -1;
  main.focus({ focusVisible: true });
  return count;
})()`;

/** Notes what has the focus whenever a key goes down: its mark, what it is, whether one sees it. */
const RECORD = `(() => {
  if (window.focused !== undefined) return;
  window.focused = [];
  addEventListener('keydown', () => {
    const it = document.activeElement;
    const { outlineStyle, boxShadow } = getComputedStyle(it);
    const around = getComputedStyle(it.parentElement ?? it);
    const shows = outlineStyle !== 'none' || boxShadow !== 'none' ||
      it.matches('input, textarea') || around.outlineStyle !== 'none';
    window.focused.push({ mark: it.dataset?.sought, tag: it.tagName, shows,
      name: (it.getAttribute('aria-label') ?? it.textContent ?? '').slice(0, 40) });
  }, true);
})()`;

type Focused = {
  readonly mark?: string;
  readonly tag: string;
  readonly shows: boolean;
  readonly name: string;
};

const endsOf = (walked: readonly Focused[]): number =>
  walked.filter(({ tag }) => tag === 'BODY').length;

/** Presses Tab until all of the page must have had the focus; returns what had it, in order. */
async function goRound(page: Page, count: number, ends: number): Promise<readonly Focused[]> {
  await page.evaluate(RECORD);
  const walked: Focused[] = [];
  const mostTabs = count * 3 + 40;
  for (let many = count + 2; endsOf(walked) < ends && walked.length < mostTabs; many = TABS_MORE) {
    await Promise.all(Array.from({ length: many }, () => page.keyboard.press('Tab')));
    walked.push(...(await page.evaluate<readonly Focused[]>('window.focused.splice(0)')));
  }
  return walked;
}

/** What Tab did not reach on a page, and where the focus could not be seen. */
async function faultsOf(page: Page, path: string, isFirst: boolean): Promise<readonly string[]> {
  await walk(page, path);
  const count = await page.evaluate<number>(mark(isFirst));
  // There is always the menu; some pages have nothing of their own to press.
  if (isFirst) expect(count).toBeGreaterThan(0);
  // The first from its end to its end: it may begin in the middle.
  const ends = isFirst ? 2 : 1;
  const walked = await goRound(page, count, ends);
  const reached = walked.map(({ mark }) => mark);
  const unseen = walked
    .filter(({ tag, shows }) => !shows && tag !== 'BODY' && tag !== 'MAIN')
    .map(({ tag, name }) => `${path}: the focus on ${tag} "${name}" is not seen`);
  const missed = await page.evaluate<readonly string[]>(
    `[...document.querySelectorAll('[data-sought]')]
      .filter((it) => !${JSON.stringify(reached)}.includes(it.dataset.sought))
      .map((it) => it.tagName + ' "' + (it.getAttribute('aria-label') ?? it.textContent) + '"')`,
  );
  const stuck = endsOf(walked) < ends ? [`${path}: Tab does not go out`] : [];
  return [...missed.map((it) => `${path}: Tab does not reach ${it}`), ...new Set(unseen), ...stuck];
}

async function faultsOfMenu(page: Page): Promise<readonly string[]> {
  const menu = page.getByRole('navigation', { name: 'Menu' }).getByRole('link');
  await menu.first().waitFor();
  const paths = await menu.evaluateAll((links) => links.map((it) => it.getAttribute('href') ?? ''));
  const faults: string[] = [];
  for (const [index, path] of paths.entries()) {
    faults.push(...(await faultsOf(page, path, index === 0)));
  }
  return faults;
}

it('reaches everything in the portal', async () => {
  expect(await faultsOfMenu(await site.openAs(OWNER, '/portal'))).toEqual([]);
});

it('reaches everything in the console', async () => {
  expect(await faultsOfMenu(await site.openAs(STAFF, '/console'))).toEqual([]);
});
