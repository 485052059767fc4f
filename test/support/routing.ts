/** Operators, their numbers, and the routing between them, as plain objects. */
import type { LinkId, OperatorId } from '../../src/domain/ids.ts';
import { micros } from '../../src/domain/pricing/money.ts';
import type {
  LinkHealth,
  LinkState,
  Route,
  Routing,
  RoutingLink,
} from '../../src/domain/routing/routing.ts';

/** 2026-11-20T12:00:00Z, in milliseconds since 1970. */
export const NOON_MS = 1_795_176_000_000;

export const OPERATORS = {
  jazz: 1 as OperatorId,
  zong: 2 as OperatorId,
  ufone: 3 as OperatorId,
  telenor: 4 as OperatorId,
  /** It has numbers, and no route. */
  sco: 5 as OperatorId,
} as const;

export const LINKS = {
  jazz: 11 as LinkId,
  zong: 12 as LinkId,
  ufone: 13 as LinkId,
  telenor: 14 as LinkId,
} as const;

/** A number of each operator; nobody holds the prefix of `unknown`. */
export const NUMBERS = {
  jazz: '923001234567',
  zong: '923111234567',
  ufone: '923331234567',
  telenor: '923451234567',
  sco: '923551234567',
  unknown: '923991234567',
} as const;

/** A rule for everybody, with the Jazz link. */
export function makeRoute(changes: Partial<Route> = {}): Route {
  return {
    id: 1,
    operatorId: undefined,
    senderRoute: undefined,
    category: undefined,
    accountId: undefined,
    linkId: LINKS.jazz,
    priority: 100,
    costMicros: micros(0n),
    weight: 1,
    enabled: true,
    ...changes,
  };
}

/** The state of a link, since noon. */
export function makeHealth(state: LinkState, words?: string): LinkHealth {
  return { state, words, sinceMs: NOON_MS };
}

const CARRIERS = ['jazz', 'zong', 'ufone', 'telenor'] as const;

/** Every operator's numbers and routes; SCO has numbers and no route. Every link is up. */
export const ROUTING: Routing = {
  operatorsByPrefix: new Map([
    ['92300', OPERATORS.jazz],
    ['92311', OPERATORS.zong],
    ['92333', OPERATORS.ufone],
    ['92345', OPERATORS.telenor],
    ['92355', OPERATORS.sco],
  ]),
  operatorNames: new Map([
    [OPERATORS.jazz, 'Jazz'],
    [OPERATORS.zong, 'Zong'],
    [OPERATORS.ufone, 'Ufone'],
    [OPERATORS.telenor, 'Telenor'],
    [OPERATORS.sco, 'SCO'],
  ]),
  carriedBy: new Map(),
  routes: CARRIERS.map((name, index) =>
    makeRoute({ id: index + 1, operatorId: OPERATORS[name], linkId: LINKS[name] }),
  ),
  links: new Map(
    CARRIERS.map((name): [LinkId, RoutingLink] => [
      LINKS[name],
      { name, enabled: true, config: { references: 'any' } },
    ]),
  ),
  health: new Map(CARRIERS.map((name) => [LINKS[name], makeHealth('up')])),
};
