/** Growing waits, so that what failed is not retried in a tight loop. */

type BackoffSettings = {
  /** After the first failure. */
  readonly firstMs: number;
  readonly lastMs: number;
};

/** Beyond this the wait has long reached any limit. */
const MOST_DOUBLINGS = 30;

/**
 * How long to wait after `failures` failures in a row (1 for the first), in whole milliseconds:
 * doubles up to a bound, and is spread over its upper half by `chance` (from 0 to 1), so that what
 * failed together does not come back together.
 */
export function backoffMs(failures: number, chance: number, settings: BackoffSettings): number {
  const doubled = settings.firstMs * 2 ** Math.min(failures - 1, MOST_DOUBLINGS);
  const most = Math.min(doubled, settings.lastMs);
  return Math.round(most / 2 + (most / 2) * chance);
}
