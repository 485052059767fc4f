import type { Reader } from '../../kit/postgres/pool.ts';

export type QueueHealth = {
  /** The link's name. */
  readonly link: string;
  /** Messages that wait for it. */
  readonly waiting: number;
  /** For how long the oldest of those that are due has been due; null: none is due. */
  readonly oldestDueMs: number | null;
  /** Messages that a living node holds now. */
  readonly held: number;
  /** Messages whose holder is dead: they are taken over when another node comes. */
  readonly orphaned: number;
};

const QUEUE = `
  select l.name as link,
    count(*) filter (where q.node is null) as waiting,
    (extract(epoch from now() - min(q.due_at) filter (where q.node is null and q.due_at <= now()))
      * 1000)::bigint as "oldestDueMs",
    count(*) filter (where q.node is not null and n.slot is not null) as held,
    count(*) filter (where q.node is not null and n.slot is null) as orphaned
  from queue q
  join links l on l.id = q.link_id
  left join nodes n on n.slot = q.node and n.epoch = q.epoch and n.lease_until > now()
  group by l.name order by l.name`;

/** Only links for which something waits. */
export async function readQueueHealth(reader: Reader): Promise<readonly QueueHealth[]> {
  return reader.read<QueueHealth>('read-queue-health', QUEUE, []);
}
