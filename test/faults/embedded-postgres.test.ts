import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isRoot, makeTemporaryDir, prepareDataDir } from '@paigham/base/data-dir.ts';
import type { ServerAddress } from '@paigham/embedded-postgres/connect.ts';
import { withConnection } from '../../src/kit/postgres/address.ts';
import type { Embedded } from '../../src/kit/postgres/embedded.ts';
import { startEmbedded } from '../../src/kit/postgres/embedded.ts';
import { isRunning } from '@paigham/embedded-postgres/postmaster.ts';
import { eventually } from '../support/eventually.ts';

let folder: string;
let started: { stop(): Promise<void> }[];
const settings = { shared_buffers: '16MB', min_wal_size: '64MB' };

beforeEach(() => {
  folder = makeTemporaryDir();
  started = [];
});
afterEach(async () => {
  for (const it of started) await it.stop();
  rmSync(folder, { recursive: true });
});

async function start(dataDir = join(folder, 'data')): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir, settings });
  started.push(embedded);
  return embedded;
}

type Other = { readonly program: ChildProcess; database: number; address: ServerAddress };

/** Another program that starts, or shares, the folder's database. */
async function startInAnotherProgram(): Promise<Other> {
  const file = join(import.meta.dirname, '../support/hold-database.ts');
  const program = spawn(process.execPath, [file, join(folder, 'data')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(program, 'exit').then(([code]) => {
    throw new Error(`the other program ended with ${code}`);
  });
  const said = once(createInterface(program.stdout), 'line') as Promise<[string]>;
  const [line] = await Promise.race([said, ended]);
  ended.catch(() => 'a test ended it');
  return { program, ...JSON.parse(line) };
}

async function killHard(program: ChildProcess): Promise<void> {
  program.kill('SIGKILL');
  await once(program, 'exit');
}

const ask = (address: ServerAddress, text: string): Promise<unknown[]> =>
  withConnection(address, async (client) => (await client.query(text)).rows);

describe('the embedded database', () => {
  it('keeps what was committed when it is killed together with the service', async () => {
    const { program, database, address } = await startInAnotherProgram();
    await ask(address, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await killHard(program);
    process.kill(database, 'SIGKILL');
    const embedded = await start();
    expect(embedded.adopted).toBe(false);
    expect(await ask(embedded.logins.owner, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('is adopted when only the service was killed', async () => {
    const { program, database } = await startInAnotherProgram();
    await killHard(program);
    const embedded = await start();
    expect(embedded).toMatchObject({ adopted: true });
    expect(embedded.pid()).toBe(database);
  });

  it('is started again when only it was killed', async () => {
    const embedded = await start();
    const killed = embedded.pid() ?? 0;
    process.kill(killed, 'SIGKILL');
    await eventually('the database runs again', async () => {
      if (embedded.pid() === killed || embedded.pid() === undefined) return false;
      return ask(embedded.logins.owner, 'SELECT 1').catch((error: unknown) => {
        if (error instanceof Error) return false;
        throw error;
      });
    });
  });

  it('runs on while another program uses it, and stops with the last', async () => {
    const { program, database } = await startInAnotherProgram();
    const embedded = await start();
    await embedded.stop();
    expect(isRunning(database)).toBe(true);
    const again = await start();
    await killHard(program);
    await again.stop();
    expect(again.pid()).toBeUndefined();
  });

  it('leaves alone what another start is making, and removes what a dead one left', async () => {
    const data = prepareDataDir(join(folder, 'data'));
    const made = (pid: number) => [`postgres.new.${pid}`, `postgres.new.${pid}.password`];
    const [alive, dead] = [made(process.ppid), made(4_194_305)];
    for (const name of [...alive, ...dead]) writeFileSync(join(data, name), '');
    await start();
    expect(readdirSync(data).filter((name) => name.includes('.new.'))).toEqual(alive);
  });

  it('is made once when two start together on an empty folder', async () => {
    const [other, embedded] = await Promise.all([startInAnotherProgram(), start()]);
    expect(embedded.pid()).toBe(other.database);
    expect(await ask(other.address, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await killHard(other.program);
  });

  it('starts despite a lock file whose process id another program has', async () => {
    const embedded = await start();
    await embedded.stop();
    const lock = join(embedded.cluster, 'postmaster.pid');
    writeFileSync(lock, `${process.ppid}\n${embedded.cluster}\n1\n5432\n\n\n\nready\n`);
    expect((await start()).adopted).toBe(false);
  });

  it('starts despite an empty lock file, which a crash leaves while it is made', async () => {
    const embedded = await start();
    await embedded.stop();
    const lock = join(embedded.cluster, 'postmaster.pid');
    writeFileSync(lock, '');
    // A new one is what another start has made just now.
    await expect(startEmbedded({ dataDir: join(folder, 'data'), settings })).rejects.toThrow(
      'is empty',
    );
    utimesSync(lock, 0, 0);
    expect((await start()).adopted).toBe(false);
  });

  it('flushes, has checksums, and is closed to other users', async () => {
    const embedded = await start();
    const shown = await ask(
      embedded.logins.owner,
      `SELECT name, setting FROM pg_settings
        WHERE name IN ('fsync', 'synchronous_commit', 'data_checksums', 'listen_addresses')
        ORDER BY name`,
    );
    expect(shown).toEqual([
      { name: 'data_checksums', setting: 'on' },
      { name: 'fsync', setting: 'on' },
      { name: 'listen_addresses', setting: '' },
      { name: 'synchronous_commit', setting: 'on' },
    ]);
    expect(statSync(embedded.cluster).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'data/postgres.password')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'data/postgres.log')).mode & 0o777).toBe(0o600);
  });

  it("listens on 127.0.0.1 when the folder's path is too long for a socket", async () => {
    const embedded = await start(join(folder, 'x'.repeat(100)));
    expect(embedded.logins.owner.host).toBe('127.0.0.1');
    expect(await ask(embedded.logins.owner, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it.runIf(isRoot())(
    'is put elsewhere, and says so, when its user cannot reach the folder',
    async () => {
      chmodSync(folder, 0o700);
      const lines: string[] = [];
      const dataDir = join(folder, 'data');
      const embedded = await startEmbedded({
        dataDir,
        settings,
        print: (line) => lines.push(line),
      });
      await embedded.stop();
      try {
        expect(lines).toEqual([expect.stringContaining(embedded.cluster)]);
        expect(readFileSync(join(dataDir, 'postgres'), 'utf8').trim()).toBe(embedded.cluster);
        expect((await start()).cluster).toBe(embedded.cluster);
      } finally {
        for (const it of started.splice(0)) await it.stop();
        rmSync(dirname(embedded.cluster), { recursive: true });
      }
    },
  );

  it('refuses a data folder of another version with a sentence that names both', async () => {
    const embedded = await start();
    await embedded.stop();
    writeFileSync(join(embedded.cluster, 'PG_VERSION'), '14\n');
    await expect(start()).rejects.toThrow(/PostgreSQL 14, but here is only \d+.*DATABASE_URL/);
  });
});
