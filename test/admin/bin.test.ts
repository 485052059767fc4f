/** The programs of bin/ as people call them: from any folder, through links, to ask for help. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { COMPILED } from '../support/compiled.ts';
import { temporaryDir } from '../support/temporary.ts';

const BIN = join(import.meta.dirname, '../../bin');
const folder = realpathSync(temporaryDir());

const asked = { PAIGHAM_URL: 'http://127.0.0.1:2', PAIGHAM_KEY: 'none' };
// The Node of the machine may be older than ours, or none.
const env = { ...COMPILED, PATH: '/usr/bin:/bin', HOME: folder, ...asked };

function call(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  return { status, output: `${stdout}${stderr}` };
}

describe('bin/paigham', () => {
  const link = join(folder, 'paigham');
  symlinkSync(join(BIN, 'paigham'), link);

  it.each([
    ['from another folder', join(BIN, 'paigham')],
    ['through a link', link],
  ])('works %s', (_, program) => {
    expect(call(program, 'help')).toMatchObject({
      status: 0,
      output: expect.stringContaining('send-file') as string,
    });
  });

  it('takes files and folders from where it is called', () => {
    writeFileSync(join(folder, 'people.csv'), '923001234567\n');
    const send = ['--sender', '8584', '--template', '501'];
    const words = ['send-file', 'people.csv', ...send];
    expect(call(link, ...words).output).not.toContain('people.csv: there is no such file');
    words[1] = 'nobody.csv';
    expect(call(link, ...words).output).toContain('nobody.csv: there is no such file.');
    const none = call(link, 'account', 'list', '--data-dir', 'elsewhere');
    expect(none.output).toContain(`There is no installation in ${join(folder, 'elsewhere')}`);
  });
});

describe('bin/start', () => {
  // Where somebody works on the portal, it is built first, and says so.
  beforeAll(() => expect(call(join(BIN, 'setup'))).toMatchObject({ status: 0 }));

  it('takes folders and files from where it is called, and says why one cannot be used', () => {
    writeFileSync(join(folder, 'in-the-way'), '');
    const said = (file: string) =>
      `DATA_DIR: the folder ${join(folder, file)} cannot be made or written: `;
    const words = ['--port', '0', '--data-dir', 'in-the-way'];
    expect(call(join(BIN, 'start'), ...words)).toEqual({
      status: 1,
      output: `${said('in-the-way')}file already exists.\n`,
    });
    writeFileSync(join(folder, 'own.conf'), 'DATA_DIR=in-the-way/data\nPORT=0\n');
    expect(call('env', 'PAIGHAM_SETTINGS=own.conf', join(BIN, 'start'))).toEqual({
      status: 1,
      output: `${said('in-the-way/data')}not a directory.\n`,
    });
  });
});

describe('bin/paigham top', () => {
  it.each([
    ['PORT=2', 'http://127.0.0.1:2:'],
    ['PORT=2\nHOST=0.0.0.0', 'http://127.0.0.1:2:'],
    ['PORT=2\nHOST=::', 'http://[::1]:2:'],
  ])('looks where the settings say that the service is: %j', (settings, address) => {
    writeFileSync(join(folder, 'top.conf'), settings);
    const top = call('env', 'PAIGHAM_SETTINGS=top.conf', join(BIN, 'paigham'), 'top', '--once');
    expect(top).toMatchObject({
      status: 1,
      output: expect.stringContaining(`Cannot use ${address}`) as string,
    });
  });
});

describe('--help', () => {
  // A machine that has nothing but these, and whose apt-get tells that it was called.
  const tools = join(folder, 'tools');
  mkdirSync(tools);
  for (const tool of [
    'sh',
    'bash',
    'cat',
    'dirname',
    'readlink',
    'cmp',
    'id',
    'sort',
    'tr',
    'sed',
  ]) {
    const found = ['/usr/bin', '/bin'].map((it) => join(it, tool)).find((it) => existsSync(it));
    if (found !== undefined) symlinkSync(found, join(tools, tool));
  }
  const called = join(folder, 'called');
  writeFileSync(join(tools, 'apt-get'), `#!/bin/sh\necho > ${called}\n`, { mode: 0o755 });

  it.each([
    ['bench', '--rows a,b'],
    ['test', '--project unit'],
    ['judges', 'Debian packages'],
  ])('of bin/%s changes nothing on the machine', (name, words) => {
    env.PATH = tools;
    const { status, output } = call(join(BIN, name), '--help');
    expect({ status, output }).toMatchObject({
      status: 0,
      output: expect.stringContaining(words) as string,
    });
    expect(existsSync(called)).toBe(false);
  });
});

describe('before anything is set up', () => {
  const clone = join(folder, 'clone');
  const ROOT = join(BIN, '..');
  cpSync(BIN, join(clone, 'bin'), { recursive: true });
  for (const help of ['src/kit/help.txt', 'src/cli/help.txt']) {
    cpSync(join(ROOT, help), join(clone, help));
  }

  it.each([
    ['start', ['--help'], 'Usage: bin/start'],
    ['start', ['--port', '7', '--help'], 'Usage: bin/start'],
    ['paigham', ['--help'], 'Usage: paigham'],
    ['paigham', ['help'], 'Usage: paigham'],
    ['paigham', ['-h'], 'Usage: paigham'],
  ])('bin/%s %s answers at once', (program, words, start) => {
    const said = call(join(clone, 'bin', program), ...words);
    expect(said).toEqual({ status: 0, output: expect.stringContaining(start) as string });
    expect(existsSync(join(clone, '.cache'))).toBe(false);
  });
});
