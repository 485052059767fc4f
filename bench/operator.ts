/** The simulated operator that every system sends to: one process, fresh for each run. */
import { join } from 'node:path';
import { start } from './programs.ts';
import { readPage, until } from './waiting.ts';

const PROGRAM = join(import.meta.dirname, '../fakes/smsc/main.ts');

export type OperatorPorts = { readonly smpp: number; readonly management: number };

/**
 * When receipts come: after `delayMs` and at random up to `jitterMs` more, and `neverPercent` of
 * them not at all.
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

export type RunningOperator = {
  counts(): Promise<OperatorCounts>;
  /** For messages that it takes from now on. */
  change(times: ReceiptTimes): Promise<void>;
  stop(): Promise<void>;
};

/** Starts the operator: it answers at once, receipts come promptly. */
export async function startOperator(ports: OperatorPorts): Promise<RunningOperator> {
  const { smpp, management } = ports;
  const where = ['--port', smpp, '--management-port', management];
  const how = ['--count-copies', 0, '--keep-messages', 10, '--receipt-delay-ms', PROMPT.delayMs];
  const program = start(process.execPath, [PROGRAM, ...where, ...how]);
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
    stop: () => program.end(),
  };
}

/** Resolves when somebody has bound. */
export async function untilBound(operator: RunningOperator): Promise<void> {
  await until('the bind', 20_000, async () => (await operator.counts()).binds || undefined);
}
