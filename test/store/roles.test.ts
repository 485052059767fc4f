/** What each of the service's three roles may do in its database, and what it may not. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { wallClock } from '@paigham/base/clock.ts';
import { makeTemporaryDir } from '@paigham/base/data-dir.ts';
import { withConnection, type Logins } from '../../src/kit/postgres/address.ts';
import type { ServerAddress } from '@paigham/embedded-postgres/connect.ts';
import { findBinaries } from '@paigham/embedded-postgres/binaries.ts';
import { createCluster, readPassword } from '@paigham/embedded-postgres/cluster.ts';
import { PAIGHAM, startEmbedded } from '../../src/kit/postgres/embedded.ts';
import { migrate } from '../../src/kit/postgres/migrate.ts';
import { findPlace } from '@paigham/embedded-postgres/place.ts';
import { open } from '../../src/kit/postgres/pool.ts';
import { loginsOf, setUpRoles } from '../../src/kit/postgres/roles.ts';
import { bringDown, bringUp } from '@paigham/embedded-postgres/server.ts';
import { makePartitions } from '../../src/store/messages/make-partitions.ts';
import { emptyDatabase, freshDatabase } from '../support/database.ts';

const MIGRATIONS = join(import.meta.dirname, '../../db/migrations');
const DENIED = { code: '42501' };
const SMALL = { shared_buffers: '16MB', min_wal_size: '64MB' };

let logins: Logins<ServerAddress>;
beforeAll(async () => {
  const { address } = await freshDatabase();
  // Once more: rights on a database itself are not cloned with it.
  logins = await setUpRoles(address);
});

const ask = (address: ServerAddress, text: string): Promise<unknown[]> =>
  withConnection(address, async (client) => (await client.query(text)).rows);

const insert = `insert into caps (scope, sender_route, most, minutes) values ('number', 'x', 1, 1)`;
const day = `select make_day('20360101', 9000000000000000, 9000000000000001)`;

async function makeDays(at: Logins): Promise<void> {
  const database = open({ address: at.writer, connections: 2 });
  await database.transact((transaction) => makePartitions(transaction, wallClock.nowMs(), 1));
  await database.close();
}

describe('the reader', () => {
  it('reads', async () => {
    expect(await ask(logins.reader, 'select count(*) as rows from accounts')).toEqual([
      { rows: 0 },
    ]);
  });

  it.each([
    `begin read write; ${insert}`,
    'begin read write; delete from audit',
    'begin read write; select id from accounts for update',
    'begin read write; create table own (a int)',
    'begin read write; create temporary table own (a int)',
    `begin read write; ${day}`,
    'begin read write; select lo_create(0)',
    `select pg_read_file('postgresql.conf')`,
    `copy accounts to program 'cat'`,
    'set role paigham_writer',
    'set session authorization paigham_owner',
  ])('may not: %s', async (text) => {
    await expect(ask(logins.reader, text)).rejects.toMatchObject(DENIED);
  });
});

describe('the writer', () => {
  it("makes days, whose tables are the owner's and open to all three", async () => {
    await makeDays(logins);
    const days = await ask(
      logins.reader,
      `select distinct pg_get_userbyid(relowner) as owner,
         has_table_privilege('paigham_writer', oid, 'insert') as written,
         has_table_privilege('paigham_reader', oid, 'select') as read,
         has_table_privilege('paigham_reader', oid, 'insert') as "writtenByReader"
       from pg_class where relname ~ '_\\d{8}$'`,
    );
    expect(days).toEqual([
      { owner: 'paigham_owner', written: true, read: true, writtenByReader: false },
    ]);
  });

  it.each([
    'create table own (a int)',
    'alter table accounts add column own int',
    'drop table audit',
    'truncate audit',
    'create trigger own before insert on audit for each row execute function require_all()',
    `select pg_read_file('postgresql.conf')`,
    `copy accounts to program 'cat'`,
    'set role paigham_owner',
  ])('may not: %s', async (text) => {
    await expect(ask(logins.writer, text)).rejects.toMatchObject(DENIED);
  });

  it('is let in by a migrated database, and told what it lacks by another', async () => {
    expect(await migrate(logins.writer, MIGRATIONS)).toEqual([]);
    const empty = await emptyDatabase();
    await setUpRoles(empty);
    await expect(migrate(loginsOf(empty).writer, MIGRATIONS)).rejects.toThrow('DATABASE_OWNER_URL');
  });
});

it('a database of the version before comes up with the roles, its rows and days kept', async () => {
  const dataDir = makeTemporaryDir();
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  await makeOldInstallation(dataDir);
  const embedded = await startEmbedded({ dataDir, settings: SMALL });
  onTestFinished(() => embedded.stop());
  await migrate(embedded.logins.owner, MIGRATIONS);
  await makeDays(embedded.logins);
  const { reader, writer } = embedded.logins;
  expect(await ask(writer, 'update accounts set verified = true returning name')).toEqual([
    { name: 'Roshan Store' },
  ]);
  expect(await ask(reader, 'select id from messages')).toEqual([]);
  await expect(ask(reader, `begin read write; ${insert}`)).rejects.toMatchObject(DENIED);
  const others = `select relname from pg_class where relnamespace = 'public'::regnamespace
    and pg_get_userbyid(relowner) <> 'paigham_owner'`;
  expect(await ask(reader, others)).toEqual([]);
});

/** As programs before the roles made one: everything belongs to the superuser. */
async function makeOldInstallation(dataDir: string): Promise<void> {
  const place = findPlace(dataDir, PAIGHAM, () => undefined);
  const { cluster, owner } = place;
  const binaries = await findBinaries(place, PAIGHAM, undefined);
  const password = readPassword(dataDir, true);
  createCluster(place, binaries, { name: PAIGHAM.name, password });
  const program = binaries.postgres;
  const server = { cluster, owner, program, dataDir, settings: SMALL, clock: wallClock };
  const { postmaster } = await bringUp(server);
  const { host, port } = postmaster;
  const superuser = { host, port, user: 'paigham', password, database: 'paigham' };
  await ask({ ...superuser, database: 'postgres' }, 'create database paigham');
  await migrate(superuser, MIGRATIONS);
  await ask(superuser, `insert into accounts (name) values ('Roshan Store')`);
  await ask(superuser, day);
  await bringDown(server);
}
