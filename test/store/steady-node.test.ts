/** When a node may tell that another has ended: never just after it was cut off itself. */
import { it, onTestFinished } from 'vitest';
import { wallClock } from '../../src/kit/clock.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { holdLease } from '../../src/store/nodes/nodes.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';

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
