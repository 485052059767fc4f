/**
 * Moves messages that wait for a link that is down to the queue of a healthy one, and what is too
 * much for a link to another whose rule also carries then. Each node takes over for the links it
 * holds, as much as the link sends until the next look; half of that while the link's own messages
 * wait, so that they are not held up. One-time codes first, then by age.
 */
import type { LinkId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import {
  healthOf,
  isUsable,
  NO_LINK,
  overflowFor,
  secondsWaiting,
  steadyLinkFor,
} from '../../domain/routing/choose-link.ts';
import type { Priority } from '../../domain/sender/sender.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { Database } from '../../kit/postgres/pool.ts';
import type { Outboxes } from '../../links/outbox.ts';
import type { HeldLease } from '../../store/nodes/nodes.ts';
import {
  lookAtLine,
  moveWaiting,
  type Move,
  type PlaceInLine,
  type WaitingByLink,
  type WaitingMessage,
} from '../../store/queue/look-at-queue.ts';
import type { RoutingSnapshots, RoutingSnapshot } from '../../store/snapshots/routing-snapshots.ts';

/** For each queue, where the next look continues after one that found nothing to move. */
type MovePlaces = Map<string, PlaceInLine>;

/** How many more messages each link of this node may take over in this look. */
type Budgets = Map<LinkId, number>;

type MoveDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly lease: Pick<HeldLease, 'holds'>;
  readonly routing: Pick<RoutingSnapshots, 'current'>;
  readonly outboxes: Outboxes;
  /** Links that had messages waiting at the last look. */
  readonly waiting: () => ReadonlySet<LinkId>;
  /** How many wait, as last counted. */
  readonly counted: () => WaitingByLink;
};

/** Makes the job: one look at every queue of a link that is down. */
export function createMoveWaiting(deps: MoveDeps): () => Promise<void> {
  const places: MovePlaces = new Map();
  let counted: WaitingByLink | undefined;
  let waiting = new Map<LinkId, number>();
  return async () => {
    const budgets = budgetsOf(deps, deps.routing.current());
    await moveFromDown(deps, { places, budgets });
    // What was moved since they were counted is not moved again.
    if (counted !== deps.counted()) {
      counted = deps.counted();
      waiting = new Map(counted);
    }
    await moveSurplus(deps, { budgets, waiting });
  };
}

type Moving = { readonly places: MovePlaces; readonly budgets: Budgets };
type Surplus = { readonly waiting: Map<LinkId, number>; readonly budgets: Budgets };

async function moveFromDown(deps: MoveDeps, { places, budgets }: Moving): Promise<void> {
  const routing = deps.routing.current();
  const waiting = deps.waiting();
  const linkOf: LinkOf = (message) => steadyLinkFor(routing, message, message.recipient);
  for (const from of unusableLinks(routing)) {
    if (!waiting.has(from)) continue;
    for (const priority of [1, 0] as const) {
      if (isSpent(budgets) || !deps.lease.holds()) return;
      await moveFrom(deps, budgets, { from, priority, places, linkOf, most: { left: Infinity } });
    }
  }
}

/** Of links that are up, what takes longer than some rule allows. */
async function moveSurplus(deps: MoveDeps, { budgets, waiting }: Surplus): Promise<void> {
  const routing = deps.routing.current();
  const bounds = routing.routes.flatMap(({ overflowSeconds: it }) =>
    it === undefined ? [] : [it],
  );
  if (bounds.length === 0) return;
  const least = Math.min(...bounds);
  const book = { waiting, links: routing.links };
  const secondsOf = (linkId: LinkId): number => secondsWaiting(book, linkId);
  for (const [from, messages] of waiting) {
    const seconds = secondsOf(from);
    if (seconds <= least || healthOf(routing, from).state !== 'up') continue;
    const linkOf: LinkOf = (message) =>
      overflowFor(routing, { ...message, from, secondsOf }, message.recipient);
    const surplus = Math.ceil(messages * (1 - least / seconds));
    const most = { left: surplus };
    for (const priority of [1, 0] as const) {
      if (isSpent(budgets) || !deps.lease.holds()) return;
      await moveFrom(deps, budgets, { from, priority, places: new Map(), linkOf, most });
    }
    waiting.set(from, messages - surplus + most.left);
  }
}

