import type { Batch } from '../../shared/api/types.ts';
import type { State } from '../../shared/message/state-badge.tsx';

export const MOST_NAME = 100;

/** What it is called; undefined: it came as numbers, and nobody named it. */
export const nameOf = ({ name, file }: Batch): string | undefined =>
  name ?? file?.name ?? undefined;

/** Polling once a second is well within the limit of requests. */
export const LOOK_AGAIN_MS = 1_000;

/** States in which something still changes by itself. */
export const UNDER_WAY: readonly Batch['state'][] = [
  ...(['waiting', 'reading', 'sending'] as const),
  ...(['paused', 'cancelling'] as const),
];

/** How it is shown: a file that waits is not one that waits for approval. */
export function stateOf(state: Batch['state']): State {
  return state === 'waiting' || state === 'dry_run' ? 'pending' : state;
}

/** How far ahead “Send now” is: the request takes a while, and a time that is over is refused. */
export const SOON_MS = 15_000;

/** Its time has not come: nothing of it leaves before. */
export function isScheduled({ state, send_at: due }: Batch): boolean {
  const waits = state === 'sending' || state === 'waiting';
  return waits && due !== null && Date.parse(due) > Date.now() + SOON_MS;
}

/** How a batch is shown. */
export const shownState = (batch: Batch): State =>
  isScheduled(batch) ? 'scheduled' : stateOf(batch.state);

/** In per cent; undefined: there is nothing to wait for, or it is not known how much. */
export function shareDone(batch: Batch): number | undefined {
  const { progress } = batch;
  if (isScheduled(batch)) return undefined;
  if (progress === null || progress.total === null || progress.total === 0) return undefined;
  return (100 * progress.done) / progress.total;
}

/** Whether final receipts may still come. */
export function isSettled({ state, counts }: Batch): boolean {
  if (UNDER_WAY.includes(state)) return false;
  return counts === null || counts.pending + counts.held + counts.sent + counts.unknown === 0;
}

/** Of what has ended, in per cent; undefined while nothing has. */
export function deliveredShare(counts: NonNullable<Batch['counts']>): number | undefined {
  const { delivered, failed, rejected, expired } = counts;
  const ended = delivered + failed + rejected + expired;
  return ended === 0 ? undefined : (100 * delivered) / ended;
}
