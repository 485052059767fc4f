/**
 * The logs of accounts that this node holds: it alone numbers what is in their outboxes, in commit
 * order, and delivers what has a number.
 */
import { eventsOf, type StoredEvent } from '../domain/event/event.ts';
import type { AccountId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { Log } from '../kit/log.ts';
import type { Database } from '../kit/postgres/pool.ts';
import { numberEvents, releaseLogs, takeLogs } from '../features/events/events.sql.ts';
import type { HeldLease } from '../store/nodes/nodes.ts';

type KeepLogsDeps = {
  readonly db: Database;
  readonly log: Log;
  readonly lease: HeldLease;
  /** Called with all accounts whose logs this node now holds. */
  readonly onHeld: (accounts: ReadonlySet<AccountId>) => Promise<void>;
  /** Called with newly numbered events, in order. */
  readonly onNumbered: (events: readonly StoredEvent[]) => void;
};

type KeepLogs = {
  holds(): boolean;
  /** Takes logs that nobody holds; releases those it no longer holds. */
  hold(): Promise<void>;
  /** Numbers everything that is waiting. */
  number(): Promise<void>;
  release(): Promise<void>;
};

export function createKeepLogs(deps: KeepLogsDeps): KeepLogs {
  const { db, lease, onHeld, onNumbered } = deps;
  const most = limit('eventsNumberedAtOnce');
  let held: ReadonlySet<AccountId> = new Set();
  return {
    holds: () => held.size > 0,
    async hold() {
      const own = new Set(await db.transact((tx) => takeLogs(tx, lease.current())));
      held = own;
      await onHeld(own);
    },
    async number() {
      let groups: number;
      do {
        if (held.size === 0 || !lease.holds()) return;
        const numbered = await db.transact((tx) => numberEvents(tx, { ...lease.current(), most }));
        groups = numbered.length;
        if (groups > 0) onNumbered(numbered.flatMap(eventsOf));
      } while (groups === most);
    },
    async release() {
      held = new Set();
      await db.transact((tx) => releaseLogs(tx, lease.current()));
    },
  };
}