/** Links that carry nothing now: down, no longer used, or missing. */
function unusableLinks(routing: RoutingSnapshot): readonly LinkId[] {
  // What leaves by one number of the chat platform cannot leave by another.
  const texts = [...routing.links.values()].filter(({ carrier }) => carrier === 'smpp');
  const known = texts.filter((link) => !isUsable(routing, link.id));
  return [NO_LINK, ...known.map(({ id }) => id)];
}

function budgetsOf(deps: MoveDeps, routing: RoutingSnapshot): Budgets {
  const budgets: Budgets = new Map();
  for (const { linkId } of deps.outboxes.all()) {
    const link = routing.links.get(linkId);
    if (link === undefined || healthOf(routing, linkId).state !== 'up') continue;
    const perLook = (link.config.ratePerSecond * limit('moveEveryMs')) / 1_000;
    const share = deps.outboxes.mayHaveWaiting(linkId, 0) ? perLook / 2 : perLook;
    budgets.set(linkId, Math.min(Math.max(1, Math.floor(share)), limit('moveMessages')));
  }
  return budgets;
}

type Source = {
  readonly from: LinkId;
  readonly priority: Priority;
  readonly places: MovePlaces;
  readonly linkOf: LinkOf;
  /** How many more may leave it in this look. */
  readonly most: { left: number };
};

/** Where a message is to wait instead; undefined: it stays. */
type LinkOf = (message: WaitingMessage) => LinkId | undefined;

async function moveFrom(deps: MoveDeps, budgets: Budgets, source: Source): Promise<void> {
  const { from, priority, places, linkOf } = source;
  const name = `${from} ${priority}`;
  const dueByMs = deps.clock.nowMs() + limit('retryLastMs');
  let left = false;
  for (let piece = 0; piece < limit('movePieces'); piece += 1) {
    const after = places.get(name);
    const most = limit('movePieceMessages');
    const seen = await lookAtLine(deps.db, { linkId: from, priority, after, most, dueByMs });
    const chosen = choose(linkOf, seen.messages.slice(0, source.most.left), budgets);
    source.most.left -= chosen.moves.length;
    if (chosen.moves.length > 0) await move(deps, source, chosen.moves);
    left ||= chosen.left;
    if (seen.next === undefined) places.delete(name);
    else places.set(name, seen.next);
    // If none has a better way, one piece is enough: the next look continues after it.
    const concerns = chosen.left || chosen.moves.length > 0;
    if (seen.next === undefined || !concerns || isSpent(budgets) || source.most.left <= 0) break;
  }
  // Those left for lack of budget are at the head of the next look.
  if (left) places.delete(name);
}

function isSpent(budgets: Budgets): boolean {
  return [...budgets.values()].every((budget) => budget === 0);
}

/** What goes to links of this node; `left`: some would, but must wait for the next look. */
function choose(
  linkOf: LinkOf,
  messages: readonly WaitingMessage[],
  budgets: Budgets,
): { readonly moves: readonly Move[]; readonly left: boolean } {
  const moves: Move[] = [];
  let left = false;
  for (const message of messages) {
    const to = linkOf(message);
    const budget = to === undefined ? undefined : budgets.get(to);
    if (to === undefined || budget === undefined) continue;
    if (budget === 0) left = true;
    else {
      budgets.set(to, budget - 1);
      moves.push({ ...message, to });
    }
  }
  return { moves, left };
}

async function move(deps: MoveDeps, source: Source, moves: readonly Move[]): Promise<void> {
  const { from } = source;
  const moved = await deps.db.transact((transaction) => moveWaiting(transaction, from, moves));
  const nameOf = (linkId: LinkId): string | undefined =>
    deps.routing.current().links.get(linkId)?.name;
  for (const [to, messages] of moved) {
    deps.outboxes.setWaiting(to, source.priority);
    deps.log.info({ from: nameOf(from), to: nameOf(to), messages }, 'messages go by another link');
  }
}
