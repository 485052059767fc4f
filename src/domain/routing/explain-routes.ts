/** Why a message would go the way it goes: the same choice as for sending, told rule by rule. */
import {
  byRank,
  choiceFor,
  healthOf,
  pickRoute,
  specificity,
  whyNot,
  type Hindrance,
} from './choose-link.ts';
import { isUnusable } from './link-health.ts';
import type { Routing, Route, Traffic } from './routing.ts';

/** What became of a rule in a choice. */
export type Verdict =
  | Hindrance
  | 'wins'
  /** It wins although its link is down, because no other is better off: the message waits. */
  | 'wins_and_waits'
  | 'link_down'
  | 'link_needs_attention'
  /** Its link is being tried, by a few recipients; this one is none of them. */
  | 'link_being_tried'
  | 'later_priority'
  | 'less_specific'
  | 'dearer'
  /** An equal, with the share of other recipients. */
  | 'share_of_others';

export type ExplainedRule = { readonly route: Route; readonly verdict: Verdict };

export type Explanation = {
  /** The best first; those that do not come into question last. */
  readonly rules: readonly ExplainedRule[];
  readonly winner: Route | undefined;
  /** What would carry the message if the winner's link went down; undefined: it would wait. */
  readonly next: Route | undefined;
};

/** Explains the choice of a link for one recipient. */
export function explainRoutes(routing: Routing, traffic: Traffic, recipient: string): Explanation {
  const winner = routeFor(routing, traffic, recipient);
  const rules = routing.routes.map((route): ExplainedRule & { readonly out: number } => {
    const hindrance = whyNot(routing, route, traffic);
    const isWinner = route === winner;
    const verdict = isWinner
      ? judge(routing, route, winner)
      : (hindrance ?? (winner ? judge(routing, route, winner) : 'link_unknown'));
    return { route, verdict, out: FAR[verdict] ?? (isWinner || !hindrance ? 0 : 1) };
  });
  return {
    rules: rules
      .toSorted((a, b) => a.out - b.out || byRank(a.route, b.route))
      .map(({ route, verdict }) => ({ route, verdict })),
    winner,
    next: winner && nextAfter(routing, traffic, { winner, recipient }),
  };
}

/** Rules about other operators stand behind those about this one. */
const FAR: Readonly<Partial<Record<Verdict, number>>> = { other_operator: 2 };

function judge(routing: Routing, route: Route, winner: Route): Verdict {
  const health = healthOf(routing, route.linkId);
  if (route === winner) return isUnusable(health) ? 'wins_and_waits' : 'wins';
  const isWorseOff = isUnusable(health) && !isUnusable(healthOf(routing, winner.linkId));
  if (isWorseOff) return health.state === 'needs_attention' ? 'link_needs_attention' : 'link_down';
  if (health.state === 'trying' && byRank(route, winner) <= 0) return 'link_being_tried';
  if (route.priority !== winner.priority) return 'later_priority';
  if (specificity(route) !== specificity(winner)) return 'less_specific';
  return route.costMicros === winner.costMicros ? 'share_of_others' : 'dearer';
}

function routeFor(routing: Routing, traffic: Traffic, recipient: string): Route | undefined {
  const choice = choiceFor(routing, traffic);
  return choice && pickRoute(choice, recipient);
}

function nextAfter(
  routing: Routing,
  traffic: Traffic,
  { winner, recipient }: { readonly winner: Route; readonly recipient: string },
): Route | undefined {
  const down = { state: 'down', words: undefined, sinceMs: 0 } as const;
  const health = new Map(routing.health).set(winner.linkId, down);
  const next = routeFor({ ...routing, health }, traffic, recipient);
  if (next === undefined || next.linkId === winner.linkId) return undefined;
  return isUnusable(healthOf(routing, next.linkId)) ? undefined : next;
}
