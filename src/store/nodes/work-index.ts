import type { NodeLease } from '../../domain/carrier/carrier.ts';
import type { LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import { TEST_LINKS } from '../../domain/testing/test-mode.ts';
import type { Priority } from '../../domain/sender/sender.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { statement } from '../../kit/postgres/statement.ts';
import { oneAtATime } from '../../kit/semaphore.ts';
import { IS_GONE, KEEPS_LINKS, OTHER_HOLDERS } from './nodes.ts';

/** What may be there without this node having done it, by its name in `Work`. */
export type WorkKind = Exclude<keyof Work, 'heads' | 'ownLinks' | 'settingsVersion' | 'nodes'>;

/**
 * What there is to do, as of the last look: so that a node with nothing to do asks one question.
 */
export type WorkIndex = {
  heads(): readonly QueueHead[];
  /** Links that are held under this lease; undefined when they were not asked for yet. */
  ownLinks(held: NodeLease): readonly LinkId[] | undefined;
  settingsVersion(): number;
  /** Nodes that live, this one included. */
  nodes(): number;
  has(kind: WorkKind): boolean;
  /** This node has made work of that kind: it is there before the next look. */
  note(kind: WorkKind): void;
  /**
   * Whether it is time for another look: at every question while this node acts on what others
   * leave (it holds a link or, as `keepsLogs` says, logs of events), while something is about to be
   * due on a link that it serves, and while links are about to pass on; otherwise now and then.
   */
  isOld(keepsLogs: boolean): boolean;
  refresh(): Promise<void>;
};

/** How often a node looks that is alone, or has nothing to do with what others leave. */
const QUIET_MS = 500;
/** Retries come sooner than the look after next. */
const SOON_MS = 2 * QUIET_MS;
/** Somewhat longer than a count that was shared is read again. */
const SHARED_SECONDS = 15;
/** A node that holds links and has missed two renewals may be about to lose them. */
const PASSING_MS = limit('nodeLinksMs') - 2 * limit('nodeRenewMs');

/** Until the first look there may be work of every kind. */
export function createWorkIndex(deps: {
  readonly db: Reader;
  readonly clock: Clock;
  readonly lease: { current(): NodeLease };
  /** Those of the links that this node serves. */
  readonly outboxes: { get(linkId: LinkId): unknown };
}): WorkIndex {
  const { db, clock, lease, outboxes } = deps;
  let work: Work | undefined;
  let askedFor: NodeLease | undefined;
  let noted = new Set<WorkKind>();
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  const isSoon = ({ linkId, dueAtMs }: QueueHead): boolean =>
    dueAtMs < clock.nowMs() + SOON_MS && outboxes.get(linkId) !== undefined;
  const refresh = oneAtATime(async () => {
    const before = noted;
    noted = new Set();
    lookedAtMs = clock.monotonicMs();
    const asked = lease.current();
    try {
      work = await findWork(db, asked, clock.nowMs() + SOON_MS);
      askedFor = asked;
    } catch (error) {
      for (const kind of before) noted.add(kind);
      throw error;
    }
  });
  return {
    heads: () => work?.heads ?? [],
    ownLinks: (held) => (held === askedFor ? work?.ownLinks : undefined),
    settingsVersion: () => work?.settingsVersion ?? 0,
    nodes: () => Math.max(1, work?.nodes ?? 1),
    has: (kind) => work === undefined || work[kind] || noted.has(kind),
    note: (kind) => void noted.add(kind),
    isOld: (keepsLogs) =>
      work === undefined ||
      (work.hasOthers && (keepsLogs || work.ownLinks.length > 0)) ||
      work.hasPassingLinks ||
      work.heads.some(isSoon) ||
      clock.monotonicMs() - lookedAtMs >= QUIET_MS,
    refresh,
  };
}

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
  /** Batches to be paused, resumed or cancelled, or paused for too long. */
  readonly hasHeldBatches: boolean;
  /** Batches that may have ended. */
  readonly hasBatchEnds: boolean;
  /** Chat campaigns with messages whose texts may be due. */
  readonly hasFallbacks: boolean;
  /** Posts of the chat platform's webhook that nobody has worked off. */
  readonly hasPosts: boolean;
  /** Files that are worked on behind their answer. */
  readonly hasUploads: boolean;
  /** Attempts whose answers were lost, and which wait for a word. */
  readonly hasUnconfirmed: boolean;
  readonly hasDeadNodes: boolean;
  /** Facts that have no number yet. */
  readonly hasFacts: boolean;
  /** Logs of events that no living node holds. */
  readonly hasFreeLogs: boolean;
  /** Mails that are to be handed to the mail server. */
  readonly hasMails: boolean;
  /** Another node lives, or did a minute ago. */
  readonly hasOthers: boolean;
  /** Leases that have not ended. */
  readonly nodes: number;
  /** Counts against caps that were shared since they were last read. */
  readonly hasCounts: boolean;
  /** One that holds links has ended, by its session (`markGone`). */
  readonly hasGone: boolean;
  /** Another node's links are about to pass on. */
  readonly hasPassingLinks: boolean;
  /** Links that this node holds. */
  readonly ownLinks: readonly LinkId[];
  /** Enabled ones that no node holds that keeps them. */
  readonly hasFreeLinks: boolean;
  readonly settingsVersion: number;
};

