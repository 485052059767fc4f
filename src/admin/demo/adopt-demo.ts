/**
 * Makes a database that was set up as a demo fit for production: what the demo printed on a console
 * and wrote into its demo.json opens nothing any more.
 */
import { expireKeys } from '../../store/accounts.ts';
import { readDemo } from '../../store/audit.ts';
import { listNumbers } from '../../store/chat-numbers.ts';
import { removeUsers } from '../../store/users.ts';
import { setAccountState } from '../accounts.ts';
import { disconnectNumber } from '../chat/numbers.ts';
import { change, changed, must, refuse, within, type Admin, type Outcome } from '../admin.ts';
import { setLink } from '../links.ts';

export type AdoptedDemo = {
  /** Disabled, their keys ended. */
  readonly accounts: readonly number[];
  /** Removed; their addresses. */
  readonly users: readonly string[];
  /** Taken out of use; chat numbers by their digits. */
  readonly links: readonly string[];
};

/** Disables what the demo world made, and gives what that was. Everything else stays. */
export function adoptDemo(admin: Admin): Promise<Outcome<AdoptedDemo>> {
  return change(admin, { action: 'demo.adopt' }, async (transaction) => {
    const here = within(admin, transaction);
    const demo = await readDemo(transaction);
    if (demo === undefined) return refuse('database', 'must hold a demo world');
    const nowMs = admin.clock.nowMs();
    const links: string[] = [];
    for (const name of demo.links) {
      // One that staff have removed or that is wrong by now is none of the demo's any more.
      if ((await setLink(here, { name, enabled: false })).ok) links.push(name);
    }
    for (const accountId of demo.accounts) {
      must(await setAccountState(here, { accountId, state: 'disabled' }));
      await expireKeys(transaction, accountId, { expiresAtMs: nowMs, nowMs });
      for (const { id, enabled, config } of await listNumbers(transaction, accountId)) {
        if (!enabled) continue;
        must(await disconnectNumber(here, { accountId, number: String(id) }));
        links.push(String(config['digits']));
      }
    }
    const users = await removeUsers(transaction, demo.userIds);
    const done = { accounts: demo.accounts, users, links };
    return changed(done, done);
  });
}
