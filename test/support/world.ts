/**
 * The named world that tests stand on: the demo world, built by the operations that staff use.
 *
 * - **Roshan Store**: verified, fixed content on, Rs. 10,000; senders InfoSMS (simple), RoshanStore
 *   (branded), 8584 (short code); eight templates in every state.
 * - **Naya Clinic**: not verified, fixed content on, Rs. 20; sender InfoSMS; one approved template.
 *
 * Promotional hours are always, and the caps that are shipped look at neither Roshan Store nor the
 * shops of test/support/shop.ts.
 *
 * Prices per part: simple 1.50, branded 2.40 (to SCO 3.10), short code 4.80 rupees.
 */
import type { AccountId } from '../../src/domain/ids.ts';
import { micros, parseRupees } from '../../src/domain/pricing/money.ts';
import { createAccount } from '../../src/admin/accounts/create-account.ts';
import { setAccount, type SetAccount } from '../../src/admin/accounts/set-account.ts';
import { moveCredit } from '../../src/admin/credit/move-credit.ts';
import {
  buildWorld,
  DEMO_SENDERS,
  type BuiltAccount,
  type BuiltTemplate,
  type DemoLink,
} from '../../src/admin/demo/build-world.ts';
import { setHours } from '../../src/admin/policy/set-hours.ts';
import { ALWAYS } from '../../src/domain/policy/hours.ts';
import { ADMIN_SLOT, must, type Admin } from '../../src/admin/admin.ts';
import { wallClock, type Clock } from '../../src/kit/clock.ts';
import { createIds } from '../../src/kit/ids.ts';
import type { Database } from '../../src/kit/postgres/pool.ts';
import { machineRandom } from '../../src/kit/random.ts';
import { createSeal, type Seal } from '../../src/kit/seal.ts';

export type World = {
  readonly admin: Admin;
  readonly seal: Seal;
  readonly roshan: BuiltAccount;
  readonly naya: BuiltAccount;
  readonly senders: typeof DEMO_SENDERS;
  /** A template by its name and, unless it is Roshan's, its account. @throws when there is none. */
  template(name: string, account?: BuiltAccount): BuiltTemplate;
  /** Opens a further account with this credit and these switches. */
  addAccount(account: {
    readonly name: string;
    readonly rupees: string;
    readonly settings?: Omit<SetAccount, 'accountId'>;
  }): Promise<{ readonly accountId: AccountId; readonly apiKey: string }>;
};

export type WorldSettings = {
  readonly clock?: Clock;
  /** Simulated operators; absent: links to closed ports, for tests in which nothing is sent. */
  readonly links?: readonly DemoLink[];
};

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

/** The context of operations on a test's database. */
export function openAdmin(database: Database, clock: Clock = wallClock): Admin {
  return {
    transact: (work) => database.transact(work),
    actor: 'test',
    clock,
    random: machineRandom,
    seal: createSeal(TEST_MASTER_KEY, machineRandom),
    ids: createIds(() => ADMIN_SLOT, clock, machineRandom),
  };
}

/** Builds the world in an empty, migrated database. */
export async function createWorld(
  database: Database,
  { clock = wallClock, links = demoLinks([1, 1, 1, 1]) }: WorldSettings = {},
): Promise<World> {
  const admin = openAdmin(database, clock);
  const { roshan, naya } = await buildWorld(admin, links);
  // Tests run at any hour of the day.
  must(await setHours(admin, { accountId: undefined, hours: ALWAYS, days: [0, 1, 2, 3, 4, 5, 6] }));
  return {
    admin,
    seal: admin.seal,
    roshan,
    naya,
    senders: DEMO_SENDERS,
    template(name, account = roshan) {
      const found = account.templates.find((template) => template.name === name);
      if (found === undefined) throw new Error(`${account.name} has no template ${name}`);
      return found;
    },
    async addAccount({ name, rupees, settings }) {
      const account = must(await createAccount(admin, { name }));
      const { accountId } = account;
      if (settings !== undefined) must(await setAccount(admin, { ...settings, accountId }));
      const amountMicros = parseRupees(rupees) ?? micros(0n);
      if (amountMicros > 0n) {
        must(await moveCredit(admin, { accountId, kind: 'credit', amountMicros }));
      }
      return account;
    },
  };
}
