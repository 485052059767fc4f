/** Operators, prices, links, routes and policy, consistent as of one version. */
import type { ChatBusiness } from '../../domain/chat/account-chat.ts';
import { allowedPerSecond, type NumberFacts } from '../../domain/chat/number-facts.ts';
import type { ChatTariff } from '../../domain/chat/chat-tariff.ts';
import type { AccountId, ChatBusinessId, LinkId, OperatorId } from '../../domain/ids.ts';
import { bookOf, type CapRow, type Policy } from '../../domain/policy/policy.ts';
import type { LookupTariff } from '../../domain/portability/directory.ts';
import type { Tariff } from '../../domain/pricing/tariff.ts';
import { type ChatLinkConfig, checkChatLinkConfig } from '../../domain/routing/chat-link-config.ts';
import {
  checkLinkConfig,
  type GivenLinkConfig,
  type SmppLinkConfig,
} from '../../domain/routing/smpp-link-config.ts';
import type { LinkHealth, Route, Routing } from '../../domain/routing/routing.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { fromJson, jsonList, type JsonOf, msOf, statement } from '../../kit/postgres/statement.ts';
import { oneAtATime } from '../../kit/semaphore.ts';
import { readLinkHealth } from '../../features/links/links.sql.ts';
import { type StoredWeek, weekOf } from '../../features/caps/caps.sql.ts';

/** The routing snapshot kept in memory. Each commit compares its version with the store's. */
export type RoutingSnapshots = {
  /** The snapshot as of the last refresh. The same object until something has changed. */
  current(): RoutingSnapshot;
  /**
   * Refreshes the snapshot if its version has changed; true if it has. Calls that come while
   * one is in progress share one more read, started after them.
   */
  refresh(): Promise<boolean>;
  /** Refreshes the link states, which have no version; true if they have changed. */
  refreshHealth(): Promise<boolean>;
};

/** Reads the routing and keeps it. Rejects when the store cannot be read. */
export async function createRoutingSnapshots(reader: Reader): Promise<RoutingSnapshots> {
  const first = await readRouting(reader, 0);
  if (first === undefined) throw new Error('the settings have no version');
  let snapshot: RoutingSnapshot = { ...first, health: await readLinkHealth(reader) };
  const routing = oneAtATime(async () => {
    const changed = await readRouting(reader, snapshot.version);
    if (changed !== undefined) snapshot = { ...changed, health: snapshot.health };
    return changed !== undefined;
  });
  const health = oneAtATime(async () => {
    const read = await readLinkHealth(reader);
    const isSame = isAlike(read, snapshot.health);
    if (!isSame) snapshot = { ...snapshot, health: read };
    return !isSame;
  });
  return { current: () => snapshot, refresh: routing, refreshHealth: health };
}

type Healths = ReadonlyMap<LinkId, LinkHealth>;

function isAlike(some: Healths, others: Healths): boolean {
  if (some.size !== others.size) return false;
  return [...some].every(([linkId, { state, words, sinceMs }]) => {
    const other = others.get(linkId);
    return other?.state === state && other.words === words && other.sinceMs === sinceMs;
  });
}

export type RoutingSnapshot = Omit<Routing, 'links'> & {
  readonly version: number;
  readonly tariffs: readonly Tariff[];
  readonly lookupTariffs: readonly LookupTariff[];
  readonly links: ReadonlyMap<LinkId, KnownLink>;
  readonly policy: Policy;
  readonly chat: ChatSettings;
};

/** The snapshot as configured by staff, without the health of the links. */
type PlannedRouting = Omit<RoutingSnapshot, 'health'>;

/** What the routing snapshot has on the chat service. */
type ChatSettings = {
  readonly tariffs: readonly ChatTariff[];
  readonly businesses: ReadonlyMap<ChatBusinessId, KnownBusiness>;
};

