import type { Log } from '../kit/log.ts';
import { Refusal } from '../kit/refusal.ts';
import type { RoutingSnapshot } from '../store/snapshots/routing-snapshots.ts';
import { DAY_MS } from '../domain/durations.ts';

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

/**
 * When the platform's API versions end (its changelog; facts of the platform, section 1). A new one
 * comes every few months: an unlisted version is accepted, with a warning.
 */
const GRAPH_VERSION_ENDS: Readonly<Record<string, string>> = {
  'v20.0': '2026-09-24',
  'v21.0': '2027-01-21',
  'v22.0': '2027-05-20',
  'v23.0': '2027-10-08',
  'v24.0': '2028-02-18',
  'v25.0': '2028-07-29',
};

/** Versions seen so far for which the platform has announced no end. */
const WITHOUT_END: readonly string[] = ['v26.0'];

const GRAPH_WARNING_DAYS = 60;

export type GraphVersionState =
  | { readonly kind: 'good' }
  | { readonly kind: 'unlisted' }
  /** `on`: the day, `2028-07-29`. */
  | { readonly kind: 'ending' | 'ended'; readonly on: string };

/** How long a version remains good. It ends at the start of its day, UTC. */
export function stateOfGraphVersion(version: string, nowMs: number): GraphVersionState {
  const on = GRAPH_VERSION_ENDS[version];
  if (on === undefined) return { kind: WITHOUT_END.includes(version) ? 'good' : 'unlisted' };
  const leftMs = Date.parse(on) - nowMs;
  if (leftMs <= 0) return { kind: 'ended', on };
  return leftMs <= GRAPH_WARNING_DAYS * DAY_MS ? { kind: 'ending', on } : { kind: 'good' };
}
