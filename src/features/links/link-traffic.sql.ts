/** What links carried in the last minutes, as their holders counted, and what is usual for them. */
import type { NodeLease } from '../../domain/carrier/carrier.ts';
import type { LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { type Carried, NOTHING_USUAL, type Usual } from '../../domain/routing/link-trouble.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';
import { rowsOf, statement } from '../../kit/postgres/statement.ts';

/** Of a link that has carried nothing. */
export const QUIET: Carried = {
  taken: [],
  failed: [],
  reported: [],
  delivered: [],
  unreadable: [],
  codes: {},
};

/** What a period adds to what is usual. */
type Traffic = {
  readonly carried: Carried;
  readonly added: Usual;
};

/** What is this old counts half in what is usual. */
const HALF_SECONDS = 7 * 86_400;

const usual = (name: string): string => `usual_${name} = t.${name} + h.usual_${name} * power(
      0.5, extract(epoch from now() - coalesce(h.traffic_at, now()))::float8 / ${HALF_SECONDS})`;

const WRITE = statement(
  'write-traffic',
  `update link_leases h set traffic = t.traffic, traffic_at = now(),
    ${['taken', 'reported', 'delivered'].map(usual).join(',\n    ')}
  from ${rowsOf({
    linkId: 'int',
    traffic: 'jsonb',
    taken: 'float8',
    reported: 'float8',
    delivered: 'float8',
  })}
  where h.link_id = t.link_id and h.node = :slot and h.epoch = :epoch`,
);

/** Of links held under `lease`; others are left out. */
export async function writeTraffic(
  transaction: Transaction,
  lease: NodeLease,
  links: readonly (Traffic & { readonly linkId: LinkId })[],
): Promise<void> {
  const rows = links.map(({ linkId, carried, added }) => ({ linkId, traffic: carried, ...added }));
  await transaction.run(WRITE, { rows, ...lease });
}

type Row = {
  readonly linkId: LinkId;
  readonly traffic: Partial<Carried> | undefined;
  readonly ageMs: number;
  readonly usualTaken: number;
  readonly usualReported: number;
  readonly usualDelivered: number;
};

const READ = statement<Row>(
  'read-traffic',
  `select link_id, traffic, (extract(epoch from now() - traffic_at) * 1000)::bigint as age_ms,
    usual_taken, usual_reported, usual_delivered
  from link_leases where traffic is not null order by link_id`,
);

type LinkTraffic = { readonly carried: Carried; readonly usual: Usual };

export const NO_TRAFFIC: LinkTraffic = { carried: QUIET, usual: NOTHING_USUAL };

/** Of the last `trafficPeriods` up to now; links that have never carried anything are left out. */
export async function readTraffic(reader: Reader): Promise<ReadonlyMap<LinkId, LinkTraffic>> {
  const rows = await reader.read(READ);
  return new Map(
    rows.map(({ linkId, traffic, ageMs, usualTaken, usualReported, usualDelivered }) => {
      const usually = { taken: usualTaken, reported: usualReported, delivered: usualDelivered };
      return [linkId, { carried: upToNow({ ...QUIET, ...traffic }, ageMs), usual: usually }];
    }),
  );
}

/** A holder writes nothing for periods in which nothing was heard. */
function upToNow({ codes, ...counts }: Carried, ageMs: number): Carried {
  const most = limit('trafficPeriods');
  // A period is written a little after its end.
  const quiet = Math.min(most, Math.round(Math.max(0, ageMs - 1) / limit('trafficPeriodMs')));
  const fill = (some: readonly number[]): readonly number[] =>
    [...zeros(most), ...some, ...zeros(quiet)].slice(-most);
  const { taken, failed, reported, delivered, unreadable } = counts;
  return {
    taken: fill(taken),
    failed: fill(failed),
    reported: fill(reported),
    delivered: fill(delivered),
    unreadable: fill(unreadable),
    codes: Object.fromEntries(Object.entries(codes).map(([code, some]) => [code, fill(some)])),
  };
}

const zeros = (count: number): readonly number[] => Array.from({ length: count }, () => 0);
