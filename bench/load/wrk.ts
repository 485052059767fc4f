/** The load generator of every row except the latencies: wrk, as fast as the answers come. */
import { join } from 'node:path';
import { readToEnd, start, type Program } from '../programs.ts';
import type { Running, SendRequest } from '../system.ts';
import { NUMBERS_A_PREFIX, PREFIXES } from './recipients.ts';

const SCRIPT = join(import.meta.dirname, 'wrk.lua');

/** The same for every system. */
export const CONNECTIONS = 50;

export type LoadResult = {
  readonly accepted: number;
  readonly durationMs: number;
  readonly acceptedPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
};

type Printed = Omit<LoadResult, 'accepted' | 'acceptedPerSecond'> & {
  readonly requests: number;
  readonly refused: number;
  readonly broken: number;
};

export type Load = {
  readonly program: Program;
  /** Rejects if a request was refused or a connection broke: such a run measures something else. */
  readonly done: Promise<LoadResult>;
};

/** Every request in a run has its own number, which determines its recipient and code. */
let lastNumber = 0;
/** More than one load can send. */
const NUMBERS_A_LOAD = 2_000_000;

/** Sends to every node of a system for this many seconds, each with its share of connections. */
export async function sendToAll(
  { request, further = [] }: Pick<Running, 'request' | 'further'>,
  seconds: number,
): Promise<LoadResult> {
  const requests = [request, ...further];
  const connections = Math.ceil(CONNECTIONS / requests.length);
  const loads = requests.map((it) => startLoad(it, seconds, connections).done);
  const results = await Promise.all(loads);
  const sum = (of: (result: LoadResult) => number): number =>
    results.reduce((total, result) => total + of(result), 0);
  const most = (of: (result: LoadResult) => number): number => Math.max(...results.map(of));
  return {
    accepted: sum((it) => it.accepted),
    durationMs: most((it) => it.durationMs),
    acceptedPerSecond: sum((it) => it.acceptedPerSecond),
    p50Ms: most((it) => it.p50Ms),
    p99Ms: most((it) => it.p99Ms),
  };
}

/** Starts sending for this many seconds. */
export function startLoad(request: SendRequest, seconds: number, connections = CONNECTIONS): Load {
  const { port, before, between, after } = request;
  return runWrk({ port, script: SCRIPT, what: [before, between, after], seconds, connections });
}

/** Starts wrk with a script, which is told `what` to send, and then recipients of its own. */
export function runWrk(by: {
  readonly port: number;
  readonly script: string;
  readonly what: readonly string[];
  readonly seconds: number;
  readonly connections: number;
}): Load {
  const { port, script, seconds, connections } = by;
  lastNumber += NUMBERS_A_LOAD;
  const how = ['-t', 1, '-c', connections, '-d', `${seconds}s`, '--timeout', '60s', '-s', script];
  const what = [...by.what, lastNumber, NUMBERS_A_PREFIX, ...PREFIXES];
  const program = start('wrk', [...how, `http://127.0.0.1:${port}/`, '--', ...what], {
    output: 'pipe',
  });
  return { program, done: readToEnd(program).then(readResult) };
}

function readResult(text: string): LoadResult {
  const line = text.split('\n').findLast((it) => it.startsWith('{'));
  if (line === undefined) throw new Error(`wrk printed no result: ${text}`);
  const { requests, refused, broken, ...rest } = JSON.parse(line) as Printed;
  if (refused + broken > 0) {
    throw new Error(`${refused} of ${requests} requests were refused, ${broken} connections broke`);
  }
  return { ...rest, accepted: requests, acceptedPerSecond: (requests * 1000) / rest.durationMs };
}
