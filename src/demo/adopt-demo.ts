/**
 * Makes a database that was set up as a demo fit for production: what the demo printed on a console
 * and wrote into its demo.json no longer gives access to anything.
 */
import { expireKeys } from '../features/keys/keys.sql.ts';
import { readDemo } from '../features/audit/audit.sql.ts';
import { listNumbers } from '../store/chat/numbers.ts';
import { removeUsers } from '../features/users/users.sql.ts';
import { setAccountState } from '../features/accounts/accounts.operations.ts';
import { disconnectNumber } from '../features/chat-numbers/chat-numbers.operations.ts';
import {
  change,
  changed,
  must,
  refuse,
  within,
  type Admin,
  type Outcome,
} from '../operations/admin.ts';
import { setLink } from '../features/links/links.operations.ts';

export type AdoptedDemo = {
  /** Disabled, and their keys revoked. */
  readonly accounts: readonly number[];
  /** Removed; by email address. */
  readonly users: readonly string[];
  /** Disabled; chat numbers by their digits. */
  readonly links: readonly string[];
};

/** Disables what the demo world created, and returns what that was. Everything else stays. */
export function adoptDemo(admin: Admin): Promise<Outcome<AdoptedDemo>> {
  return change(admin, { action: 'demo.adopt' }, async (transaction) => {
    const here = within(admin, transaction);
    const demo = await readDemo(transaction);
    if (demo === undefined) return refuse('database', 'must hold a demo world');
    const nowMs = admin.clock.nowMs();
    const links: string[] = [];
    for (const name of demo.links) {
      // A link that staff have removed, or that is no longer valid, is not the demo's any more.
      if ((await setLink(here, { name, enabled: false })).ok) links.push(name);
    }
    for (const accountId of demo.accounts) {
      must(await setAccountState(here, { accountId, state: 'disabled' }));
      await expireKeys(transaction, { expiresAtMs: nowMs, nowMs, accountId });
      for (const { id, enabled, config } of await listNumbers(transaction, { accountId })) {
        if (!enabled) continue;
        must(await disconnectNumber(here, { accountId, number: String(id) }));
        links.push(String(config['digits']));
      }
    }
    const users = await removeUsers(transaction, { userIds: demo.userIds });
    const done = { accounts: demo.accounts, users, links };
    return changed(done, done);
  });
}