/** A business account with its secrets, sealed for the SEAL_PURPOSES of its platform id. */
export type KnownBusiness = ChatBusiness & {
  readonly tokenSealed: Buffer;
  /** One or two, newest first: webhooks are signed with one of them. */
  readonly appSecretsSealed: readonly Buffer[];
  /** The token that the platform sends when it verifies our address. */
  readonly verifyTokenSealed: Buffer;
};

/** A configured link, by its carrier. */
export type KnownLink = KnownSmppLink | KnownChatLink;

type Configured = { readonly id: LinkId; readonly name: string; readonly enabled: boolean };

export type KnownSmppLink = Configured & {
  readonly carrier: 'smpp';
  readonly config: SmppLinkConfig;
  /** Of a disabled link: until then it stays bound for receipts. */
  readonly drainingUntilMs: number | undefined;
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
  /** Why nothing is sent from it until staff start it again; undefined: it may send. */
  readonly stopWords: string | undefined;
};

/** The settings of an SMPP link; undefined if it is not one, or gone. */
export function smppConfigOf(link: KnownLink | undefined): SmppLinkConfig | undefined {
  return link?.carrier === 'smpp' ? link.config : undefined;
}

type Row = {
  readonly version: number;
  readonly operators: readonly JsonOf<OperatorRow>[];
  readonly prefixes: readonly JsonOf<PrefixRow>[];
  readonly tariffs: readonly JsonOf<Tariff>[];
  readonly lookupTariffs: readonly JsonOf<LookupTariff>[];
  readonly links: readonly JsonOf<LinkRow>[];
  readonly routes: readonly JsonOf<Route>[];
  readonly hours: readonly JsonOf<HoursRow>[];
  readonly caps: readonly JsonOf<CapRow>[];
  readonly chatTariffs: readonly JsonOf<ChatTariff>[];
  readonly businesses: readonly JsonOf<BusinessRow>[];
};

type OperatorRow = {
  readonly id: OperatorId;
  readonly name: string;
  readonly carriedBy: OperatorId | undefined;
  readonly enabled: boolean;
};
type PrefixRow = { readonly prefix: string; readonly operatorId: OperatorId };
type HoursRow = { readonly accountId: AccountId | undefined; readonly week: StoredWeek };
type BusinessRow = ChatBusiness & {
  /** In hex, as all octets in JSON. */
  readonly token: string;
  readonly secrets: readonly string[];
  readonly verify: string;
};
type LinkRow = Configured & {
  readonly carrier: KnownLink['carrier'];
  readonly config: GivenLinkConfig;
  readonly secret: string;
  readonly businessId: ChatBusinessId | undefined;
  readonly startedAtMs: number;
  readonly drainingUntilMs: number | undefined;
  readonly stopWords: string | undefined;
} & Pick<NumberFacts, 'throughput' | 'isOnPhone'>;

const READ = statement<Row>(
  'read-routing',
  `select v.version,
    ${jsonList(`select id, name, carried_by, enabled from operators
       where not removed order by id`)} as operators,
    ${jsonList('select prefix, operator_id from operator_prefixes')} as prefixes,
    ${jsonList(`select id, account_id, sender_route, operator_id, part_price_micros, refund_failed,
         ${msOf('valid_from')} from tariffs order by id`)} as tariffs,
    ${jsonList(`select id, account_id, first_micros, again_micros, ${msOf('valid_from')}
       from lookup_tariffs order by id`)} as lookup_tariffs,
    ${jsonList(`
       select l.id, l.name, carrier, enabled, config, business_id, stop_words,
         ${msOf('started_at')}, ${msOf('draining_until')}, throughput, is_on_phone,
         encode(coalesce(secret_sealed, ''), 'hex') as secret
       from links l
       left join chat_number_facts f on f.account_id = l.account_id and f.link_id = l.id
       order by l.id`)} as links,
    ${jsonList(`
       select id, operator_id, sender_route, category, account_id, link_id, priority, cost_micros,
         weight, overflow_seconds, enabled
       from routes order by priority, id`)} as routes,
    ${jsonList('select account_id, week from promotional_hours')} as hours,
    ${jsonList(`
       select id, account_id, scope, sender_route, most, minutes from caps order by id`)} as caps,
    ${jsonList(`select id, account_id, category, price_micros, ${msOf('valid_from')}
       from chat_tariffs order by id`)} as chat_tariffs,
    ${jsonList(`select id, account_id, platform_id, app_id, encode(token_sealed, 'hex') as token,
         array(select encode(secret, 'hex')
               from unnest(app_secrets_sealed) with ordinality as s (secret, place)
               order by place) as secrets,
         encode(verify_token_sealed, 'hex') as verify
       from chat_businesses where released_at is null order by id`)} as businesses
  from settings_version v
  where v.version <> :knownVersion`,
);

