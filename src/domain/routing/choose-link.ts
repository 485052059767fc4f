/**
 * Which link carries a message. Of the rules that match it and whose link can carry its parts, the
 * best one whose link is up: by priority, then the more specific rule, then the cheaper one. Equals
 * share the recipients by weight, the same recipient always alike. When no link is up, the best
 * rule all the same, of an enabled link if there is one: the message waits in its queue.
 */
import type { AccountId, LinkId } from '../ids.ts';
import { REFERENCE_BITS } from '../sender/sender.ts';
import { isUnusable, UNHEARD, type LinkHealth, type LinkState } from './link-health.ts';
import type { Routing, Route, Traffic } from './routing.ts';

/** The outcome for one kind of traffic; `pick` says which link a recipient has. */
export type Choice = {
  /** Equals, at least one. */
  readonly shares: readonly Route[];
  /** A link that would be preferred and is being tried: it gets one recipient in TRIAL_OF. */
  readonly trial: Route | undefined;
};

/** One recipient in so many goes by a link that is being tried. */
const TRIAL_OF = 8;

type Known = {
  /** Accounts of which some rule speaks; all others share their choices. */
  readonly named: ReadonlySet<AccountId | undefined>;
  readonly choices: Map<string, Choice | undefined>;
};

const knownOf = new WeakMap<Routing, Known>();

/**
 * The choice for a kind of traffic; undefined when no usable rule matches. Kept for as long as the
 * snapshot of the routing is, which changes with every edit and every change of health.
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

/** The link of one recipient. */
export function pick(choice: Choice, recipient: string): LinkId {
  return pickRoute(choice, recipient).linkId;
}

/** The rule that a recipient has. */
export function pickRoute({ shares, trial }: Choice, recipient: string): Route {
  if (trial !== undefined && hash(recipient, 0) % TRIAL_OF === 0) return trial;
  return shareOf(shares, recipient);
}

/** The link that carries a message to a recipient; undefined when no rule leads there. */
export function linkFor(routing: Routing, traffic: Traffic, recipient: string): LinkId | undefined {
  const choice = choiceFor(routing, traffic);
  return choice && pick(choice, recipient);
}

/** The same for a message that has waited long enough: never a link that is merely being tried. */
export function steadyLinkFor(
  routing: Routing,
  traffic: Traffic,
  recipient: string,
): LinkId | undefined {
  const choice = choiceFor(routing, traffic);
  return choice && pick({ ...choice, trial: undefined }, recipient);
}

/**
 * Rules that match and whose link can carry the traffic, the best first; where every such link is
 * disabled, those: a good number is no bad one because of it (contract section 4).
 */
function candidatesFor(routing: Routing, traffic: Traffic): readonly Route[] {
  const judged = Map.groupBy(routing.routes, (route) => whyNot(routing, route, traffic));
  return (judged.get(undefined) ?? judged.get('link_disabled') ?? []).toSorted(byRank);
}

/** Why a rule does not come into question for the traffic. */
export type Hindrance =
  | 'rule_disabled'
  | 'other_operator'
  | 'other_sender_route'
  | 'other_category'
  | 'other_account'
  | 'link_unknown'
  | 'link_disabled'
  | 'cannot_carry';

/** The first reason against a rule; undefined when it comes into question. */
export function whyNot(routing: Routing, route: Route, traffic: Traffic): Hindrance | undefined {
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
  // The last reason of all: where it is the only one, messages wait for the link.
  return link.enabled ? undefined : 'link_disabled';
}

/** Orders rules: priority, then the more specific, then the cheaper. 0 for equals. */
export function byRank(a: Route, b: Route): number {
  if (a.priority !== b.priority) return a.priority - b.priority;
  const rank = specificity(b) - specificity(a);
  if (rank !== 0) return rank;
  return Number(a.costMicros - b.costMicros);
}

/** An account before a category before a sender route before an operator. */
export function specificity(route: Route): number {
  return (
    (route.accountId === undefined ? 0 : 8) +
    (route.category === undefined ? 0 : 4) +
    (route.senderRoute === undefined ? 0 : 2) +
    (route.operatorId === undefined ? 0 : 1)
  );
}

/** How a link stands, as far as anybody has said; a disabled one is down, whatever was said. */
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
 * Each share draws a number for the recipient, and the highest by weight has it: when a share goes
 * away, only its own recipients move (weighted rendezvous hashing).
 */
function shareOf(shares: readonly Route[], recipient: string): Route {
  let [best] = shares;
  if (best === undefined) throw new Error('a choice has at least one share');
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

/** A number from 0 up to 2^32 for a text (FNV-1a, mixed), different for each salt. */
function hash(text: string, salt: number): number {
  let mixed = 0x811c9dc5 ^ Math.imul(salt, 0x9e3779b1);
  for (let index = 0; index < text.length; index += 1) {
    mixed = Math.imul(mixed ^ text.charCodeAt(index), 0x01000193);
  }
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** No link has this id: what is queued for it expires there, and is released. */
export const NO_LINK = 0 as LinkId;

/** Whether a link carries messages now. */
export function isUsable(routing: Routing, linkId: LinkId): boolean {
  return !isUnusable(healthOf(routing, linkId));
}