/**
 * Link 0 stands for a route that was taken away, those below it for what test keys send. Each head
 * is one look-up by the index of what waits; nothing else here reads more than a row.
 */
const FIND_WORK = statement<Work>(
  'find-work',
  `select
    (select coalesce(json_agg(h), '[]') from (
       select l.id as "linkId", p.priority,
              round(extract(epoch from q.due_at) * 1000)::bigint as "dueAtMs"
       from (
         select id from links union all
         values (0), (${TEST_LINKS.sms}), (${TEST_LINKS.chat})
       ) as l, (values (0), (1)) as p (priority)
       cross join lateral (
         select due_at from queue q
         where q.link_id = l.id and q.node is null and q.priority = p.priority
           and q.lost_until is null
         order by q.due_at, q.turn limit 1
       ) as q) as h) as heads,
    exists (select from feeds where coalesce(chat_due_at, due_at) <= @soonMs) as has_feeds,
    exists (select from batches where hold is not null and hold <> 'cancelled'
      and (hold <> 'paused' or held_at <= now() - interval '${limit('heldHours')} hours'))
      as has_held_batches,
    exists (select from batch_ends where look_at <= @soonMs) as has_batch_ends,
    exists (select from fallbacks where look_at <= @soonMs) as has_fallbacks,
    exists (select from chat_events where due_at <= @soonMs) as has_posts,
    exists (select from uploads where state in ('waiting', 'reading'))
      or exists (select from uploads where state = 'scheduled' and read_at <= @soonMs)
      as has_uploads,
    exists (select from lost_answers)
      or exists (select from queue where lost_until is not null and node is null)
      as has_unconfirmed,
    exists (select from event_outbox) as has_facts,
    exists (
      select from event_logs g
      left join nodes n on n.slot = g.node and n.epoch = g.epoch and n.lease_until > now()
      where g.recorded_until > now() - interval '1 day' and n.slot is null
    ) as has_free_logs,
    exists (select from mails where due_at <= @soonMs) as has_mails,
    exists (select from nodes where lease_until < now() and not recovered) as has_dead_nodes,
    exists (
      select from nodes
      where (slot <> :slot or epoch <> :epoch) and lease_until > now() - interval '1 minute'
    ) as has_others,
    (select count(*) from nodes where lease_until > now()) as nodes,
    exists (
      select from cap_counts where changed_at > now() - interval '${SHARED_SECONDS} seconds'
    ) as has_counts,
    exists (select from ${OTHER_HOLDERS} as n where ${IS_GONE}) as has_gone,
    exists (
      select from ${OTHER_HOLDERS} as n
      where n.links_until between now() and now() + interval '${PASSING_MS} milliseconds'
    ) as has_passing_links,
    (select coalesce(json_agg(link_id), '[]') from link_leases
     where node = :slot and epoch = :epoch) as own_links,
    exists (
      select from links l
      left join link_leases h on h.link_id = l.id
      left join nodes n on n.slot = h.node and n.epoch = h.epoch and ${KEEPS_LINKS}
      where l.enabled and n.slot is null
    ) as has_free_links,
    (select version from settings_version) as settings_version`,
);

/** One look at all that a node would otherwise ask for again and again, up to `soonMs`. */
async function findWork(reader: Reader, lease: NodeLease, soonMs: number): Promise<Work> {
  const { slot, epoch } = lease;
  const [work] = await reader.read(FIND_WORK, { soonMs, slot, epoch });
  if (work === undefined) throw new Error('the settings have no version');
  return work;
}
