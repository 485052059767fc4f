import type { NodeLease } from '../../domain/carrier/carrier.ts';
import type { AccountId } from '../../domain/ids.ts';
import type { ForeignCount, KeyCount } from '../../domain/policy/velocity.ts';
import type { Reader, Transaction } from '../../kit/postgres/pool.ts';

const WRITE_COUNTS = `
  insert into cap_counts (cap_id, account_id, key, node, epoch, counted, changed_at, ends_at)
  select t.cap_id, t.account_id, t.key, $6, $7, t.counted, clock_timestamp(),
         clock_timestamp() + make_interval(secs => t.ends_in_ms / 1000)
  from unnest($1::int[], $2::bigint[], $3::bigint[], $4::int[], $5::float8[])
       as t (cap_id, account_id, key, counted, ends_in_ms)
  on conflict (cap_id, account_id, key, node, epoch) do update
    set counted = excluded.counted, changed_at = excluded.changed_at, ends_at = excluded.ends_at`;

/** Tells the other nodes what this one has counted. Times are those of the database. */
export async function writeCounts(
  transaction: Transaction,
  lease: NodeLease,
  counts: readonly KeyCount[],
): Promise<void> {
  if (counts.length === 0) return;
  await transaction.run('write-cap-counts', WRITE_COUNTS, [
    counts.map((it) => it.capId),
    counts.map((it) => it.accountId),
    counts.map((it) => it.key),
    counts.map((it) => it.counted),
    counts.map((it) => it.endsInMs),
    lease.slot,
    lease.epoch,
  ]);
}

const READ_COUNTS = `
  select cap_id, account_id, key, node, epoch, counted,
         (extract(epoch from ends_at - clock_timestamp()) * 1000)::float8 as ends_in_ms
  from cap_counts
  where changed_at > clock_timestamp() - make_interval(secs => $1::float8 / 1000)
    and ends_at > clock_timestamp() - interval '10 seconds'
    and (node <> $2 or epoch <> $3)`;

type Row = {
  readonly cap_id: number;
  readonly account_id: AccountId;
  readonly key: number;
  readonly node: number;
  readonly epoch: number;
  readonly counted: number;
  readonly ends_in_ms: number;
};

/** What others have told within the last `sinceMs`, and what nodes that stopped have left. */
export async function readCounts(
  reader: Reader,
  lease: NodeLease,
  sinceMs: number,
): Promise<readonly ForeignCount[]> {
  const values = [sinceMs, lease.slot, lease.epoch];
  const rows = await reader.read<Row>('read-cap-counts', READ_COUNTS, values);
  return rows.map((row) => ({
    capId: row.cap_id,
    accountId: row.account_id,
    key: row.key,
    from: `${row.node} ${row.epoch}`,
    counted: row.counted,
    endsInMs: row.ends_in_ms,
  }));
}

const FORGET_COUNTS = `delete from cap_counts where ends_at < now() - interval '10 seconds'`;

/** Removes what counts no longer. */
export async function forgetCounts(transaction: Transaction): Promise<void> {
  await transaction.run('forget-cap-counts', FORGET_COUNTS, []);
}
