/** The migration `proven-domains`: what nobody has proven waits, what staff gave stays. */
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withConnection } from '../../src/kit/postgres/address.ts';
import { migrate } from '../../src/kit/postgres/migrate.ts';
import { emptyDatabase } from '../support/database.ts';
import { temporaryDir } from '../support/temporary.ts';

const MIGRATIONS = join(import.meta.dirname, '../../db/migrations');

it('keeps the word of staff, and turns what accounts took themselves into claims', async () => {
  const before = temporaryDir();
  const files = readdirSync(MIGRATIONS).toSorted();
  const ours = files.findIndex((file) => file.endsWith('-proven-domains.sql'));
  for (const file of files.slice(0, ours)) cpSync(join(MIGRATIONS, file), join(before, file));
  const address = await emptyDatabase();
  const ask = async (text: string): Promise<readonly unknown[]> =>
    (await withConnection(address, (client) => client.query(text))).rows;
  await migrate(address, before);
  await ask(`
    insert into accounts (name) values ('One'), ('Two');
    insert into account_hosts (host, account_id) values
      ('own.example', 1001), ('staff.example', 1001), ('unknown.example', 1002),
      ('then-staff.example', 1002);
    insert into audit (actor, account_id, action, detail)
    select actor, account, 'account.host.add', jsonb_build_object('host', host) from (values
      ('key of account 1001', 1001, 'own.example'),
      ('line:ayesha', 1001, 'staff.example'),
      ('key of account 1002', 1002, 'then-staff.example'),
      ('line:ayesha', 1002, 'then-staff.example')) as t (actor, account, host)`);
  expect(await migrate(address, MIGRATIONS)).toContain('proven-domains');
  expect(await ask(`select host, proof from account_hosts order by host`)).toEqual([
    { host: 'staff.example', proof: 'staff' },
    { host: 'then-staff.example', proof: 'staff' },
  ]);
  const claims = await ask(`
    select host, account_id::int, length(token) as characters from host_claims order by host`);
  expect(claims).toEqual([
    { host: 'own.example', account_id: 1001, characters: 32 },
    { host: 'unknown.example', account_id: 1002, characters: 32 },
  ]);
});
