/**
 * How far batches are. Whoever watches asks every second, and counting a million messages takes
 * about one: so what waits is told from the feed and the queue, which are small, and the messages
 * are counted now and then, twenty times less than it takes, one large batch at a time.
 */
import type { AccountId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { BatchFigures, KeptBatch, PublishedFacts } from '../../domain/message/kept-batch.ts';
import { MESSAGE_STATES, mayMove, type MessageState } from '../../domain/message/message.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { countQueued, countStates } from '../../store/reports/count-batch.ts';

/** Gives the figures of a published batch; of one that is not, undefined. */
export type WatchBatches = (
  accountId: AccountId,
  batch: KeptBatch,
) => Promise<BatchFigures | undefined>;

/** The pace is that of the last minute, so that it follows hours and links that change. */
const PACE_MS = 60_000;
/** Samples that lie closer together say little of a pace. */
const LOOK_MS = 500;
/** A count that takes no longer is waited for, so that a small batch is told as it is now. */
const SOON_MS = 50;
/** So much of its time may counting take. */
const SHARE_OF_TIME = 20;

type Counted = {
  readonly counts: ReadonlyMap<MessageState, number>;
  readonly atMs: number;
  readonly tookMs: number;
  readonly monotonicMs: number;
};

type Sample = { readonly monotonicMs: number; readonly done: number };

/** What is remembered of a batch. */
type Watched = {
  counted: Counted | undefined;
  /** The count that is under way. */
  counting: Promise<Counted> | undefined;
  samples: readonly Sample[];
};

type Asked = Parameters<typeof countStates>[1];

/** Remembers batches on this node alone: nothing of it is written. */
export function createWatchBatches(reader: Reader, clock: Clock): WatchBatches {
  const known = new Map<string, Watched>();
  let line: Promise<unknown> = Promise.resolve();

  const count = async (watched: Watched, asked: Asked): Promise<Counted> => {
    const beganMs = clock.monotonicMs();
    const counts = await countStates(reader, asked);
    const monotonicMs = clock.monotonicMs();
    const tookMs = monotonicMs - beganMs;
    watched.counted = { counts, tookMs, monotonicMs, atMs: clock.nowMs() };
    return watched.counted;
  };

  /** The last count while it is young; else a new one, which is waited for unless it takes long. */
  const countsOf = (watched: Watched, asked: Asked): Counted | Promise<Counted> => {
    const { counted } = watched;
    if (counted !== undefined && (isOver(counted) || isYoung(counted, clock))) return counted;
    if (watched.counting === undefined) {
      watched.counting = line.then(() => count(watched, asked));
      // Whoever asks next tries again.
      line = watched.counting.catch(() => undefined).finally(() => (watched.counting = undefined));
    }
    return counted !== undefined && counted.tookMs > SOON_MS ? counted : watched.counting;
  };

  return async (accountId, batch) => {
    const { published } = batch;
    if (published === undefined) return undefined;
    const watched = remember(known, `${accountId} ${batch.id}`);
    const asked = { accountId, id: batch.id, span: published.span };
    const { counts, atMs: countedAtMs } = await countsOf(watched, asked);
    const waiting = batch.state === 'sending' ? await waitingOf(reader, asked, published) : 0;
    const total = published.recipients;
    const sample = { monotonicMs: clock.monotonicMs(), done: total - waiting };
    const ratePerSecond = note(watched, sample, clock.nowMs() - published.publishedAtMs);
    const finishesAtMs = finishOf(waiting, ratePerSecond, clock.nowMs());
    return { done: sample.done, total, ratePerSecond, finishesAtMs, counts, countedAtMs };
  };
}

/** A count is repeated after a while, and after a longer one when it takes long. */
function isYoung({ monotonicMs, tookMs }: Counted, clock: Clock): boolean {
  const restMs = Math.max(limit('countedEveryMs'), tookMs * SHARE_OF_TIME);
  return clock.monotonicMs() - monotonicMs < restMs;
}

/** Messages of a batch that wait: those before the line, and those in it. */
async function waitingOf(
  reader: Reader,
  asked: Asked,
  { unfed, recipients }: PublishedFacts,
): Promise<number> {
  return Math.min(recipients, unfed + (await countQueued(reader, asked)));
}

/** Whether every message has its last word: such counts stay. */
function isOver({ counts }: Counted): boolean {
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

/** What is known of a batch; the one that was not asked for longest is forgotten. */
function remember(known: Map<string, Watched>, name: string): Watched {
  const watched: Watched = known.get(name) ?? {
    counted: undefined,
    counting: undefined,
    samples: [],
  };
  known.delete(name);
  known.set(name, watched);
  const [oldest] = known.keys();
  if (known.size > limit('watchedBatches') && oldest !== undefined) known.delete(oldest);
  return watched;
}
