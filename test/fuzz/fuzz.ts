/**
 * Feeds a decoder damaged inputs: `npm run fuzz -- DECODER [COUNT [SEED [FROM]]]`. Stops at the
 * first input that fails, hangs, or takes too much, keeps it in the folder it names, and exits 1.
 * Input N of a seed is always the same: FROM begins there.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { DECODERS, type Decoder, type DecoderName } from './decoders.ts';
import { mutate } from './mutate.ts';

/** A busy machine is no failure. */
const MOST_MS = 5_000;
const MOST_RSS_BYTES = 1024 * 1024 * 1024;
const LOOK_EVERY = 1_000;
const TELL_EVERY_MS = 30_000;

const [name = '', count = '100000', seed = '1', from = '0'] = process.argv.slice(2);
if (!Object.hasOwn(DECODERS, name)) {
  console.error(`usage: npm run fuzz -- ${Object.keys(DECODERS).join('|')} [COUNT [SEED [FROM]]]`);
  process.exit(2);
}

/** Ends this process when one input holds it for a minute. */
const HANGS = `
const { workerData } = require('node:worker_threads');
const at = new BigInt64Array(workerData);
let seen = -1n;
setInterval(() => {
  const now = Atomics.load(at, 0);
  if (now === seen) {
    require('node:fs').writeSync(2, 'input ' + now + ' does not end\\n');
    process.kill(process.pid, 'SIGKILL');
  }
  seen = now;
}, 60000);`;

const place = new BigInt64Array(new SharedArrayBuffer(8));
new Worker(HANGS, { eval: true, workerData: place.buffer }).unref();

async function feed({ corpus, words, check }: Decoder): Promise<void> {
  const startedMs = performance.now();
  let longestMs = 0;
  let toldMs = startedMs;
  const end = Number(from) + Number(count);
  for (let index = Number(from); index < end; index += 1) {
    Atomics.store(place, 0, BigInt(index));
    const input = mutate(corpus, words, { seed: Number(seed), index });
    const fromMs = performance.now();
    try {
      await check(input);
    } catch (error) {
      console.error(`input ${index} of seed ${seed}: ${keep(input)}`);
      throw error;
    }
    longestMs = Math.max(longestMs, performance.now() - fromMs);
    if (longestMs > MOST_MS) throw new Error(`input ${index} took ${longestMs} ms: ${keep(input)}`);
    if (index % LOOK_EVERY !== 0) continue;
    if (process.memoryUsage.rss() > MOST_RSS_BYTES) {
      throw new Error(`at input ${index} the process holds more than 1 GiB`);
    }
    if (performance.now() - toldMs < TELL_EVERY_MS) continue;
    toldMs = performance.now();
    console.log(`${name}: ${index - Number(from)} inputs so far`);
  }
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  const megabytes = Math.round(process.memoryUsage.rss() / 2 ** 20);
  console.log(
    `${name}: ${count} inputs of seed ${seed} in ${seconds} s, ` +
      `the longest ${longestMs.toFixed(1)} ms, ${megabytes} MB`,
  );
}

function keep(input: Buffer): string {
  const file = join(mkdtempSync(join(tmpdir(), 'paigham-fuzz-')), 'input');
  writeFileSync(file, input);
  return file;
}

const decoder: Decoder = DECODERS[name as DecoderName]();
await feed(decoder).finally(() => decoder.close?.());
