/** Which nodes are alive, and which links they hold: leases by slot and epoch. */
import type { NodeLease } from '../../domain/carrier/carrier.ts';
import { limit } from '../../domain/limits.ts';
import { type Clock, pause, type Timer } from '@paigham/base/clock.ts';
import { NODE_SLOTS } from '../../kit/ids.ts';
import type { Log } from '../../kit/log.ts';
import { read, write, last } from '../../kit/postgres/callable.ts';
import type { Database, Transaction } from '../../kit/postgres/pool.ts';
import { statement } from '../../kit/postgres/statement.ts';
import { Refusal } from '@paigham/base/refusal.ts';
import { HISTORY_NOW, readLastLife } from './history.ts';

/** The last slot is that of the command line. */
const MOST_NODES = NODE_SLOTS - 1;

const LINKS_UNTIL = `now() + interval '${limit('nodeLinksMs')} milliseconds'`;

/**
 * Claims the slot that has been free for longest, under a new epoch. undefined when every slot is
 * held or another node was quicker: try again.
 */
const claimNode = write.one<{ holder: string; leaseMs: number }, NodeLease>(
  'claim-node',
  `with free as (
    select s.slot from generate_series(0, ${MOST_NODES - 1}) as s (slot)
    left join nodes n using (slot)
    where n.slot is null or (n.lease_until < now() and n.recovered)
    order by n.lease_until nulls first, s.slot
    limit 1
  )
  insert into nodes (slot, epoch, holder, lease_until, recovered, history, links_until,
    witnessed, steady_since)
  select slot, 1, :holder, now() + make_interval(secs => :leaseMs::float8 / 1000), false,
    ${HISTORY_NOW}, ${LINKS_UNTIL}, false, now()
  from free
  on conflict (slot) do update
    set epoch = nodes.epoch + 1, holder = excluded.holder, lease_until = excluded.lease_until,
        recovered = false, history = excluded.history, links_until = excluded.links_until,
        witnessed = false, steady_since = excluded.steady_since
    where nodes.lease_until < now() and nodes.recovered
  returning slot, epoch`,
);

/**
 * Extends a lease; false if it has ended or another node has the slot: then everything held is
 * lost.
 */
const renewNode = last.any<
  NodeLease & {
    readonly leaseMs: number;
    readonly isWitnessed: boolean;
    /** It has lost its session, or could not renew, since the last time. */
    readonly wasCut: boolean;
  }
>(
  'renew-node',
  `update nodes set lease_until = now() + make_interval(secs => :leaseMs::float8 / 1000),
    history = ${HISTORY_NOW}, links_until = ${LINKS_UNTIL}, witnessed = :isWitnessed,
    steady_since = case
      when not :wasCut and links_until > now() and witnessed = :isWitnessed
      then steady_since else now() end
  where slot = :slot and epoch = :epoch and lease_until > now()
  returning slot`,
);

/** Releases a lease, so that others need not wait for its end. */
const releaseNode = last.run<NodeLease>(
  'release-node',
  `update nodes set lease_until = now() - interval '1 second'
  where slot = :slot and epoch = :epoch`,
);

/**
 * Ends every lease: for a node that is known to be the only one, so that its earlier runs are dead.
 */
const endAllLeases = last.run(
  'end-all-leases',
  `update nodes set lease_until = now() - interval '1 second' where lease_until > now()`,
);

/** The node that asks was not cut off itself in the last seconds. */
const IS_STEADY = `exists (
  select from nodes s where s.slot = :slot and s.epoch = :epoch
    and s.steady_since < now() - interval '${limit('nodeSteadyMs')} milliseconds')`;

/** Holds for a node `n` that keeps its links, in the eyes of the node that asks. */
export const KEEPS_LINKS = `n.lease_until > now()
  and (coalesce(n.links_until, n.lease_until) > now()
    or (n.slot = :slot and n.epoch = :epoch) or not ${IS_STEADY})`;

const TAKE_LINKS = statement(
  'take-links',
  `insert into link_leases (link_id, node, epoch)
  select l.id, :slot, :epoch from links l where l.enabled or l.draining_until > now()
  on conflict (link_id) do update set node = excluded.node, epoch = excluded.epoch
    where not exists (
      select 1 from nodes n
      where n.slot = link_leases.node and n.epoch = link_leases.epoch and ${KEEPS_LINKS}
    )`,
);

/** Any number: the first key of the advisory locks by which nodes are seen to run, by slot. */
const WITNESS = 7_142_702;

/** Living nodes that hold links, but for the one that asks: only they need to be watched. */
export const OTHER_HOLDERS = `(
  select * from nodes
  where (slot, epoch) in (select node, epoch from link_leases)
    and (slot <> :slot or epoch <> :epoch) and lease_until > now()
  offset 0)`;

const GONE_UNTIL = `now() + interval '${limit('nodeGoneMs')} milliseconds'`;

/** Holds for a node `n` of those whose session has ended, and which nobody has marked yet. */
export const IS_GONE = `n.witnessed and n.links_until > ${GONE_UNTIL} and ${IS_STEADY}
  and pg_try_advisory_xact_lock_shared(${WITNESS}, n.slot)`;

/**
 * Lets nodes whose session has ended keep their links for a moment more: one that lives renews
 * them meanwhile. What they have in their hands stays theirs until their lease ends.
 */
