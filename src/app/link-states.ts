/** The state of links, for monitoring. */
import type { LinkId, OperatorId } from '../domain/ids.ts';
import { healthOf, isUsable } from '../domain/routing/choose-link.ts';
import type { LinkHealth } from '../domain/routing/routing.ts';
import { readTroubles } from '../features/doctor/check-traffic.ts';
import { SECOND_MS } from '../domain/durations.ts';
import { TROUBLES } from '../domain/routing/link-trouble.ts';
import type { Clock } from '@paigham/base/clock.ts';
import { keep } from '../kit/refreshed.ts';
import type { Metrics } from '../kit/metrics.ts';
import type { Reader } from '../kit/postgres/pool.ts';
import type { Oldest, WaitingByLink } from '../store/queue/look-at-queue.ts';
import type { RoutingSnapshots, RoutingSnapshot } from '../store/snapshots/routing-snapshots.ts';

type Named = LinkHealth & { readonly name: string };

function enabledLinks(routing: RoutingSnapshots): readonly Named[] {
  const snapshot = routing.current();
  return [...snapshot.links.values()]
    .filter(({ enabled }) => enabled)
    .map(({ id, name }) => ({ name, ...healthOf(snapshot, id) }));
}

/** One line per enabled link: `link jazz: down since 2026-11-20T12:00:00Z: why`. */
export function describeLinks(routing: RoutingSnapshots): readonly string[] {
  return enabledLinks(routing).map(({ name, state, words, sinceMs }) => {
    const since = sinceMs > 0 ? ` since ${new Date(sinceMs).toISOString().slice(0, 19)}Z` : '';
    return `link ${name}: ${state}${since}${words === undefined ? '' : `: ${words}`}`;
  });
}

/** What waits, as this node last counted it. */
type Waiting = {
  readonly db: Reader;
  readonly clock: Clock;
  readonly waiting: () => WaitingByLink;
  readonly oldest: () => readonly Oldest[];
};

/**
 * Shows the state of enabled links, since when, and what waits for them. Staff choose their names
 * and those of operators, and they are few.
 */
export function showLinks(metrics: Metrics, routing: RoutingSnapshots, queue: Waiting): void {
  showQueue(metrics, routing, queue);
  showAge(metrics, routing, queue);
  showOperators(metrics, routing);
  showTroubles(metrics, queue);
  metrics.gauges(
    {
      name: 'paigham_link_state',
      help: '1 for the state in which a link is: up, trying, down or needs_attention',
      labels: ['link', 'state'],
    },
    () => enabledLinks(routing).map(({ name, state }) => ({ labels: [name, state], value: 1 })),
  );
  metrics.gauges(
    {
      name: 'paigham_link_state_timestamp_seconds',
      help: 'When a link came into its state, in seconds since 1970; 0 when it was never opened',
      labels: ['link'],
    },
    () =>
      enabledLinks(routing).map(({ name, sinceMs }) => ({
        labels: [name],
        value: sinceMs / 1_000,
      })),
  );
}

/** An operator to which no rule leads is the doctor's to tell. */
function showOperators(metrics: Metrics, routing: RoutingSnapshots): void {
  metrics.gauges(
    {
      name: 'paigham_operator_usable_links',
      help: 'Links that carry messages to an operator now, of those to which a rule leads',
      labels: ['operator'],
    },
    () => {
      const snapshot = routing.current();
      return [...snapshot.operatorNames].flatMap(([id, name]) => {
        if (snapshot.idleOperators?.has(id) === true) return [];
        const links = linksTo(snapshot, id);
        const usable = links.filter((linkId) => isUsable(snapshot, linkId));
        return links.length === 0 ? [] : [{ labels: [name], value: usable.length }];
      });
    },
  );
}

/** Enabled links of operators to which an enabled rule leads. */
function linksTo(
  { routes, links, carriedBy }: RoutingSnapshot,
  operatorId: OperatorId,
): readonly LinkId[] {
  const carrier = carriedBy.get(operatorId) ?? operatorId;
  const leading = routes.filter(
    (it) => it.enabled && (it.operatorId === undefined || it.operatorId === carrier),
  );
  return [...new Set(leading.map(({ linkId }) => linkId))].filter((linkId) => {
    const link = links.get(linkId);
    return link?.enabled === true && 'references' in link.config;
  });
}

const LINES = { 1: 'codes', 0: 'others' } as const;

function showAge(metrics: Metrics, routing: RoutingSnapshots, { clock, oldest }: Waiting): void {
  metrics.gauges(
    {
      name: 'paigham_queue_oldest_seconds',
      help: 'For how long the first of what waits for a link might have left: codes, and others',
      labels: ['link', 'line'],
    },
    () => {
      const { links } = routing.current();
      return oldest().flatMap(({ linkId, priority, sinceMs }) => {
        // What test keys send waits for nobody.
        if (linkId < 0) return [];
        const value = Math.max(0, clock.nowMs() - sinceMs) / 1_000;
        return [{ labels: [links.get(linkId)?.name ?? 'none', LINES[priority]], value }];
      });
    },
  );
}

/** Link `none`: for a link that was removed. */
function showQueue(metrics: Metrics, routing: RoutingSnapshots, { waiting }: Waiting): void {
  metrics.gauges(
    {
      name: 'paigham_queue_messages',
      help: 'Messages that wait and are due within five minutes, by the link that they wait for',
      labels: ['link'],
    },
    () => {
      const { links } = routing.current();
      const counts = new Map(enabledLinks(routing).map(({ name }) => [name, 0]));
      for (const [linkId, messages] of waiting()) {
        const name = links.get(linkId)?.name ?? 'none';
        counts.set(name, (counts.get(name) ?? 0) + messages);
      }
      return [...counts].map(([name, value]) => ({ labels: [name], value }));
    },
  );
}

/**
 * What is wrong with links that are bound, as the doctor tells it. The answer is that of the look
 * before, so that a scrape waits for nothing.
 */
function showTroubles(metrics: Metrics, { db, clock }: Waiting): void {
  const known = keep(clock, 10 * SECOND_MS, () => readTroubles(db));
  metrics.gauges(
    {
      name: 'paigham_link_trouble',
      help: `1 for what is wrong with the traffic of a link: ${TROUBLES.join(', ')}`,
      labels: ['link', 'trouble'],
    },
    () =>
      (known.peek() ?? []).flatMap(({ name, troubles }) =>
        TROUBLES.map((kind) => {
          const value = troubles.some((it) => it.kind === kind) ? 1 : 0;
          return { labels: [name, kind], value };
        }),
      ),
  );
  metrics.gauges(
    {
      name: 'paigham_link_refusals',
      help: 'Parts that failed on a link within the last five minutes, by the code of the answer',
      labels: ['link', 'code'],
    },
    () =>
      (known.peek() ?? []).flatMap(({ name, codes }) =>
        codes.map(([code, value]) => ({ labels: [name, code], value })),
      ),
  );
}
