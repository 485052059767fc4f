/** What can go wrong with a backup and its way back, with a demo that was stopped. */
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Demo } from '../../src/demo/seed-demo.ts';
import { findPostmaster } from '@paigham/embedded-postgres/postmaster.ts';
import { beginPaigham, paigham } from '../support/command-line.ts';
import { eventually } from '../support/eventually.ts';
import { start } from '../support/started.ts';
import { temporaryDir } from '../support/temporary.ts';

const KEPT = ['demo.json', 'simulators.json', 'chat-platform.json', 'portability.json'];

let safe: string;
let demo: string;
let backup: string;

beforeAll(async () => {
  safe = temporaryDir();
  [demo, backup] = [join(safe, 'demo'), join(safe, 'backup')];
  const started = start(demo, ['--port', '0']);
  await started.ready();
  await started.stop();
  const made = await paigham('backup', backup, '--data-dir', demo);
  expect([made.code, made.out]).toEqual([0, expect.stringContaining('contains master.key')]);
});

/** One sentence, and nothing that a program prints when it breaks. */
const sentence = (words: string): unknown =>
  expect.stringMatching(new RegExp(`^[^\\n]*${words}[^\\n]*\\n$`));

/** Of the demo's own database: the one with its tables is the newest. */
function largestFolder(): string {
  const folders = readdirSync(join(backup, 'postgres/base')).map(Number);
  return `postgres/base/${Math.max(...folders)}`;
}

/** What of the backup is done away with, for the length of `work`. */
async function without(name: string, work: () => Promise<void>): Promise<void> {
  const aside = join(safe, 'aside');
  renameSync(join(backup, name), aside);
  try {
    await work();
  } finally {
    rmSync(join(backup, name), { recursive: true, force: true });
    renameSync(aside, join(backup, name));
  }
}

async function isRefused(words: string): Promise<void> {
  const dataDir = join(safe, 'damaged');
  const { code, err } = await paigham('restore', backup, '--data-dir', dataDir);
  expect({ code, err }).toEqual({ code: 1, err: sentence(`This backup is damaged: ${words}`) });
  expect(existsSync(dataDir)).toBe(false);
}

describe('a backup that is damaged is not restored, and leaves nothing behind', () => {
  it.each([
    ['a file', () => `${largestFolder()}/1259`],
    ['a folder', () => 'postgres/pg_notify'],
    ['the database', () => 'postgres'],
    ['a secret', () => 'postgres.password'],
  ])('without %s', (_, name) => without(name(), () => isRefused(`${name()}/? is missing`)));

  it('when a file is shorter, or has another content', async () => {
    const name = `${largestFolder()}/1259`;
    await without(name, async () => {
      cpSync(join(safe, 'aside'), join(backup, name));
      truncateSync(join(backup, name), 8_192);
      await isRefused(`${name} has 8192 bytes, not`);
      const octets = readFileSync(join(safe, 'aside'));
      writeFileSync(join(backup, name), octets.fill(1, 9_000, 9_001));
      await isRefused(`${name} has changed`);
    });
  });

  it('when it does not say what is in it, and its server finds the fault', async () => {
    await without('backup.json', async () => {
      const { form, at } = JSON.parse(readFileSync(join(safe, 'aside'), 'utf8')) as never;
      writeFileSync(join(backup, 'backup.json'), JSON.stringify({ form, at }));
      const folder = largestFolder();
      renameSync(join(backup, folder), join(safe, 'base'));
      const dataDir = join(safe, 'old');
      mkdirSync(dataDir);
      chmodSync(dataDir, 0o711);
      const { code, err } = await paigham('restore', backup, '--data-dir', dataDir);
      expect({ code, err }).toEqual({ code: 1, err: sentence('This backup is damaged: ') });
      expect(readdirSync(dataDir)).toEqual([]);
      renameSync(join(safe, 'base'), join(backup, folder));
      expect((await paigham('restore', backup, '--data-dir', dataDir)).code).toBe(0);
    });
  });
});

