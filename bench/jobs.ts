/**
 * What a start and the jobs in the background cost with more and more messages kept: of all jobs,
 * those whose runs take longest. `node bench/jobs.ts --messages 0,5000000,20000000 --seconds 60`
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeTemporaryDir } from '@paigham/base/data-dir.ts';
import { fill } from './paigham/fill.ts';
import { furnish } from './paigham/furnish.ts';
import { startNode } from './paigham/node.ts';
import { cleanUpLater, endAll } from './programs.ts';
import { freePort, pause, readPage } from './waiting.ts';

const SHOWN = 8;
const DAYS = 10;

type Seen = { readonly startMs: number; readonly msByJob: ReadonlyMap<string, number> };

/** Milliseconds a run, by job. */
function readJobs(page: string): Seen['msByJob'] {
  const read = (kind: string): Map<string, number> =>
    new Map(
      [...page.matchAll(new RegExp(`^paigham_job_seconds_${kind}{job="(.+?)"} (.+)$`, 'gm'))].map(
        ([, job = '', value]) => [job, Number(value)],
      ),
    );
  const counts = read('count');
  return new Map(
    [...read('sum')].map(([job, sum]) => [job, (1_000 * sum) / (counts.get(job) ?? 1)]),
  );
}

async function measure(folder: string, messages: number, seconds: number): Promise<Seen> {
  const dataDir = join(folder, String(messages));
  mkdirSync(dataDir, { mode: 0o711 });
  await furnish(dataDir, await freePort());
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as {
    readonly accountId: string;
  };
  if (messages > 0) await fill(dataDir, { accountId: demo.accountId, messages, days: DAYS });
  const fromMs = performance.now();
  const node = await startNode(dataDir, { logLevel: 'error' });
  const startMs = performance.now() - fromMs;
  await pause(seconds * 1_000);
  const page = await readPage(`http://127.0.0.1:${node.port}/metrics`);
  await node.program.end();
  rmSync(dataDir, { recursive: true, force: true });
  return { startMs, msByJob: readJobs(page ?? '') };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      messages: { type: 'string', default: '0,5000000' },
      seconds: { type: 'string', default: '60' },
    },
  });
  const folder = makeTemporaryDir();
  cleanUpLater(() => rmSync(folder, { recursive: true, force: true }));
  const seen: Seen[] = [];
  for (const messages of values.messages.split(',')) {
    console.error(`${messages} messages`);
    seen.push(await measure(folder, Number(messages), Number(values.seconds)));
  }
  const each = (of: (it: Seen) => string): string => seen.map(of).join(' / ');
  console.log(`messages: ${values.messages.replaceAll(',', ' / ')}`);
  console.log(`start, s: ${each((it) => (it.startMs / 1_000).toFixed(1))}`);
  const slowest = [...(seen.at(-1)?.msByJob ?? [])].toSorted(([, a], [, b]) => b - a);
  const jobs = slowest.map(
    ([job]) => `${job} ${each((it) => (it.msByJob.get(job) ?? Number.NaN).toFixed(1))}`,
  );
  console.log(`jobs, ms a run: ${jobs.slice(0, SHOWN).join(', ')}`);
  console.error(jobs.join('\n'));
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void endAll().then(() => process.exit(130)));
}
try {
  await main();
} finally {
  await endAll();
}
