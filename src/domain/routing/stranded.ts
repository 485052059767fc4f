/** What a change to rules, links or operators would leave without a link. */
import { NOBODY, type AccountId, type OperatorId } from '../ids.ts';
import type { SenderRoute } from '../sender/sender.ts';
import { whyNot } from './choose-link.ts';
import type { Category, Routing, Traffic } from './routing.ts';

/** The part of the routing that staff edit. */
export type Plan = Omit<Routing, 'health'>;

/** Messages that a link carries now, or that wait for a disabled one, and would lose it. */
export type Stranded = {
  readonly operatorId: OperatorId;
  /** undefined: every account without rules of its own. */
  readonly accountId: AccountId | undefined;
  readonly senderRoutes: readonly SenderRoute[];
  /** undefined: both categories. */
  readonly category: Category | undefined;
  /** Whether a rule still leads to a link, but a disabled one. */
  readonly wouldWait: boolean;
};

const SENDER_ROUTES: readonly SenderRoute[] = ['simple', 'branded', 'short_code'];
const CATEGORIES: readonly Category[] = ['transactional', 'promotional'];

/** What would lose its last link, by operator and account; empty: nothing. */
export function strandedBy(before: Plan, after: Plan): readonly Stranded[] {
  const named = new Set(before.routes.flatMap(({ accountId }) => accountId ?? []));
  const ofAll = lostOf(before, after, undefined);
  const own = [...named].flatMap((accountId) => lostOf(before, after, accountId));
  const isTold = (way: Stranded): boolean => ofAll.some((it) => tells(it, way));
  return [...ofAll, ...own.filter((way) => !isTold(way))];
}

function lostOf(before: Plan, after: Plan, accountId: AccountId | undefined): readonly Stranded[] {
  return [...before.operatorNames.keys()].flatMap((operatorId) => {
    const found = new Map<string, Stranded>();
    for (const senderRoute of SENDER_ROUTES) {
      const traffic = { operatorId, senderRoute, accountId: accountId ?? NOBODY };
      const lost = CATEGORIES.filter((category) => {
        const of = { ...traffic, category };
        return standingOf(after, of) < standingOf(before, of);
      });
      const [category] = lost;
      if (category === undefined) continue;
      const of = lost.length === CATEGORIES.length ? undefined : category;
      const wouldWait = standingOf(after, { ...traffic, category }) === LED;
      const name = `${of} ${wouldWait}`;
      const { senderRoutes = [] } = found.get(name) ?? {};
      const together = [...senderRoutes, senderRoute];
      found.set(name, { operatorId, accountId, senderRoutes: together, category: of, wouldWait });
    }
    return [...found.values()];
  });
}

/** Whether the loss for every account already covers the one account's. */
function tells(ofAll: Stranded, own: Stranded): boolean {
  return (
    ofAll.operatorId === own.operatorId &&
    ofAll.wouldWait === own.wouldWait &&
    (ofAll.category === undefined || ofAll.category === own.category) &&
    own.senderRoutes.every((it) => ofAll.senderRoutes.includes(it))
  );
}

const withHealth = (plan: Plan): Routing => ({ ...plan, health: new Map() });

const NOWHERE = 0;
/** A rule leads to a link that could carry it but is disabled. */
const LED = 1;
const CARRIED = 2;

function standingOf(plan: Plan, traffic: Traffic): number {
  const links = new Map([...plan.links].map(([id, link]) => [id, { ...link, enabled: true }]));
  const routing = withHealth({ ...plan, links });
  const led = plan.routes.filter((route) => whyNot(routing, route, traffic) === undefined);
  if (led.some(({ linkId }) => plan.links.get(linkId)?.enabled === true)) return CARRIED;
  return led.length > 0 ? LED : NOWHERE;
}