/** The snapshot, read in one round trip; undefined when `knownVersion` is still the newest. */
export async function readRouting(
  reader: Reader,
  knownVersion: number,
): Promise<PlannedRouting | undefined> {
  const [row] = await reader.read(READ, { knownVersion });
  if (row === undefined) return undefined;
  const operators = fromJson(row.operators);
  const businesses = byId(fromJson(row.businesses).map(businessOf));
  const links = fromJson(row.links).flatMap((link) => linkOf(link, businesses));
  return {
    version: row.version,
    operatorNames: new Map(operators.map(({ id, name }) => [id, name])),
    carriedBy: new Map(
      operators.flatMap(({ id, carriedBy: by }) => (by === undefined ? [] : [[id, by] as const])),
    ),
    idleOperators: new Set(operators.filter(({ enabled }) => !enabled).map(({ id }) => id)),
    operatorsByPrefix: new Map(
      fromJson(row.prefixes).map(({ prefix, operatorId }) => [prefix, operatorId]),
    ),
    tariffs: fromJson(row.tariffs),
    lookupTariffs: fromJson(row.lookupTariffs),
    links: byId(links),
    routes: fromJson(row.routes),
    policy: {
      hours: new Map(fromJson(row.hours).map(({ accountId, week }) => [accountId, weekOf(week)])),
      caps: bookOf(fromJson(row.caps)),
    },
    chat: { tariffs: fromJson(row.chatTariffs), businesses },
  };
}

function byId<Id, It extends { readonly id: Id }>(
  them: readonly (It & { readonly id: Id })[],
): ReadonlyMap<Id, It> {
  return new Map(them.map((it) => [it.id, it]));
}

/** A configuration that this program cannot parse is left out: `doctor` reports it. */
function linkOf(row: LinkRow, businesses: ChatSettings['businesses']): readonly KnownLink[] {
  const { id, name, enabled, carrier, startedAtMs, stopWords } = row;
  switch (carrier) {
    case 'smpp': {
      const checked = checkLinkConfig(row.config);
      if (!checked.ok) return [];
      const secretSealed = octets(row.secret);
      const { drainingUntilMs } = row;
      const link = { id, name, enabled, carrier, config: checked.config, secretSealed };
      return [{ ...link, drainingUntilMs }];
    }
    case 'whatsapp': {
      const checked = checkChatLinkConfig(row.config);
      const business = row.businessId === undefined ? undefined : businesses.get(row.businessId);
      if (!checked.ok || business === undefined) return [];
      const { accountId, tokenSealed: secretSealed } = business;
      const number = { accountId, business, secretSealed, startedAtMs, stopWords };
      const most = allowedPerSecond(row) ?? checked.config.ratePerSecond;
      const ratePerSecond = Math.min(checked.config.ratePerSecond, most);
      const config = { ...checked.config, ratePerSecond };
      return [{ id, name, enabled, carrier, config, ...number }];
    }
  }
}

function businessOf({ token, secrets, verify, ...business }: BusinessRow): KnownBusiness {
  return {
    ...business,
    tokenSealed: octets(token),
    appSecretsSealed: secrets.map(octets),
    verifyTokenSealed: octets(verify),
  };
}

function octets(hex: string): Buffer {
  return Buffer.from(hex, 'hex');
}
