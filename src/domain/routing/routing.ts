import type { LinkId, OperatorId } from '../ids.ts';
import type { SenderRoute } from '../sender/sender.ts';

/**
 * Which operator a number belongs to, and which link carries it there. Both are data that staff
 * edit.
 */
export type Roads = {
  readonly operatorsByPrefix: ReadonlyMap<string, OperatorId>;
  readonly operatorNames: ReadonlyMap<OperatorId, string>;
  /** In order of preference. */
  readonly routes: readonly Route[];
};

export type Route = {
  readonly operatorId: OperatorId;
  /** undefined: every sender route. */
  readonly senderRoute: SenderRoute | undefined;
  readonly linkId: LinkId;
  readonly priority: number;
};

const SHORTEST_PREFIX_DIGITS = 3;

/** The holder of the longest known prefix of a number; a guess, because numbers are ported. */
export function operatorByPrefix(roads: Roads, recipient: string): OperatorId | undefined {
  for (let digits = Math.min(recipient.length, 7); digits >= SHORTEST_PREFIX_DIGITS; digits -= 1) {
    const operator = roads.operatorsByPrefix.get(recipient.slice(0, digits));
    if (operator !== undefined) return operator;
  }
  return undefined;
}

/** The operator of a name as callers write it in `network`: exact, as the seed lists the words. */
export function operatorByName(roads: Roads, name: string): OperatorId | undefined {
  for (const [id, known] of roads.operatorNames) if (known === name) return id;
  return undefined;
}

/**
 * The link that carries messages of a sender route to an operator; undefined when no route does.
 */
export function linkFor(
  roads: Roads,
  operatorId: OperatorId,
  senderRoute: SenderRoute,
): LinkId | undefined {
  const serves = (route: Route): boolean =>
    route.operatorId === operatorId &&
    (route.senderRoute === undefined || route.senderRoute === senderRoute);
  return roads.routes.find(serves)?.linkId;
}
