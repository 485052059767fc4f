/** The lease of a node: when it may tell that another has ended, and how many there can be. */
import { expect, it, onTestFinished } from 'vitest';
import { wallClock } from '@paigham/base/clock.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { holdLease } from '../../src/store/nodes/nodes.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { hastyClock } from '../support/mortal.ts';

type Row = { readonly witnessed: boolean; readonly since: number };

it('a node is steady anew after its session was lost, even if it could not say so', async () => {
  const { database } = await freshDatabase();
  let isAway = false;
  let refused = 0;
  const lease = await holdLease({
    db: {
      ...database,
      async transact(work) {
        if (!isAway) return database.transact(work);
        refused += 1;
        throw new Error('the database is away');
      },
    },
    clock: wallClock,
    log: { warn: () => undefined, error: () => undefined } as never,
    ...{ holder: 'node 1', alone: false, onLost: () => undefined },
  });
  onTestFinished(() => lease.release());
  const look = async (): Promise<Row> => {
    const [row] = await database.read(
      plain<Row>(
        'test-steady',
        'select witnessed, extract(epoch from steady_since)::float8 as since from nodes',
      ),
      [],
    );
    if (row === undefined) throw new Error('there is no node');
    return row;
  };
  lease.setWitnessed(true, lease.witness());
  const before = await eventually('its session', async () => {
    const row = await look();
    return row.witnessed && row;
  });
  isAway = true;
  lease.setWitnessed(false, lease.witness());
  await eventually('a renewal that failed', () => refused > 0);
  isAway = false;
  lease.setWitnessed(true, lease.witness());
  await eventually('steady anew', async () => {
    const { witnessed, since } = await look();
    return witnessed && since > before.since;
  });
  const [, slot] = lease.witness();
  lease.setWitnessed(true, [lease.witness()[0], slot + 1]);
  await eventually('no session of its own', async () => !(await look()).witnessed);
});

it('beside 63 others a node says so and waits, until one of them has ended', async () => {
  const { database } = await freshDatabase();
  const run = (name: string, sql: string): Promise<unknown> =>
    database.transact((transaction) => transaction.run(plain(name, sql), []));
  await run(
    'test-all-slots',
    `insert into nodes (slot, epoch, holder, lease_until, recovered)
     select slot, 1, 'here', now() + interval '1 hour', false from generate_series(0, 62) as slot`,
  );
  const said: string[] = [];
  const holding = holdLease({
    ...{ db: database, clock: hastyClock(30) },
    log: { warn: (_: object, words: string) => void said.push(words) } as never,
    ...{ holder: 'node 64', alone: false, onLost: () => undefined },
  });
  const [words] = await eventually('it says why it waits', () => said.length > 1 && said);
  expect(words).toBe(
    '63 nodes use this database, and no more can: this one waits until one of them has ended',
  );
  await run(
    'test-one-ends',
    `update nodes set lease_until = now() - interval '1 second', recovered = true where slot = 7`,
  );
  const lease = await holding;
  onTestFinished(() => lease.release());
  expect(lease.current()).toEqual({ slot: 7, epoch: 2 });
});
