import type { AccountId, LinkId, OperatorId } from '../ids.ts';
import type { Micros } from '../pricing/money.ts';
import type { SenderRoute } from '../sender/sender.ts';
import type { Template } from '../template/template.ts';

/**
 * Which operator a number belongs to, and which links may carry it there. All of it is data that
 * staff edit, except the links' health, which nodes share.
 */
export type Routing = {
  readonly operatorsByPrefix: ReadonlyMap<string, OperatorId>;
  readonly operatorNames: ReadonlyMap<OperatorId, string>;
  /** Operators whose messages go by another operator's routes. */
  readonly carriedBy: ReadonlyMap<OperatorId, OperatorId>;
  /** Operators without a contract: no rule carries their messages. */
  readonly idleOperators?: ReadonlySet<OperatorId>;
  readonly routes: readonly Route[];
  readonly links: ReadonlyMap<LinkId, RoutingLink>;
  readonly health: ReadonlyMap<LinkId, LinkHealth>;
};

export type RoutingLink = {
  readonly name: string;
  readonly enabled: boolean;
  /** A number of the chat platform carries no texts. */
  readonly config:
    | { readonly references: 'any' | '8' | '16'; readonly ratePerSecond?: number }
    | { readonly phoneNumberId: string };
};

export type Category = Template['category'];

/** A rule: whose messages may go by a link. undefined: everybody's. */
export type Route = {
  readonly id: number;
  readonly operatorId: OperatorId | undefined;
  readonly senderRoute: SenderRoute | undefined;
  readonly category: Category | undefined;
  readonly accountId: AccountId | undefined;
  readonly linkId: LinkId;
  /** The lowest wins. */
  readonly priority: number;
  /** What we pay the operator per part. */
  readonly costMicros: Micros;
  /** Its share of the messages among equals. */
  readonly weight: number;
  /**
   * It also carries while every better link that is up has more seconds of traffic waiting;
   * undefined: only when those are down.
   */
  readonly overflowSeconds?: number | undefined;
  readonly enabled: boolean;
};

/** What rules match on. */
export type Traffic = {
  readonly operatorId: OperatorId;
  readonly senderRoute: SenderRoute;
  readonly category: Category;
  readonly accountId: AccountId;
};

const SHORTEST_PREFIX_DIGITS = 3;

/**
 * The longest known prefix of a number; only a guess at its operator, because numbers are ported.
 */
export function prefixOf(routing: Routing, recipient: string): string | undefined {
  for (let digits = Math.min(recipient.length, 7); digits >= SHORTEST_PREFIX_DIGITS; digits -= 1) {
    const prefix = recipient.slice(0, digits);
    if (routing.operatorsByPrefix.has(prefix)) return prefix;
  }
  return undefined;
}

/** The holder of a number's longest known prefix; a guess, because numbers are ported. */
export function operatorByPrefix(routing: Routing, recipient: string): OperatorId | undefined {
  const prefix = prefixOf(routing, recipient);
  return prefix === undefined ? undefined : routing.operatorsByPrefix.get(prefix);
}

/** The networks that callers may name, exactly as the seed lists them (4.1). */
export const NETWORKS = ['Jazz', 'Zong', 'Ufone', 'Telenor'] as const;
export type Network = (typeof NETWORKS)[number];

export function operatorByName(routing: Routing, name: string): OperatorId | undefined {
  for (const [id, known] of routing.operatorNames) if (known === name) return id;
  return undefined;
}

/**
 * A link's state, in the judgement of the node that holds it.
 *
 * - `up`: bound, and the operator answers.
 * - `trying`: bound, but its breaker has been open: a few messages go, to see whether it closes.
 * - `down`: not bound for some seconds, failing, or held by no living node.
 * - `needs_attention`: the operator refuses the login; nothing is tried until somebody changes it.
 */
export type LinkState = 'up' | 'trying' | 'down' | 'needs_attention';

export type LinkHealth = {
  readonly state: LinkState;
  /** Why, in the operator's or the system's words; undefined if there is nothing to say. */
  readonly words: string | undefined;
  /** Since when it has been in this state, in milliseconds since 1970. */
  readonly sinceMs: number;
};

/** Stands in for the health of a link that nobody has reported on. */
export const UNHEARD: LinkHealth = {
  state: 'down',
  words: 'no node has opened it yet',
  sinceMs: 0,
};

/** Whether messages waiting for a link should move to another. */
export function isUnusable({ state }: LinkHealth): boolean {
  return state === 'down' || state === 'needs_attention';
}
