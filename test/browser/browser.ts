/**
 * Pages in a real Chromium. Whatever a test does in them, it fails when a page has thrown, logged
 * an error, or asked for something that its security policy forbids.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  chromium,
  type Browser,
  type CDPSession,
  type Locator,
  type Page,
  type Request,
} from 'playwright-core';
import { expect, inject, onTestFinished } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { visit, type Visitor } from '../support/people.ts';

/** A page of a few words: where one begins who goes to several, and where a page waits. */
export const BLANK = '/healthz';

const WINDOWS = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
/** A page that takes longer to show something is broken. */
const PATIENCE_MS = 120_000;
/** Further is too far for anybody's fingers. */
const MOST_TABS = 40;

export type Look = {
  readonly window?: keyof typeof WINDOWS;
  readonly colours?: 'light' | 'dark';
  readonly locale?: 'en' | 'ur';
};

export type Site = {
  /**
   * A browser with nobody signed in, at this path. Later tests use it again: what a test changes
   * in it besides cookies, storage and media, it changes back.
   */
  open(path: string, look?: Look): Promise<Page>;
  /** The same, with somebody signed in who has the password of test/support/people.ts. */
  openAs(email: string, path: string, look?: Look): Promise<Page>;
};

/** This process's line to the run's Chromium. */
let connected: Promise<Browser> | undefined;

/** Pages of a service. */
export async function openSite({ baseUrl }: { readonly baseUrl: string }): Promise<Site> {
  const open = async (path: string, look: Look, cookie?: string): Promise<Page> => {
    const { page } = await takePage(baseUrl, look);
    if (cookie !== undefined) {
      const [name = '', value = ''] = cookie.split('=');
      const added = { name, value, url: baseUrl, httpOnly: true, sameSite: 'Lax' } as const;
      await page.context().addCookies([added]);
    }
    await page.goto(`${baseUrl}${path}`);
    return page;
  };
  /** One address may sign in only so often. */
  const signedIn = new Map<string, Visitor>();
  return {
    open: (path, look = {}) => open(path, look),
    async openAs(email, path, look = {}) {
      const visitor = signedIn.get(email) ?? visit(baseUrl);
      const isSignedIn = signedIn.has(email) && (await visitor.ask('/v1/session')).status === 200;
      if (!isSignedIn) expect(await visitor.signIn(email)).toMatchObject({ status: 200 });
      signedIn.set(email, visitor);
      return open(path, look, visitor.cookie);
    },
  };
}

/** A page, what has gone wrong in it during a test, and how many answers it waits for. */
type Watched = {
  readonly page: Page;
  readonly devtools: CDPSession;
  faults: string[];
  readonly asked: Set<Request>;
};

/**
 * Pages that no test uses now, by their language. A new page has a process of its own, which reads
 * and compiles all of the portal: four times the work of showing it in one that has done so before.
 */
const idle = { en: new Array<Watched>(), ur: new Array<Watched>() };

/** A page for this test. What goes wrong in it fails the test. */
async function takePage(baseUrl: string, look: Look): Promise<Watched> {
  const { window = 'desktop', colours = 'light', locale = 'en' } = look;
  const watched = idle[locale].pop() ?? (await newPage(locale));
  const { page, devtools } = watched;
  await page.setViewportSize(WINDOWS[window]);
  await page.emulateMedia({ media: null, colorScheme: colours });
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: window === 'phone' });
  onTestFinished(async ({ task }) => {
    const isGood = task.result?.state !== 'fail';
    if (isGood && (await isEmptied(page, baseUrl))) idle[locale].push(watched);
    else await page.context().close();
    const { faults } = watched;
    watched.faults = [];
    expect(faults).toEqual([]);
  });
  return watched;
}

/** Whether the page could be made as it was: it shows a few words, and knows of nothing. */
async function isEmptied(page: Page, baseUrl: string): Promise<boolean> {
  // A service that a test has stopped answers no more.
  const isThere = await page.goto(`${baseUrl}${BLANK}`).then(
    () => true,
    () => false,
  );
  if (!isThere || page.context().pages().length > 1) return false;
  await page.evaluate('localStorage.clear(), sessionStorage.clear()');
  await page.context().clearCookies();
  return true;
}

async function newPage(locale: 'en' | 'ur'): Promise<Watched> {
  connected ??= chromium.connect(inject('chromium'));
  const context = await (
    await connected
  ).newContext({ locale: locale === 'ur' ? 'ur-PK' : 'en-GB', reducedMotion: 'reduce' });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  return watch(page, await context.newCDPSession(page));
}

