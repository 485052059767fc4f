import type { Clock, Timer } from './clock.ts';
import type { Log } from './log.ts';
import { isTransient } from './postgres/faults.ts';

/** What a node does in the background, again and again. */
export type Job<Context> = {
  readonly everyMs: number;
  /** The node does not wait for the first run before it starts to work. */
  readonly isLong?: boolean;
  readonly run: (context: Context) => Promise<void>;
};

type Needs = { readonly clock: Clock; readonly log: Log };

export type JobRunner<Context> = {
  /** Runs each job once, in their order, and from then on at its times. */
  start(jobs: readonly Job<Context>[]): Promise<void>;
  stop(): void;
};

/**
 * Runs jobs, never the same one twice at once. One that fails is logged and runs again at its next
 * time.
 */
export function createJobRunner<Context extends Needs>(context: Context): JobRunner<Context> {
  const timers: Timer[] = [];
  return {
    async start(jobs) {
      for (const job of jobs) {
        const run = repeatable(context, job);
        const first = run();
        if (job.isLong !== true) await first;
        timers.push(context.clock.every(job.everyMs, () => void run()));
      }
    },
    stop() {
      for (const timer of timers) timer.cancel();
    },
  };
}

function repeatable<Context extends Needs>(
  context: Context,
  job: Job<Context>,
): () => Promise<void> {
  let isRunning = false;
  return async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      await job.run(context);
    } catch (error) {
      if (isTransient(error)) context.log.warn({ error }, 'a job could not be done now');
      else context.log.error({ error }, 'a job failed');
    }
    isRunning = false;
  };
}
