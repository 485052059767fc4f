/**
 * Pages in a real Chromium. Whatever a test does in them, it fails when a page has thrown, logged
 * an error, or asked for something that its security policy forbids.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { afterFile } from '../support/after-file.ts';
import { visit } from '../support/people.ts';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const WINDOWS = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
/** A page that takes longer to show something is broken. */
const PATIENCE_MS = 30_000;

export type Look = {
  readonly window?: keyof typeof WINDOWS;
  readonly colours?: 'light' | 'dark';
  readonly locale?: 'en' | 'ur';
};

export type Site = {
  /** A browser of its own, with nobody signed in, at this path. */
  open(path: string, look?: Look): Promise<Page>;
  /** The same, with somebody signed in who has the password of test/support/people.ts. */
  openAs(email: string, path: string, look?: Look): Promise<Page>;
};

/** Starts one Chromium for the file. Call it in `beforeAll`. */
export async function openSite({ baseUrl }: { readonly baseUrl: string }): Promise<Site> {
  if (!existsSync(CHROMIUM)) {
    throw new Error(
      `There is no Chromium at ${CHROMIUM}: install it (apt-get install chromium), ` +
        'or say where it is: CHROMIUM=/path/to/chromium',
    );
  }
  const args = ['--no-sandbox', '--disable-dev-shm-usage'];
  const browser = await chromium.launch({ executablePath: CHROMIUM, args });
  afterFile(() => browser.close());
  const open = async (path: string, look: Look, cookie?: string): Promise<Page> => {
    const context = await openContext(browser, look);
    if (cookie !== undefined) {
      const [name = '', value = ''] = cookie.split('=');
      await context.addCookies([{ name, value, url: baseUrl, httpOnly: true, sameSite: 'Lax' }]);
    }
    const page = await context.newPage();
    watch(page, context);
    await page.goto(`${baseUrl}${path}`);
    return page;
  };
  return {
    open: (path, look = {}) => open(path, look),
    async openAs(email, path, look = {}) {
      const visitor = visit(baseUrl);
      expect(await visitor.signIn(email)).toMatchObject({ status: 200 });
      return open(path, look, visitor.cookie);
    },
  };
}

async function openContext(browser: Browser, look: Look): Promise<BrowserContext> {
  const { window = 'desktop', colours = 'light', locale = 'en' } = look;
  const context = await browser.newContext({
    viewport: WINDOWS[window],
    colorScheme: colours,
    locale: locale === 'ur' ? 'ur-PK' : 'en-GB',
    reducedMotion: 'reduce',
    hasTouch: window === 'phone',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

/** What goes wrong in a page fails the test that opened it. */
function watch(page: Page, context: BrowserContext): void {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // A refusal of the service is an answer like any other: the page shows it.
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isRefusal) faults.push(message.text());
  });
  onTestFinished(async () => {
    await context.close();
    expect(faults).toEqual([]);
  });
}

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

type AxeResults = {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string | null;
    readonly nodes: readonly { readonly html: string }[];
  }[];
};

/** Fails on what keeps people from using the page as it is shown now. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' · ')}`);
  expect(grave).toEqual([]);
}

const SCREENSHOTS = join(import.meta.dirname, '../../docs/screenshots');

/** With SCREENSHOTS=1, keeps a picture of the page for the documentation. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (process.env['SCREENSHOTS'] !== '1') return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
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
