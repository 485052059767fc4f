import { SECOND_MS } from '../domain/durations.ts';
import { limit } from '../domain/limits.ts';
import {
  type AskDirectory,
  type DirectoryAnswer,
  FAILED,
} from '../domain/portability/directory.ts';
import { type BreakerPhase, createBreaker } from '../kit/breaker.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { Log } from '../kit/log.ts';

export type AskingSettings = {
  /** If it rejects, all of its numbers are left without an answer. */
  readonly ask: AskDirectory;
  readonly clock: Clock;
  readonly log: Log;
  /** What the directory allows this node at this moment; at least 1. */
  readonly numbersPerSecond: () => number;
  /** Queries under way at once. */
  readonly questions: number;
  /** Numbers per query. */
  readonly batch: number;
};

type Asking = {
  /** Queues a number; `settle` is called once, with its answer. Call `pump` after adding some. */
  add(number: string, settle: Settle): void;
  /** Sends what may be sent now. */
  pump(): void;
  /** Numbers in queue. */
  waiting(): number;
  /** Whether the directory is being left alone, or tried again. */
  isDown(): boolean;
};

type Settle = (answer: DirectoryAnswer) => void;
type Waiting = { readonly number: string; readonly settle: Settle };
/** How many finished numbers at the head of the queue are worth cutting off. */
const LONG_HEAD = 10_000;

/** This many consecutive failures open it, and one answer closes it. */
const BREAKER = {
  answers: limit('directoryFailures'),
  bad: limit('directoryFailures'),
  windowMs: Number.POSITIVE_INFINITY,
  firstMs: limit('directoryPauseMs'),
  lastMs: limit('directoryPauseMostMs'),
  probes: 1,
};

/** Queries a directory in batches, several at once, within its rate, while it answers. */
export function createAsking(settings: AskingSettings): Asking {
  const { ask, clock, log, numbersPerSecond, questions } = settings;
  const rateLimit = createRateLimit(clock, numbersPerSecond);
  const breaker = createBreaker(BREAKER);
  const phase = (): BreakerPhase => breaker.phase(clock.monotonicMs());
  let queue: Waiting[] = [];
  let head = 0;
  let underWay = 0;
  let isTimed = false;

  const waiting = (): number => queue.length - head;
  const take = (most: number): readonly Waiting[] => {
    const taken = queue.slice(head, head + most);
    head += taken.length;
    if (waiting() === 0 || head > LONG_HEAD) {
      queue = queue.slice(head);
      head = 0;
    }
    return taken;
  };

  const askAbout = async (asked: readonly Waiting[]): Promise<void> => {
    underWay += 1;
    const end = rateLimit.begin(asked.length);
    const answers = await ask(asked.map(({ number }) => number)).catch((error: unknown) => {
      log.warn({ error }, 'a query to the number directory failed');
      return new Map<string, DirectoryAnswer>();
    });
    end();
    underWay -= 1;
    const isGood = [...answers.values()].some(({ kind }) => kind !== 'failed');
    const wasOpen = phase() === 'open';
    breaker.note(isGood ? 'good' : 'bad', clock.monotonicMs());
    if (phase() === 'open' && !wasOpen) {
      log.warn({}, 'the number directory does not answer; queries are paused');
      for (const { settle } of take(waiting())) settle(FAILED);
    }
    for (const { number, settle } of asked) settle(answers.get(number) ?? FAILED);
    pump();
  };

  const wake = (): void => {
    const waitMs = rateLimit.waitMs();
    if (isTimed || waitMs === undefined) return;
    isTimed = true;
    clock.setTimer(waitMs, () => {
      isTimed = false;
      pump();
    });
  };

  const pump = (): void => {
    while (waiting() > 0 && underWay < questions) {
      if (phase() === 'half_open' && underWay > 0) return;
      const most = Math.min(settings.batch, rateLimit.room());
      if (most === 0) return wake();
      void askAbout(take(most));
    }
  };

  return {
    add: (number, settle) => void queue.push({ number, settle }),
    pump,
    waiting,
    isDown: () => phase() === 'open' || (phase() === 'half_open' && underWay > 0),
  };
}

type RateLimit = {
  /** How many numbers may be asked about now. */
  room(): number;
  /** Counts a query that starts now. Call the result when the query has ended. */
  begin(numbers: number): () => void;
  /** How long until more may be asked about; undefined until a query has ended. */
  waitMs(): number | undefined;
};

/**
 * Never more numbers than the directory's rate in any second, as the directory counts. We do not
 * know when a query reached it, only that it was before the query ended: so a query counts from its
 * start until a second after its end.
 */
function createRateLimit(clock: Clock, numbersPerSecond: () => number): RateLimit {
  const ended: { readonly numbers: number; readonly atMs: number }[] = [];
  let counted = 0;
  const forget = (): void => {
    const nowMs = clock.monotonicMs();
    for (let first = ended[0]; first !== undefined; first = ended[0]) {
      if (nowMs - first.atMs <= SECOND_MS) return;
      counted -= first.numbers;
      ended.shift();
    }
  };
  return {
    room() {
      forget();
      return Math.max(0, numbersPerSecond() - counted);
    },
    begin(numbers) {
      counted += numbers;
      return () => ended.push({ numbers, atMs: clock.monotonicMs() });
    },
    waitMs() {
      forget();
      const [first] = ended;
      return first && Math.max(1, Math.ceil(first.atMs + SECOND_MS - clock.monotonicMs()) + 1);
    },
  };
}
