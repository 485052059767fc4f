/** When a node takes the links of another whose lease has not ended (decision 69). */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withConnection } from '../../src/kit/postgres/address.ts';
import { plain } from '../../src/kit/postgres/statement.ts';
import { createWorkIndex, type WorkKind } from '../../src/store/nodes/work-index.ts';
import { markGone, takeLinks } from '../../src/store/nodes/nodes.ts';
import { wallClock } from '@paigham/base/clock.ts';
import { eventually } from '../support/eventually.ts';
import { asker } from '../support/verify.ts';
import { worldDatabase } from '../support/world.ts';

const { database, address } = await worldDatabase();
const ask = asker(database);
const OTHER = { slot: 1, epoch: 1 };
const OWN = { slot: 2, epoch: 1 };
let links: readonly number[];
let statements = 0;

const run = (sql: string): Promise<unknown> => {
  statements += 1;
  return database.transact((transaction) => transaction.run(plain(`test-${statements}`, sql), []));
};
const set = ({ slot }: typeof OWN, what: string): Promise<unknown> =>
  run(`update nodes set ${what} where slot = ${slot}`);
const take = (): Promise<readonly number[]> => database.transact((tx) => takeLinks(tx, OWN));
const sees = async (kind: WorkKind): Promise<boolean> => {
  const lease = { current: () => OWN };
  const work = createWorkIndex({ db: database, clock: wallClock, lease, outboxes: new Map() });
  await work.refresh();
  return work.has(kind);
};
const seesFree = (): Promise<boolean> => sees('hasFreeLinks');

beforeAll(async () => {
  await run(`insert into nodes (slot, epoch, holder, lease_until, recovered)
    select slot, 1, 'here', now() + interval '1 hour', false from (values (1), (2)) as s (slot)`);
  links = await database.transact((transaction) => takeLinks(transaction, OTHER));
  expect(links.length).toBeGreaterThan(0);
});

beforeEach(async () => {
  await run(`update link_leases set node = ${OTHER.slot}`);
  const steady = `links_until = now() + interval '1 minute', witnessed = true,
    steady_since = now() - interval '1 minute'`;
  await set(OTHER, steady);
  await set(OWN, steady);
});

describe('a node', () => {
  it('leaves the links of one that renews', async () => {
    expect([await seesFree(), await take()]).toEqual([false, []]);
  });

  it('takes the links of one that has not renewed for some seconds', async () => {
    await set(OTHER, `links_until = now() - interval '1 second'`);
    expect(await seesFree()).toBe(true);
    expect(new Set(await take())).toEqual(new Set(links));
    expect(await seesFree()).toBe(false);
  });

  it('that was cut off itself leaves them until the lease ends', async () => {
    await set(OTHER, `links_until = now() - interval '1 second'`);
    await set(OWN, 'steady_since = now()');
    expect([await seesFree(), await take()]).toEqual([false, []]);
  });

  it('keeps its own, however late it renews', async () => {
    await run(`update link_leases set node = ${OWN.slot}`);
    await set(OWN, `links_until = now() - interval '1 second', steady_since = now()`);
    expect(await seesFree()).toBe(false);
  });

  it('leaves those of a version that says nothing of links', async () => {
    await set(OTHER, 'links_until = null, witnessed = false');
    expect([await seesFree(), await take()]).toEqual([false, []]);
  });
});

describe('the links of a node whose program has ended', () => {
  const secondsLeft = async (): Promise<number> => {
    const [row] = await ask<{ readonly left: number }>(
      `select extract(epoch from links_until - now())::float8 as left from nodes where slot = $1`,
      [OTHER.slot],
    );
    return row?.left ?? 0;
  };
  const mark = (): Promise<void> => database.transact((tx) => markGone(tx, OWN));

  it('pass on within moments; not while a session holds its lock', async () => {
    await withConnection(address, async (client) => {
      await client.query('select pg_advisory_lock(7142702, $1)', [OTHER.slot]);
      await mark();
      expect(await secondsLeft()).toBeGreaterThan(50);
      expect(await sees('hasGone')).toBe(false);
    });
    await eventually('its session is over', () => sees('hasGone'));
    expect(await sees('hasPassingLinks')).toBe(false);
    await mark();
    expect(await secondsLeft()).toBeLessThan(2);
    expect([await sees('hasGone'), await sees('hasPassingLinks')]).toEqual([false, true]);
    await eventually('they are free', seesFree);
    expect(new Set(await take())).toEqual(new Set(links));
  });

  it('do not where it never had a session, or the asker was cut off', async () => {
    await set(OTHER, 'witnessed = false');
    expect(await sees('hasGone')).toBe(false);
    await mark();
    expect(await secondsLeft()).toBeGreaterThan(50);
    await set(OTHER, 'witnessed = true');
    expect(await sees('hasGone')).toBe(true);
    await set(OWN, 'steady_since = now()');
    expect(await sees('hasGone')).toBe(false);
    await mark();
    expect(await secondsLeft()).toBeGreaterThan(50);
  });

  it('are all that is watched: the lock of a node that holds none is not tried', async () => {
    await run(`update link_leases set node = ${OWN.slot}`);
    expect(await sees('hasGone')).toBe(false);
  });
});
