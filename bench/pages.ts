/**
 * The portal in Chromium, on a service of its own whose account has a million messages: until the
 * first page can be used, and until a list has scrolled, filtered and searched.
 * `node bench/pages.ts --messages 1000000 --runs 5`
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright-core';
import { makeTemporaryDir } from '@paigham/base/data-dir.ts';
import { median } from './median.ts';
import { fill } from './paigham/fill.ts';
import { cleanUpLater, endAll, start } from './programs.ts';
import { freePort, readPage, until } from './waiting.ts';

const ROOT = join(import.meta.dirname, '..');

type Login = { readonly email: string; readonly password: string };
type Demo = { readonly accountId: string; readonly owner: Login };

/** How long a step takes from when a person begins it until they see what they wanted. */
async function time(step: () => Promise<unknown>): Promise<number> {
  const beganMs = performance.now();
  await step();
  return performance.now() - beganMs;
}

/** Looks in every frame that is drawn: a locator looks again only after half a second. */
function seen(page: Page, condition: string): Promise<unknown> {
  return page.evaluate(`new Promise((resolve) => {
    const look = () => ((${condition}) ? resolve() : requestAnimationFrame(look));
    look();
  })`);
}

async function firstPage(browser: Browser, url: string, { email, password }: Login) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const signIn = await time(async () => {
    await page.goto(url);
    await page.getByLabel('E-mail').fill(email);
  });
  await page.getByLabel('Password', { exact: true }).fill(password);
  const home = await time(async () => {
    await page.keyboard.press('Enter');
    await seen(page, `document.querySelector('a[href="/portal/messages"]')`);
  });
  return { page, signIn, home };
}

/** The list of messages: opened, filtered, searched, and scrolled by several pages. */
async function useList(page: Page, url: string) {
  const shown = (text: string, gone = 'Loading') => {
    const table = `document.querySelector('[role=table]:not([data-stale] *)')?.textContent ?? ''`;
    return seen(page, `(${table}).includes('${text}') && !(${table}).includes('${gone}')`);
  };
  const open = await time(async () => {
    await page.getByRole('link', { name: 'Messages' }).click();
    await shown('Delivered');
  });
  await page.getByRole('combobox', { name: 'State' }).click();
  const filter = await time(async () => {
    await page.getByRole('option', { name: 'Failed' }).click();
    await shown('Failed', 'Delivered');
  });
  const search = await time(async () => {
    await page.getByLabel('Recipient', { exact: true }).fill('923000000107');
    await shown('+92 300 0000107');
  });
  await page.goto(`${url}/portal/messages`);
  await shown('Delivered');
  const scrolls: number[] = [];
  for (let screens = 1; screens <= 20; screens += 1) {
    scrolls.push(
      await time(() =>
        page.evaluate(`new Promise((resolve) => {
          const table = document.querySelector('[role=table]');
          table.scrollTop += table.clientHeight;
          const look = () => {
            const { bottom } = table.getBoundingClientRect();
            const rows = [...table.querySelectorAll('a')];
            const last = rows.at(-1)?.getBoundingClientRect().bottom ?? 0;
            if (last >= bottom - 60) resolve(); else requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        })`),
      ),
    );
  }
  return { open, filter, search, scroll: Math.max(...scrolls) };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      messages: { type: 'string', default: '1000000' },
      runs: { type: 'string', default: '5' },
    },
  });
  const folder = makeTemporaryDir();
  cleanUpLater(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  start(join(ROOT, 'bin/start'), ['--data-dir', dataDir, '--port', port]);
  await until('the service', 120_000, () => readPage(`${url}/portal`));
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo;
  const { accountId } = demo;
  await fill(dataDir, { accountId, messages: Number(values.messages), days: 2 });
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  cleanUpLater(() => void browser.close());
  const measured: Record<string, number>[] = [];
  for (let run = 0; run < Number(values.runs); run += 1) {
    const { page, ...first } = await firstPage(browser, url, demo.owner);
    measured.push({ ...first, ...(await useList(page, url)) });
    await page.context().close();
  }
  for (const step of Object.keys(measured[0] ?? {})) {
    const each = measured.map((it) => it[step] ?? 0);
    console.log(step, `${Math.round(median(each))} ms`, each.map(Math.round).join(' '));
  }
}

try {
  await main();
} finally {
  await endAll();
}