function watch(page: Page, devtools: CDPSession): Watched {
  const watched: Watched = { page, devtools, faults: [], asked: new Set() };
  watchedOf.set(page, watched);
  page.on('request', (request) => {
    // The stream of what happens has no end.
    if (request.resourceType() !== 'eventsource') watched.asked.add(request);
  });
  page.on('response', (response) => watched.asked.delete(response.request()));
  page.on('requestfailed', (request) => watched.asked.delete(request));
  page.on('pageerror', (error) => watched.faults.push(error.message));
  page.on('console', (message) => {
    // A refusal of the service is an answer like any other: the page shows it.
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isRefusal) watched.faults.push(message.text());
  });
  return watched;
}

const watchedOf = new WeakMap<Page, Watched>();

/** Waits until the page has every answer that it has asked for, and shows it. */
export async function settled(page: Page): Promise<void> {
  const isQuiet = async (): Promise<boolean> => {
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
    return watchedOf.get(page)?.asked.size === 0;
  };
  await eventually('every answer is there', async () => (await isQuiet()) && (await isQuiet()));
}

/** Shows another address as a link does, once nothing is left of what was shown before. */
async function push(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `document.querySelectorAll('h1').forEach((it) => it.setAttribute('data-left', '')),
     history.pushState(null, '', ${JSON.stringify(path)})`,
  );
  await page.locator('h1[data-left]').first().waitFor({ state: 'detached' });
}

/**
 * Goes to another page as the links of the portal and the console do: the program that is there
 * shows it, which costs a fifth of loading it anew. Waits until all of it is shown.
 */
export async function walk(page: Page, path: string): Promise<void> {
  const [, side] = /^\/(portal|console)\b/.exec(new URL(page.url()).pathname) ?? [];
  if (side === undefined) await page.goto(new URL(path, page.url()).href);
  else {
    // By a page that is none: from one message to another, say, the heading would stay.
    await push(page, `/${side}/none`);
    await push(page, path);
  }
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await settled(page);
}

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/**
 * Of each element that can be seen: all that axe judges it by. These are its tag, its attributes
 * (whether those for people say anything, and those that name others find them), what is around
 * it, its colours and size, and whether it scrolls; then what concerns the page as a whole. And
 * what axe takes for no fault or only for one to look at: ids that two have, names of what is not
 * there, and buttons that send their form though nobody has said so.
 */
const LOOKS_LIKE = `(() => {
  const found = (ids) => ids.split(/\\s+/).every((id) => document.getElementById(id) !== null);
  const pointing = ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns',
    'aria-activedescendant'];
  const own = /^(role|type|class|lang|dir|scope|tabindex|disabled|aria-(?!label|desc|value)|data-)/;
  const attribute = ({ name, value }) => name + '=' +
    (pointing.includes(name) ? found(value) : own.test(name) ? value : value.trim() !== '');
  const kind = (it) => it === null ? '' : it.tagName + '.' + (it.getAttribute('role') ?? '');
  const see = /^rgba\\(.*, 0\\)$/;
  const behind = (it) => {
    for (let at = it; at !== null; at = at.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(at);
      if (backgroundImage !== 'none') return backgroundImage;
      if (!see.test(backgroundColor)) return backgroundColor;
    }
    return '';
  };
  const seen = (globalThis.seenLooks = new Map());
  for (const it of document.documentElement.querySelectorAll('body, body *')) {
    if (!it.checkVisibility({ visibilityProperty: true })) continue;
    const style = getComputedStyle(it);
    const around = [it, it.parentElement, it.parentElement?.parentElement ?? null].map(kind);
    const look = [
      ...around, ...[...it.attributes].map(attribute),
      [...it.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''),
      it.textContent.trim() !== '', (it.labels?.length ?? 0) > 0,
      style.color, behind(it), style.fontSize, style.fontWeight, style.opacity,
      it.closest('[aria-hidden=true]') !== null,
      /auto|scroll/.test(style.overflow) && it.scrollHeight > it.clientHeight,
    ].join(' ').replaceAll('\\n', ' ');
    if (!seen.has(look)) seen.set(look, it);
  }
  const { lang, dir } = document.documentElement;
  const has = (selector) => document.querySelector(selector) !== null;
  const whole = ['page', lang, dir, document.title !== '', has('main'), has('h1')].join(' ');
  seen.set(whole, document.documentElement);
  const faults = [];
  const fault = (it, why) => faults.push(why + ': ' + it.cloneNode(false).outerHTML);
  const ids = new Set();
  for (const it of document.querySelectorAll('[id]')) {
    if (ids.has(it.id)) fault(it, 'has the id of another');
    ids.add(it.id);
  }
  for (const name of pointing) {
    // What is closed need not be there.
    const but = ['expanded', 'selected'].map((it) => ':not([aria-' + it + '=false])').join('');
    for (const it of document.querySelectorAll('[' + name + ']' + but)) {
      if (!found(it.getAttribute(name))) fault(it, name + ' finds nothing');
    }
  }
  document.querySelectorAll('form button:not([type])').forEach((it) => fault(it, 'has no type'));
  return { shown: [...seen.keys()], faults };
})()`;

