/**
 * The client as its users get it: built, packed and installed from the tarball into an empty
 * project, where every program of its README is compiled and run against the service.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { chatConfig, openChatShop, startShopPlatform } from '../support/chat-shop.ts';
import { startPaigham } from '../support/paigham.ts';
import { temporaryDir } from '../support/temporary.ts';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const folder = temporaryDir();

/** Packs the client and installs it; returns the empty project. */
async function install(): Promise<string> {
  await run(join(ROOT, 'bin/pack-client'), [folder]);
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  const shop = join(folder, 'shop');
  mkdirSync(shop);
  writeFileSync(join(shop, 'package.json'), '{"name":"shop","type":"module","private":true}');
  const quiet = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  await run('npm', ['install', ...quiet, join(folder, tarball)], { cwd: shop });
  return shop;
}

it('works from its tarball, as its README says', async () => {
  const platform = await startShopPlatform();
  const paigham = await startPaigham({ config: chatConfig(platform) });
  const { roshan } = paigham.world;
  const chat = await openChatShop(paigham, platform, roshan);
  const shop = await install();
  const readme = readFileSync(join(shop, 'node_modules/@paigham/client/README.md'), 'utf8');
  const programs = [...readme.matchAll(/```ts\n([^]*?)```/g)].map(([, program = '']) => program);
  expect(programs.length).toBeGreaterThan(4);
  const files = programs.map((program, place) => {
    const file = `program-${place}.ts`;
    writeFileSync(join(shop, file), program);
    return file;
  });
  writeFileSync(
    join(shop, 'all.ts'),
    files.map((file) => `await import('./${file.replace('.ts', '.js')}');\n`).join(''),
  );
  const options = ['--target', 'es2022', '--module', 'nodenext', '--strict'];
  const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')];
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  await run(tsc, [...options, ...types, '--outDir', 'out', 'all.ts', ...files], { cwd: shop });
  writeFileSync(join(shop, 'out/package.json'), '{"type":"module"}');
  const { stdout } = await run(process.execPath, ['out/all.js'], {
    cwd: shop,
    env: {
      ...process.env,
      PAIGHAM_URL: paigham.baseUrl,
      PAIGHAM_KEY: roshan.apiKey,
      CHAT_TEMPLATE: chat.template('order_ready'),
    },
  });
  expect(stdout).toMatch(/^\d+: 1 part, 4\.80 PKR\n923001234567: [0-9a-f-]{36}\n/);
  expect(stdout).toMatch(/\n1 part: Your verification code is 4821\. /);
  expect(stdout).toMatch(/\nbatch \d+: 2 messages, 9\.60 PKR\n/);
  expect(stdout.match(/\n\d+ 923\d{9} cancelled/g)).toHaveLength(2);
  expect(stdout).toContain('\nid,kind,batch_id,');
  expect(stdout).toContain('There is no such message.');
  expect(stdout).toContain('Insufficient credit');
});
