import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withConnection } from '../../src/kit/postgres/address.ts';
import { migrate } from '../../src/kit/postgres/migrate.ts';
import type { Address } from '../../src/kit/postgres/pool.ts';
import { emptyDatabase } from '../support/database.ts';

let folder: string;
let address: Address;

const write = (file: string, text: string): void => writeFileSync(join(folder, file), text);

async function ask(text: string): Promise<unknown[]> {
  const result = await withConnection(address, (client) => client.query(text));
  return result.rows;
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paigham-migrate-'));
  address = await emptyDatabase();
  write('0001-first.sql', 'CREATE TABLE first (a int); INSERT INTO first VALUES (1);');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('migrate', () => {
  it('applies what is missing, once, in order', async () => {
    let told = 0;
    expect(await migrate(address, folder, () => (told += 1))).toEqual(['first']);
    expect(told).toBe(1);
    write('0002-second.sql', 'CREATE TABLE second AS SELECT a + 1 AS b FROM first;');
    expect(await migrate(address, folder)).toEqual(['second']);
    expect(await migrate(address, folder)).toEqual([]);
    expect(await ask('SELECT b FROM second')).toEqual([{ b: 2 }]);
  });

  it('lets nodes that start together take turns', async () => {
    const names = await Promise.all(Array.from({ length: 4 }, () => migrate(address, folder)));
    expect(names.flat()).toEqual(['first']);
    expect(await ask('SELECT a FROM first')).toEqual([{ a: 1 }]);
  });

  it('leaves nothing of a file that fails, and keeps those before it', async () => {
    write('0002-second.sql', 'CREATE TABLE second (b int); SELECT 1/0;');
    await expect(migrate(address, folder)).rejects.toMatchObject({ code: '22012' });
    expect(await ask("SELECT to_regclass('second') AS second")).toEqual([{ second: null }]);
    expect(await ask('SELECT name FROM schema_migration')).toEqual([{ name: 'first' }]);
  });

  it('refuses a file that was changed after it was applied', async () => {
    await migrate(address, folder);
    write('0001-first.sql', 'CREATE TABLE first (a text);');
    await expect(migrate(address, folder)).rejects.toThrow(/1 \(first\) was changed/);
  });

  it('refuses a database that is newer than the program', async () => {
    write('0002-second.sql', 'SELECT 1;');
    await migrate(address, folder);
    rmSync(join(folder, '0002-second.sql'));
    await expect(migrate(address, folder)).rejects.toThrow(/at migration 2 .* knows 1/);
  });

  it.each(['0003-gap.sql', '2-short.sql', '0002_underscore.sql'])(
    'refuses the file name %s',
    async (file) => {
      write(file, 'SELECT 1;');
      await expect(migrate(address, folder)).rejects.toThrow('0002-name.sql');
    },
  );
});