/**
 * What axe says of what looks like this, with all that may be at fault together with it: what hides
 * it, or the list, table or form that it is in. All of the page if that is unlike others.
 */
const judge = (unlike: readonly string[]): string => `(() => {
  const whole = 'form, table, ul, ol, dl, select, button, a, [role], section, html';
  const around = (it) =>
    it.closest('[aria-hidden=true]') ?? (it.parentElement ?? it).closest(whole);
  const parts = ${JSON.stringify(unlike)}.map((it) => around(globalThis.seenLooks.get(it)));
  const isAll = parts.includes(document.documentElement) || !parts.every((it) => it?.isConnected);
  // Content outside of landmarks is never grave, and dear to find.
  const how = { resultTypes: ['violations'], rules: { region: { enabled: false } } };
  return axe.run(isAll ? document : { include: [...new Set(parts)] }, how);
})()`;

/** What axe has judged in this run, and found good: a line each, of which some are read here. */
const judged = new Set<string>();
let octetsRead = 0;

const judgedFile = (): string => join(inject('runFolder'), 'judged');

/** Learns what other processes have judged meanwhile. */
function learnJudged(): void {
  const file = judgedFile();
  if (!existsSync(file)) return;
  const octets = readFileSync(file);
  for (const it of octets.subarray(octetsRead).toString().split('\n')) judged.add(it);
  octetsRead = octets.length;
}

type Looked = { readonly shown: readonly string[]; readonly faults: readonly string[] };

type AxeResults = {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string | null;
    readonly nodes: readonly { readonly html: string }[];
  }[];
};

/**
 * Fails on what keeps people from using the page as it is shown now. Only a page that shows
 * something unlike all that was judged before is judged.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const { shown, faults } = await page.evaluate<Looked>(LOOKS_LIKE);
  expect(faults).toEqual([]);
  learnJudged();
  const unlike = shown.filter((it) => !judged.has(it));
  if (unlike.length === 0) return;
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate<AxeResults>(judge(unlike));
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' · ')}`);
  expect(grave).toEqual([]);
  appendFileSync(judgedFile(), unlike.map((it) => `${it}\n`).join(''));
}

const IS_WHOLE = `[...document.querySelectorAll('dd, th, td, [role=cell], [role=columnheader]')]
  .filter((it) => it.checkVisibility())
  .every((it) => {
    const { left, right } = it.getBoundingClientRect();
    return left >= 0 && right <= innerWidth && it.scrollWidth <= it.clientWidth;
  }) && document.documentElement.scrollWidth <= innerWidth`;

/** Waits until the page has what it shows, and no figure and no word of it is cut off. */
export async function expectWhole(page: Page): Promise<void> {
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  await eventually('all of it fits', () => page.evaluate<boolean>(IS_WHOLE));
}

/** Goes on with the Tab key until this has the focus. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let presses = 0; presses < MOST_TABS; presses += 1) {
    if (await wanted.evaluate((it) => it === it.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('it cannot be reached by Tab');
}

const SCREENSHOTS = join(import.meta.dirname, '../../docs/screenshots');

/** With SCREENSHOTS=1, keeps a picture of the page for the documentation. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (process.env['SCREENSHOTS'] !== '1') return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
}

/**
 * Presses a button as long as it is there, until the page has noticed that its session is over. A
 * click that waits would come back with the button, once somebody has signed in again.
 */
export async function pressUntilOver(page: Page, button: Locator): Promise<void> {
  await eventually('the end of the session', async () => {
    await button.evaluateAll((all) => all.forEach((it) => (it as { click(): void }).click()));
    return page.getByText('Your session has ended: sign in to go on.').isVisible();
  });
}

type NamedLook = readonly [name: string, look: Look];

const FEW: readonly NamedLook[] = [
  ['desktop', {}],
  ['phone-dark', { window: 'phone', colours: 'dark' }],
  ['phone-urdu', { window: 'phone', locale: 'ur' }],
];
const OTHERS: readonly NamedLook[] = [
  ['desktop-dark', { colours: 'dark' }],
  ['phone', { window: 'phone' }],
  ['desktop-urdu', { locale: 'ur' }],
];

/** Both sizes, both colours and both languages; each with each for pictures. */
export const LOOKS = process.env['SCREENSHOTS'] === '1' ? [...FEW, ...OTHERS] : FEW;
