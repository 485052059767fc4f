import type { Clock, Timer } from '@paigham/base/clock.ts';
import type { Log } from './log.ts';
import type { Metrics, Time } from './metrics.ts';
import { isTransient } from './postgres/faults.ts';

/** What a node does in the background, periodically. */
export type Job = {
  readonly name: string;
  readonly everyMs: number;
  /** Whether there may be anything to do; after it turns false, the job runs once more. */
  readonly isDue?: () => boolean;
  /** The node does not wait for the first run before it starts to work. */
  readonly isLong?: boolean;
  readonly run: () => Promise<unknown>;
};

type JobRunner = {
  /** Runs each job once, in order, and from then on at its interval. */
  start(jobs: readonly Job[]): Promise<void>;
  stop(): void;
};

type JobRunnerDeps = {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'timer'>;
};

/**
 * Runs jobs, never the same one concurrently. One that fails is logged and runs again at its next
 * time.
 */
export function createJobRunner(deps: JobRunnerDeps): JobRunner {
  const timers: Timer[] = [];
  const time = deps.metrics.timer(
    {
      name: 'paigham_job_seconds',
      help: 'Time that jobs of this node took: those that had something to look for',
      labels: ['job'],
    },
    [0.01, 0.1, 1, 10],
  );
  return {
    async start(jobs) {
      for (const job of jobs) {
        const run = repeatable(job, deps, time);
        const first = run();
        if (job.isLong !== true) await first;
        timers.push(deps.clock.every(job.everyMs, () => void run()));
      }
    },
    stop() {
      for (const timer of timers) timer.cancel();
    },
  };
}

function repeatable(job: Job, { clock, log }: JobRunnerDeps, time: Time): () => Promise<void> {
  let isRunning = false;
  let wasDue = true;
  return async () => {
    if (isRunning) return;
    const isDue = job.isDue?.() !== false;
    if (!isDue && !wasDue) return;
    wasDue = isDue;
    isRunning = true;
    const fromMs = clock.monotonicMs();
    try {
      await job.run();
    } catch (error) {
      if (isTransient(error)) log.warn({ error, job: job.name }, 'a job could not run now');
      else log.error({ error, job: job.name }, 'a job failed');
    }
    time(clock.monotonicMs() - fromMs, [job.name]);
    isRunning = false;
  };
}
