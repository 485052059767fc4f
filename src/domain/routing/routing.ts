import type { AccountId, LinkId, OperatorId } from '../ids.ts';
import type { Micros } from '../pricing/money.ts';
import type { SenderRoute } from '../sender/sender.ts';
import type { Template } from '../template/template.ts';
import type { LinkHealth } from './link-health.ts';

/**
 * Which operator a number belongs to, and which links may carry it there. All of it is data that
 * staff edit, but for the health of the links, which the nodes tell each other.
 */
export type Routing = {
  readonly operatorsByPrefix: ReadonlyMap<string, OperatorId>;
  readonly operatorNames: ReadonlyMap<OperatorId, string>;
  /** Operators whose messages travel by the routes of another one. */
  readonly carriedBy: ReadonlyMap<OperatorId, OperatorId>;
  readonly routes: readonly Route[];
  readonly links: ReadonlyMap<LinkId, RoutingLink>;
  readonly health: ReadonlyMap<LinkId, LinkHealth>;
};

/** What routing looks at of a link. */
export type RoutingLink = {
  readonly name: string;
  readonly enabled: boolean;
  /** A sending number of the chat platform carries no texts. */
  readonly config: { readonly references: 'any' | '8' | '16' } | { readonly phoneNumberId: string };
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
  /** What we pay the operator for a part. */
  readonly costMicros: Micros;
  /** The share of the messages among equals. */
  readonly weight: number;
  readonly enabled: boolean;
};

/** What rules look at of a message. */
export type Traffic = {
  readonly operatorId: OperatorId;
  readonly senderRoute: SenderRoute;
  readonly category: Category;
  readonly accountId: AccountId;
};

const SHORTEST_PREFIX_DIGITS = 3;

/** The longest known prefix of a number; a guess at its operator, because numbers are ported. */
export function prefixOf(routing: Routing, recipient: string): string | undefined {
  for (let digits = Math.min(recipient.length, 7); digits >= SHORTEST_PREFIX_DIGITS; digits -= 1) {
    const prefix = recipient.slice(0, digits);
    if (routing.operatorsByPrefix.has(prefix)) return prefix;
  }
  return undefined;
}

/** The holder of the longest known prefix of a number; a guess, because numbers are ported. */
export function operatorByPrefix(routing: Routing, recipient: string): OperatorId | undefined {
  const prefix = prefixOf(routing, recipient);
  return prefix === undefined ? undefined : routing.operatorsByPrefix.get(prefix);
}

/** The operator of a name as callers write it in `network`: exact, as the seed lists the words. */
export function operatorByName(routing: Routing, name: string): OperatorId | undefined {
  for (const [id, known] of routing.operatorNames) if (known === name) return id;
  return undefined;
}
