/**
 * Chat messages at a steady rate, over chat numbers that take their time to answer, while statuses
 * and replies come in by webhook: does the service keep up, at what cost, and in how much memory?
 * `node bench/chat.ts --per-second 200 --seconds 60`
 */
import { rmSync } from 'node:fs';
import { setTimeout as pauseUntil } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { makeTemporaryDir } from '@paigham/base/data-dir.ts';
import { withConnection } from '../src/kit/postgres/address.ts';
import { startEmbedded } from '../src/kit/postgres/embedded.ts';
import { readBooks } from './chat/books.ts';
import { ACCOUNT, install, type Installed } from './chat/install.ts';
import { send, writeBack, type Accepted } from './chat/load.ts';
import { startPlatform, type HeardSend, type Platform } from './chat/platform.ts';
import { describeRun, findBreaches, type Run, type Span } from './chat/report.ts';
import { drain, watch, type Sample } from './chat/watch.ts';
import { usedCpuMs } from './cpu.ts';
import { readCounter } from './paigham/counter.ts';
import { runPaigham } from './paigham/furnish.ts';
import { cleanUpLater, endAll } from './programs.ts';
import { pause, readPage } from './waiting.ts';

/** A program is slower just after its start. */
const WARM_UP_MS = 5_000;
/** How often to collect what the platform has received: it keeps a limited number of requests. */
const COLLECT_MS = 15_000;
/** Longer than people take to read what they have. */
const LAST_READS_MS = 7_000;

type Settings = {
  readonly perSecond: number;
  readonly seconds: number;
  readonly repliesPerSecond: number;
};

type World = {
  readonly installed: Installed;
  readonly platform: Platform;
  readonly client: pg.Client;
};

type Loaded = Span & {
  readonly accepted: readonly Accepted[];
  readonly samples: readonly Sample[];
  readonly replies: number;
  readonly words: number;
};

/** Sends for this long and watches; everything begun is answered when it resolves. */
async function load({ installed, platform, client }: World, settings: Settings): Promise<Loaded> {
  const accepted: Accepted[] = [];
  const ended = new AbortController();
  const { signal } = ended;
  const { perSecond, repliesPerSecond, seconds } = settings;
  const sending = send(installed, { perSecond, accepted }, signal);
  const replying = writeBack(platform, { perSecond: repliesPerSecond, accepted }, signal);
  const watching = watch(installed.program.pid, client, signal);
  const collecting = collect(platform, signal);
  const all = Promise.all([sending, replying, watching, collecting]);
  // A refused request ends the run at once.
  all.catch(() => ended.abort());
  const measured = (async (): Promise<Span & { readonly words: number }> => {
    await pauseUntil(WARM_UP_MS, undefined, { signal });
    const [fromMs, before] = [Date.now(), await countWords(installed)];
    await pauseUntil(seconds * 1_000, undefined, { signal });
    const words = (await countWords(installed)) - before;
    const untilMs = Date.now();
    ended.abort();
    return { fromMs, untilMs, words };
  })();
  const span = await Promise.race([measured, all.then(() => measured)]);
  const [, replies, samples] = await all;
  return { ...span, accepted, samples, replies };
}

async function collect(platform: Platform, ended: AbortSignal): Promise<void> {
  for (let lastMs = Date.now(); !ended.aborted; await pause(100)) {
    if (Date.now() - lastMs < COLLECT_MS) continue;
    await platform.collect();
    lastMs = Date.now();
  }
}

/** How many statuses the platform has sent so far that the service has processed. */
async function countWords({ baseUrl }: Installed): Promise<number> {
  const page = await readPage(`${baseUrl}/metrics`);
  const kinds = ['news', 'repeated', 'contradiction', 'orphan', 'reply'];
  const counts = kinds.map((what) => readCounter(page, 'paigham_chat_events_total', `"${what}"`));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function measure(world: World, settings: Settings): Promise<Run> {
  const { installed, platform, client } = world;
  const { program, postmaster, numbers } = installed;
  const cpu = () => {
    const [all, database] = [usedCpuMs([program.pid, postmaster]), usedCpuMs([postmaster])];
    return { node: all - database, database };
  };
  const before = cpu();
  const loaded = await load(world, settings);
  const drained = await drain(client);
  await pause(LAST_READS_MS);
  await drain(client);
  const after = cpu();
  const cpuMs = { node: after.node - before.node, database: after.database - before.database };
  const heard: readonly HeardSend[] = await platform.collect();
  const stats = await platform.stats();
  const books = await readBooks(client, ACCOUNT);
  return { ...loaded, heard, drained, cpuMs, stats, books, numbers };
}

const { values } = parseArgs({
  options: {
    'per-second': { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
    numbers: { type: 'string', default: '3' },
    // Per number; the service's default if not given.
    pace: { type: 'string' },
    'answer-ms': { type: 'string', default: '120' },
    'replies-per-second': { type: 'string', default: '5' },
    'statuses-per-post': { type: 'string', default: '1' },
    // The folder for a profile of the service.
    profile: { type: 'string' },
  },
});

async function main(): Promise<number> {
  const folder = makeTemporaryDir();
  const dataDir = makeTemporaryDir();
  for (const it of [folder, dataDir]) {
    cleanUpLater(() => rmSync(it, { recursive: true, force: true }));
  }
  const platform = await startPlatform(folder, {
    numbers: Number(values.numbers),
    answerDelayMs: Number(values['answer-ms']),
    statusesPerPost: Number(values['statuses-per-post']),
  });
  const installed = await install(dataDir, platform, {
    rate: values.pace,
    profile: values.profile,
  });
  const settings = {
    perSecond: Number(values['per-second']),
    seconds: Number(values.seconds),
    repliesPerSecond: Number(values['replies-per-second']),
  };
  const database = await startEmbedded({ dataDir });
  const run = await (async () => {
    try {
      return await withConnection(database.logins.writer, (client) =>
        measure({ installed, platform, client }, settings),
      );
    } finally {
      await database.stop();
    }
  })();
  console.log(describeRun(run).join('\n'));
  // Fails if the books do not balance.
  runPaigham(dataDir, ['ledger', 'explain', ACCOUNT]);
  const breaches = findBreaches(run);
  console.log(breaches.length === 0 ? 'Everything that must hold does.' : breaches.join('\n'));
  return breaches.length === 0 ? 0 : 1;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void endAll().then(() => process.exit(130)));
}
try {
  process.exitCode = await main();
} finally {
  await endAll();
}
