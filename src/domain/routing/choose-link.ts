/**
 * Which link carries a message. Among the rules that match it and whose link can carry its parts,
 * the best one whose link is up: by priority, then the more specific rule, then the cheaper one.
 * Equal rules share the recipients by weight, and a recipient always gets the same one. When no
 * link is up, the best rule anyway, with an enabled link if there is one: the message waits in its
 * queue.
 *
 * Also explains the choice, rule by rule, by the same code that sends.
 */
import type { AccountId, LinkId } from '../ids.ts';
import { REFERENCE_BITS } from '../sender/sender.ts';
import {
  isUnusable,
  type LinkHealth,
  type LinkState,
  type Route,
  type Routing,
  type Traffic,
  UNHEARD,
} from './routing.ts';

/** The choice for one kind of traffic; `pick` says which link a recipient gets. */
export type Choice = {
  /** Equally good rules, at least one. */
  readonly shares: readonly Route[];
  /** A preferred link that is being tried: it gets one recipient in TRIAL_OF. */
  readonly trial: Route | undefined;
};

/** One recipient in this many goes by a link that is being tried. */
const TRIAL_OF = 8;

type Known = {
  /** Accounts named in some rule; all others share their choices. */
  readonly named: ReadonlySet<AccountId | undefined>;
  readonly choices: Map<string, Choice | undefined>;
};

const knownOf = new WeakMap<Routing, Known>();

/**
 * The choice for a kind of traffic; undefined when no usable rule matches. Cached with the routing
 * snapshot, which changes with every edit and every change of health.
 */
export function choiceFor(routing: Routing, traffic: Traffic): Choice | undefined {
  let known = knownOf.get(routing);
  if (known === undefined) {
    known = { named: new Set(routing.routes.map((it) => it.accountId)), choices: new Map() };
    knownOf.set(routing, known);
  }
  const { operatorId, senderRoute, category, accountId } = traffic;
  const account = known.named.has(accountId) ? accountId : '';
  const name = `${operatorId} ${senderRoute} ${category} ${account}`;
  const { choices } = known;
  const kept = choices.get(name);
  if (kept !== undefined || choices.has(name)) return kept;
  const choice = choose(routing, traffic);
  choices.set(name, choice);
  return choice;
}

export function pick(choice: Choice, recipient: string): LinkId {
  return pickRoute(choice, recipient).linkId;
}

function pickRoute({ shares, trial }: Choice, recipient: string): Route {
  if (trial !== undefined && hash(recipient, 0) % TRIAL_OF === 0) return trial;
  return shareOf(shares, recipient);
}

/** The link that carries a message to a recipient; undefined when no rule leads there. */
export function linkFor(routing: Routing, traffic: Traffic, recipient: string): LinkId | undefined {
  const choice = choiceFor(routing, traffic);
  return choice && pick(choice, recipient);
}

/** The same for a message that has waited long enough: never a link that is only being tried. */
export function steadyLinkFor(
  routing: Routing,
  traffic: Traffic,
  recipient: string,
): LinkId | undefined {
  const choice = choiceFor(routing, traffic);
  return choice && pick({ ...choice, trial: undefined }, recipient);
}

/**
 * The link whose rule also carries what waits for `from`, because every better link that is up has
 * more seconds of traffic waiting than that rule allows; undefined: there is none.
 */
export function overflowFor(
  routing: Routing,
  { from, secondsOf, ...traffic }: Traffic & OverflowFrom,
  recipient: string,
): LinkId | undefined {
  const up = candidatesFor(routing, traffic).filter(
    ({ linkId }) => healthOf(routing, linkId).state === 'up',
  );
  const [first, ...others] = up.filter((it) => {
    const { linkId, overflowSeconds } = it;
    if (overflowSeconds === undefined || linkId === from) return false;
    const before = up.filter((better) => byRank(better, it) < 0 && better.linkId !== linkId);
    const isLong = before.every((better) => secondsOf(better.linkId) > overflowSeconds);
    return isLong && before.some((better) => better.linkId === from);
  });
  if (first === undefined) return undefined;
  return shareOf([first, ...others.filter((it) => byRank(it, first) === 0)], recipient).linkId;
}