describe('restore', () => {
  it('refuses a folder that is not empty, or nowhere, and a server of one’s own', async () => {
    const dataDir = join(safe, 'full');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'notes.txt'), 'mine');
    const full = await paigham('restore', backup, '--data-dir', dataDir);
    expect(full).toMatchObject({ code: 1, err: sentence('is not an empty folder: ') });
    expect(readdirSync(dataDir)).toEqual(['notes.txt']);
    const below = await paigham('restore', backup, '--data-dir', join(safe, 'usb/data'));
    expect(below).toMatchObject({ code: 1, err: sentence('There is no .*/usb: ') });
    const key = Buffer.alloc(32, 7).toString('base64');
    const own = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', MASTER_KEY: key };
    const env = { ...process.env, ...own };
    const words = ['restore', backup, '--data-dir', join(safe, 'other')];
    const other = await beginPaigham(words, env).said;
    expect(other).toMatchObject({ code: 1, err: sentence('DATABASE_URL names') });
    expect(existsSync(join(safe, 'other'))).toBe(false);
  });

  it('leaves nothing when a signal ends it', async () => {
    const dataDir = join(safe, 'interrupted');
    const { child, said } = beginPaigham(['restore', backup, '--data-dir', dataDir]);
    await eventually('copies', () => existsSync(dataDir) && readdirSync(dataDir).length > 0);
    child.kill('SIGTERM');
    expect(await said).toMatchObject({ code: 1, err: sentence('Interrupted: nothing was kept') });
    expect(existsSync(dataDir)).toBe(false);
  });

  it('makes a demo that sends, beside the one it is of, and says how to start it', async () => {
    const dataDir = join(safe, 'restored');
    const done = await paigham('restore', backup, '--data-dir', dataDir);
    expect(done).toMatchObject({ code: 0 });
    expect(done.out).toContain(`bin/start --data-dir ${dataDir}`);
    for (const name of KEPT) {
      expect(readFileSync(join(dataDir, name), 'utf8')).toBe(
        readFileSync(join(demo, name), 'utf8'),
      );
      expect(statSync(join(backup, name)).mode & 0o077).toBe(0);
    }
    const started = start(dataDir, ['--port', '0']);
    await started.ready();
    await isDelivered(JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo);
    expect(await started.stop()).toBe(0);
  });
});

async function isDelivered({ apiKey, baseUrl, senders, templates }: Demo): Promise<void> {
  const body = new URLSearchParams({
    ...{ api_key: apiKey, sender: senders.shortCode, mobile: '923001234567' },
    ...{ template_id: templates[0]?.id ?? '', message: '{"code":"4821"}' },
  });
  const answer = await fetch(`${baseUrl}/api/sms.php`, { method: 'POST', body });
  const id = (await answer.text()).replace('OK ID:', '');
  const report = `${baseUrl}/api/delivery.php?api_key=${apiKey}&id=${id}`;
  await eventually('the message', async () => (await (await fetch(report)).text()) === 'DELIVERED');
}

describe('backup', () => {
  it.each([
    ['in the installation itself', () => join(demo, 'copy'), 'name a folder elsewhere'],
    ['below a folder that is missing', () => join(safe, 'usb/copy'), 'There is no .*/usb: '],
    ['that cannot be made', () => '/proc/b', 'cannot be made: no such file or directory'],
  ])('refuses a folder %s, before it starts a server', async (_, folder, words) => {
    const log = statSync(join(demo, 'postgres.log')).mtimeMs;
    const made = await paigham('backup', folder(), '--data-dir', demo);
    expect(made).toMatchObject({ code: 1, err: sentence(words) });
    expect(statSync(join(demo, 'postgres.log')).mtimeMs).toBe(log);
    expect(existsSync(join(safe, 'usb'))).toBe(false);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('leaves nothing when %s ends it', async (signal) => {
    const cluster = join(demo, 'postgres');
    const before = readdirSync(safe);
    const { child, said } = beginPaigham(['backup', join(safe, 'ended'), '--data-dir', demo]);
    await eventually('its server', () => findPostmaster(cluster)?.state === 'ready');
    child.kill(signal);
    expect(await said).toMatchObject({ code: 1, err: sentence('Interrupted: nothing was kept') });
    expect(findPostmaster(cluster)).toBeUndefined();
    expect(readdirSync(safe)).toEqual(before);
  });

  it('leaves out a master.key that is not the key of the database, and says so', async () => {
    const key = join(demo, 'master.key');
    const right = readFileSync(key);
    writeFileSync(key, `${Buffer.alloc(32, 7).toString('base64')}\n`);
    const folder = join(safe, 'stray');
    const made = await paigham('backup', folder, '--data-dir', demo);
    writeFileSync(key, right);
    expect(made).toMatchObject({ code: 0, out: expect.stringContaining('was left out') });
    expect(existsSync(join(folder, 'master.key'))).toBe(false);
  });

  it.each(['backup', 'restore', 'restored'])('and help on %s names --data-dir', async (name) => {
    expect((await paigham(name, '--help')).out).toContain('--data-dir FOLDER');
  });
});
