/** What a request waits for on an idle service, beside the one flush it cannot do without. */
import { closeSync, fdatasyncSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryDir } from '@paigham/base/data-dir.ts';
import { compete } from '../contest.ts';
import { sendSteadily } from '../load/steady.ts';
import { median, quantile } from '../median.ts';
import { PROMPT } from '../operator.ts';
import { figure, type Line } from '../table.ts';
import type { Contest } from './rows.ts';

/** So few that none meets another. */
const PER_SECOND = 20;
const FLUSHES = 300;
const PAGE = 8_192;

/** Latency of requests that meet no other, from when each was due. */
export async function measureIdle(contest: Contest): Promise<Line> {
  console.error(`Requests to an idle service, ${PER_SECOND} a second`);
  const { systems, seconds } = contest;
  const waits = await compete(
    [{ label: 'paigham', system: systems.paigham, times: PROMPT }],
    async (running) => ({
      ...(await sendSteadily(running.request, { perSecond: PER_SECOND, seconds })),
      flushMs: measureFlush(),
    }),
    contest,
  );
  const of = (name: 'p50Ms' | 'p99Ms' | 'flushMs'): number =>
    median((waits.get('paigham') ?? []).map((it) => it[name]));
  const [p50, p99, flush] = [of('p50Ms'), of('p99Ms'), of('flushMs')];
  return {
    what: 'latency of an accept on an idle service, p50 / p99, ms',
    cells: {
      paigham: `${figure(p50, 1)} / ${figure(p99, 1)} (a flush: ${figure(flush, 2)})`,
      'kannel-spool': '',
      'kannel-no-store': '',
    },
    result: `${figure(p50 / flush, 1)} × a flush`,
    bar: '≤ 10 × a flush',
  };
}

/** The median time that the disk takes to keep 8 KiB of a file that is as long as it will be. */
function measureFlush(): number {
  const folder = makeTemporaryDir();
  const file = openSync(join(folder, 'flushed'), 'w');
  try {
    writeSync(file, Buffer.alloc(FLUSHES * PAGE));
    fsyncSync(file);
    const page = Buffer.alloc(PAGE, 1);
    const times = Float64Array.from({ length: FLUSHES }, (_, index) => {
      const fromMs = performance.now();
      writeSync(file, page, 0, PAGE, index * PAGE);
      fdatasyncSync(file);
      return performance.now() - fromMs;
    });
    return quantile(times.toSorted(), 0.5);
  } finally {
    closeSync(file);
    rmSync(folder, { recursive: true });
  }
}
