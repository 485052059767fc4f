/**
 * The one Chromium of a run: there before the first browser test, and gone after the last. Tests
 * are kept apart by contexts (browser.ts).
 */
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { makeTemporaryDir } from '@paigham/base/data-dir.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    chromium: string;
  }
}

/** Without windows, what pages cost besides their own work is half as much. */
const SHELL = '/usr/bin/chromium-headless-shell';
const CHROMIUM = process.env['CHROMIUM'] ?? (existsSync(SHELL) ? SHELL : '/usr/bin/chromium');
/**
 * Without a graphics card, painting by one that is imitated costs several times as much, and a
 * process of its own for it an eighth of all. No page runs long enough to make up for what
 * optimizing its program costs, nor for compiling again what was forgotten.
 */
const ARGS = [
  ...['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--in-process-gpu'],
  '--js-flags=--no-opt --no-maglev --no-flush-bytecode',
];

/** Called by the runner before the first browser test; what it returns is called after the last. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!existsSync(CHROMIUM)) {
    throw new Error(
      `There is no Chromium at ${CHROMIUM}: install it ` +
        '(apt-get install chromium-headless-shell), or say where it is: CHROMIUM=/path/to/chromium',
    );
  }
  // Pages of an earlier portal would be tested, without a word.
  execFileSync(join(import.meta.dirname, '../../bin/setup'), { stdio: 'inherit' });
  // What it keeps in the temporary directory, it leaves there.
  const folder = makeTemporaryDir();
  const server = await chromium.launchServer({
    ...{ executablePath: CHROMIUM, args: ARGS, host: '127.0.0.1' },
    env: { ...process.env, TMPDIR: folder },
  });
  project.provide('chromium', server.wsEndpoint());
  return async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  };
}