/** How long what waits for a link takes at its rate, in seconds. */
export function secondsWaiting(
  { waiting, links }: { readonly waiting: ReadonlyMap<LinkId, number> } & Pick<Routing, 'links'>,
  linkId: LinkId,
): number {
  const config = links.get(linkId)?.config;
  const rate = config !== undefined && 'references' in config ? config.ratePerSecond : undefined;
  return (waiting.get(linkId) ?? 0) / (rate ?? 1);
}

type OverflowFrom = {
  readonly from: LinkId;
  /** How long what waits for a link takes at its rate. */
  readonly secondsOf: (linkId: LinkId) => number;
};

/** Links that are up and may carry a message instead of the one that refused it. */
export type Elsewhere = {
  /** The next one after that, in order of the rules; after the last one the first. */
  readonly linkId: LinkId;
  readonly links: number;
};

/** Where a message that `refused` did not take may go instead; undefined: nowhere now. */
export function elsewhereFor(
  routing: Routing,
  { refused, ...traffic }: Traffic & { readonly refused: LinkId },
  recipient: string,
): Elsewhere | undefined {
  const candidates = candidatesFor(routing, traffic);
  const from = candidates.findIndex(({ linkId }) => linkId === refused);
  const inTurn = [...candidates.slice(from + 1), ...candidates.slice(0, from + 1)];
  const others = inTurn.filter(
    ({ linkId }) => linkId !== refused && healthOf(routing, linkId).state === 'up',
  );
  const [next] = others;
  if (next === undefined) return undefined;
  const shares = others.filter((it) => byRank(it, next) === 0);
  const links = new Set(others.map(({ linkId }) => linkId)).size;
  return { linkId: shareOf(shares, recipient).linkId, links };
}

/**
 * Rules that match and whose link can carry the traffic, best first. If every such link is
 * disabled, those: that does not make a good number a bad one (contract section 4).
 */
function candidatesFor(routing: Routing, traffic: Traffic): readonly Route[] {
  const judged = Map.groupBy(routing.routes, (route) => whyNot(routing, route, traffic));
  return (judged.get(undefined) ?? judged.get('link_disabled') ?? []).toSorted(byRank);
}

/** Why a rule is ruled out for the traffic. */
type Hindrance =
  | 'operator_disabled'
  | 'rule_disabled'
  | 'other_operator'
  | 'other_sender_route'
  | 'other_category'
  | 'other_account'
  | 'link_unknown'
  | 'link_disabled'
  | 'cannot_carry';

/** The first reason against a rule; undefined when there is none. */
export function whyNot(routing: Routing, route: Route, traffic: Traffic): Hindrance | undefined {
  if (routing.idleOperators?.has(traffic.operatorId) === true) return 'operator_disabled';
  const operatorId = routing.carriedBy.get(traffic.operatorId) ?? traffic.operatorId;
  if (!fits(route.operatorId, operatorId)) return 'other_operator';
  if (!fits(route.senderRoute, traffic.senderRoute)) return 'other_sender_route';
  if (!fits(route.category, traffic.category)) return 'other_category';
  if (!fits(route.accountId, traffic.accountId)) return 'other_account';
  if (!route.enabled) return 'rule_disabled';
  const link = routing.links.get(route.linkId);
  if (link === undefined) return 'link_unknown';
  if (!('references' in link.config)) return 'cannot_carry';
  const { references } = link.config;
  const bits = String(REFERENCE_BITS[traffic.senderRoute]);
  if (references !== 'any' && references !== bits) return 'cannot_carry';
  // The last of the reasons: if it is the only one, messages wait for the link.
  return link.enabled ? undefined : 'link_disabled';
}

/** Orders rules: priority, then the more specific, then the cheaper. 0 for equals. */
function byRank(a: Route, b: Route): number {
  if (a.priority !== b.priority) return a.priority - b.priority;
  const rank = specificity(b) - specificity(a);
  if (rank !== 0) return rank;
  return Number(a.costMicros - b.costMicros);
}

