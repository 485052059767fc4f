/** How the links stand, for those who watch over the service. */
import { healthOf } from '../domain/routing/choose-link.ts';
import type { LinkHealth } from '../domain/routing/link-health.ts';
import type { Metrics } from '../kit/metrics.ts';
import type { WaitingByLink } from '../store/queue/look-at-queue.ts';
import type { KnownRouting } from '../store/known-routing.ts';

type Named = LinkHealth & { readonly name: string };

function enabledLinks(routing: KnownRouting): readonly Named[] {
  const snapshot = routing.current();
  return [...snapshot.links.values()]
    .filter(({ enabled }) => enabled)
    .map(({ id, name }) => ({ name, ...healthOf(snapshot, id) }));
}

/** A line for each enabled link: `link jazz: down since 2026-11-20T12:00:00Z: why`. */
export function describeLinks(routing: KnownRouting): readonly string[] {
  return enabledLinks(routing).map(({ name, state, words, sinceMs }) => {
    const since = sinceMs > 0 ? ` since ${new Date(sinceMs).toISOString().slice(0, 19)}Z` : '';
    return `link ${name}: ${state}${since}${words === undefined ? '' : `: ${words}`}`;
  });
}

/**
 * Shows how the enabled links stand, since when, and what waits for them. Their names are chosen by
 * staff, and few.
 */
export function showLinks(
  metrics: Metrics,
  routing: KnownRouting,
  waiting: () => WaitingByLink,
): void {
  showQueue(metrics, routing, waiting);
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

/** Link `none`: for one that was taken away. */
function showQueue(metrics: Metrics, routing: KnownRouting, waiting: () => WaitingByLink): void {
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
