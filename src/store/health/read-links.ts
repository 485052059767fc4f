import type { LinkState } from '../../domain/routing/link-health.ts';
import type { GivenLinkConfig } from '../../domain/routing/link-config.ts';
import type { SenderRoute } from '../../domain/sender/sender.ts';
import type { Reader } from '../../kit/postgres/pool.ts';

export type LinkHealth = {
  readonly name: string;
  readonly enabled: boolean;
  readonly config: GivenLinkConfig;
  readonly secretSealed: Buffer | null;
  /** Enabled routes that lead to it. */
  readonly routes: number;
  /** The living node that holds it. */
  readonly holder: string | null;
  /** As its holder says; null: no node has ever opened it. */
  readonly state: LinkState | null;
  readonly words: string | null;
  readonly sinceMs: number | null;
};

const LINKS = `
  select l.name, l.enabled, l.config, l.secret_sealed as "secretSealed", n.holder,
         h.state, h.words, round(extract(epoch from h.since) * 1000)::bigint as "sinceMs",
         (select count(*) from routes r where r.link_id = l.id and r.enabled) as routes
  from links l
  left join link_leases h on h.link_id = l.id
  left join nodes n on n.slot = h.node and n.epoch = h.epoch and n.lease_until > now()
  where l.carrier = 'smpp'
  order by l.id`;

export async function readLinksHealth(reader: Reader): Promise<readonly LinkHealth[]> {
  return reader.read<LinkHealth>('read-links-health', LINKS, []);
}

export type OperatorHealth = {
  readonly name: string;
  readonly prefixes: number;
  /** Sender routes that no enabled rule carries. */
  readonly notCarried: readonly SenderRoute[];
  /** Those that rules carry by disabled links alone. */
  readonly waiting: readonly SenderRoute[];
  /** Sender routes without a price for everybody that is valid now. */
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

const OPERATORS = `
  select o.name,
    (select count(*) from operator_prefixes p where p.operator_id = o.id) as prefixes,
    array(select s from ${SENDER_ROUTES} as s where exists (
      select from ${CATEGORIES} where not exists (${CARRIED}))) as "notCarried",
    array(select s from ${SENDER_ROUTES} as s where exists (
      select from ${CATEGORIES}
      where exists (${CARRIED}) and not exists (${CARRIED} and l.enabled))) as waiting,
    array(select s from ${SENDER_ROUTES} as s where not exists (
      select from tariffs t
      where t.account_id is null and t.sender_route = s and t.valid_from <= now()
        and (t.operator_id is null or t.operator_id in (o.id, o.carried_by)))) as "notPriced"
  from operators o order by o.id`;

export async function readOperatorsHealth(reader: Reader): Promise<readonly OperatorHealth[]> {
  return reader.read<OperatorHealth>('read-operators-health', OPERATORS, []);
}

const NODES = `
  select slot, holder from nodes where lease_until > now() order by slot`;

export type LivingNode = { readonly slot: number; readonly holder: string };

export async function listLivingNodes(reader: Reader): Promise<readonly LivingNode[]> {
  return reader.read<LivingNode>('list-living-nodes', NODES, []);
}
