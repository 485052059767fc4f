/**
 * The named world that tests use: the demo world, built by the operations that staff use.
 *
 * - **Roshan Store**: verified, fixed content on, Rs. 10,000; senders InfoSMS (simple), RoshanStore
 *   (branded), 8584 (short code); eight templates in every state.
 * - **Naya Clinic**: not verified, fixed content on, Rs. 20; sender InfoSMS; one approved template.
 *
 * Promotional hours are always open, and the default caps apply neither to Roshan Store nor to the
 * shops of test/support/shop.ts.
 *
 * Prices per part: simple 1.50, branded 2.40 (to SCO 3.10), short code 4.80 rupees.
 */
import { inject } from 'vitest';
import { plain } from '../../src/kit/postgres/statement.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { micros, parseRupees } from '../../src/domain/pricing/money.ts';
import { createAccount, setAccount } from '../../src/features/accounts/accounts.operations.ts';
import { moveCredit } from '../../src/features/credit/credit.operations.ts';
import {
  DEMO_SENDERS,
  type BuiltAccount,
  type BuiltTemplate,
  type BuiltWorld,
} from '../../src/demo/build-world.ts';
import { must, type Admin } from '../../src/operations/admin.ts';
import type { Seal } from '../../src/kit/seal.ts';
import { openAdmin } from './built-world.ts';
import { freshDatabase, type FreshDatabase } from './database.ts';
import { worldTemplateName } from './postgres.ts';

export type World = {
  readonly admin: Admin;
  readonly seal: Seal;
  readonly roshan: BuiltAccount;
  readonly naya: BuiltAccount;
  readonly senders: typeof DEMO_SENDERS;
  /** A template by name and, if it is not Roshan's, by account. @throws if there is none. */
  template(name: string, account?: BuiltAccount): BuiltTemplate;
  /** Opens another account with this credit and these switches. */
  addAccount(account: {
    readonly name: string;
    readonly rupees: string;
    readonly settings?: Omit<Parameters<typeof setAccount>[1], 'accountId'>;
  }): Promise<{ readonly accountId: AccountId; readonly apiKey: string }>;
};

export type WorldDatabase = FreshDatabase & { readonly world: World };

/**
 * A database with the world in it, whose links lead to closed ports, for tests that send nothing.
 * Call it where `freshDatabase` may be called.
 */
export async function worldDatabase(connections?: number): Promise<WorldDatabase> {
  const fresh = await freshDatabase(connections, worldTemplateName);
  return { ...fresh, world: openWorld(openAdmin(fresh.database), inject('builtWorld')) };
}

/** Points the links to simulated operators, in the order Jazz, Zong, Ufone, Telenor. */
export async function leadLinks(
  { database }: FreshDatabase,
  ports: readonly [number, number, number, number],
): Promise<void> {
  await database.transact((transaction) =>
    transaction.run(
      plain(
        'test-lead-links',
        `update links set config = jsonb_set(config, '{port}', to_jsonb(new.port))
       from unnest(array['jazz', 'zong', 'ufone', 'telenor'], $1::int[]) as new (name, port)
       where links.name = new.name`,
      ),
      [ports],
    ),
  );
}

/** What tests do with a built world. */
export function openWorld(admin: Admin, { roshan, naya }: BuiltWorld): World {
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
