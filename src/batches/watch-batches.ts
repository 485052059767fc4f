/**
 * How far batches are. Whoever watches asks every second, and counting a million messages takes
 * about one: so what waits is told from the feed and the queue, which are smaller, and both the
 * queue and the messages are counted now and then, one batch at a time.
 */
import type { AccountId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { BatchFigures, KeptBatch } from '../domain/message/kept-batch.ts';
import { MESSAGE_STATES, mayMove, type MessageState } from '../domain/message/message.ts';
import type { Clock } from '../kit/clock.ts';
import type { Reader } from '../kit/postgres/pool.ts';
import { countQueued, countStates } from '../store/reports/count-batch.ts';
import { createLine, Measure, type Taken } from './measure-batch.ts';

/** Gives the figures of a published batch; of one that is not, undefined. */
export type WatchBatches = (
  accountId: AccountId,
  batch: KeptBatch,
) => Promise<BatchFigures | undefined>;

/** The pace is that of the last minute, so that it follows hours and links that change. */
const PACE_MS = 60_000;
/** Samples that lie closer together say little of a pace. */
const LOOK_MS = 500;

type Sample = { readonly monotonicMs: number; readonly done: number };

/** What is remembered of a batch. */
type Watched = {
  readonly counts: Measure<ReadonlyMap<MessageState, number>>;
  readonly queued: Measure<number>;
  /** Its counts, once they cannot change any more. */
  final: Taken<ReadonlyMap<MessageState, number>> | undefined;
  samples: readonly Sample[];
};

/** Remembers batches on this node alone: nothing of it is written. */
export function createWatchBatches(reader: Reader, clock: Clock): WatchBatches {
  const known = new Map<string, Watched>();
  // What is small does not stand behind what is large.
  const [inLine, inShortLine] = [createLine(), createLine()];
  return async (accountId, batch) => {
    const { published } = batch;
    if (published === undefined) return undefined;
    const watched = remember(known, `${accountId} ${batch.id}`);
    const asked = { accountId, id: batch.id, span: published.span };
    const counted =
      watched.final ?? (await watched.counts.look(clock, inLine, () => countStates(reader, asked)));
    if (isOver(counted.value)) watched.final = counted;
    const total = published.recipients;
    const queued =
      batch.state === 'sending'
        ? await watched.queued.look(clock, inShortLine, () => countQueued(reader, asked))
        : undefined;
    const waiting = Math.min(total, queued === undefined ? 0 : published.unfed + queued.value);
    const sample = { monotonicMs: clock.monotonicMs(), done: total - waiting };
    const ratePerSecond = note(watched, sample, clock.nowMs() - published.publishedAtMs);
    const finishesAtMs = finishOf(waiting, ratePerSecond, clock.nowMs());
    const { value: counts, atMs: countedAtMs } = counted;
    return { done: sample.done, total, ratePerSecond, finishesAtMs, counts, countedAtMs };
  };
}

/** Whether every message has its last word: such counts stay. */
function isOver(counts: ReadonlyMap<MessageState, number>): boolean {
  return [...counts.keys()].every((state) => !MOVABLE.has(state));
}

const STATES = Object.keys(MESSAGE_STATES) as MessageState[];
const MOVABLE = new Set(STATES.filter((from) => STATES.some((to) => mayMove(from, to))));

/** Keeps a sample and gives the pace a second: of the last minute, else since the beginning. */
function note(watched: Watched, sample: Sample, sinceBeginningMs: number): number {
  const young = watched.samples.filter((it) => sample.monotonicMs - it.monotonicMs <= PACE_MS);
  const [first] = young;
  const last = young.at(-1);
  const isDue = last === undefined || sample.monotonicMs - last.monotonicMs >= LOOK_MS;
  watched.samples = isDue ? [...young, sample] : young;
  const spanMs = first === undefined ? 0 : sample.monotonicMs - first.monotonicMs;
  const perMs =
    first === undefined || spanMs < LOOK_MS
      ? sample.done / Math.max(1, sinceBeginningMs)
      : (sample.done - first.done) / spanMs;
  return Math.max(0, Math.round(perMs * 10_000) / 10);
}

function finishOf(left: number, ratePerSecond: number, nowMs: number): number | undefined {
  if (left === 0 || ratePerSecond === 0) return undefined;
  return nowMs + Math.ceil((left / ratePerSecond) * 1_000);
}

function newlyWatched(): Watched {
  return { counts: new Measure(), queued: new Measure(), final: undefined, samples: [] };
}

/** What is known of a batch; the one that was not asked for longest is forgotten. */
function remember(known: Map<string, Watched>, name: string): Watched {
  const watched = known.get(name) ?? newlyWatched();
  known.delete(name);
  known.set(name, watched);
  const [oldest] = known.keys();
  if (known.size > limit('watchedBatches') && oldest !== undefined) known.delete(oldest);
  return watched;
}
