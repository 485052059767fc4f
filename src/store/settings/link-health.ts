import type { NodeLease } from '../../domain/carrier/carrier.ts';
import type { LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { LinkHealth, LinkState } from '../../domain/routing/link-health.ts';
import { numberList } from '../../kit/postgres/lists.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';

/** What the holder of a link says of it. */
export type ReportedHealth = LinkHealth & { readonly linkId: LinkId };

const TELL = `
  update link_leases h
  set state = t.state, words = t.words,
      since = case when h.state = t.state and t.state <> 'up' then h.since
                   else to_timestamp(t.since / 1000) end
  from unnest($1::int[], $2::text[], $3::text[], $4::float8[]) as t (link_id, state, words, since)
  where h.link_id = t.link_id and h.node = $5 and h.epoch = $6`;

/**
 * Writes how links stand that are held under `lease`. One that is not up, and stands as before, has
 * done so since then, whatever the reason and whoever held it.
 */
export async function reportHealth(
  transaction: Transaction,
  lease: NodeLease,
  told: readonly ReportedHealth[],
): Promise<void> {
  await transaction.run('tell-link-health', TELL, [
    numberList(told.map((it) => it.linkId)),
    told.map((it) => it.state),
    told.map((it) => it.words ?? null),
    told.map((it) => it.sinceMs),
    lease.slot,
    lease.epoch,
  ]);
}

const READ = `
  select h.link_id as "linkId", h.state, h.words,
         round(extract(epoch from h.since) * 1000)::bigint as "sinceMs",
         round(extract(epoch from n.lease_until) * 1000)::bigint as "endedMs",
         coalesce(n.lease_until > now() - make_interval(secs => $1::float8 / 1000), false)
           as "isHeld"
  from link_leases h
  left join nodes n on n.slot = h.node and n.epoch = h.epoch
  order by h.link_id`;

type Row = {
  readonly linkId: LinkId;
  readonly state: LinkState;
  readonly words: string | null;
  readonly sinceMs: number;
  readonly endedMs: number | null;
  readonly isHeld: boolean;
};

/** How every link stands that a node has ever held. One without a living holder is down. */
export async function readLinkHealth(reader: Reader): Promise<ReadonlyMap<LinkId, LinkHealth>> {
  const graceMs = limit('linkDownAfterMs');
  const rows = await reader.read<Row>('read-link-health', READ, [graceMs]);
  return new Map(rows.map((row) => [row.linkId, healthOf(row)]));
}

function healthOf({ state, words, sinceMs, endedMs, isHeld }: Row): LinkHealth {
  if (isHeld) return { state, words: words ?? undefined, sinceMs };
  return { state: 'down', words: 'no running node holds it', sinceMs: endedMs ?? sinceMs };
}
