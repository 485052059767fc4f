import type { NodeLease } from '../domain/carrier/carrier.ts';
import type { Clock, Timer } from '../kit/clock.ts';
import { limit } from '../domain/limits.ts';
import type { Log } from '../kit/log.ts';
import { pause } from '../kit/clock.ts';
import type { Database } from '../kit/postgres/pool.ts';
import { claimNode, endAllLeases, releaseNode, renewNode } from './nodes.ts';

/** The lease of this node, renewed as long as the program lives. */
export type HeldLease = {
  current(): NodeLease;
  /**
   * Whether what is held may still be acted upon. By this node's own monotonic clock, and false
   * well before the lease ends in the store: a process that hung does not go on sending what others
   * have taken over.
   */
  holds(): boolean;
  /** Stops renewing and gives the lease back. */
  release(): Promise<void>;
};

export type HeldLeaseSettings = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Names this installation and run for people. */
  readonly holder: string;
  /**
   * No other program works on this database: whatever is leased belongs to the dead, and is ended
   * at once.
   */
  readonly alone: boolean;
  /**
   * Called when the lease is lost, before another is taken: everything that is held must be let go.
   */
  readonly onLost: () => void;
};

/** Claims a node's lease, waiting for a free slot if need be, and keeps it. */
export async function holdLease(settings: HeldLeaseSettings): Promise<HeldLease> {
  const { db, clock, log, alone, onLost } = settings;
  const leaseMs = limit('nodeLeaseMs');
  if (alone) await db.transact(endAllLeases);
  let renewedAtMs = clock.monotonicMs();
  let lease = await claim(settings);
  let ended = false;
  let renewing = false;

  const renewOrReplace = async (): Promise<void> => {
    const askedAtMs = clock.monotonicMs();
    if (await db.transact((transaction) => renewNode(transaction, lease, leaseMs))) {
      renewedAtMs = askedAtMs;
      return;
    }
    log.error({ lease }, 'this node has lost its lease and takes another');
    renewedAtMs = Number.NEGATIVE_INFINITY;
    onLost();
    lease = await claim(settings);
  };
  const renew = async (): Promise<void> => {
    if (renewing || ended) return;
    renewing = true;
    await renewOrReplace().catch((error: unknown) => {
      log.warn({ error }, 'the lease of this node could not be renewed');
    });
    renewing = false;
  };
  const timer: Timer = clock.every(limit('nodeRenewMs'), () => void renew());

  return {
    current: () => lease,
    holds: () => !ended && clock.monotonicMs() - renewedAtMs < leaseMs - limit('nodeMarginMs'),
    async release() {
      timer.cancel();
      ended = true;
      await db.transact((transaction) => releaseNode(transaction, lease));
    },
  };

  async function claim({ holder: name }: HeldLeaseSettings): Promise<NodeLease> {
    for (;;) {
      renewedAtMs = clock.monotonicMs();
      const claimed = await db.transact((transaction) => claimNode(transaction, name, leaseMs));
      if (claimed !== undefined) return claimed;
      log.warn({}, 'every node slot is held; waiting for one');
      await pause(clock, limit('nodeRenewMs'));
    }
  }
}
