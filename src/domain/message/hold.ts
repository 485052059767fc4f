/** Batches that their account has paused or cancelled. */
import { DAY_MS } from '../durations.ts';

/**
 * `pausing`, `resuming` and `cancelling`: its waiting messages are being postponed, put back or
 * ended, a piece at a time. Once it is paused or cancelled nothing leaves: whoever takes a message
 * to send checks this.
 */
const HOLDS = ['pausing', 'paused', 'resuming', 'cancelling', 'cancelled'] as const;
export type Hold = (typeof HOLDS)[number];

/**
 * Why the service itself has paused a batch: the chat platform has paused or disabled its template,
 * or people take it so badly that it is about to.
 */
export const STOP_REASONS = ['template_paused', 'template_quality'] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** What an account may do to a batch. */
export type HoldWish = 'pause' | 'resume' | 'cancel';

/**
 * How much later a paused batch's waiting messages become due: longer than anything waits, and
 * undone exactly when it resumes.
 */
const PAUSED_BY_MS = 1_000 * 365 * DAY_MS;

/** Anything due after this has been postponed by a pause. */
const PAUSED_AFTER = '2500-01-01T00:00:00Z';

/** The same in SQL. */
export const PAUSED_BY_SQL = `interval '${PAUSED_BY_MS / 1_000} seconds'`;
export const PAUSED_AFTER_SQL = `timestamptz '${PAUSED_AFTER}'`;

/** Whether something due then (milliseconds since 1970) has been postponed by a pause. */
export function isPutOff(dueAtMs: number): boolean {
  return dueAtMs > Date.parse(PAUSED_AFTER);
}

/** What a request makes of a published batch; undefined: nothing has to be done. */
export function holdAfter(wish: HoldWish, hold: Hold | undefined): Hold | undefined | 'never' {
  if (hold === 'cancelling' || hold === 'cancelled') return wish === 'cancel' ? undefined : 'never';
  const isPaused = hold === 'pausing' || hold === 'paused';
  switch (wish) {
    case 'cancel':
      return 'cancelling';
    case 'pause':
      return isPaused ? undefined : 'pausing';
    case 'resume':
      return isPaused ? 'resuming' : undefined;
  }
}
