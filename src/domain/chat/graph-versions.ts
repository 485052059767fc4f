import { DAY_MS } from '../durations.ts';

/**
 * When versions of the platform's interface end (its changelog; facts of the platform, section 1).
 * A new one comes every few months: a version that is not listed is taken, with a warning.
 */
const GRAPH_VERSION_ENDS: Readonly<Record<string, string>> = {
  'v20.0': '2026-09-24',
  'v21.0': '2027-01-21',
  'v22.0': '2027-05-20',
  'v23.0': '2027-10-08',
  'v24.0': '2028-02-18',
  'v25.0': '2028-07-29',
};

/** Versions that were seen and whose end the platform has not named yet. */
const WITHOUT_END: readonly string[] = ['v26.0'];

export const GRAPH_WARNING_DAYS = 60;

export type GraphVersionState =
  | { readonly kind: 'good' }
  | { readonly kind: 'unlisted' }
  /** `on`: the day, `2028-07-29`. */
  | { readonly kind: 'ending' | 'ended'; readonly on: string };

/** How long a version is still good for. It ends with the beginning of its day, UTC. */
export function stateOfGraphVersion(version: string, nowMs: number): GraphVersionState {
  const on = GRAPH_VERSION_ENDS[version];
  if (on === undefined) return { kind: WITHOUT_END.includes(version) ? 'good' : 'unlisted' };
  const leftMs = Date.parse(on) - nowMs;
  if (leftMs <= 0) return { kind: 'ended', on };
  return leftMs <= GRAPH_WARNING_DAYS * DAY_MS ? { kind: 'ending', on } : { kind: 'good' };
}
