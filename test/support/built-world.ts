/**
 * Builds the named world (world.ts): once per run, in the template that test databases are cloned
 * from.
 */
import { ADMIN_SLOT, must, type Admin } from '../../src/operations/admin.ts';
import { buildWorld, type BuiltWorld, type DemoLink } from '../../src/demo/build-world.ts';
import { setHours } from '../../src/features/hours/hours.operations.ts';
import { ALWAYS } from '../../src/domain/policy/hours.ts';
import { wallClock, type Clock } from '@paigham/base/clock.ts';
import { createIds } from '../../src/kit/ids.ts';
import type { Database } from '../../src/kit/postgres/pool.ts';
import { machineRandom } from '@paigham/base/random.ts';
import { createSeal } from '../../src/kit/seal.ts';

/** The master key of every test database. */
export const TEST_MASTER_KEY = Buffer.alloc(32, 7);

const OPERATORS = ['Jazz', 'Zong', 'Ufone', 'Telenor'] as const;

/** Links to operators at these ports, in the order Jazz, Zong, Ufone, Telenor. */
export function demoLinks(ports: readonly [number, number, number, number]): readonly DemoLink[] {
  return OPERATORS.map((operator, index) => ({
    operator,
    port: ports[index] ?? 1,
    systemId: 'paigham',
    password: 'demo',
  }));
}

/** The context of operations on a test database. */
export function openAdmin(database: Database, clock: Clock = wallClock): Admin {
  return {
    transact: (work) => database.transact(work),
    actor: 'test',
    clock,
    random: machineRandom,
    seal: createSeal([TEST_MASTER_KEY], machineRandom),
    ids: createIds(() => ADMIN_SLOT, clock, machineRandom),
    publicAddress: '',
  };
}

/** Builds it in an empty, migrated database, with links to closed ports. */
export async function buildTestWorld(admin: Admin): Promise<BuiltWorld> {
  const built = await buildWorld(admin, demoLinks([1, 1, 1, 1]));
  // Tests run at any hour of the day.
  must(await setHours(admin, { accountId: undefined, hours: ALWAYS, days: [0, 1, 2, 3, 4, 5, 6] }));
  return built;
}
