import { DAY_MS } from '../durations.ts';

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

/** So long before its end a version is worth a warning. */
export const GRAPH_WARNING_DAYS = 60;

type GraphVersionState =
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
