/** Debian's PgBouncer between a node and its database: what works, and what does not. */
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { connect, withConnection } from '../../src/kit/postgres/address.ts';
import { loginsOf } from '../../src/kit/postgres/roles.ts';
import { send } from '../support/caller.ts';
import { startPaigham } from '../support/paigham.ts';
import { mobileOf, openShop } from '../support/shop.ts';
import { breachesOf, untilOver } from '../support/verify.ts';
import { worldDatabase } from '../support/world.ts';
import { PGBOUNCER, startPgBouncer } from './pgbouncer.ts';

const isThere = existsSync(PGBOUNCER);
if (!isThere) console.warn('judge skipped: pgbouncer is not installed');

/** As docs/operating/scale.md says. */
const EVERYBODY = ['timezone = UTC', 'jit = off', 'datestyle = ISO'];
const TIMEOUTS = [
  'statement_timeout = 30000',
  'lock_timeout = 10000',
  'idle_in_transaction_session_timeout = 5000',
];
const WRITER = [
  ...TIMEOUTS,
  'plan_cache_mode = force_generic_plan',
  'enable_seqscan = off',
  'enable_hashjoin = off',
  'enable_mergejoin = off',
];

async function databaseBehind(mode: 'session' | 'transaction') {
  const fresh = await worldDatabase();
  const { owner, writer, reader } = loginsOf(fresh.address);
  const settings = [
    ...[owner, writer, reader].map(({ user }) => ({ user, sets: EVERYBODY })),
    { user: writer.user, sets: WRITER },
    { user: reader.user, sets: [...TIMEOUTS, 'default_transaction_read_only = on'] },
  ];
  await withConnection(fresh.address, async (client) => {
    for (const { user, sets } of settings) {
      for (const it of sets) {
        await client.query(`alter role ${user} in database ${fresh.address.database} set ${it}`);
      }
    }
  });
  return { fresh, address: await startPgBouncer(fresh.address, mode) };
}

describe.skipIf(!isThere)('a node behind PgBouncer', () => {
  it('works in session mode', async () => {
    const { fresh, address } = await databaseBehind('session');
    const paigham = await startPaigham({ fresh, address });
    for (const it of WRITER) {
      const [name = '', value] = it.split(' = ');
      const read = 'select reset_val from pg_settings where name = $1';
      const { rows } = await withConnection(loginsOf(address).writer, (client) =>
        client.query<{ readonly reset_val: string }>(read, [name]),
      );
      expect({ name, value: rows[0]?.reset_val }).toEqual({ name, value });
    }
    const shop = await openShop(paigham.world, { rupees: '1000' });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        send(paigham.baseUrl, shop.write(`Message ${index}`, mobileOf((index % 4) as 0, index))),
      ),
    );
    expect(answers.filter(({ httpStatus }) => httpStatus !== 200)).toEqual([]);
    await untilOver(paigham);
    const ids = answers.flatMap(({ id }) => id ?? []);
    expect(await breachesOf(paigham, ids)).toEqual([]);
  });

  it('loses its prepared statements in transaction mode', async () => {
    const { address } = await databaseBehind('transaction');
    const [first, second] = [await connect(address), await connect(address)];
    try {
      await first.query({ name: 'ours', text: 'select 1' });
      // It takes the only session of the server that is open, and the first gets another.
      await second.query('begin');
      await expect(first.query({ name: 'ours', text: 'select 1' })).rejects.toThrow(
        /prepared statement "ours" does not exist/,
      );
    } finally {
      await first.end();
      await second.end();
    }
  });
});
