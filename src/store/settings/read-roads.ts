import type { AccountId, LinkId, LookupTariffId, OperatorId, TariffId } from '../../domain/ids.ts';
import type { LookupTariff } from '../../domain/portability/lookup.ts';
import { micros } from '../../domain/pricing/money.ts';
import type { Tariff } from '../../domain/pricing/tariff.ts';
import {
  checkLinkConfig,
  type GivenLinkConfig,
  type SmppLinkConfig,
} from '../../domain/routing/link-config.ts';
import type { Roads, Route } from '../../domain/routing/routing.ts';
import type { SenderRoute } from '../../domain/sender/sender.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { POLICY, policyOf, type PolicyRow } from './read-policy.ts';

/** Operators, prices and the roads out, as they stood together at one version. */
export type RoadsPicture = Roads & {
  readonly version: number;
  readonly tariffs: readonly Tariff[];
  readonly lookupTariffs: readonly LookupTariff[];
  readonly links: ReadonlyMap<LinkId, KnownLink>;
  readonly policy: Policy;
};

export type KnownLink = {
  readonly id: LinkId;
  readonly name: string;
  readonly enabled: boolean;
  readonly config: SmppLinkConfig;
  /** The password, sealed for SEAL_PURPOSES.linkPassword of the name. */
  readonly secretSealed: Buffer;
};

type Row = {
  readonly version: number;
  readonly operators: readonly (readonly [OperatorId, string])[];
  readonly prefixes: readonly (readonly [string, OperatorId])[];
  readonly tariffs: readonly TariffRow[];
  readonly lookup_tariffs: readonly LookupTariffRow[];
  readonly links: readonly LinkRow[];
  readonly routes: readonly RouteRow[];
  readonly policy: PolicyRow;
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
  readonly enabled: boolean;
  readonly config: GivenLinkConfig;
  readonly secret: string;
};
type RouteRow = {
  readonly operator: OperatorId;
  readonly sender: SenderRoute | null;
  readonly link: LinkId;
  readonly priority: number;
};

const READ_ROADS = `
  select v.version,
    (select coalesce(json_agg(json_build_array(id, name) order by id), '[]')
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
              'id', id, 'name', name, 'enabled', enabled, 'config', config,
              'secret', encode(coalesce(secret_sealed, ''), 'hex')) order by id), '[]')
       from links) as links,
    (select coalesce(json_agg(json_build_object(
              'operator', r.operator_id, 'sender', r.sender_route, 'link', r.link_id,
              'priority', r.priority) order by r.priority, r.sender_route nulls last, r.id), '[]')
       from routes r join links l on l.id = r.link_id
      where r.enabled and l.enabled) as routes,
    ${POLICY} as policy
  from settings_version v
  where v.version <> $1`;

/** The picture, read in one round trip; undefined when `knownVersion` is still the newest. */
export async function readRoads(
  reader: Reader,
  knownVersion: number,
): Promise<RoadsPicture | undefined> {
  const [row] = await reader.read<Row>('read-roads', READ_ROADS, [knownVersion]);
  if (row === undefined) return undefined;
  const links = new Map(row.links.flatMap(knownLink).map((link) => [link.id, link]));
  return {
    version: row.version,
    operatorNames: new Map(row.operators),
    operatorsByPrefix: new Map(row.prefixes),
    tariffs: row.tariffs.map(tariff),
    lookupTariffs: row.lookup_tariffs.map(lookupTariff),
    links,
    routes: row.routes.filter(({ link }) => links.has(link)).map(route),
    policy: policyOf(row.policy),
  };
}

/** A configuration that this program cannot understand is no link: `doctor` tells of it. */
function knownLink(row: LinkRow): readonly KnownLink[] {
  const checked = checkLinkConfig(row.config);
  if (!checked.ok) return [];
  const { id, name, enabled } = row;
  return [
    { id, name, enabled, config: checked.config, secretSealed: Buffer.from(row.secret, 'hex') },
  ];
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
    operatorId: row.operator,
    senderRoute: row.sender ?? undefined,
    linkId: row.link,
    priority: row.priority,
  };
}
