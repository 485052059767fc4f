/** What links carried in the last minutes, as their holders counted. */
import type { NodeLease } from '../../domain/carrier/carrier.ts';
import type { LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { rowsOf, statement } from '../../kit/postgres/statement.ts';

/** Parts of messages in each of the last periods of `trafficPeriodMs`, the latest last. */
export type Traffic = {
  /** That the operator took. */
  readonly taken: readonly number[];
  /** That it refused, or whose answers were lost. */
  readonly failed: readonly number[];
};

/** Of a link that has carried nothing. */
export const QUIET: Traffic = { taken: [], failed: [] };

const WRITE = statement(
  'write-traffic',
  `update link_leases h set traffic = t.traffic, traffic_at = now()
  from ${rowsOf({ linkId: 'int', traffic: 'jsonb' })}
  where h.link_id = t.link_id and h.node = :slot and h.epoch = :epoch`,
);

/** Of links held under `lease`; others are left out. */
export async function writeTraffic(
  transaction: Transaction,
  lease: NodeLease,
  rows: readonly { readonly linkId: LinkId; readonly traffic: Traffic }[],
): Promise<void> {
  await transaction.run(WRITE, { rows, ...lease });
}

type Row = {
  readonly linkId: LinkId;
  readonly traffic: Traffic | undefined;
  readonly ageMs: number;
};

const READ = statement<Row>(
  'read-traffic',
  `select link_id, traffic, (extract(epoch from now() - traffic_at) * 1000)::bigint as age_ms
  from link_leases where traffic is not null order by link_id`,
);

/** Of the last `trafficPeriods` up to now; links that have never carried anything are left out. */
export async function readTraffic(reader: Reader): Promise<ReadonlyMap<LinkId, Traffic>> {
  const rows = await reader.read(READ);
  return new Map(
    rows.map(({ linkId, traffic = QUIET, ageMs }) => [linkId, upToNow(traffic, ageMs)]),
  );
}

/** A holder writes nothing for periods in which nothing was answered. */
function upToNow({ taken, failed }: Traffic, ageMs: number): Traffic {
  const most = limit('trafficPeriods');
  // A period is written a little after its end.
  const quiet = Math.min(most, Math.round(Math.max(0, ageMs - 1) / limit('trafficPeriodMs')));
  const fill = (counts: readonly number[]): readonly number[] =>
    [...zeros(most), ...counts, ...zeros(quiet)].slice(-most);
  return { taken: fill(taken), failed: fill(failed) };
}

const zeros = (count: number): readonly number[] => Array.from({ length: count }, () => 0);
