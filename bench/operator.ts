/** The simulated operator that every system sends to: one process, fresh for each run. */
import { join } from 'node:path';
import { start } from './programs.ts';
import { readPage, until } from './waiting.ts';

const PROGRAM = join(import.meta.dirname, '../fakes/smsc/main.ts');

export type OperatorPorts = { readonly smpp: number; readonly management: number };

/** When receipts come: after `delayMs` and at random up to `jitterMs` more, and `neverPercent` of them not at all. */
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
  stop(): Promise<void>;
};

/** Starts the operator: it answers at once. */
export async function startOperator(
  ports: OperatorPorts,
  times: ReceiptTimes,
): Promise<RunningOperator> {
  const { smpp, management } = ports;
  const { delayMs, jitterMs, neverPercent } = times;
  const program = start(process.execPath, [
    ...[PROGRAM, '--port', smpp, '--management-port', management],
    ...['--count-copies', 0, '--keep-messages', 10],
    ...['--receipt-delay-ms', delayMs, '--receipt-jitter-ms', jitterMs],
    ...['--receipt-never-percent', neverPercent],
  ]);
  const counts = async (): Promise<OperatorCounts> =>
    JSON.parse(await readPage(`http://127.0.0.1:${management}/stats`)) as OperatorCounts;
  await until('the simulated operator', 10_000, counts);
  return { counts, stop: () => program.end() };
}

/** Resolves when somebody has bound. */
export async function untilBound(operator: RunningOperator): Promise<void> {
  await until('the bind', 20_000, async () => (await operator.counts()).binds || undefined);
}
