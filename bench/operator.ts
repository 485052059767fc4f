/** The simulated operator that every system sends to: one process, new for each run. */
import { join } from 'node:path';
import { start } from './programs.ts';
import { readPage, until } from './waiting.ts';

const PROGRAM = join(import.meta.dirname, '../fakes/smsc/main.ts');

export type OperatorPorts = { readonly smpp: number; readonly management: number };

/**
 * When receipts come: after `delayMs` plus up to `jitterMs` at random, and for `neverPercent` of
 * messages not at all.
 */
export type ReceiptTimes = {
  readonly delayMs: number;
  readonly jitterMs: number;
  readonly neverPercent: number;
};

export const PROMPT: ReceiptTimes = { delayMs: 100, jitterMs: 0, neverPercent: 0 };
export const LATE: ReceiptTimes = { delayMs: 5_000, jitterMs: 5_000, neverPercent: 5 };

export type OperatorCounts = {
  readonly binds: number;
  /** Messages that it took. */
  readonly taken: number;
  /** Receipts that were acknowledged. */
  readonly acknowledged: number;
};

/** A submit_sm with its arrival time (milliseconds since 1970). */
export type HeardSubmit = { readonly destination: string; readonly atMs: number };

export type OperatorSettings = {
  /** How many submits `heard` can return; 10 by default. */
  readonly keepMessages?: number;
  readonly answerDelayMs?: number;
};

export type RunningOperator = {
  counts(): Promise<OperatorCounts>;
  /** For messages taken from now on. */
  change(times: ReceiptTimes): Promise<void>;
  /** The last submits that it received, oldest first, at most 10,000 and as many as it keeps. */
  heard(): Promise<readonly HeardSubmit[]>;
  stop(): Promise<void>;
};

/** Starts the operator: unless told otherwise it answers at once, and receipts come promptly. */
export async function startOperator(
  ports: OperatorPorts,
  { keepMessages = 10, answerDelayMs = 0 }: OperatorSettings = {},
): Promise<RunningOperator> {
  const { smpp, management } = ports;
  const where = ['--port', smpp, '--management-port', management];
  const kept = ['--count-copies', 0, '--keep-messages', keepMessages];
  const how = ['--receipt-delay-ms', PROMPT.delayMs, '--answer-delay-ms', answerDelayMs];
  const program = start(process.execPath, [PROGRAM, ...where, ...kept, ...how]);
  const page = `http://127.0.0.1:${management}`;
  const counts = async (): Promise<OperatorCounts> =>
    JSON.parse(await readPage(`${page}/stats`)) as OperatorCounts;
  await until('the simulated operator', 10_000, counts);
  return {
    counts,
    async change({ delayMs, jitterMs, neverPercent }) {
      const behaviour = {
        receiptDelayMs: delayMs,
        receiptJitterMs: jitterMs,
        receiptNeverPercent: neverPercent,
      };
      const body = JSON.stringify(behaviour);
      const answer = await fetch(`${page}/behaviour`, { method: 'POST', body });
      if (answer.status !== 200) throw new Error(await answer.text());
    },
    async heard() {
      const { pdus } = JSON.parse(await readPage(`${page}/messages?last=10000`)) as ShownPdus;
      return pdus.map(({ destination, at }) => ({ destination, atMs: Date.parse(at) }));
    },
    stop: () => program.end(),
  };
}

type ShownPdus = {
  readonly pdus: readonly { readonly destination: string; readonly at: string }[];
};

/** Resolves when somebody has bound. */
export async function untilBound(operator: RunningOperator): Promise<void> {
  await until('the bind', 20_000, async () => (await operator.counts()).binds || undefined);
}
