/**
 * The progress of batches. People watching ask every second, and counting a million messages takes
 * about that long. So what is waiting is read from the feed and the queue, which are smaller; the
 * queue and the messages are counted now and then, one batch at a time.
 */
import type { AccountId } from '../domain/ids.ts';
import { limit } from '../domain/limits.ts';
import type { BatchFigures, KeptBatch, PublishedFacts } from '../domain/message/kept-batch.ts';
import { MESSAGE_STATES, mayMove, type MessageState } from '../domain/message/message.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { Reader } from '../kit/postgres/pool.ts';
import {
  type BatchCounts,
  countOptedOut,
  countQueued,
  countStates,
} from '../store/reports/read-batches.ts';
import { createLine, Measure, type Taken } from './measure-batch.ts';

/** Returns the figures of a published batch; undefined for any other. */
export type WatchBatches = (
  accountId: AccountId,
  batch: KeptBatch,
) => Promise<BatchFigures | undefined>;

/** The rate is that of the last minute, so that it follows hours and changing links. */
const PACE_MS = 60_000;
/** Samples closer together say little about the rate. */
const LOOK_MS = 500;

type Sample = { readonly monotonicMs: number; readonly done: number };

type Watched = {
  readonly counts: Measure<BatchCounts>;
  readonly queued: Measure<number>;
  readonly optedOut: Measure<number>;
  /** Its counts once they are final, of so many messages: texts that follow chat come later. */
  final: { readonly counted: Taken<BatchCounts>; readonly total: number } | undefined;
  samples: readonly Sample[];
  /** When it was first found that none of it was waiting. */
  sentSinceMs: number | undefined;
};

/** Remembers batches on this node only: none of it is written. */
export function createWatchBatches(reader: Reader, clock: Clock): WatchBatches {
  const known = new Map<string, Watched>();
  // Small ones do not queue behind large ones.
  const [inLine, inShortLine] = [createLine(), createLine()];
  return async (accountId, batch) => {
    const { published } = batch;
    if (published === undefined) return undefined;
    const watched = remember(known, `${accountId} ${batch.id}`);
    const asked = { accountId, id: batch.id, span: published.span };
    // Nothing goes back to waiting, so an earlier count would contradict the state.
    const stillMs = watched.sentSinceMs ?? clock.monotonicMs();
    const sentSinceMs = isStill(batch.state) ? stillMs : undefined;
    watched.sentSinceMs = sentSinceMs;
    const total = published.recipients;
    const { final } = watched;
    const counted =
      (final?.total === total ? final.counted : undefined) ??
      (await watched.counts.look(clock, inLine, () => countStates(reader, asked), sentSinceMs));
    if (isOver(counted.value.counts)) watched.final = { counted, total };
    const sinceMs = published.publishedAtMs;
    const { value: optedOut } = await watched.optedOut.look(clock, inShortLine, () =>
      countOptedOut(reader, { ...asked, sinceMs }),
    );
    const queued =
      batch.state === 'sending'
        ? await watched.queued.look(clock, inShortLine, () => countQueued(reader, asked))
        : undefined;
    const waiting = Math.min(total, queued === undefined ? 0 : published.unfed + queued.value);
    const sample = { monotonicMs: clock.monotonicMs(), done: total - waiting };
    const pace = note(watched, sample, clock.nowMs() - published.publishedAtMs);
    const ratePerSecond = queued?.value === 0 && isHeldBack(published, clock.nowMs()) ? 0 : pace;
    const finishesAtMs = finishOf(waiting, ratePerSecond, clock.nowMs());
    const { value, atMs: countedAtMs } = counted;
    const counts = { ...value, optedOut, countedAtMs };
    return { done: sample.done, total, ratePerSecond, finishesAtMs, ...counts };
  };
}

/** How long ago the rest of a batch that is held back may have been looked at last. */
const LOOKED_MS = 10_000;

/**
 * Whether the rest waits for its hours, its day, or what the chat platform holds back: it is looked
 * at again and again, and when it ends cannot be said from what has left before.
 */
function isHeldBack({ feedsAtMs }: PublishedFacts, nowMs: number): boolean {
  return feedsAtMs !== undefined && feedsAtMs > nowMs - LOOKED_MS;
}

/** Whether nothing in a batch is waiting any more. */
function isStill(state: KeptBatch['state']): boolean {
  return state === 'sent' || state === 'cancelled';
}

/** Whether every message has its final state: such counts are kept. */
function isOver(counts: ReadonlyMap<MessageState, number>): boolean {
  return [...counts.keys()].every((state) => !MOVABLE.has(state));
}

const STATES = Object.keys(MESSAGE_STATES) as MessageState[];
const MOVABLE = new Set(STATES.filter((from) => STATES.some((to) => mayMove(from, to))));

/**
 * Keeps a sample and returns the rate per second: over the last minute, else since the beginning.
 */
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
  return {
    counts: new Measure(),
    queued: new Measure(),
    optedOut: new Measure(),
    final: undefined,
    samples: [],
    sentSinceMs: undefined,
  };
}

/** What is known about a batch; drops the one that nobody has asked about for longest. */
function remember(known: Map<string, Watched>, name: string): Watched {
  const watched = known.get(name) ?? newlyWatched();
  known.delete(name);
  known.set(name, watched);
  const [oldest] = known.keys();
  if (known.size > limit('watchedBatches') && oldest !== undefined) known.delete(oldest);
  return watched;
}
