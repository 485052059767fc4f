import { expect, it } from 'vitest';
import { stepClock } from '../../test/support/step-clock.ts';
import { createJobRunner } from './jobs.ts';
import { quietLog } from './log.ts';
import { createMetrics } from './metrics.ts';

it('times each run of a job, also one that fails', async () => {
  const clock = stepClock(0);
  const metrics = createMetrics();
  const runner = createJobRunner({ clock, log: quietLog, metrics });
  const run = (ms: number) => (): Promise<void> => {
    clock.advance(ms);
    return ms > 100 ? Promise.reject(new Error('slow')) : Promise.resolve();
  };
  await runner.start([
    { name: 'quick', everyMs: 1_000, run: run(20) },
    { name: 'failing', everyMs: 1_000, run: run(200) },
    { name: 'idle', everyMs: 1_000, isDue: () => false, run: run(50) },
  ]);
  runner.stop();
  const printed = await metrics.print();
  expect(printed).toContain('paigham_job_seconds_sum{job="quick"} 0.02');
  expect(printed).toContain('paigham_job_seconds_sum{job="failing"} 0.2');
});
