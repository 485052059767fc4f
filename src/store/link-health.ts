/** How links stand, as their holders say. */
import type { NodeLease } from '../domain/carrier/carrier.ts';
import type { LinkId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { LinkHealth, LinkState } from '../domain/routing/link-health.ts';
import type { Reader, Transaction } from '../kit/postgres/pool.ts';
import { rowsOf, statement } from '../kit/postgres/statement.ts';

/** What the holder of a link says of it. */
export type ReportedHealth = LinkHealth & { readonly linkId: LinkId };

const REPORT = statement(
  'report-link-health',
  `update link_leases h
  set state = t.state, words = t.words,
      since = case when h.state = t.state and t.state <> 'up' then h.since else t.since end
  from ${rowsOf({ linkId: 'int', state: 'text', words: 'text', sinceMs: 'timestamptz' })}
  where h.link_id = t.link_id and h.node = :slot and h.epoch = :epoch`,
);

/**
 * Writes how links stand that are held under `lease`. One that is not up, and stands as before, has
 * done so since then, whatever the reason and whoever held it.
 */
export async function reportHealth(
  transaction: Transaction,
  lease: NodeLease,
  reported: readonly ReportedHealth[],
): Promise<void> {
  await transaction.run(REPORT, { rows: reported, ...lease });
}

type Row = {
  readonly linkId: LinkId;
  readonly state: LinkState;
  readonly words: string | undefined;
  readonly sinceMs: number;
  readonly leaseUntilMs: number | undefined;
  readonly isHeld: boolean;
};

const READ = statement<Row>(
  'read-link-health',
  `select h.link_id, h.state, h.words, h.since, n.lease_until,
         coalesce(n.lease_until > now() - make_interval(secs => :graceMs::float8 / 1000), false)
           as is_held
  from link_leases h
  left join nodes n on n.slot = h.node and n.epoch = h.epoch
  order by h.link_id`,
);

/** How every link stands that a node has ever held. One without a living holder is down. */
export async function readLinkHealth(reader: Reader): Promise<ReadonlyMap<LinkId, LinkHealth>> {
  const rows = await reader.read(READ, { graceMs: limit('linkDownAfterMs') });
  return new Map(rows.map((row) => [row.linkId, healthOf(row)]));
}

function healthOf({ state, words, sinceMs, leaseUntilMs, isHeld }: Row): LinkHealth {
  if (isHeld) return { state, words, sinceMs };
  return { state: 'down', words: 'no running node holds it', sinceMs: leaseUntilMs ?? sinceMs };
}
