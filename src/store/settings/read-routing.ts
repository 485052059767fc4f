import type { ChatBusiness } from '../../domain/chat/business.ts';
import type {
  AccountId,
  ChatBusinessId,
  LinkId,
  LookupTariffId,
  OperatorId,
  TariffId,
} from '../../domain/ids.ts';
import type { LookupTariff } from '../../domain/portability/lookup.ts';
import { micros } from '../../domain/pricing/money.ts';
import type { Tariff } from '../../domain/pricing/tariff.ts';
import { checkChatLinkConfig, type ChatLinkConfig } from '../../domain/routing/chat-link-config.ts';
import {
  checkLinkConfig,
  type GivenLinkConfig,
  type SmppLinkConfig,
} from '../../domain/routing/link-config.ts';
import type { Category, Routing, Route } from '../../domain/routing/routing.ts';
import type { SenderRoute } from '../../domain/sender/sender.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { CHAT, chatOf, type ChatRow, type ChatSettings } from './read-chat.ts';
import { POLICY, policyOf, type PolicyRow } from './read-policy.ts';

/** Operators, prices and routes, as they stood together at one version. */
export type RoutingSnapshot = Omit<Routing, 'links'> & {
  readonly version: number;
  readonly tariffs: readonly Tariff[];
  readonly lookupTariffs: readonly LookupTariff[];
  readonly links: ReadonlyMap<LinkId, KnownLink>;
  readonly policy: Policy;
  readonly chat: ChatSettings;
};

/** The snapshot as staff made it, without the health of the links. */
export type PlannedRouting = Omit<RoutingSnapshot, 'health'>;

/** A configured link, by what carries there. */
export type KnownLink = KnownSmppLink | KnownChatLink;

type Configured = { readonly id: LinkId; readonly name: string; readonly enabled: boolean };

export type KnownSmppLink = Configured & {
  readonly carrier: 'smpp';
  readonly config: SmppLinkConfig;
  /** The password, sealed for SEAL_PURPOSES.linkPassword of the name. */
  readonly secretSealed: Buffer;
};

/** A sending number of the chat platform. */
export type KnownChatLink = Configured & {
  readonly carrier: 'whatsapp';
  readonly config: ChatLinkConfig;
  readonly accountId: AccountId;
  readonly business: ChatBusiness;
  /** The token of its business account, sealed for SEAL_PURPOSES.chatToken of its platform id. */
  readonly secretSealed: Buffer;
  /** When staff last started it, in milliseconds since 1970. */
  readonly startedAtMs: number;
  /** Why nothing leaves by it until staff start it again; undefined: it may. */
  readonly stopWords: string | undefined;
};

/** How an SMPP link is set; undefined for a link that is none, or gone. */
export function smppConfigOf(link: KnownLink | undefined): SmppLinkConfig | undefined {
  return link?.carrier === 'smpp' ? link.config : undefined;
}

type Row = {
  readonly version: number;
  readonly operators: readonly (readonly [OperatorId, string, OperatorId | null])[];
  readonly prefixes: readonly (readonly [string, OperatorId])[];
  readonly tariffs: readonly TariffRow[];
  readonly lookup_tariffs: readonly LookupTariffRow[];
  readonly links: readonly LinkRow[];
  readonly routes: readonly RouteRow[];
  readonly policy: PolicyRow;
  readonly chat: ChatRow;
};
type TariffRow = {
  readonly id: TariffId;
  readonly account: AccountId | null;
  readonly route: SenderRoute;
  readonly operator: OperatorId | null;
  readonly price: number;
  readonly refund: boolean;
  readonly fromMs: number;
};
type LookupTariffRow = {
  readonly id: LookupTariffId;
  readonly account: AccountId | null;
  readonly first: number;
  readonly again: number;
  readonly fromMs: number;
};
type LinkRow = {
  readonly id: LinkId;
  readonly name: string;
  readonly carrier: KnownLink['carrier'];
  readonly enabled: boolean;
  readonly config: GivenLinkConfig;
  readonly secret: string;
  readonly business: ChatBusinessId | null;
  readonly startedMs: number;
  readonly stop: string | null;
};
type RouteRow = {
  readonly id: number;
  readonly operator: OperatorId | null;
  readonly sender: SenderRoute | null;
  readonly category: Category | null;
  readonly account: AccountId | null;
  readonly link: LinkId;
  readonly priority: number;
  readonly cost: number;
  readonly weight: number;
  readonly enabled: boolean;
};

