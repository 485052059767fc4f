import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import { withConnection } from '../../src/kit/postgres/address.ts';
import { checkServer } from '../../src/kit/postgres/check-server.ts';
import { CommitUnknown, isTransient } from '../../src/kit/postgres/faults.ts';
import { open, type Database } from '../../src/kit/postgres/pool.ts';
import type { FreshDatabase } from '../support/database.ts';
import { freshDatabase } from '../support/database.ts';
import { openWire } from '../support/wire.ts';

let fresh: FreshDatabase;

type Total = { readonly total: number };

const count = async (): Promise<number> => {
  const rows = await fresh.database.read(
    plain<Total>('count', 'SELECT count(*) AS total FROM note'),
    [],
  );
  return rows[0]?.total ?? -1;
};
const insert = plain<{ id: number }>('insert-note', 'INSERT INTO note VALUES ($1) RETURNING id');

beforeAll(async () => {
  fresh = await freshDatabase();
  await withConnection(fresh.address, (client) =>
    client.query('CREATE TABLE note (id int8 PRIMARY KEY)'),
  );
});

describe('a transaction', () => {
  it('commits what was written, by returning or by its last statement', async () => {
    await fresh.database.transact((tx) => tx.run(insert, [1]));
    const rows = await fresh.database.transact(async (tx) => {
      await tx.run(insert, [2]);
      return tx.last(insert, [3]);
    });
    expect(rows).toEqual([{ id: 3 }]);
    expect(await count()).toBe(3);
  });

  it('leaves nothing when its work throws', async () => {
    const before = await count();
    const work = fresh.database.transact(async (tx) => {
      await tx.run(insert, [100]);
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await count()).toBe(before);
  });

  it('leaves nothing when its last statement fails', async () => {
    const before = await count();
    const work = fresh.database.transact(async (tx) => {
      await tx.run(insert, [101]);
      await tx.last(insert, [101]);
    });
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(await count()).toBe(before);
  });

  it('does not pass for committed when the failure of a statement was swallowed', async () => {
    const before = await count();
    const work = fresh.database.transact(async (tx) => {
      await tx.run(insert, [102]);
      await tx.run(insert, [102]).catch(() => []);
    });
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(await count()).toBe(before);
  });

  it('sends statements that do not wait for each other together, in order', async () => {
    const rows = await fresh.database.transact((tx) =>
      Promise.all([
        tx.run(insert, [110]),
        tx.run(plain<Total>('count-run', 'SELECT count(*) AS total FROM note WHERE id = 110'), []),
        tx.last(plain('delete-note', 'DELETE FROM note WHERE id = $1 RETURNING id'), [110]),
      ]),
    );
    expect(rows).toEqual([[{ id: 110 }], [{ total: 1 }], [{ id: 110 }]]);
  });

  it('refuses a statement after the last one', async () => {
    const work = fresh.database.transact(async (tx) => {
      await tx.last(insert, [120]);
      await tx.run(insert, [121]);
    });
    await expect(work).rejects.toThrow('after the last one');
  });

  it('says that the outcome is unknown when the connection dies with the commit', async () => {
    const work = fresh.database.transact(async (tx) => {
      await tx.run(insert, [130]);
      await tx.last(plain('suicide', 'SELECT pg_terminate_backend(pg_backend_pid())'), []);
    });
    const error: unknown = await work.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(CommitUnknown);
    expect(isTransient(error)).toBe(true);
  });

  it('goes on with a new connection after one died', async () => {
    const dying = fresh.database.transact((tx) =>
      tx.run(plain('suicide', 'SELECT pg_terminate_backend(pg_backend_pid())'), []),
    );
    const error: unknown = await dying.catch((caught: unknown) => caught);
    expect(isTransient(error)).toBe(true);
    await expect(
      fresh.database.transact((tx) => tx.run(plain('one', 'SELECT 1'), [])),
    ).resolves.toEqual([{ '?column?': 1 }]);
  });
});

describe('a transaction that waits for none of its statements', () => {
  const pair = plain<{ id: number; none: null }>(
    'insert-pair',
    'INSERT INTO note VALUES ($1), ($1 + 1) RETURNING id, NULL AS none',
  );
  const silent = plain('insert-silent', 'INSERT INTO note VALUES ($1)');
  const group = (database: Database, id: number) =>
    database.transact(async (tx) => {
      const [[first], pairs, none] = await Promise.all([
        tx.run(insert, [id]),
        tx.run(pair, [id + 1]),
        tx.run(silent, [id + 3]),
        tx.commit(),
      ]);
      return [first?.id, ...pairs.map((it) => [it.id, it.none]), none.length];
    });
  /** Its one connection for writing has prepared all of a group. */
  const prepared = async (address = fresh.address, at = 1000): Promise<Database> => {
    const database = open({ address, connections: 2 });
    onTestFinished(() => database.close());
    await group(database, at);
    return database;
  };
  const kept = async (from: number): Promise<number> => {
    const within = plain<Total>(
      'w',
      'SELECT count(*) AS total FROM note WHERE id - $1 < 4 AND id >= $1',
    );
    return (await fresh.database.read(within, [from]))[0]?.total ?? -1;
  };

  it('gives each its rows, the first time and later', async () => {
    const database = await prepared();
    expect(await group(database, 1010)).toEqual([1010, [1011, null], [1012, null], 0]);
    expect(await kept(1010)).toBe(4);
  });

  it('leaves nothing when one fails, and goes on', async () => {
    const database = await prepared(fresh.address, 1100);
    await fresh.database.transact((tx) => tx.last(insert, [1112]));
    await expect(group(database, 1110)).rejects.toMatchObject({ code: '23505' });
    expect(await kept(1110)).toBe(1);
    expect(await group(database, 1120)).toHaveLength(4);
  });

  it('leaves nothing when a parameter cannot be written', async () => {
    const database = await prepared(fresh.address, 1200);
    const work = database.transact(async (tx) => {
      await Promise.all([tx.run(insert, [1210]), tx.run(insert, [{}]), tx.commit()]);
    });
    await expect(work).rejects.toThrow('a parameter');
    expect(await kept(1210)).toBe(0);
  });

  it.each([
    ['before the commit', 0],
    ['after the commit', 4],
  ] as const)('is unknown when the connection is lost %s', async (point, written) => {
    const wire = await openWire(fresh.address);
    const at = 1300 + written * 10;
    const database = await prepared(wire.address, at);
    const cut = wire.cutAt('insert-silent', point);
    const error: unknown = await group(database, at + 4).catch((caught: unknown) => caught);
    await cut;
    expect(error).toBeInstanceOf(CommitUnknown);
    expect(await kept(at + 4)).toBe(written);
  });
});

/** Waits so many times before it passes on what has happened, as functions that call each other. */
async function deep<T>(work: Promise<T>, levels: number): Promise<T> {
  return levels === 0 ? work : await deep(work, levels - 1);
}

describe.each([0, 1, 3, 9])('a commit beside statements that are wrapped %i times', (levels) => {
  it('fails with what the statement failed with', async () => {
    for (let tries = 0; tries < 20; tries += 1) {
      const work = fresh.database.transact(async (tx) => {
        await Promise.all([deep(tx.run(insert, [1]), levels), tx.commit()]);
      });
      await expect(work).rejects.toMatchObject({ code: '23505' });
    }
  });

  it('is unknown when the connection is lost with its answer, and it was done', async () => {
    const wire = await openWire(fresh.address);
    const database = open({ address: wire.address, connections: 2 });
    const id = 300 + levels;
    const cut = wire.cutAt('insert-note', 'after the commit');
    const work = database.transact(async (tx) => {
      await Promise.all([deep(tx.run(insert, [id]), levels), tx.commit()]);
    });
    const error: unknown = await work.catch((caught: unknown) => caught);
    await cut;
    expect(error).toBeInstanceOf(CommitUnknown);
    await database.close();
    const kept = await fresh.database.read(plain('kept', 'SELECT id FROM note WHERE id = $1'), [
      id,
    ]);
    expect(kept).toEqual([{ id }]);
  });
});

describe('the reader', () => {
  it('cannot write, whatever the statement', async () => {
    await expect(fresh.database.read(insert, [200])).rejects.toMatchObject({ code: '25006' });
  });

  it('reads times as milliseconds and refuses a bigint that a number cannot hold', async () => {
    const rows = await fresh.database.read(
      plain(
        'values',
        `
      SELECT timestamptz '2026-11-20 19:54:08.123+05' AS time, 9007199254740991::int8 AS big`,
      ),
      [],
    );
    expect(rows).toEqual([
      { time: Date.parse('2026-11-20T14:54:08.123Z'), big: Number.MAX_SAFE_INTEGER },
    ]);
    const beyond = fresh.database.read(plain('beyond', 'SELECT 9007199254740992::int8 AS big'), []);
    await expect(beyond).rejects.toThrow(RangeError);
  });

  it('finds nothing wrong with the embedded server', async () => {
    expect(await checkServer(fresh.database)).toEqual([]);
  });
});
