import { expect, it } from 'vitest';
import type { CheckContext } from '../features/doctor/finding.ts';
import { quietLog } from '../kit/log.ts';
import { createMetrics } from '../kit/metrics.ts';
import { showFindings } from './show-findings.ts';

const FAULT = 'paigham_doctor_findings{check="database",verdict="fault"} 1';

/** Findings of a doctor whose database behaves like `read`, by a clock that is set. */
function watch(read: () => Promise<never>) {
  const metrics = createMetrics();
  let [nowMs, looks] = [0, 0];
  const reader = { read: () => ((looks += 1), read()) };
  const clock = { monotonicMs: () => nowMs, nowMs: () => nowMs };
  showFindings(metrics, { reader, clock } as unknown as CheckContext, quietLog);
  return {
    /** What a scrape shows that comes at this second. */
    async scrape(atSecond: number): Promise<string> {
      nowMs = atSecond * 1_000;
      const page = await metrics.print();
      await Promise.resolve();
      return page;
    },
    looks: () => looks,
  };
}

it('shows a database that does not answer as a fault, and asks it once a minute', async () => {
  const { scrape, looks } = watch(() => Promise.reject(new Error('it is away')));
  expect(await scrape(0)).not.toContain(FAULT);
  expect(await scrape(15)).toContain(FAULT);
  const asked = looks();
  await scrape(59);
  expect(looks()).toBe(asked);
  await scrape(60);
  expect(looks()).toBeGreaterThan(asked);
});

it('shows a database that keeps it waiting as a fault', async () => {
  const { scrape } = watch(() => new Promise(() => undefined));
  await scrape(0);
  expect(await scrape(30)).not.toContain(FAULT);
  expect(await scrape(61)).toContain(FAULT);
});