const READ_ROUTING = `
  select v.version,
    (select coalesce(json_agg(json_build_array(id, name, carried_by) order by id), '[]')
       from operators) as operators,
    (select coalesce(json_agg(json_build_array(prefix, operator_id)), '[]')
       from operator_prefixes) as prefixes,
    (select coalesce(json_agg(json_build_object(
              'id', id, 'account', account_id, 'route', sender_route, 'operator', operator_id,
              'price', part_price_micros, 'refund', refund_failed,
              'fromMs', round(extract(epoch from valid_from) * 1000)::bigint) order by id), '[]')
       from tariffs) as tariffs,
    (select coalesce(json_agg(json_build_object(
              'id', id, 'account', account_id, 'first', first_micros, 'again', again_micros,
              'fromMs', round(extract(epoch from valid_from) * 1000)::bigint) order by id), '[]')
       from lookup_tariffs) as lookup_tariffs,
    (select coalesce(json_agg(json_build_object(
              'id', id, 'name', name, 'carrier', carrier, 'enabled', enabled,
              'config', config, 'business', business_id, 'stop', stop_words,
              'startedMs', round(extract(epoch from started_at) * 1000)::bigint,
              'secret', encode(coalesce(secret_sealed, ''), 'hex')) order by id), '[]')
       from links) as links,
    (select coalesce(json_agg(json_build_object(
              'id', id, 'operator', operator_id, 'sender', sender_route, 'category', category,
              'account', account_id, 'link', link_id, 'priority', priority, 'cost', cost_micros,
              'weight', weight, 'enabled', enabled) order by priority, id), '[]')
       from routes) as routes,
    ${POLICY} as policy,
    ${CHAT} as chat
  from settings_version v
  where v.version <> $1`;

/** The snapshot, read in one round trip; undefined when `knownVersion` is still the newest. */
export async function readRouting(
  reader: Reader,
  knownVersion: number,
): Promise<PlannedRouting | undefined> {
  const [row] = await reader.read<Row>('read-routing', READ_ROUTING, [knownVersion]);
  if (row === undefined) return undefined;
  const chat = chatOf(row.chat);
  const links = row.links.flatMap((link) => knownLink(link, chat));
  return {
    version: row.version,
    operatorNames: new Map(row.operators.map(([id, name]) => [id, name])),
    carriedBy: new Map(
      row.operators.flatMap(([id, , by]) => (by === null ? [] : [[id, by] as const])),
    ),
    operatorsByPrefix: new Map(row.prefixes),
    tariffs: row.tariffs.map(tariff),
    lookupTariffs: row.lookup_tariffs.map(lookupTariff),
    links: new Map(links.map((link) => [link.id, link])),
    routes: row.routes.map(route),
    policy: policyOf(row.policy),
    chat,
  };
}

/** A configuration that this program cannot understand is no link: `doctor` tells of it. */
function knownLink(row: LinkRow, { businesses }: ChatSettings): readonly KnownLink[] {
  const { id, name, enabled, carrier } = row;
  switch (carrier) {
    case 'smpp': {
      const checked = checkLinkConfig(row.config);
      if (!checked.ok) return [];
      const secretSealed = Buffer.from(row.secret, 'hex');
      return [{ id, name, enabled, carrier, config: checked.config, secretSealed }];
    }
    case 'whatsapp': {
      const checked = checkChatLinkConfig(row.config);
      const business = row.business === null ? undefined : businesses.get(row.business);
      if (!checked.ok || business === undefined) return [];
      const { accountId, tokenSealed: secretSealed } = business;
      const { config } = checked;
      const standing = { startedAtMs: row.startedMs, stopWords: row.stop ?? undefined };
      const number = { accountId, business, secretSealed, ...standing };
      return [{ id, name, enabled, carrier, config, ...number }];
    }
  }
}

function tariff(row: TariffRow): Tariff {
  return {
    id: row.id,
    accountId: row.account ?? undefined,
    senderRoute: row.route,
    operatorId: row.operator ?? undefined,
    partPriceMicros: micros(BigInt(row.price)),
    refundFailed: row.refund,
    validFromMs: row.fromMs,
  };
}

function lookupTariff(row: LookupTariffRow): LookupTariff {
  return {
    id: row.id,
    accountId: row.account ?? undefined,
    firstMicros: micros(BigInt(row.first)),
    againMicros: micros(BigInt(row.again)),
    validFromMs: row.fromMs,
  };
}

function route(row: RouteRow): Route {
  return {
    id: row.id,
    operatorId: row.operator ?? undefined,
    senderRoute: row.sender ?? undefined,
    category: row.category ?? undefined,
    accountId: row.account ?? undefined,
    linkId: row.link,
    priority: row.priority,
    costMicros: micros(BigInt(row.cost)),
    weight: row.weight,
    enabled: row.enabled,
  };
}
