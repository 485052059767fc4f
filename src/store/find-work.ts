import type { NodeLease } from '../domain/carrier/carrier.ts';
import type { LinkId } from '../domain/ids.ts';
import type { Priority } from '../domain/sender/sender.ts';
import type { Reader } from '../kit/postgres/pool.ts';
import { statement } from '../kit/postgres/statement.ts';

/** The first of what waits for a link, by priority. */
export type QueueHead = {
  readonly linkId: LinkId;
  readonly priority: Priority;
  readonly dueAtMs: number;
};

/** What there is to do, for whichever node does it. */
export type Work = {
  readonly heads: readonly QueueHead[];
  /** Large batches that may enter the queue, now or soon. */
  readonly hasFeeds: boolean;
  /** Posts of the chat platform's webhook that nobody has worked off. */
  readonly hasPosts: boolean;
  readonly hasOverdueChats: boolean;
  /** Files that are worked on behind their answer. */
  readonly hasUploads: boolean;
  /** Attempts whose answers were lost, and which wait for a word. */
  readonly hasUnconfirmed: boolean;
  readonly hasDeadNodes: boolean;
  /** Another node lives, or did a minute ago. */
  readonly hasOthers: boolean;
  /** Links that this node holds. */
  readonly ownLinks: readonly LinkId[];
  /** Enabled ones that no living node holds. */
  readonly hasFreeLinks: boolean;
  readonly settingsVersion: number;
};

/**
 * Link 0 stands for a route that was taken away. Each head is one look-up by the index of what
 * waits; nothing else here reads more than a row.
 */
const FIND_WORK = statement<Work>(
  'find-work',
  `select
    (select coalesce(json_agg(h), '[]') from (
       select l.id as "linkId", p.priority,
              round(extract(epoch from q.due_at) * 1000)::bigint as "dueAtMs"
       from (select id from links union all select 0) as l, (values (0), (1)) as p (priority)
       cross join lateral (
         select due_at from queue q
         where q.link_id = l.id and q.node is null and q.priority = p.priority
           and q.lost_until is null
         order by q.due_at, q.turn limit 1
       ) as q) as h) as heads,
    exists (select from feeds where due_at <= @soonMs) as has_feeds,
    exists (select from chat_events where due_at <= @soonMs) as has_posts,
    exists (select from chat_messages where wait_until <= @soonMs) as has_overdue_chats,
    exists (select from uploads where state in ('waiting', 'reading')) as has_uploads,
    exists (select from lost_answers)
      or exists (select from queue where lost_until is not null and node is null)
      as has_unconfirmed,
    exists (select from nodes where lease_until < now() and not recovered) as has_dead_nodes,
    exists (
      select from nodes
      where (slot <> :slot or epoch <> :epoch) and lease_until > now() - interval '1 minute'
    ) as has_others,
    (select coalesce(json_agg(link_id), '[]') from link_leases
     where node = :slot and epoch = :epoch) as own_links,
    exists (
      select from links l
      left join link_leases h on h.link_id = l.id
      left join nodes n on n.slot = h.node and n.epoch = h.epoch and n.lease_until > now()
      where l.enabled and n.slot is null
    ) as has_free_links,
    (select version from settings_version) as settings_version`,
);

/** One look at all that a node would otherwise ask for again and again, up to `soonMs`. */
export async function findWork(reader: Reader, lease: NodeLease, soonMs: number): Promise<Work> {
  const { slot, epoch } = lease;
  const [work] = await reader.read(FIND_WORK, { soonMs, slot, epoch });
  if (work === undefined) throw new Error('the settings have no version');
  return work;
}