/**
 * An account counts more than a category, a category more than a sender route, that more than an
 * operator.
 */
function specificity(route: Route): number {
  return (
    (route.accountId === undefined ? 0 : 8) +
    (route.category === undefined ? 0 : 4) +
    (route.senderRoute === undefined ? 0 : 2) +
    (route.operatorId === undefined ? 0 : 1)
  );
}

/** A link's health, as last reported; a disabled link is down, whatever was reported. */
export function healthOf(routing: Routing, linkId: LinkId): LinkHealth {
  const health = routing.health.get(linkId) ?? UNHEARD;
  const isOff = routing.links.get(linkId)?.enabled === false;
  return isOff ? { ...health, state: 'down', words: 'it is disabled' } : health;
}

function choose(routing: Routing, traffic: Traffic): Choice | undefined {
  const candidates = candidatesFor(routing, traffic);
  const bestOf = (state: LinkState): Route | undefined =>
    candidates.find(({ linkId }) => healthOf(routing, linkId).state === state);
  const up = bestOf('up');
  const tried = bestOf('trying');
  const best = up ?? tried ?? candidates[0];
  if (best === undefined) return undefined;
  const health = healthOf(routing, best.linkId);
  const stands = (route: Route): boolean =>
    isUnusable(health) || healthOf(routing, route.linkId).state === health.state;
  const shares = candidates.filter((it) => byRank(it, best) === 0 && stands(it));
  const isTrial = up !== undefined && tried !== undefined && byRank(tried, up) <= 0;
  return { shares, trial: isTrial ? tried : undefined };
}

function fits<Value>(wanted: Value | undefined, given: Value): boolean {
  return wanted === undefined || wanted === given;
}

/**
 * Each share draws a number for the recipient, and the highest after weighting wins: when a share
 * goes away, only its own recipients move (weighted rendezvous hashing).
 */
function shareOf(shares: readonly Route[], recipient: string): Route {
  let [best] = shares;
  if (best === undefined) throw new Error('a choice has no shares');
  if (shares.length === 1) return best;
  let highest = Number.NEGATIVE_INFINITY;
  for (const share of shares) {
    const drawn = (hash(recipient, share.linkId) + 0.5) / 2 ** 32;
    const score = share.weight / -Math.log(drawn);
    if (score <= highest) continue;
    highest = score;
    best = share;
  }
  return best;
}

/** A number from 0 up to 2^32 from a text (FNV-1a, mixed), different for each salt. */
function hash(text: string, salt: number): number {
  let mixed = 0x811c9dc5 ^ Math.imul(salt, 0x9e3779b1);
  for (let index = 0; index < text.length; index += 1) {
    mixed = Math.imul(mixed ^ text.charCodeAt(index), 0x01000193);
  }
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** No link has this id: what is queued for it expires there and is released. */
export const NO_LINK = 0 as LinkId;

/** Whether a link carries messages now. */
export function isUsable(routing: Routing, linkId: LinkId): boolean {
  return !isUnusable(healthOf(routing, linkId));
}

/** What became of a rule in a choice. */
export type Verdict =
  | Hindrance
  | 'wins'
  /** It wins although its link is down, because no other is better: the message waits. */
  | 'wins_and_waits'
  | 'link_down'
  | 'link_needs_attention'
  /** Its link is being tried by a few recipients, and this one is not among them. */
  | 'link_being_tried'
  | 'later_priority'
  | 'less_specific'
  | 'dearer'
  /** An equal, with other recipients as its share. */
  | 'share_of_others';

export type ExplainedRule = { readonly route: Route; readonly verdict: Verdict };

type Explanation = {
  /** Best first; those ruled out come last. */
  readonly rules: readonly ExplainedRule[];
  readonly winner: Route | undefined;
  /** What would carry the message if the winner's link went down; undefined: it would wait. */
  readonly next: Route | undefined;
};

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

/** Rules about other operators come after those about this one. */
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
