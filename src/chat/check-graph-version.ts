import { GRAPH_WARNING_DAYS, stateOfGraphVersion } from '../domain/chat/graph-version.ts';
import type { Log } from '../kit/log.ts';
import { Refusal } from '@paigham/base/refusal.ts';
import type { RoutingSnapshot } from '../store/snapshots/routing-snapshots.ts';

/**
 * Checks that the chat platform still serves this API version. If it has ended and numbers are
 * connected, the program refuses to start, because they could send nothing. Without numbers, texts
 * must not suffer for it.
 * @throws Refusal
 */
export function checkGraphVersion(
  { graphVersion }: { readonly graphVersion: string },
  routing: RoutingSnapshot,
  { log, nowMs }: { readonly log: Log; readonly nowMs: number },
): void {
  const state = stateOfGraphVersion(graphVersion, nowMs);
  const isUsed = [...routing.links.values()].some((it) => it.carrier === 'whatsapp' && it.enabled);
  if (state.kind === 'good' || !isUsed) return;
  if (state.kind === 'ended') {
    throw new Refusal(
      `GRAPH_VERSION ${graphVersion} of the chat platform ended on ${state.on}: ` +
        'set a newer one, or disconnect the chat numbers.',
    );
  }
  const fields = { graphVersion, ...('on' in state ? { on: state.on } : {}) };
  log.warn(
    fields,
    state.kind === 'ending'
      ? `GRAPH_VERSION ends within ${GRAPH_WARNING_DAYS} days: set a newer one`
      : 'GRAPH_VERSION is not known to this program: look up when it ends',
  );
}
