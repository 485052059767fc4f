/** Which nodes live, and which links they hold: leases by slot and epoch. */
import type { NodeLease } from '../domain/carrier/carrier.ts';
import type { Reader, Transaction } from '../kit/postgres/pool.ts';
import { statement } from '../kit/postgres/statement.ts';

const CLAIM = statement<NodeLease>(
  'claim-node',
  `with free as (
    select s.slot from generate_series(0, 62) as s (slot)
    left join nodes n using (slot)
    where n.slot is null or (n.lease_until < now() and n.recovered)
    order by n.lease_until nulls first, s.slot
    limit 1
  )
  insert into nodes (slot, epoch, holder, lease_until, recovered)
  select slot, 1, :holder, now() + make_interval(secs => :leaseMs::float8 / 1000), false from free
  on conflict (slot) do update
    set epoch = nodes.epoch + 1, holder = excluded.holder, lease_until = excluded.lease_until,
        recovered = false
    where nodes.lease_until < now() and nodes.recovered
  returning slot, epoch`,
);

/**
 * Claims the slot that has been free for longest, under a new epoch. undefined when every slot is
 * held or another node was quicker: ask again.
 */
export async function claimNode(
  transaction: Transaction,
  holder: string,
  leaseMs: number,
): Promise<NodeLease | undefined> {
  return (await transaction.run(CLAIM, { holder, leaseMs }))[0];
}

const RENEW = statement<{ readonly slot: number }>(
  'renew-node',
  `update nodes set lease_until = now() + make_interval(secs => :leaseMs::float8 / 1000)
  where slot = :slot and epoch = :epoch and lease_until > now()
  returning slot`,
);

/**
 * Extends a lease; false when it has ended or another node has the slot: then everything held is
 * lost.
 */
export async function renewNode(
  transaction: Transaction,
  lease: NodeLease,
  leaseMs: number,
): Promise<boolean> {
  return (await transaction.last(RENEW, { ...lease, leaseMs })).length === 1;
}

const RELEASE = statement(
  'release-node',
  `update nodes set lease_until = now() - interval '1 second'
  where slot = :slot and epoch = :epoch`,
);

/** Gives a lease back, so that others need not wait for its end. */
export async function releaseNode(transaction: Transaction, lease: NodeLease): Promise<void> {
  await transaction.last(RELEASE, lease);
}

const END_ALL_LEASES = statement(
  'end-all-leases',
  `update nodes set lease_until = now() - interval '1 second' where lease_until > now()`,
);

/**
 * Ends every lease: for a node that is known to be the only one, so that its earlier runs are dead.
 */
export async function endAllLeases(transaction: Transaction): Promise<void> {
  await transaction.last(END_ALL_LEASES);
}

const TAKE_LINKS = statement(
  'take-links',
  `insert into link_leases (link_id, node, epoch)
  select l.id, :slot, :epoch from links l where l.enabled
  on conflict (link_id) do update set node = excluded.node, epoch = excluded.epoch
    where not exists (
      select 1 from nodes n
      where n.slot = link_leases.node and n.epoch = link_leases.epoch and n.lease_until > now()
    )`,
);

const OWN_LINKS = statement<{ readonly linkId: number }>(
  'own-links',
  `select link_id from link_leases where node = :slot and epoch = :epoch`,
);

/**
 * Takes every enabled link that no living node holds, and gives the links that this node holds now.
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

const DEAD_NODES = statement<NodeLease>(
  'dead-nodes',
  `select slot, epoch from nodes where lease_until < now() and not recovered order by slot`,
);

/** Leases that have ended and whose belongings nobody has dealt with yet. */
export function findDeadNodes(reader: Reader): Promise<readonly NodeLease[]> {
  return reader.read(DEAD_NODES);
}

const MARK_RECOVERED = statement(
  'mark-recovered',
  `update nodes set recovered = true
  where slot = :slot and epoch = :epoch and lease_until < now()`,
);

/** Notes that nothing is held any more under an ended lease. */
export async function markRecovered(transaction: Transaction, lease: NodeLease): Promise<void> {
  await transaction.last(MARK_RECOVERED, lease);
}
