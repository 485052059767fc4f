import { pause } from '@paigham/base/clock.ts';
import type { SendTools } from './post-file.ts';
import { showCount } from '../../operations/show.ts';
import { showDuration, type Step } from './progress.ts';
import { readAnswer, type ServedBatch } from './served-batch.ts';

type Followed =
  | { readonly kind: 'ended'; readonly batch: ServedBatch }
  | { readonly kind: 'lost'; readonly why: string };

const LOOK_EVERY_MS = 500;
/** After how long without the service it stops watching. */
const AWAY_MS = 60_000;
/** Final states that arrive further apart than this may take days. */
const QUIET_MS = 30_000;

/**
 * Shows a batch's progress until none of its messages is waiting or it was refused; if asked to,
 * until the final states are in, as long as they keep coming.
 */
export async function followBatch(
  { remote, client, progress }: SendTools,
  { id, forLastWords }: { readonly id: string; readonly forLastWords: boolean },
): Promise<Followed> {
  const { clock } = remote;
  let seenMs = clock.monotonicMs();
  let movedMs = seenMs;
  let open = -1;
  for (;;) {
    const read = readAnswer(await client.get(`/v1/batches/${id}`));
    const nowMs = clock.monotonicMs();
    if (read.kind === 'batch') {
      const { batch } = read;
      seenMs = nowMs;
      const left = openOf(batch);
      if (left !== open) movedMs = nowMs;
      open = left;
      const step = stepOf(batch, clock.nowMs());
      if (step !== undefined) progress.show(step);
      const isQuiet = !forLastWords || left === 0 || nowMs - movedMs > QUIET_MS;
      if (batch.state === 'refused' || (batch.state === 'sent' && isQuiet)) {
        progress.end();
        return { kind: 'ended', batch };
      }
    } else if (nowMs - seenMs > AWAY_MS || isForGood(read)) {
      progress.end();
      return { kind: 'lost', why: read.kind === 'problem' ? read.problem.detail : read.why };
    }
    await pause(clock, LOOK_EVERY_MS);
  }
}

/** A revoked key does not come back; a service that is busy or away does. */
function isForGood(read: Exclude<ReturnType<typeof readAnswer>, { readonly kind: 'batch' }>) {
  return read.kind === 'problem' && read.status < 429;
}

/** Messages without a final state. */
function openOf({ counts }: ServedBatch): number {
  return ['pending', 'held', 'sent'].reduce((sum, state) => sum + (counts?.[state] ?? 0), 0);
}

function stepOf(batch: ServedBatch, nowMs: number): Step | undefined {
  const { progress, state, recipients } = batch;
  if (state === 'waiting') return { name: 'Waiting', done: 0, total: undefined, detail: '' };
  if (progress === null) {
    if (state !== 'sent' || recipients === null) return undefined;
    const done = recipients - openOf(batch);
    const detail = `${showCount(done)} of ${showCount(recipients)} finished`;
    return { name: 'Sent', done, total: recipients, detail };
  }
  const { step, done, total, rate_per_second: rate, finishes_at: finishesAt } = progress;
  const all = total === null ? '' : ` of ${showCount(total)}`;
  const what = step === 'reading' ? 'rows' : 'messages';
  const pace = rate > 0 ? `, ${showCount(rate)}/s` : '';
  const leftMs = finishesAt === null ? undefined : Date.parse(finishesAt) - nowMs;
  const left = leftMs === undefined ? '' : `, ${showDuration(leftMs)} left`;
  return {
    name: step === 'reading' ? 'Reading' : 'Sending',
    done,
    total: total ?? undefined,
    detail: `${showCount(done)}${all} ${what}${pace}${left}`,
  };
}
