/** The files of deploy/, as far as programs that read them are at hand. */
import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/kit/config.ts';
import { temporaryDir } from '../support/temporary.ts';

const PROJECT = join(import.meta.dirname, '../..');
const DEPLOY = join(PROJECT, 'deploy');
const folder = temporaryDir();

const read = (name: string): string => readFileSync(join(DEPLOY, name), 'utf8');

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: PROJECT,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return { status, output: `${stdout ?? ''}${stderr ?? ''}` };
}

/** Whether a test without that program is skipped; says so. */
function lacks(program: string, ...args: readonly string[]): boolean {
  const isMissing = run(program, args).status !== 0;
  if (isMissing) console.warn(`judge skipped: no ${[program, ...args].join(' ')} here`);
  return isMissing;
}

const SCRIPTS = ['postinst', 'prerm', 'postrm', 'paigham']
  .map((name) => `debian/${name}`)
  .concat(['assemble', 'make-deb', 'make-secrets', 'set-up-roles']);

describe('the unit', () => {
  const noSystemd = lacks('systemd-analyze', '--version');
  const unit = join(folder, 'paigham.service');
  // What it starts must be there.
  const here = read('paigham.service').replaceAll('/usr/lib/paigham/bin', `${PROJECT}/bin`);
  writeFileSync(unit, here);

  it.skipIf(noSystemd)('is understood by systemd', () => {
    const judged = run('systemd-analyze', ['verify', '--man=no', unit]);
    expect(judged).toEqual({ status: 0, output: '' });
  });

  it.skipIf(noSystemd)('exposes little: 2.0 of 10 at most', () => {
    const { status, output } = run('systemd-analyze', [
      ...['security', '--offline=true', '--threshold=20', unit],
    ]);
    expect({ status, verdict: output.trim().split('\n').at(-1) }).toMatchObject({ status: 0 });
  });
});

describe('the containers', () => {
  it('are built from files that are there, and do not run as root', () => {
    const steps = read('Containerfile').split('\n');
    const copied = steps.flatMap(
      (it) => /^COPY (?!--from)(.*) \S+$/.exec(it)?.[1]?.split(' ') ?? [],
    );
    expect(copied.length).toBeGreaterThan(5);
    expect(copied.filter((it) => !existsSync(join(PROJECT, it)))).toEqual([]);
    expect(steps.findLast((it) => it.startsWith('USER'))).toMatch(/^USER [1-9]\d*$/);
    expect(steps.filter((it) => it.startsWith('HEALTHCHECK'))).toHaveLength(1);
  });

  it('can be named by digest, and those that face callers keep no capability but one', () => {
    const compose = read('compose.yaml');
    const images = compose.match(/^ +image: .*$/gm) ?? [];
    expect(images.filter((it) => !/image: (paigham$|\$\{[A-Z]+_IMAGE:-)/.test(it))).toEqual([]);
    const from = read('Containerfile').match(/^FROM .*$/gm) ?? [];
    expect(from.filter((it) => !/^FROM \$\{[A-Z]+_IMAGE\}/.test(it))).toEqual([]);
    const services = compose.split(/^ {2}(?=\w+:$)/m);
    for (const name of ['paigham', 'proxy']) {
      const service = services.find((it) => it.startsWith(`${name}:`)) ?? '';
      expect([name, service]).toEqual([name, expect.stringContaining('cap_drop: [ALL]')]);
      expect(service).toContain('read_only: true');
    }
    expect(compose.match(/cap_add: .*/g)).toEqual(['cap_add: [NET_BIND_SERVICE]']);
    expect(read('nginx.conf')).toMatch(/^server_tokens off;$/m);
  });

  it.skipIf(lacks('docker', 'compose', 'version'))('are understood by docker compose', () => {
    const env = { PAIGHAM_PUBLIC_ADDRESS: 'https://messages.example' };
    const judged = run('docker', ['compose', '-f', 'deploy/compose.yaml', 'config', '-q'], env);
    expect(judged).toEqual({ status: 0, output: '' });
  });

  const isOrdinary = process.getuid?.() !== 0;
  if (isOrdinary) console.warn('judge skipped: only root makes secrets for another user');

  it.skipIf(isOrdinary)('get secrets once, which the service and its database accept', () => {
    const secrets = join(folder, 'secrets');
    const file = (name: string): string => join(secrets, name);
    expect(run('deploy/make-secrets', [secrets])).toEqual({ status: 0, output: '' });
    const first = readdirSync(secrets).map((it) => readFileSync(file(it), 'utf8'));
    expect(run('deploy/make-secrets', [secrets])).toEqual({ status: 0, output: '' });
    expect(readdirSync(secrets).map((it) => readFileSync(file(it), 'utf8'))).toEqual(first);
    expect(statSync(file('master-key'))).toMatchObject({ uid: 10_001, mode: 0o100400 });
    const loaded = loadConfig(
      {
        PAIGHAM_PUBLIC_ADDRESS: 'https://messages.example',
        PAIGHAM_MASTER_KEY_FILE: file('master-key'),
        PAIGHAM_DATABASE_URL_FILE: file('database-url'),
        PAIGHAM_DATABASE_READ_URL_FILE: file('database-read-url'),
        PAIGHAM_DATABASE_OWNER_URL_FILE: file('database-owner-url'),
      },
      ['--production'],
    );
    if (loaded.kind !== 'loaded') throw new Error(JSON.stringify(loaded));
    // What psql would be told: it stands in for the database's own.
    const heard = join(folder, 'heard');
    writeFileSync(join(folder, 'psql'), `#!/bin/sh\n[ "$#" -gt 7 ] || cat >>${heard}\n`);
    chmodSync(join(folder, 'psql'), 0o755);
    const path = `${folder}:${process.env['PATH'] ?? ''}`;
    const { status } = run('deploy/set-up-roles', [], { PATH: path, SECRETS: secrets });
    const { databaseUrl, databaseReadUrl, databaseOwnerUrl } = loaded.secrets;
    const told = [databaseUrl, databaseReadUrl, databaseOwnerUrl].map((url) => {
      const { username, password } = new URL(url ?? '');
      return `alter role ${username} password '${password}';\n`;
    });
    expect({ status, heard: readFileSync(heard, 'utf8') }).toEqual({
      status: 0,
      heard: told.join(''),
    });
  });
});

describe('the settings file of the package', () => {
  it('names settings that are there, the examples in it too', () => {
    const file = join(folder, 'paigham.conf');
    writeFileSync(file, read('debian/paigham.conf').replaceAll(/^#(?=[A-Z_]+=)/gm, ''));
    const loaded = loadConfig({ PAIGHAM_SETTINGS: file }, []);
    const sentences = loaded.kind === 'refused' ? loaded.sentences : [];
    expect(sentences.filter((it) => !it.includes('cannot be read (ENOENT)'))).toEqual([]);
    expect(sentences).toHaveLength(3);
  });
});

describe('the scripts', () => {
  it.skipIf(lacks('shellcheck', '--version'))('please shellcheck', () => {
    const files = SCRIPTS.map((it) => join('deploy', it));
    expect(run('shellcheck', files)).toEqual({ status: 0, output: '' });
  });
});