export const markGone = last.run<NodeLease>(
  'mark-gone',
  `update nodes n set links_until = ${GONE_UNTIL}
  where n.slot <> :slot and n.lease_until > now() and ${IS_GONE}`,
);

const OWN_LINKS = statement<{ readonly linkId: number }>(
  'own-links',
  `select link_id from link_leases where node = :slot and epoch = :epoch`,
);

/**
 * Claims every enabled link that no live node holds, and returns the links this node now holds.
 */
export async function takeLinks(
  transaction: Transaction,
  lease: NodeLease,
): Promise<readonly number[]> {
  const [, held] = await Promise.all([
    transaction.run(TAKE_LINKS, lease),
    transaction.last(OWN_LINKS, lease),
  ]);
  return held.map(({ linkId }) => linkId);
}

/** Expired leases whose messages and links nobody has recovered yet. */
export const findDeadNodes = read.many<void, NodeLease>(
  'dead-nodes',
  `select slot, epoch from nodes where lease_until < now() and not recovered order by slot`,
);

/** Records that nothing is held under an ended lease any more. */
export const markRecovered = last.run<NodeLease>(
  'mark-recovered',
  `update nodes set recovered = true
  where slot = :slot and epoch = :epoch and lease_until < now()`,
);

/** The lease of this node, renewed as long as the program runs. */
export type HeldLease = {
  current(): NodeLease;
  /**
   * Whether this node may still act on what it holds. By its own monotonic clock, and false
   * well before the lease ends in the store: a process that hung must not go on sending what others
   * have taken over.
   */
  holds(): boolean;
  /** The advisory lock by which others see that this program runs, while a session holds it. */
  witness(): readonly [number, number];
  /** Whether a session holds the lock of this key now. */
  setWitnessed(isHeld: boolean, key: readonly [number, number]): void;
  /** Stops renewing and gives the lease back. */
  release(): Promise<void>;
};

type HeldLeaseSettings = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Identifies this installation and run to people. */
  readonly holder: string;
  /**
   * No other program uses this database: all leases belong to dead processes, and are ended
   * at once.
   */
  readonly alone: boolean;
  /**
   * Called when the lease is lost, before another is claimed: everything held must be released.
   */
  readonly onLost: () => void;
};

const RESTORED =
  'This database was restored from a backup, or moved from another server: what waits in it may ' +
  'have been sent since. Say which with "bin/paigham restored" before the service starts ' +
  '(docs/operating/backup-and-restore.md).';

/**
 * Claims a node's lease, waiting for a free slot if need be, and keeps it.
 * @throws Refusal if the database is in another history than its last node, and nobody has said
 * yet what that means.
 */
export async function holdLease(settings: HeldLeaseSettings): Promise<HeldLease> {
  const { db, clock, log, alone, onLost } = settings;
  const leaseMs = limit('nodeLeaseMs');
  if (alone) await db.transact(endAllLeases);
  let renewedAtMs = clock.monotonicMs();
  let lease = await claim({ isFirst: true });
  let [ended, renewing] = [false, false];
  const session = { isWitnessed: false, wasCut: false };

  const renewOrReplace = async (): Promise<void> => {
    const [askedAtMs, how] = [clock.monotonicMs(), { leaseMs, ...session }];
    session.wasCut = false;
    if (await db.transact((transaction) => renewNode(transaction, { ...lease, ...how }))) {
      renewedAtMs = askedAtMs;
      return;
    }
    log.error({ lease }, 'this node has lost its lease and claims another');
    renewedAtMs = Number.NEGATIVE_INFINITY;
    // Its lock is of another slot until the session is asked again.
    session.isWitnessed = false;
    onLost();
    lease = await claim({ isFirst: false });
  };
  const renew = async (): Promise<void> => {
    if (renewing || ended) return;
    renewing = true;
    await renewOrReplace().catch((error: unknown) => {
      session.wasCut = true;
      log.warn({ error }, 'the lease of this node could not be renewed');
    });
    renewing = false;
  };
  const timer: Timer = clock.every(limit('nodeRenewMs'), () => void renew());

  return {
    current: () => lease,
    holds: () => !ended && clock.monotonicMs() - renewedAtMs < leaseMs - limit('nodeMarginMs'),
    witness: () => [WITNESS, lease.slot],
    setWitnessed(isHeld, [, slot]) {
      // While a new lease was claimed, the session may have locked the slot of the old one.
      const is = isHeld && slot === lease.slot;
      if (is === session.isWitnessed) return;
      session.wasCut ||= !is;
      session.isWitnessed = is;
      void renew();
    },
    async release() {
      timer.cancel();
      ended = true;
      await db.transact((transaction) => releaseNode(transaction, lease));
    },
  };

  /** A node that runs knows what it has sent: a promoted standby does not stop it. */
  async function claim({ isFirst }: { readonly isFirst: boolean }): Promise<NodeLease> {
    for (;;) {
      renewedAtMs = clock.monotonicMs();
      const claimed = await db.transact(async (transaction) => {
        const isOther = isFirst && (await readLastLife(transaction))?.isOther === true;
        if (isOther) throw new Refusal(RESTORED);
        return claimNode(transaction, { holder: settings.holder, leaseMs });
      });
      if (claimed !== undefined) return claimed;
      const most = `${MOST_NODES} nodes use this database, and no more can`;
      log.warn({}, `${most}: this one waits until one of them has ended`);
      await pause(clock, limit('nodeRenewMs'));
    }
  }
}
