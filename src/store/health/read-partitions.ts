import type { Reader } from '../../kit/postgres/pool.ts';

/** The days for which a table partitioned by id has room. */
export type PartitionRange = {
  readonly table: string;
  readonly partitions: number;
  /** The first id that fits, and the first that does not any more. */
  readonly fromId: number;
  readonly untilId: number;
};

const PARTITIONS = `
  select p.relname as table, count(*) as partitions,
    min(substring(pg_get_expr(c.relpartbound, c.oid) from $1)::bigint) as "fromId",
    max(substring(pg_get_expr(c.relpartbound, c.oid) from $2)::bigint) as "untilId"
  from pg_inherits i
  join pg_class c on c.oid = i.inhrelid
  join pg_class p on p.oid = i.inhparent
  where p.relname in ('messages', 'attempts', 'chat_messages') and p.relkind = 'p'
  group by p.relname order by p.relname`;

/** `messages`, `attempts` and `chat_messages`; a table without any partition is left out. */
export async function readPartitions(reader: Reader): Promise<readonly PartitionRange[]> {
  const bounds = [String.raw`FROM \('(\d+)'\)`, String.raw`TO \('(\d+)'\)`];
  return reader.read<PartitionRange>('read-partitions', PARTITIONS, bounds);
}
