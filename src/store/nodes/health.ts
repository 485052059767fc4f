/** What `doctor` checks: links, operators, nodes, the queue, partitions, the server. */
import type { LinkState } from '../../domain/routing/routing.ts';
import type { GivenLinkConfig } from '../../domain/routing/smpp-link-config.ts';
import type { SenderRoute } from '../../domain/sender/sender.ts';
import { read } from '../../kit/postgres/callable.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { only, statement } from '../../kit/postgres/statement.ts';

export type LinkHealth = {
  readonly name: string;
  readonly enabled: boolean;
  readonly config: GivenLinkConfig;
  readonly secretSealed: Buffer | undefined;
  /** Enabled routes that lead to it. */
  readonly routes: number;
  /** The live node that holds it. */
  readonly holder: string | undefined;
  /** As reported by its holder; undefined: no node has ever opened it. */
  readonly state: LinkState | undefined;
  readonly words: string | undefined;
  readonly sinceMs: number | undefined;
};

export const readLinksHealth = read.many<void, LinkHealth>(
  'read-links-health',
  `select l.name, l.enabled, l.config, l.secret_sealed, n.holder, h.state, h.words, h.since,
         (select count(*) from routes r where r.link_id = l.id and r.enabled) as routes
  from links l
  left join link_leases h on h.link_id = l.id
  left join nodes n on n.slot = h.node and n.epoch = h.epoch and n.lease_until > now()
  where l.carrier = 'smpp'
  order by l.id`,
);

export type OperatorHealth = {
  readonly name: string;
  readonly prefixes: number;
  /** Sender routes that no enabled rule carries. */
  readonly notCarried: readonly SenderRoute[];
  /** Those that rules carry through disabled links only. */
  readonly waiting: readonly SenderRoute[];
  /** Sender routes without a current general price. */
  readonly notPriced: readonly SenderRoute[];
};

const SENDER_ROUTES = `unnest(array['simple', 'branded', 'short_code'])`;

/** Templates of a sender route: short codes carry no promotional ones. */
const CATEGORIES = `unnest(case s when 'short_code' then array['transactional']
  else array['transactional', 'promotional'] end) as c`;

const CARRIED = `
  select from routes r join links l on l.id = r.link_id
  where (r.operator_id is null or r.operator_id = coalesce(o.carried_by, o.id))
    and r.enabled and (r.category is null or r.category = c) and r.account_id is null
    and (r.sender_route is null or r.sender_route = s)`;

export const readOperatorsHealth = read.many<void, OperatorHealth>(
  'read-operators-health',
  `select o.name,
    (select count(*) from operator_prefixes p where p.operator_id = o.id) as prefixes,
    array(select s from ${SENDER_ROUTES} as s where exists (
      select from ${CATEGORIES} where not exists (${CARRIED}))) as not_carried,
    array(select s from ${SENDER_ROUTES} as s where exists (
      select from ${CATEGORIES}
      where exists (${CARRIED}) and not exists (${CARRIED} and l.enabled))) as waiting,
    array(select s from ${SENDER_ROUTES} as s where not exists (
      select from tariffs t
      where t.account_id is null and t.sender_route = s and t.valid_from <= now()
        and (t.operator_id is null or t.operator_id in (o.id, o.carried_by)))) as not_priced
  from operators o where o.enabled order by o.id`,
);

type LivingNode = { readonly slot: number; readonly holder: string };

export const listLivingNodes = read.many<void, LivingNode>(
  'list-living-nodes',
  `select slot, holder from nodes where lease_until > now() order by slot`,
);

/** The days for which a table partitioned by id has room. */
export type PartitionRange = {
  readonly table: string;
  readonly partitions: number;
  /** The first id that fits, and the first that no longer does. */
  readonly fromId: number;
  readonly untilId: number;
};

/** The bounds of a partition, as PostgreSQL prints them. */
const FROM = String.raw`FROM \('(\d+)'\)`;
const TO = String.raw`TO \('(\d+)'\)`;

const PARTITIONS = statement<PartitionRange>(
  'read-partitions',
  `select p.relname::text as table, count(*) as partitions,
    min(substring(pg_get_expr(c.relpartbound, c.oid) from :from)::bigint) as from_id,
    max(substring(pg_get_expr(c.relpartbound, c.oid) from :to)::bigint) as until_id
  from pg_inherits i
  join pg_class c on c.oid = i.inhrelid
  join pg_class p on p.oid = i.inhparent
  where p.relname in ('messages', 'attempts', 'chat_messages', 'webhook_deliveries')
    and p.relkind = 'p' and c.relname ~ '_[0-9]{8}$'
  group by p.relname order by p.relname`,
);

/** Every table that has days; one without any day is left out. */
export async function readPartitions(reader: Reader): Promise<readonly PartitionRange[]> {
  return reader.read(PARTITIONS, { from: FROM, to: TO });
}

export type QueueHealth = {
  /** The link's name. */
  readonly link: string;
  readonly waiting: number;
  /** For how long the oldest might have left by now; undefined: none might. */
  readonly oldestDueMs: number | undefined;
  /** Messages that a live node holds now. */
  readonly held: number;
  /** Messages whose holder is dead: another node will take them over. */
  readonly orphaned: number;
};

/** Only links for which something waits. */
export const readQueueHealth = read.many<void, QueueHealth>(
  'read-queue-health',
  `select l.name as link,
    count(*) filter (where q.node is null) as waiting,
    (extract(epoch from now() - min(coalesce(q.since, q.due_at)) filter (
      where q.node is null and q.lost_until is null and coalesce(q.since, q.due_at) <= now()))
      * 1000)::bigint as oldest_due_ms,
    count(*) filter (where q.node is not null and n.slot is not null) as held,
    count(*) filter (where q.node is not null and n.slot is null) as orphaned
  from queue q
  join links l on l.id = q.link_id
  left join nodes n on n.slot = q.node and n.epoch = q.epoch and n.lease_until > now()
  group by l.name order by l.name`,
);

type ServerHealth = {
  /** `18.4`. */
  readonly version: string;
  /** The database's clock, in milliseconds since 1970. */
  readonly nowMs: number;
};

export const readServer = read.single<void, ServerHealth>(
  'read-server',
  `select current_setting('server_version') as version, clock_timestamp() as now`,
);

/** What a connection's database role may do. */
type RoleHealth = {
  readonly name: string;
  readonly mayWrite: boolean;
  readonly mayChangeTables: boolean;
};

export const readRole = read.single<void, RoleHealth>(
  'read-role',
  `select current_user::text as name, has_table_privilege('messages', 'insert') as may_write,
    pg_has_role(relowner, 'member') as may_change_tables
  from pg_class where oid = 'messages'::regclass`,
);

const HAS_RECORD = statement<{ readonly isThere: boolean }>(
  'has-migration-record',
  `select to_regclass('schema_migration') is not null as is_there`,
);
const LIST_APPLIED = statement<{ readonly name: string }>(
  'list-applied',
  `select name from schema_migration order by number`,
);

/** Names of the applied migrations, in order; none: it was never set up. */
export async function listAppliedMigrations(reader: Reader): Promise<readonly string[]> {
  if (!only(await reader.read(HAS_RECORD)).isThere) return [];
  return (await reader.read(LIST_APPLIED)).map(({ name }) => name);
}
