/**
 * Builds the portal into `.cache/portal/<digest of its sources>/`, and names the build in
 * `.cache/portal/current`, where the service finds it. Builds nothing that is built already, and
 * keeps a few older builds: running services still answer from them. bin/setup calls it.
 *
 *   node portal/build.ts            builds when needed
 *   node portal/build.ts --check    exit code 0: nothing to do
 */
import { createHash, type Hash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = join(import.meta.dirname, '..');
const builds = join(root, '.cache/portal');
const current = join(builds, 'current');
const KEPT_BUILDS = 4;
/** Shorter files and pictures are not worth it. */
const COMPRESSED = /\.(js|css|svg|html|json)$/;
const LEAST_BYTES = 1_000;

/** What a build depends on. */
const sources = ['portal', 'packages/client/src', 'packages/sms-text/src', 'package-lock.json'];

function digestOf(path: string, hash: Hash): void {
  const isFolder = statSync(join(root, path)).isDirectory();
  hash.update(`${path}\n`);
  if (!isFolder) return void hash.update(readFileSync(join(root, path)));
  const names = readdirSync(join(root, path)).filter((it) => it !== 'node_modules');
  for (const name of names.toSorted()) digestOf(join(path, name), hash);
}

function digest(): string {
  const hash = createHash('sha256');
  for (const path of sources) digestOf(path, hash);
  return hash.digest('hex').slice(0, 16);
}

const isCurrent = (name: string): boolean =>
  existsSync(current) && readFileSync(current, 'utf8') === name;

async function build(name: string): Promise<void> {
  console.error('Setting up: building the portal (once for each version) …');
  // Of whoever asks for it first, also a test: React's pages for developers are slow, and large.
  process.env['NODE_ENV'] = 'production';
  const { build: run } = await import('vite');
  const made = join(builds, `.${name}.${process.pid}`);
  await run({
    ...{ root: import.meta.dirname, logLevel: 'error', mode: 'production' },
    build: { outDir: made, emptyOutDir: true },
  });
  compress(made);
  const target = join(builds, name);
  // Another process may have been as quick: then its build is as good.
  if (!existsSync(target)) renameSync(made, target);
  rmSync(made, { recursive: true, force: true });
}

/** Beside each file its compressed forms, so that serving them costs nothing. */
function compress(folder: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((it) => COMPRESSED.test(it))) {
    const content = readFileSync(join(folder, name));
    if (content.length < LEAST_BYTES || name === 'index.html') continue;
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content, { params }));
  }
}

function nameCurrent(name: string): void {
  const made = `${current}.${process.pid}`;
  writeFileSync(made, name);
  renameSync(made, current);
  const now = new Date();
  utimesSync(join(builds, name), now, now);
  const old = readdirSync(builds, { withFileTypes: true })
    .filter((it) => it.isDirectory() && !it.name.startsWith('.'))
    .map((it) => ({ name: it.name, usedMs: statSync(join(builds, it.name)).mtimeMs }))
    .toSorted((a, b) => b.usedMs - a.usedMs)
    .slice(KEPT_BUILDS);
  for (const it of old) rmSync(join(builds, it.name), { recursive: true, force: true });
}

const name = digest();
if (!isCurrent(name)) {
  if (process.argv.includes('--check')) process.exit(1);
  mkdirSync(builds, { recursive: true });
  if (!existsSync(join(builds, name))) await build(name);
  nameCurrent(name);
}
